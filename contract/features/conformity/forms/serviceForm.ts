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
  /** The text is a whole number from 1 to 99999. */
  readonly count?: true;
  /** Further items of the same line, which are printed in columns of their own. */
  readonly cells?: readonly FormItem[];
  /** Category of the line, which the current edition prints in a column before it. */
  readonly group?: string;
  /** Only forms of an earlier edition have the item. */
  readonly former?: true;
  /** Only forms of the current edition have the item. */
  readonly added?: true;
}

/** A section of a form, with a heading. */
export interface FormPart {
  readonly title: string;
  readonly items: readonly FormItem[];
  /** Printed headings of items and answers; by default 项目 and 内容. */
  readonly headings?: readonly [string, string];
  /** The print ends with a row of this name, which adds up the counts of the lines. */
  readonly total?: string;
  /** Table below the items. */
  readonly table?: FormTable;
}

export type FormValues = Readonly<Record<string, string>>;

/** Answers and rows of a form. */
export interface FormContent {
  readonly values?: FormValues;
  readonly tables: FormTables;
}

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
  /** Edition of the description. Forms that were begun before keep their items and their print. */
  readonly edition?: string;
  /** Editions with the same items as the current one; only their print differs. */
  readonly sameItems?: readonly string[];
  /** The program answers further questions (`server/features/conformity/forms/reviewFormAnswers.ts`). */
  readonly answered?: true;
  /**
   * Returns further faults besides missing items.
   * @param today `YYYY-MM-DD`
   */
  readonly check?: (values: FormValues, tables: FormTables, today: string) => readonly string[];
}

const yesNo = ['符合', '不符合', '不适用'] as const;

/** Returns a required item with the answers 符合, 不符合 and 不适用. */
export const checkPoint = (key: string, label: string): FormItem => ({ key, label, options: yesNo, required: true });
/**
 * Returns an item with typed text.
 * @param key key of the stored value
 * @param overrides properties that differ from those of an ordinary text
 */
export const textItem = (key: string, label: string, overrides: Partial<FormItem> = {}): FormItem => ({
  key,
  label,
  ...overrides,
});

/** Decisions on a remark about a plan or a report (N.4, N.7). */
const adoptionOptions = ['采纳', '部分采纳', '不采纳'] as const;
const remarkRows = [1, 2, 3, 4, 5] as const;

/** Edition of the review forms whose print has the kind of service and the headings of the appendix. */
export const headEdition = '2';

/** Edition of the forms for remarks with one line for each remark. */
export const remarkEdition = '2';

/** Returns the section of a form for remarks: one line each, with its decision and the place of the change. */
export const remarkParts = (documentLabel: string): readonly FormPart[] => [
  {
    title: '审核意见与采纳情况',
    headings: ['序号', '审核意见'],
    items: remarkRows.flatMap((at): FormItem[] => {
      const cells: readonly FormItem[] = [
        { key: `adoption${at}`, label: '采纳情况', options: adoptionOptions },
        {
          key: `change${at}`,
          label: '修改章节或理由',
          long: true,
          hint: `写明${documentLabel}中修改的位置，或不采纳的理由`,
        },
      ];
      const remark: FormItem = {
        key: `remark${at}`,
        label: `意见${at}`,
        long: true,
        cells,
        ...(at === 1 ? { required: true as const } : {}),
      };
      // Earlier editions have the cells as items of their own.
      return [remark, ...cells.map((cell) => ({ ...cell, former: true as const }))];
    }),
  },
];

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
function tableFaults(formParts: readonly FormPart[], values: FormValues, tables: FormTables): string[] {
  return formParts.flatMap(({ title, table }) => {
    if (!table) return [];
    if (rowsOf(tables, table).length) return rowFaults(table, title, tables);
    return table.optional || values[absentKey(table.key)]?.trim() ? [] : [`请填写“${title}”，没有内容的请写原因`];
  });
}

/** Returns whether a form was begun with the present edition of its description. */
export const isCurrentEdition = (
  { edition, sameItems = [] }: Pick<ServiceForm, 'edition' | 'sameItems'>,
  values: FormValues,
): boolean => edition === undefined || [edition, ...sameItems].includes(values['edition'] ?? '');

/**
 * Returns the items of a section that a form has: one of an earlier edition has the former items, and neither cells nor
 * added items.
 * @param values values of the form, which contain its edition
 */
export function shownItems(form: ServiceForm, { items }: FormPart, values: FormValues): readonly FormItem[] {
  if (isCurrentEdition(form, values)) return items.filter(({ former }) => !former);
  return items.filter(({ added }) => !added).map(({ cells: _cells, ...item }) => item);
}

/**
 * Returns the reasons why a form can't be submitted: missing items or rows, or choices without their reason.
 * @param values answers by the key of the item
 * @param tables rows by the key of the table
 * @param today `YYYY-MM-DD`; by default a day on which nothing has expired
 */
export function faultsOf(form: ServiceForm, values: FormValues, tables: FormTables = {}, today = ''): string[] {
  const { parts, check } = form;
  const formItems = parts.flatMap((part) => shownItems(form, part, values));
  const lines = formItems.flatMap((item) => [
    item,
    ...(item.cells ?? []).map((cell) => ({ ...cell, label: `${item.label}${cell.label}` })),
  ]);
  const countFaults = lines.flatMap(({ key, label, count }) =>
    count && values[key]?.trim() && !/^[1-9]\d{0,4}$/.test(values[key] ?? '') ? [`“${label}”应为整数`] : [],
  );
  const missingLabels = formItems
    .filter(({ key, required }) => required && !values[key]?.trim())
    .map(({ label }) => label);
  const optionFaults = lines.flatMap(({ key, label, options }) =>
    options && values[key]?.trim() && !options.includes(values[key] ?? '')
      ? [`“${label}”应为${options.join('、')}`]
      : [],
  );
  return [
    ...(missingLabels.length ? [`请填写${missingLabels.join('、')}`] : []),
    ...optionFaults,
    ...countFaults,
    ...tableFaults(parts, values, tables),
    ...(check?.(values, tables, today) ?? []),
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
