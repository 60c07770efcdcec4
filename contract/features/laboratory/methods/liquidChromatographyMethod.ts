import { defineMethod } from './methodDefinition';

export const liquidChromatography = defineMethod({
  key: 'liquidChromatography',
  title: '高效液相色谱法',
  prefix: { ordinary: '/liquidchromatography', incoming: '/lyjcLiquidchromatography' },
  pages: {
    detail: { title: '检测数据' },
    curves: [{ key: 'main', title: '标准曲线' }],
    spike: true,
    lod: true,
    attachment: true,
    previews: [{ key: 'main', title: '结果预览' }],
  },
});
