import { and, eq, isNull } from 'drizzle-orm';
import { calendarEntries, daysAbout, yearIn } from '@contract/features/projects/holidayList';
import { calendarDictionaries } from '@contract/features/projects/workingDays';
import { dictDetail } from '@contract/features/system/entities/dict';
import type { ColumnMapping } from '@contract/workbook/mapping/columnMapping';
import { nameKey, sourceColumns } from '@contract/workbook/mapping/headerRows';
import { withMergedValues, plainCell, type RawSheet } from '@contract/workbook/mapping/rawSheet';
import type { RawCell, SheetTable } from '@contract/workbook/sheetCells';
import type { UserListHints } from '@server/crud/policy';
import type { Orm } from '@server/db/orm';
import { dictDetailTable, dictTable } from '@server/db/schema';

const hintTexts = {
  onlyOwnRows: (kind: string, count: number, others: readonly string[]): string =>
    `只导入“${kind}”的${count}行；其余类别没有导入：${others.join('、')}`,
  alreadyCommon: (values: readonly string[]): string => `字典中已有，不再导入：${values.join('、')}`,
  assumedYear: (year: number): string => `没有写年份的日期按${year}年`,
} as const;

const { label: labelField, value: valueField } = dictDetail.fields;
const sortHeader = dictDetail.fields.dictSort.label;

/** Headings under which lists of holidays write the days, by the product's dictionary. */
const dayColumnNames = {
  publicHoliday: ['放假', '放假时间', '放假日期', '放假安排', '休假日期', '假期', '日期', '放假调休日期'],
  makeUpWorkday: [
    '调休上班',
    '调休上班日期',
    '上班日期',
    '上班',
    '补班',
    '补班日期',
    '调休',
    '调休日期',
    '日期',
    '放假安排',
    '放假时间',
    '放假调休日期',
  ],
} as const;

const textCell = (text: string): RawCell => ({ kind: 'text', text, value: text });

/** Pattern of a cell that marks its row as a day of work. */
const markOfWork = /^(?:调休)?(?:上班|补班|工作日|班)$/;

/** Returns the texts that may name the year of a sheet: its title rows, and its name. */
const titlesOf = ({ rows, sheetName }: RawSheet, { head }: ColumnMapping): string[] => [
  ...rows.filter(({ line }) => line < head.first).flatMap(({ cells }) => cells.map(plainCell)),
  sheetName,
];

/** Returns the numbers of lines that a list of single days marks as days of work, e.g. 上班 in a column of its own. */
function linesOfWork({ rows }: RawSheet, { columns }: ColumnMapping): ReadonlySet<number> {
  const usedColumns = new Set(Object.values(columns));
  const isMarked = (cells: readonly RawCell[]): boolean =>
    cells.some((cell, index) => !usedColumns.has(index) && markOfWork.test(plainCell(cell)));
  return new Set(rows.filter(({ cells }) => isMarked(cells)).map(({ line }) => line));
}

/** Makes an entry of each day or span of days, because a list often writes all days of one holiday in a single row. */
function expandDays(table: SheetTable, sheet: RawSheet, mapping: ColumnMapping, isWorkday: boolean) {
  const year = yearIn(titlesOf(sheet, mapping));
  const [valueAt, labelAt] = [table.header.indexOf(valueField.label), table.header.indexOf(labelField.label)];
  const markedLines = linesOfWork(sheet, mapping);
  const isOurs = ({ line }: { readonly line: number }): boolean =>
    markedLines.size === 0 || markedLines.has(line) === isWorkday;
  const rows = table.rows.filter(isOurs).flatMap((row) => {
    const text = daysAbout(plainCell(row.cells[valueAt]), isWorkday);
    const entries = text === '' ? [] : calendarEntries(text, year);
    if (entries === null) return [row];
    const name = plainCell(row.cells[labelAt]).replace(/^20\d{2}年|调休$/g, '');
    return entries.map((value) => {
      const cells = [...row.cells];
      cells[valueAt] = textCell(value);
      if (labelAt >= 0 && name) cells[labelAt] = textCell(`${value.slice(0, 4)}年${name}${isWorkday ? '调休' : ''}`);
      return { line: row.line, cells };
    });
  });
  return { table: { ...table, rows }, sentences: year === null ? [] : [hintTexts.assumedYear(year)] };
}

/** Headings of the column that names the dictionary of a row. */
const dictionaryColumnNames = ['类别', '字典', '字典名称', '代码类别', '类型', '分类'];

/**
 * Keeps the rows of this dictionary, where a list contains the codes of several dictionaries.
 * @param kindNames names of the dictionary
 */
