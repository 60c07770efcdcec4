import { defineMethod } from './method';

// Weighing without calibration: no curve; blanks and the balance check are on the sheet itself (SPEC §2, DOMAIN §3.1).
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
