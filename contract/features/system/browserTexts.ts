/**
 * Texts for browsers older than package.json's `browserslist`. index.html contains `page`, so that it is readable
 * without scripts.
 */
export const browserTexts = {
  title: '请更新浏览器',
  page: '请更新浏览器。本页需要Chrome 80、Safari 14或更新的版本；在微信中打开时，请更新微信。',
  console: '管理系统需要Chrome 100、Edge 100、Safari 15.4或更新的版本。更新后请重新登录，未提交的内容不受影响。',
  publicPages: '查看报告公示',
} as const;