function ownKind(table: SheetTable, sheet: RawSheet, mapping: ColumnMapping, kindNames: readonly string[]) {
  const source = sourceColumns(sheet, mapping.head).find(({ names: columnNames }) =>
    columnNames.some((name) => dictionaryColumnNames.includes(nameKey(name))),
  );
  if (!source || Object.values(mapping.columns).includes(source.at)) return { table, sentences: [] };
  let kindAbove = '';
  const kindOf = new Map(
    withMergedValues(sheet, mapping.head.last + 1).rows.map(({ line, cells }) => {
      kindAbove = plainCell(cells[source.at]) || kindAbove;
      return [line, kindAbove] as const;
    }),
  );
  const isOurs = (kind: string): boolean =>
    kindNames.some((name) => name === kind || (kind.length > 1 && (name.includes(kind) || kind.includes(name))));
  const ownRows = table.rows.filter(({ line }) => isOurs(kindOf.get(line) ?? ''));
  if (!ownRows.length || ownRows.length === table.rows.length) return { table, sentences: [] };
  const lines = new Set(ownRows.map(({ line }) => line));
  const otherKinds = [...new Set(table.rows.flatMap(({ line }) => (lines.has(line) ? [] : [kindOf.get(line) ?? ''])))];
  const sentences = [hintTexts.onlyOwnRows(kindOf.get(ownRows[0]?.line ?? 0) ?? '', ownRows.length, otherKinds)];
  return { table: { ...table, rows: ownRows }, sentences };
}

/** Leaves out the rows whose value all organizations have: it cannot be entered again. */
function withoutCommon(table: SheetTable, commonLabels: ReadonlySet<string>) {
  const index = table.header.indexOf(valueField.label);
  const valueOf = (row: SheetTable['rows'][number]): string => plainCell(row.cells[index]);
  const commonValues = table.rows.map(valueOf).filter((value) => commonLabels.has(value));
  const rows = table.rows.filter((row) => !commonLabels.has(valueOf(row)));
  return { table: { ...table, rows }, sentences: commonValues.length ? [hintTexts.alreadyCommon(commonValues)] : [] };
}

/**
 * Returns the hints for lists of dictionary entries: days of a calendar, or codes beside codes of other dictionaries.
 */
export async function userListHintsOf(orm: Orm, dict: unknown): Promise<UserListHints | null> {
  if (!Number.isInteger(dict)) return null;
  const [dictRow] = await orm
    .select({ name: dictTable.name, description: dictTable.description })
    .from(dictTable)
    .where(eq(dictTable.id, Number(dict)));
  if (!dictRow) return null;
  const calendar = calendarDictionaries.find((name) => name === dictRow.name);
  if (calendar)
    return {
      lists: {
        value: { columnNames: dayColumnNames[calendar] },
        label: { columnNames: ['节日', '节假日', '节日名称', '节假日名称', '假期名称', '名称'] },
      },
      expand: (table, sheet, mapping) => expandDays(table, sheet, mapping, calendar === 'makeUpWorkday'),
    };
  const kindNames = [dictRow.name, (dictRow.description ?? '').replace(/（.*$/s, '')].filter(Boolean);
  const commonLabels = new Set(
    (
      await orm
        .select({ value: dictDetailTable.value })
        .from(dictDetailTable)
        .where(
          and(
            eq(dictDetailTable.dict, Number(dict)),
            isNull(dictDetailTable.organizationId),
            isNull(dictDetailTable.deleteTime),
          ),
        )
    ).map(({ value }) => value),
  );
  return {
    expand(table, sheet, mapping) {
      const ownPart = ownKind(table, sheet, mapping, kindNames);
      const newPart = withoutCommon(ownPart.table, commonLabels);
      return { table: newPart.table, sentences: [...ownPart.sentences, ...newPart.sentences] };
    },
  };
}

/** Numbers entries without a place of their own: they stand behind those that have one. */
export const completeSorting = <
  R extends {
    readonly draft: Readonly<Record<string, unknown>>;
    readonly cells: Readonly<Record<string, string>>;
    readonly errors: readonly { readonly header: string }[];
  },
>(
  rows: readonly R[],
): R[] =>
  rows.map((row, index) => {
    if (typeof row.draft.dictSort === 'number' || row.cells[sortHeader]) return row;
    const sortNumber = Math.min(1000 + index, 9999);
    return {
      ...row,
      draft: { ...row.draft, dictSort: sortNumber },
      cells: { ...row.cells, [sortHeader]: String(sortNumber) },
      errors: row.errors.filter(({ header }) => header !== sortHeader),
    };
  });
