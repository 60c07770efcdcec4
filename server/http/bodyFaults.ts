import type { z } from 'zod';
import { failures } from '@contract/messages';

/** Messages for limits of a text, a list, a number. */
const limits: Readonly<
  Record<string, { readonly above: (most: string) => string; readonly below: (least: string) => string }>
> = {
  string: {
    above: (most) => `不能超过${most}个字符`,
    below: (least) => (least === '1' ? '不能为空' : `不能少于${least}个字符`),
  },
  array: {
    above: (most) => `不能超过${most}项`,
    below: (least) => (least === '1' ? '不能为空' : `不能少于${least}项`),
  },
  number: { above: (most) => `不能大于${most}`, below: (least) => `不能小于${least}` },
};

/** Messages for faults without a message in the schema. They contain no types, patterns or allowed values. */
export const faultText: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'too_big')
    return limits[issue.origin === 'int' ? 'number' : issue.origin]?.above(String(issue.maximum)) ?? failures.badBody;
  if (issue.code === 'too_small')
    return limits[issue.origin === 'int' ? 'number' : issue.origin]?.below(String(issue.minimum)) ?? failures.badBody;
  return failures.badBody;
};
