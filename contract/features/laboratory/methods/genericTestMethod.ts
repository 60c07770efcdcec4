import { defineMethod } from './methodDefinition';

// SPEC §2 prescribes the name of the page and lists no incoming variant.
export const genericTest = defineMethod({
  key: 'genericTest',
  title: '检测方法',
  prefix: { ordinary: '/labTest' },
  pages: {
    detail: { title: '检测数据', segment: 'pageLabTest' },
    attachment: true,
    previews: [{ key: 'main', title: '结果预览' }],
  },
});
