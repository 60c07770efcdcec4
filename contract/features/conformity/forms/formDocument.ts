import type { AnyRow } from '@contract/entity';
import { currentFace } from '@contract/print/paperEdition';
import { dayOf, textOrEmpty } from '@contract/print/paperHead';
import { paperTexts } from '@contract/print/paperTexts';
import type { Block, PrintDocument } from '@contract/print/printDocument';
import type { TimelineStep } from '@contract/workflow/workflowWire';
import { columnsOf, type FormTable, type FormTables, rowsOf } from './formTable';
import { formTexts } from './formTexts';
import {
  type FormItem,
  type FormPart,
  type FormValues,
  isCurrentEdition,
  type ServiceForm,
  shownItems,
} from './serviceForm';

interface FormPaper {
  readonly agency: string;
  readonly form: ServiceForm;
  /** Row as the API returns it. */
  readonly row: AnyRow;
  readonly unitName: string;
  readonly projectName: string;
  /** Kind of service of the project, e.g. 现状评价. */
  readonly service: string;
  readonly steps: readonly Pick<TimelineStep, 'move' | 'personName' | 'at'>[];
}

/** Returns the steps that sign a form, since its last return. */
function signingSteps(steps: FormPaper['steps']): FormPaper['steps'] {
  const returnIndex = steps.findLastIndex(({ move }) => move === 'return');
  return steps.slice(returnIndex + 1).filter(({ move }) => move !== 'return');
}

const headingBlock = (text: string): Block => ({ kind: 'lines', lines: [text], bold: true, keepWithNext: true });

/** Builds a table of two columns. On a blank form the second column is for handwriting. */
const twoColumnTable = (
  [first, secondHeading]: readonly [string, string],
  rows: readonly (readonly string[])[],
): Extract<Block, { kind: 'table' }> => ({
  kind: 'table',
  title: '',
  columns: [
    { heading: first, least: 50 },
    { heading: secondHeading, least: 100 },
  ],
  rows,
});

/** Length of a label that is only a number, e.g. 意见1. */
const maxNumberLength = 4;

/** Adds the category of each line as the first column. */
const withGroups = (table: Extract<Block, { kind: 'table' }>, formItems: readonly FormItem[]): Block => ({
  ...table,
  columns: [{ heading: '类别', least: 22 }, ...table.columns],
  rows: table.rows.map((row, index) => [formItems[index]?.group ?? '', ...row]),
});

/** Builds the table of a section's items: label, answer, and the cells of each line. */
function itemsTable(
  { headings, total }: FormPart,
  formItems: readonly FormItem[],
  values: FormValues,
): Extract<Block, { kind: 'table' }> {
  const cells = formItems.find((item) => item.cells)?.cells ?? [];
  const rows = formItems.map((formItem) => [
    formItem.label,
    textOrEmpty(values[formItem.key]),
    ...(formItem.cells ?? []).map(({ key }) => textOrEmpty(values[key])),
  ]);
  if (!cells.length) return twoColumnTable(headings ?? ['项目', '内容'], rows);
  const sums = cells.map((_, index) =>
    formItems.reduce((sum, item) => sum + Number(values[item.cells?.[index]?.key ?? ''] ?? 0), 0),
  );
  const [first, second] = headings ?? ['项目', '内容'];
  // Where the answer is a long text, the label may be only its number.
  const isNumbered = formItems.every(({ long, label }) => long && label.length <= maxNumberLength);
  return {
    kind: 'table',
    title: '',
    columns: [
      { heading: first, least: isNumbered ? 12 : 40 },
      { heading: second, least: isNumbered ? 50 : 20 },
      ...cells.map(({ label, count, long }) => ({ heading: label, least: count ? 14 : long ? 50 : 24 })),
    ],
    rows: total ? [...rows, [total, '', ...sums.map(String)]] : rows,
  };
}

