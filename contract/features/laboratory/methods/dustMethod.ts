import { defineMethod } from './methodDefinition';

// Weighing needs no calibration, so there is no curve. Blanks and the balance check are on the record itself (SPEC
// §2, DOMAIN §3.1).
export const dust = defineMethod({
  key: 'dust',
  title: '粉尘',
  prefix: { ordinary: '/labFcRecord' },
  pages: {
    detail: { title: '样品信息' },
    attachment: true,
    previews: [{ key: 'main', title: '结果预览' }],
  },
});
