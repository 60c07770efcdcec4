import { defineMethod } from './methodDefinition';

// Interpreted as benzene-soluble matter, weighed like dust (DOMAIN §3.5, §8.1 no. 8).
export const dustOrganics = defineMethod({
  key: 'dustOrganics',
  title: '粉尘与有机物',
  prefix: { ordinary: '/labZffxRecord' },
  pages: {
    detail: { title: '样品信息' },
    attachment: true,
    previews: [{ key: 'main', title: '结果预览' }],
  },
});
