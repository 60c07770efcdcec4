import { defineMethod } from './methodDefinition';

// The curve serves the infrared method. A mass fraction has no detection limit (DOMAIN §3.2).
export const freeSilica = defineMethod({
  key: 'freeSilica',
  title: '游离二氧化硅',
  prefix: { ordinary: '/labEyhgRecord', incoming: '/lyjcLabEyhgRecord' },
  pages: {
    detail: { title: '检测数据' },
    curves: [{ key: 'main', title: '标准曲线' }],
    spike: true,
    attachment: true,
    previews: [{ key: 'main', title: '结果预览' }],
  },
});
