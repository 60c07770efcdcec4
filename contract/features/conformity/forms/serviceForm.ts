import { type FormTable, type FormTables, rowFaults, rowsOf } from './formTable';

// A sheet of the appendices of GBZ 331-2024 as data: its page, its paper and its checks are made of this description.

export interface FormItem {
  readonly key: string;
  readonly label: string;
  /** Texts of a choice; without them a text. */
  readonly options?: readonly string[];
  /** Several lines. */
  readonly long?: true;
  readonly required?: true;
  /** Words of the input. */
  readonly hint?: string;
}

/** A part of a sheet, under a heading. */
export interface FormPart {
  readonly title: string;
  readonly items: readonly FormItem[];
  /** Rows below the items. */
  readonly table?: FormTable;
}

export type FormValues = Readonly<Record<string, string>>;

export interface ServiceForm {
  /** Value of the dictionary `serviceFormKind`. */
  readonly key: string;
  /** Number in the appendix, e.g. N.1; null for what a clause asks for without a sheet. */
  readonly no: string | null;
  readonly clause: string;
  readonly title: string;
  readonly parts: readonly FormPart[];
  /** Who signs, in this order: two or three different people. */
  readonly signers: readonly [string, string] | readonly [string, string, string];
  /** The program answers questions of its own (`server/features/conformity/forms/answers.ts`). */
  readonly answered?: true;
  /** Further faults beyond missing items. */
  readonly check?: (values: FormValues, tables: FormTables) => readonly string[];
}

const yesNo = ['符合', '不符合', '不适用'] as const;

/** Returns a required item that is answered 符合, 不符合 or 不适用. */
export const point = (key: string, label: string): FormItem => ({ key, label, options: yesNo, required: true });
/** Returns an item with typed text. */
export const line = (key: string, label: string, more: Partial<FormItem> = {}): FormItem => ({ key, label, ...more });

/** A remark on a plan or a report, what became of it, and where it was changed or why not (N.4, N.7). */
const adoptions = ['采纳', '部分采纳', '不采纳'] as const;
const remarkRows = [1, 2, 3, 4, 5] as const;

/** Returns the rows of a sheet of remarks. */
export const remarkParts = (what: string): readonly FormPart[] =>
  remarkRows.map((at) => ({
    title: `意见${at}`,
    items: [
      { key: `remark${at}`, label: '审核意见', long: true, ...(at === 1 ? { required: true as const } : {}) },
      { key: `adoption${at}`, label: '采纳情况', options: adoptions },
      { key: `change${at}`, label: '修改章节或理由', long: true, hint: `写明${what}中修改的位置，或不采纳的理由` },
    ],
  }));

/** Lists remarks without a decision, and decisions without the place of the change or the reason. */
export const remarkFaults = (values: FormValues): readonly string[] =>
  remarkRows.flatMap((at) => {
    const [remark, adoption, change] = ['remark', 'adoption', 'change'].map((name) => values[`${name}${at}`]?.trim());
    if (!remark) return adoption || change ? [`意见${at}没有填写审核意见`] : [];
    if (!adoption) return [`意见${at}没有选择采纳情况`];
    return change ? [] : [`意见${at}“${adoption}”，请填写${adoption === '采纳' ? '修改章节' : '理由'}`];
  });

/** Key of the item that says why a table has no rows. */
const absentKey = (table: string): string => `${table}Absent`;

/** Returns a part that is a table; without rows it asks for the reason, unless rows are optional. */
export const tablePart = (title: string, table: FormTable): FormPart => ({
  title,
  items: table.optional ? [] : [line(absentKey(table.key), `${title}没有内容的原因`, { hint: '表中有内容时不填' })],
  table,
});

/** Lists what is missing or wrong in the tables of a sheet. */
function tableFaults(parts: readonly FormPart[], values: FormValues, tables: FormTables): string[] {
  return parts.flatMap(({ title, table }) => {
    if (!table) return [];
    if (rowsOf(tables, table).length) return rowFaults(table, title, tables);
    return table.optional || values[absentKey(table.key)]?.trim() ? [] : [`请填写“${title}”，没有内容的请写原因`];
  });
}

/** Returns why a sheet can't be handed in: missing items or rows, or choices without their reason. */
export function faultsOf({ parts, check }: ServiceForm, values: FormValues, tables: FormTables = {}): string[] {
  const items = parts.flatMap(({ items: all }) => all);
  const missing = items.filter(({ key, required }) => required && !values[key]?.trim()).map(({ label }) => label);
  const unknown = items.flatMap(({ key, label, options }) =>
    options && values[key]?.trim() && !options.includes(values[key] ?? '')
      ? [`“${label}”应为${options.join('、')}`]
      : [],
  );
  return [
    ...(missing.length ? [`请填写${missing.join('、')}`] : []),
    ...unknown,
    ...tableFaults(parts, values, tables),
    ...(check?.(values, tables) ?? []),
  ];
}

/** Lists points that were answered 不符合 without a reason in the item of this key. */
export const refusedPoints =
  (points: readonly FormItem[], reason: string) =>
  (values: FormValues): readonly string[] => {
    const bad = points.filter(({ key }) => values[key] === '不符合').map(({ label }) => label);
    return bad.length && !values[reason]?.trim() ? [`“${bad.join('”“')}”为不符合，请在意见中说明`] : [];
  };
