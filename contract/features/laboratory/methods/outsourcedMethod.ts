import { defineMethod } from './methodDefinition';

// Values are typed from the subcontractor's report, which must be attached. Nothing is measured here (DOMAIN §8.1 no.
// 10).
export const outsourced = defineMethod({
  key: 'outsourced',
  title: '分包检测',
  prefix: { ordinary: '/labWwjcRecord' },
  pages: {
    detail: { title: '样品信息' },
    attachment: true,
    previews: [{ key: 'main', title: '结果预览' }],
  },
});
