// Numbers by a rule of each organization (PRODUCT §3), e.g. 年份+类型+流水 for projects.

export interface NumberFacts {
  /** Day of the number, `YYYY-MM-DD`. */
  readonly day: string;
  /** Code of the organization. */
  readonly organization: string;
  /** Value of the project's type in its dictionary. */
  readonly type?: string;
  /** Number of the project. */
  readonly project?: string;
  /** Kind of an incoming sample (来样): L for a sample, LK for a blank. */
  readonly kind?: string;
}

type RulePlaceholder = 'YYYY' | 'YY' | 'MM' | 'TYPE' | 'ORG' | 'PROJECT' | 'KIND';

const dateTokens: readonly RulePlaceholder[] = ['YYYY', 'YY', 'MM', 'ORG'];

interface NumberKindOf {
  readonly label: string;
  /** Field of the organization that contains the rule. */
  readonly field: string;
  /** Default rule, for an organization without a rule. */
  readonly rule: string;
  /** Placeholders that a rule of this kind may contain besides the sequence. */
  readonly tokens: readonly RulePlaceholder[];
}

export const numberKinds = {
  project: {
    label: '项目编号',
    field: 'projectNumberRule',
    rule: '{YYYY}{TYPE}{SEQ4}',
    tokens: [...dateTokens, 'TYPE'],
  },
  report: {
    label: '报告编号',
    field: 'reportNumberRule',
    rule: '{ORG}-{YYYY}-{SEQ4}',
    tokens: [...dateTokens, 'TYPE'],
  },
  incoming: {
    label: '来样样品编号',
    field: 'incomingNumberRule',
    rule: '{PROJECT}-{KIND}{SEQ2}',
    tokens: [...dateTokens, 'TYPE', 'PROJECT', 'KIND'],
  },
  record: {
    label: '原始记录编号',
    field: 'recordNumberRule',
    rule: '{PROJECT}-JL{SEQ2}',
    tokens: [...dateTokens, 'TYPE', 'PROJECT'],
  },
  curve: { label: '标准曲线编号', field: 'curveNumberRule', rule: 'QX-{YYYY}-{SEQ4}', tokens: dateTokens },
} as const satisfies Record<string, NumberKindOf>;

export type NumberKind = keyof typeof numberKinds;
export const numberKindNames = Object.keys(numberKinds) as NumberKind[];

/**
 * Returns the name of a kind of numbers. Field samples (`sample`) have no sequence: their numbers consist of project,
 * hazard, day and sampling point.
 */
export const labelOfNumbers = (kind: NumberKind | 'sample'): string =>
  kind === 'sample' ? '现场样品编号' : numberKinds[kind].label;

/** Returns the KIND placeholder of an incoming sample's number; blanks have a separate series. */
export const incomingKindCode = (kind: string): string => (kind === 'blank' ? 'LK' : 'L');

const placeholderPattern = /\{([^{}]*)\}/g;
const sequencePattern = /^SEQ([1-9])$/;

const tokenValues: Readonly<Record<RulePlaceholder, (numberFacts: NumberFacts) => string>> = {
  YYYY: ({ day }) => day.slice(0, 4),
  YY: ({ day }) => day.slice(2, 4),
  MM: ({ day }) => day.slice(5, 7),
  TYPE: ({ type = '' }) => type,
  ORG: ({ organization }) => organization,
  PROJECT: ({ project = '' }) => project,
  KIND: ({ kind = '' }) => kind,
};

/** Returns the fault of a numbering rule in Chinese; null for a valid one. */
export function numberRuleFault(rule: string, kind: NumberKind = 'project'): string | null {
  const tokens: readonly string[] = numberKinds[kind].tokens;
  const names = [...rule.matchAll(placeholderPattern)].map(([, name = '']) => name);
  const unknownToken = names.find((name) => !tokens.includes(name) && !sequencePattern.test(name));
  if (unknownToken !== undefined)
    return `编号规则不认识{${unknownToken}}，可用${tokens.map((name) => `{${name}}`).join('')}{SEQ4}`;
  if (/[{}]/.test(rule.replace(placeholderPattern, ''))) return '编号规则的花括号不成对';
  const sequences = names.filter((name) => sequencePattern.test(name)).length;
  if (sequences !== 1) return '编号规则须有且只有一个流水号，如{SEQ4}';
  if (/[\s/:*?"<>|\\]/.test(rule.replace(placeholderPattern, ''))) return '编号规则不能含有空格和/\\:*?"<>|';
  return null;
}

/** Returns whether a rule has a separate series for each value of this placeholder, e.g. for each project type. */
export const countsBy = (rule: string, token: RulePlaceholder): boolean => rule.includes(`{${token}}`);

/**
 * Returns the numbering for these facts. `series` identifies the counter, which restarts when any part except the
 * sequence changes. `numberOf` inserts a count with leading zeros; a larger count gets more digits.
 */
export function numberSeries(
  rule: string,
  numberFacts: NumberFacts,
): { series: string; numberOf: (count: number) => string } {
  const fillTokens = (putSequence: (width: number) => string) =>
    rule.replace(placeholderPattern, (_, name: string) => {
      const width = sequencePattern.exec(name)?.[1];
      return width === undefined
        ? (tokenValues[name as RulePlaceholder]?.(numberFacts) ?? '')
        : putSequence(Number(width));
    });
  return {
    series: fillTokens((width) => `{SEQ${width}}`),
    numberOf: (count) => fillTokens((width) => String(count).padStart(width, '0')),
  };
}

/** A series as of today, in the answer of `GET api/organization/{id}/numbers`. */
export interface NumberState {
  kind: NumberKind | 'sample';
  rule: string;
  /** Project type, where the rule has a series for each type. */
  type: string | null;
  typeName: string | null;
  /** For a type that the organization's own entry replaces: value of that entry. Its series only ends. */
  replacedBy?: string;
  /** For an own type: values of the common types that it replaces. */
  replaces?: string[];
  /** Last used number of the series; null where each project has its own series. */
  used: number | null;
  /** Highest count among the registered numbers of the series, where it is above the last used one. */
  registered?: number;
  /** The next number; existing numbers are already skipped. */
  next: string | null;
}

export const numberTexts = {
  title: '编号',
  used: '本年度已用到',
  next: '下一个编号',
  registered: (count: number): string => `已登记到${count}`,
  take: '填入',
  replaces: (values: readonly string[]): string => `代替公共编码${values.join('、')}`,
  replacedBy: (value: string): string => `已由${value}代替，只用于此前登记的项目`,
  byProject: '每个项目单独编号',
  saved: '已保存，其后从下一号开始',
  unknownSeries: '该编号按项目单独计数，不能设置',
  explain:
    '从其他系统或纸面转来时，填写本年度已经用到的流水号，新编号从下一号开始。已经登记的编号自动跳过。编号规则在机构的“编辑”中修改。',
} as const;
