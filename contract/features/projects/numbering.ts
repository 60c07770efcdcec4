// Project numbers 年份+类型+流水, by a rule of each organization (PRODUCT §3).

export interface NumberFacts {
  /** `YYYY-MM-DD` */
  readonly day: string;
  /** Value of the project's type in its dictionary. */
  readonly type: string;
  /** Code of the organization. */
  readonly organization: string;
}

export const defaultProjectNumberRule = '{YYYY}{TYPE}{SEQ4}';
export const defaultReportNumberRule = '{ORG}-{YYYY}-{SEQ4}';

const token = /\{([^{}]*)\}/g;
const sequence = /^SEQ([1-9])$/;

const known: Readonly<Record<string, (facts: NumberFacts) => string>> = {
  YYYY: ({ day }) => day.slice(0, 4),
  YY: ({ day }) => day.slice(2, 4),
  MM: ({ day }) => day.slice(5, 7),
  TYPE: ({ type }) => type,
  ORG: ({ organization }) => organization,
};

/** Returns the fault of a numbering rule in Chinese; null for a valid one. */
export function faultOfNumberRule(rule: string): string | null {
  const names = [...rule.matchAll(token)].map(([, name = '']) => name);
  const strange = names.find((name) => !known[name] && !sequence.test(name));
  if (strange !== undefined) return `编号规则不认识{${strange}}，可用{YYYY}{YY}{MM}{TYPE}{ORG}{SEQ4}`;
  if (/[{}]/.test(rule.replace(token, ''))) return '编号规则的花括号不成对';
  const sequences = names.filter((name) => sequence.test(name)).length;
  if (sequences !== 1) return '编号规则须有且只有一个流水号，如{SEQ4}';
  if (/[\s/:*?"<>|\\]/.test(rule.replace(token, ''))) return '编号规则不能含有空格和/\\:*?"<>|';
  return null;
}

/**
 * Returns the numbering for these facts. `series` names the counter, which restarts when anything but the sequence
 * changes. `numberOf` inserts a count with leading zeros; a larger count gets more digits.
 */
export function numberSeries(
  rule: string,
  facts: NumberFacts,
): { series: string; numberOf: (count: number) => string } {
  const fill = (put: (width: number) => string) =>
    rule.replace(token, (_, name: string) => {
      const width = sequence.exec(name)?.[1];
      return width === undefined ? (known[name]?.(facts) ?? '') : put(Number(width));
    });
  return {
    series: fill((width) => `{SEQ${width}}`),
    numberOf: (count) => fill((width) => String(count).padStart(width, '0')),
  };
}
