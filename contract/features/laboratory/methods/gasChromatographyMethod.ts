import { defineMethod } from './methodDefinition';

export const gasChromatography = defineMethod({
  key: 'gasChromatography',
  title: '气相色谱法',
  prefix: { ordinary: '/labGas', incoming: '/lyjcLabGas' },
  pages: {
    detail: { title: '检测数据' },
    curves: [{ key: 'main', title: '标准曲线' }],
    spike: true,
    lod: true,
    attachment: true,
    previews: [
      { key: 'thermal1', title: '热解吸1预览' },
      { key: 'thermal2', title: '热解吸2预览' },
      { key: 'solvent', title: '溶剂解吸预览' },
      { key: 'solution', title: '溶液采集预览' },
      { key: 'direct', title: '直接进样预览' },
    ],
  },
});