/** Builds a table of the form: its columns and its rows. */
function rowsTable(table: FormTable, values: FormValues, tables: FormTables): Block {
  const columns = columnsOf(table, values);
  const { computed = [] } = table;
  return {
    kind: 'table',
    title: '',
    columns: [
      { heading: '序号', align: 'center', least: 7 },
      ...columns.map(([, { label, unit }]) => ({ heading: unit ? `${label}(${unit})` : label, least: 9 })),
      ...computed.map(({ label }) => ({ heading: label, least: 9 })),
    ],
    rows: rowsOf(tables, table).map((row, index) => [
      String(index + 1),
      ...columns.map(([name]) => textOrEmpty(row[name])),
      ...computed.map((column) => column.of(row)),
    ]),
  };
}

/** Returns whether the kind of service is an item of the form itself. */
const asksService = ({ parts }: ServiceForm): boolean =>
  parts.some(({ items }) => items.some(({ key }) => key === 'service'));

/** Returns whether a section is only a note that nobody wrote. Signed forms leave it out; the appendices have none. */
const isEmptyNote = (items: readonly FormItem[], values: FormValues): boolean =>
  items.every(({ key }) => key === 'note' && !values[key]?.trim());

/** Builds the printed form: head, items, answers of the program, and signatures. */
export function formDocument({ agency, form, row, unitName, projectName, service, steps }: FormPaper): PrintDocument {
  const values = (row.values ?? {}) as FormValues;
  const answerEntries = Object.entries((row.answers ?? {}) as FormValues);
  const signatureSteps = signingSteps(steps);
  const tables = (row.tables ?? {}) as FormTables;
  const printsGroups = (items: readonly FormItem[]): boolean =>
    values['edition'] === form.edition && items.some(({ group }) => group !== undefined);
  const parts = form.parts.flatMap((formPart) => {
    const { title, table: rows } = formPart;
    // The item with the reason for an empty table is printed only where the table has no rows.
    const openItems = rows && rowsOf(tables, rows).length ? [] : shownItems(form, formPart, values);
    const askedItems = signatureSteps.length > 0 && isEmptyNote(openItems, values) ? [] : openItems;
    const printsTable = rows && (!rows.optional || rowsOf(tables, rows).length > 0);
    if (!printsTable && !askedItems.length) return [];
    return [
      headingBlock(title),
      ...(rows && printsTable ? [rowsTable(rows, values, tables)] : []),
      ...(askedItems.length
        ? [
            printsGroups(askedItems)
              ? withGroups(itemsTable(formPart, askedItems, values), askedItems)
              : itemsTable(formPart, askedItems, values),
          ]
        : []),
    ];
  });
  return {
    title: form.title,
    ...currentFace,
    agency,
    corner: `${form.no ? `${paperTexts.appendixForm(form.no)}　` : ''}${textOrEmpty(row.formNo)}`,
    blocks: [
      {
        kind: 'facts',
        label: '项目',
        pairs: 2,
        facts: [
          { label: '用人单位', value: unitName },
          { label: '检测任务编号', value: textOrEmpty(row.projectName) },
          { label: '项目名称', value: projectName, wide: true },
          // Forms of earlier editions were signed without the kind of service.
          ...(form.edition && isCurrentEdition(form, values) && !asksService(form)
            ? [{ label: '服务类别', value: service, wide: true }]
            : []),
        ],
      },
      ...parts,
      ...(answerEntries.length
        ? [headingBlock(formTexts.answers), twoColumnTable(['核对内容', '结果'], answerEntries)]
        : []),
      ...(row.remark ? [{ kind: 'lines' as const, lines: [`备注：${textOrEmpty(row.remark)}`] }] : []),
    ],
    signers: form.signers.map(({ label }, index) => ({
      label,
      name: signatureSteps[index]?.personName ?? '',
      on: dayOf(signatureSteps[index]?.at),
    })),
    foot: textOrEmpty(row.formNo),
  };
}
