import { defineMethod } from './methodDefinition';

export const atomicAbsorption = defineMethod({
  key: 'atomicAbsorption',
  title: '原子吸收光谱法',
  prefix: { ordinary: '/labYzxsRecord', incoming: '/lyjcLabYzxsRecord' },
  pages: {
    detail: { title: '检测数据' },
    curves: [{ key: 'main', title: '标准曲线' }],
    spike: true,
    lod: true,
    attachment: true,
    previews: [{ key: 'main', title: '结果预览' }],
  },
});
