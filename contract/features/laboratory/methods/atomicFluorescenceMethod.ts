import { defineMethod } from './methodDefinition';

export const atomicFluorescence = defineMethod({
  key: 'atomicFluorescence',
  title: '原子荧光光谱法',
  prefix: { ordinary: '/labYzygRecord', incoming: '/lyjcLabYzygRecord' },
  pages: {
    detail: { title: '检测数据' },
    curves: [{ key: 'main', title: '标准曲线' }],
    spike: true,
    lod: true,
    attachment: true,
    previews: [{ key: 'main', title: '结果预览' }],
  },
});
