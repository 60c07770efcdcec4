import type { Policy } from '@server/crud/policy';
import { invalid } from '@server/http/errors';

/** The text itself is cleaned by its kind; publishing and withdrawing have routes of their own. */
export const industryNewsPolicy: Policy = {
  without: ['status', 'import', 'export'],
  async beforeSave({ sourceUrl }) {
    // It becomes a link of a public page (QUALITY IN4).
    if (typeof sourceUrl === 'string' && !/^https?:\/\/[^\s/]+\.[^\s]+$/i.test(sourceUrl))
      throw invalid([{ field: 'sourceUrl', message: '原文链接应以http://或https://开头' }]);
    return {};
  },
};
