import { defineMethod } from './methodDefinition';

export const solventElution = defineMethod({
  key: 'solventElution',
  title: '溶剂洗脱法',
  prefix: { ordinary: '/labRjxt', incoming: '/lyjcLabRjxt' },
  pages: {
    detail: { title: '检测数据' },
    curves: [{ key: 'main', title: '标准曲线' }],
    spike: true,
    lod: true,
    attachment: true,
    previews: [{ key: 'main', title: '结果预览' }],
  },
});
