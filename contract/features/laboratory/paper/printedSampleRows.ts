import type { Edition } from '@contract/print/paperEdition';
import {
  type Align,
  type Cell,
  type PrintColumn,
  type StruckValue,
  type TableBlock,
  textOf,
  withStruck,
} from '@contract/print/printDocument';
import type { OldValues } from '@contract/print/recordCorrections';
import type { RowResult } from '../methods/calculation/labRecord';
import {
  type Column,
  columnsOf,
  headingOf,
  layoutOf,
  type MethodSheet,
  minimumLabel,
} from '../methods/sheets/methodSheet';
import { methodSheets } from '../methods/sheets/methodSheets';
import type { LabWorkRow } from '../sheets/labWork';
import { paperLabel } from './paperLabels';
import { labPreviewTexts } from './previewTexts';
import type { RecordForm } from './recordParts';

// Builds the table of sample rows (样品行). Its columns have the same order as in the grid.

/** Unrounded results by row. */
export type RawResults = ReadonlyMap<LabWorkRow['id'], RowResult>;

const centredKeys = new Set([
  'serial',
  'blank',
  'unit',
  'resultUnit',
  'load',
  'band',
  'technique',
  'match',
  'dustType',
  'element',
]);
const textKeys = new Set(['sampleNo', 'siteName', 'clientSampleNo', 'sampleState', 'notes', 'remark']);
/** Minimum column widths of a filled record, mm. */
const filledWidths: Readonly<Record<string, number>> = {
  serial: 7,
  blank: 7,
  sampleNo: 20,
  siteName: 16,
  remark: 10,
  notes: 10,
};
/** Minimum column widths of a blank form, mm. Handwriting needs more space. */
const handwritingWidths: Readonly<Record<string, number>> = {
  serial: 7,
  blank: 7,
  sampleNo: 26,
  siteName: 20,
  clientSampleNo: 18,
  sampleState: 14,
};
const emptyRows = 12;

function alignOf({ key, field }: Column): Align {
  if (centredKeys.has(key)) return 'center';
  if (textKeys.has(key)) return 'left';
  return field && field.kind !== 'decimal' && field.kind !== 'integer' ? 'left' : 'right';
}

/** Lists the units of the results; a record of incoming samples has its own unit. */
const unitsOf = (rows: readonly LabWorkRow[]): string[] => [
  ...new Set(rows.flatMap(({ unit, reportText }) => (unit && reportText ? [unit] : []))),
];

const valueColumns = new Set(['concentration', 'minimum', 'reported']);
const notOfAir: Readonly<Record<string, string>> = { concentration: '计算结果' };

/**
 * Returns the heading of a column. An incoming sample has no air volume, so its result is headed 计算结果. The unit is
 * added if all rows share it.
 */
function headingFor(column: Column, units: readonly string[], incoming: boolean): string {
  if (!valueColumns.has(column.key) || !incoming) return headingOf(column);
  const [unit] = units;
  const commonUnit = units.length === 1 && unit ? unit : '';
  return headingOf({
    ...column,
    label: commonUnit === 'mg/m³' ? column.label : (notOfAir[column.key] ?? column.label),
    unit: commonUnit,
  });
}

/** Returns the sentence that a person replaced the calculated result (DOMAIN §8.0 R); null where nobody did. */
export const correctionOf = ({
  overrideText,
  overrideReason,
  computed,
}: Pick<LabWorkRow, 'overrideText' | 'overrideReason' | 'computed'>): string | null =>
  overrideText ? labPreviewTexts.corrected(computed['reported'] ?? null, overrideText, overrideReason ?? '') : null;

const withRaw = (text: string, raw: string | null | undefined): Cell => (raw && raw !== text ? { text, raw } : text);

/** Returns the calculated result, struck through where a person replaced it. */
function struckResults({ overrideText, overrideReason, computed }: LabWorkRow): readonly StruckValue[] {
  const calculatedText = computed['reported'];
  return overrideText && calculatedText && calculatedText !== overrideText
    ? [{ text: calculatedText, by: correctionOf({ overrideText, overrideReason, computed }) ?? '' }]
    : [];
}

/** Fields whose old values are struck through in a column, by column. */
const writtenIn: Readonly<Record<string, readonly string[]>> = {
  remark: ['remark'],
  reported: ['overrideText'],
  standardVolume: ['standardVolume'],
};

function oldIn({ key, field }: Column, oldByField: OldValues | undefined, edition: Edition): readonly StruckValue[] {
  const oldValues = (field ? [key] : (writtenIn[key] ?? [])).flatMap((name) => oldByField?.[name] ?? []);
  return field?.kind === 'dict'
    ? oldValues.map((oldValue) => ({ ...oldValue, text: paperLabel(field.dict, oldValue.text, edition) }))
    : oldValues;
}

