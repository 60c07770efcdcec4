import { defineMethod } from './methodDefinition';

export const electrode = defineMethod({
  key: 'electrode',
  title: '离子选择电极法',
  prefix: { ordinary: '/labDwddRecord', incoming: '/lyjcLabDwddRecord' },
  pages: {
    detail: { title: '检测数据' },
    curves: [{ key: 'main', title: '标准曲线' }],
    spike: true,
    lod: true,
    attachment: true,
    previews: [{ key: 'main', title: '结果预览' }],
  },
});
