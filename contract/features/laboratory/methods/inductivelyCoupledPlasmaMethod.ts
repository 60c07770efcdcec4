import { defineMethod } from './methodDefinition';

export const inductivelyCoupledPlasma = defineMethod({
  key: 'inductivelyCoupledPlasma',
  title: '电感耦合等离子体法',
  prefix: { ordinary: '/labIcpRecord', incoming: '/lyjcLabIcpRecord' },
  pages: {
    detail: { title: '检测数据' },
    curves: [{ key: 'main', title: '标准曲线' }],
    spike: true,
    lod: true,
    attachment: true,
    previews: [{ key: 'main', title: '结果预览' }],
  },
});