function cellOf(
  row: LabWorkRow,
  { key, field }: Column,
  index: number,
  rowResult: RowResult | undefined,
  { unit, edition }: { readonly unit: string; readonly edition: Edition },
): Cell {
  const raw = rowResult?.raw[key];
  switch (key) {
    case 'serial':
      return String(index + 1);
    case 'sampleNo':
      return row.sampleNo;
    case 'siteName':
      return row.siteName;
    case 'clientSampleNo':
      return row.clientSampleNo ?? '';
    case 'sampleState':
      return row.sampleForm ?? '';
    case 'blank':
      return row.rowKind === 'blank' ? '空白' : '';
    case 'volume':
      return row.volume ?? '';
    case 'temperature':
      return row.temperature ?? '';
    case 'pressure':
      return row.pressure ?? '';
    case 'standardVolume':
      return withRaw(row.computed['standardVolume'] ?? row.standardVolume ?? '', raw);
    case 'concentration':
      return withRaw(row.computed['concentration'] ?? '', row.concentration ?? raw);
    case 'minimum':
      return row.minimum ?? '';
    case 'reported':
      return withStruck([row.reportText, row.reportText ? unit : ''].filter(Boolean).join(' '), struckResults(row));
    case 'resultUnit':
      return row.unit ?? '';
    case 'notes':
      return [row.problem, row.notes].filter(Boolean).join('；');
    case 'remark':
      return [row.remark, correctionOf(row)].filter(Boolean).join('；');
  }
  if (!field) return withRaw(row.computed[key] ?? '', raw);
  const value = row.readings[key] ?? '';
  return field.kind === 'dict' && value !== '' ? paperLabel(field.dict, value, edition) : value;
}

/**
 * Adds the old values to a cell, struck through. A value that was changed and changed back is not struck through;
 * only the audit trail shows it.
 */
const withOld = (cell: Cell, oldTexts: readonly StruckValue[]): Cell =>
  withStruck(
    cell,
    oldTexts.filter(({ text }) => text !== textOf(cell)),
  );

/**
 * Returns the table of sample rows; empty lines for handwriting if `rows` is null.
 * @param rawResults unrounded results, for the text under the pointer
 * @param oldValuesById replaced values by row, which are struck out
 */
export function sampleTable(
  { method, layout: key, variant, edition }: RecordForm,
  rows: readonly LabWorkRow[] | null,
  rawResults: RawResults,
  oldValuesById: Readonly<Record<number, OldValues>> = {},
): TableBlock {
  const sheet: MethodSheet = methodSheets[method];
  const layout = layoutOf(sheet, key);
  const onlyFilled = edition >= 4 ? (layout.onlyFilled ?? []) : [];
  const isUsed = ({ key: column }: Column): boolean =>
    !rows ||
    (layout.optional?.includes(column)
      ? rows.some(({ readings }) => Boolean(readings[column]))
      : !onlyFilled.includes(column) || rows.some(({ readings, computed }) => readings[column] || computed[column]));
  const visibleColumns = columnsOf(
    sheet,
    layout,
    variant,
    minimumLabel((rows ?? []).map(({ normSet }) => normSet)),
  ).filter(isUsed);
  const units = unitsOf(rows ?? []);
  const groupOf = ({ key: column }: Column) =>
    layout.columns.includes(column)
      ? labPreviewTexts.groups.own
      : visibleColumns.findIndex((candidate) => candidate.key === column) <
          visibleColumns.findIndex((candidate) => layout.columns.includes(candidate.key))
        ? labPreviewTexts.groups.sample
        : labPreviewTexts.groups.result;
  const columns = visibleColumns.map((column): PrintColumn => ({
    heading: headingFor(column, units, variant === 'incoming'),
    group: groupOf(column),
    align: alignOf(column),
    least: rows ? (filledWidths[column.key] ?? 0) : (handwritingWidths[column.key] ?? (column.kind === 'in' ? 12 : 11)),
  }));
  const unitIfMixed = (row: LabWorkRow) => (variant === 'incoming' && units.length > 1 ? (row.unit ?? '') : '');
  return {
    kind: 'table',
    title: labPreviewTexts.samples,
    columns,
    rows: rows
      ? rows.map((row, index) =>
          visibleColumns.map((column) =>
            withOld(
              cellOf(row, column, index, rawResults.get(row.id), { unit: unitIfMixed(row), edition }),
              oldIn(column, oldValuesById[row.id], edition),
            ),
          ),
        )
      : Array.from({ length: emptyRows }, (_, index) => [String(index + 1)]),
    ...(rows ? {} : { rowHeight: 7 }),
  };
}
