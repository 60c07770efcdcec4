import type { FormSigner } from './formSigners';
import { type FormTable, type FormTables, rowFaults, rowsOf } from './formTable';

// A form of the appendices of GBZ 331-2024 as data. Its page, its print and its checks are derived from this
// definition.

export interface FormItem {
  readonly key: string;
  readonly label: string;
  /** Options of a choice; without them the item is a text. */
  readonly options?: readonly string[];
  /** The text has several lines. */
  readonly long?: true;
  readonly required?: true;
  /** Placeholder text of the input. */
  readonly hint?: string;
}

/** A section of a form, with a heading. */
export interface FormPart {
  readonly title: string;
  readonly items: readonly FormItem[];
  /** Table below the items. */
  readonly table?: FormTable;
}

export type FormValues = Readonly<Record<string, string>>;

export interface ServiceForm {
  /** Value of the dictionary `serviceFormKind`. */
  readonly key: string;
  /** Number in the appendix, e.g. N.1; null for a form that a clause requires and no appendix contains. */
  readonly no: string | null;
  readonly clause: string;
  readonly title: string;
  readonly parts: readonly FormPart[];
  /** Signers in order: two or three different people. */
  readonly signers: readonly [FormSigner, FormSigner] | readonly [FormSigner, FormSigner, FormSigner];
  /** The program answers further questions (`server/features/conformity/forms/reviewFormAnswers.ts`). */
  readonly answered?: true;
  /** Returns further faults besides missing items. */
  readonly check?: (values: FormValues, tables: FormTables) => readonly string[];
}

const yesNo = ['符合', '不符合', '不适用'] as const;

/** Returns a required item with the answers 符合, 不符合 and 不适用. */
export const checkPoint = (key: string, label: string): FormItem => ({ key, label, options: yesNo, required: true });
/** Returns an item with typed text. */
export const textItem = (key: string, label: string, overrides: Partial<FormItem> = {}): FormItem => ({
  key,
  label,
  ...overrides,
});

/** Decisions on a remark about a plan or a report (N.4, N.7). */
const adoptions = ['采纳', '部分采纳', '不采纳'] as const;
const remarkRows = [1, 2, 3, 4, 5] as const;

/** Returns the sections of a form for remarks. */
export const remarkParts = (documentLabel: string): readonly FormPart[] =>
  remarkRows.map((at) => ({
    title: `意见${at}`,
    items: [
      { key: `remark${at}`, label: '审核意见', long: true, ...(at === 1 ? { required: true as const } : {}) },
      { key: `adoption${at}`, label: '采纳情况', options: adoptions },
      {
        key: `change${at}`,
        label: '修改章节或理由',
        long: true,
        hint: `写明${documentLabel}中修改的位置，或不采纳的理由`,
      },
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

/** Returns the key of the item that states why a table has no rows. */
const absentKey = (table: string): string => `${table}Absent`;

/** Returns a section that is a table. A table without rows requires a reason, unless rows are optional. */
export const tablePart = (title: string, table: FormTable): FormPart => ({
  title,
  items: table.optional ? [] : [textItem(absentKey(table.key), `${title}没有内容的原因`, { hint: '表中有内容时不填' })],
  table,
});

/** Lists missing and invalid data in the tables of a form. */
function tableFaults(parts: readonly FormPart[], values: FormValues, tables: FormTables): string[] {
  return parts.flatMap(({ title, table }) => {
    if (!table) return [];
    if (rowsOf(tables, table).length) return rowFaults(table, title, tables);
    return table.optional || values[absentKey(table.key)]?.trim() ? [] : [`请填写“${title}”，没有内容的请写原因`];
  });
}

/** Returns the reasons why a form can't be submitted: missing items or rows, or choices without their reason. */
export function faultsOf({ parts, check }: ServiceForm, values: FormValues, tables: FormTables = {}): string[] {
  const items = parts.flatMap(({ items: partItems }) => partItems);
  const missingLabels = items.filter(({ key, required }) => required && !values[key]?.trim()).map(({ label }) => label);
  const optionFaults = items.flatMap(({ key, label, options }) =>
    options && values[key]?.trim() && !options.includes(values[key] ?? '')
      ? [`“${label}”应为${options.join('、')}`]
      : [],
  );
  return [
    ...(missingLabels.length ? [`请填写${missingLabels.join('、')}`] : []),
    ...optionFaults,
    ...tableFaults(parts, values, tables),
    ...(check?.(values, tables) ?? []),
  ];
}

/** Lists items that were answered 不符合 without a reason in the item of this key. */
export const refusedPoints =
  (points: readonly FormItem[], reason: string) =>
  (values: FormValues): readonly string[] => {
    const failedPoints = points.filter(({ key }) => values[key] === '不符合').map(({ label }) => label);
    return failedPoints.length && !values[reason]?.trim()
      ? [`“${failedPoints.join('”“')}”为不符合，请在意见中说明`]
      : [];
  };
