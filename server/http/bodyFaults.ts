import type { z } from 'zod';
import { failures } from '@contract/messages';

/** Messages for limits of a text, a list, a number. */
const limitTexts: Readonly<
  Record<string, { readonly above: (maximum: string) => string; readonly below: (minimum: string) => string }>
> = {
  string: {
    above: (maximum) => `不能超过${maximum}个字符`,
    below: (minimum) => (minimum === '1' ? '不能为空' : `不能少于${minimum}个字符`),
  },
  array: {
    above: (maximum) => `不能超过${maximum}项`,
    below: (minimum) => (minimum === '1' ? '不能为空' : `不能少于${minimum}项`),
  },
  number: { above: (maximum) => `不能大于${maximum}`, below: (minimum) => `不能小于${minimum}` },
};

/** Messages for faults without a message in the schema. They contain no types, patterns or allowed values. */
export const faultText: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'too_big')
    return (
      limitTexts[issue.origin === 'int' ? 'number' : issue.origin]?.above(String(issue.maximum)) ?? failures.badBody
    );
  if (issue.code === 'too_small')
    return (
      limitTexts[issue.origin === 'int' ? 'number' : issue.origin]?.below(String(issue.minimum)) ?? failures.badBody
    );
  return failures.badBody;
};
