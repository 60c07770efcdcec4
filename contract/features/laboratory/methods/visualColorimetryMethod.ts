import { defineMethod } from './methodDefinition';

// Visual comparison with a series of standards, without regression (DOMAIN §4.6).
export const visualColorimetry = defineMethod({
  key: 'visualColorimetry',
  title: '目视比色法',
  prefix: { ordinary: '/labMsbsf', incoming: '/lyjcLabMsbsf' },
  pages: {
    detail: { title: '检测数据' },
    curves: [{ key: 'main', title: '标准系列' }],
    spike: true,
    lod: true,
    attachment: true,
    previews: [{ key: 'main', title: '结果预览' }],
  },
});
