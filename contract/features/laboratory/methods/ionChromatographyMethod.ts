import { defineMethod } from './methodDefinition';

export const ionChromatography = defineMethod({
  key: 'ionChromatography',
  title: '离子色谱法',
  prefix: { ordinary: '/ionchromatography', incoming: '/lyjcIonchromatography' },
  pages: {
    detail: { title: '检测数据' },
    curves: [{ key: 'main', title: '标准曲线' }],
    spike: true,
    lod: true,
    attachment: true,
    previews: [{ key: 'main', title: '结果预览' }],
  },
});
