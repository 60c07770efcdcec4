import type { Policy } from '@server/crud/policy';
import { invalid } from '@server/http/errors';

/** Save rules of news: the field kind cleans the text; publishing and withdrawing have their own routes. */
export const industryNewsPolicy: Policy = {
  disabledOperations: ['status', 'import'],
  async beforeSave({ sourceUrl }) {
    // The URL becomes a link on a public page (QUALITY IN4).
    if (typeof sourceUrl === 'string' && !/^https?:\/\/[^\s/]+\.[^\s]+$/i.test(sourceUrl))
      throw invalid([{ field: 'sourceUrl', message: '原文链接应以http://或https://开头' }]);
    return {};
  },
};
