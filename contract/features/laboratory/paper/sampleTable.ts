import { fixedDictionaries, isFixed } from '@contract/dictionaries';
import type { OldValues } from '@contract/print/corrections';
import {
  type Align,
  type Cell,
  type PrintColumn,
  type Struck,
  type TableBlock,
  textOf,
  withStruck,
} from '@contract/print/document';
import type { RowResult } from '../methods/calculation/record';
import { methodSheets } from '../methods/sheets/registry';
import { type Column, columnsOf, headingOf, layoutOf, type MethodSheet, minimumLabel } from '../methods/sheets/sheet';
import type { LabWorkRow } from '../sheets/labWork';
import { labPreviewTexts } from './previewTexts';
import type { RecordForm } from './recordParts';

// 样品行: the columns of the layout, left to right, as the grid has them.

/** What the calculation knows more exactly than it is shown, by row. */
export type RawResults = ReadonlyMap<LabWorkRow['id'], RowResult>;

const centred = new Set([
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
const worded = new Set(['sampleNo', 'siteName', 'clientSampleNo', 'sampleState', 'notes', 'remark']);
/** Least widths, mm: of a filled table, and of one that is written on by hand. */
const rowRoom: Readonly<Record<string, number>> = {
  serial: 7,
  blank: 7,
  sampleNo: 20,
  siteName: 16,
  remark: 10,
  notes: 10,
};
const handRoom: Readonly<Record<string, number>> = {
  serial: 7,
  blank: 7,
  sampleNo: 26,
  siteName: 20,
  clientSampleNo: 18,
  sampleState: 14,
};
const emptyRows = 12;

function alignOf({ key, field }: Column): Align {
  if (centred.has(key)) return 'center';
  if (worded.has(key)) return 'left';
  return field && field.kind !== 'decimal' && field.kind !== 'integer' ? 'left' : 'right';
}

/** Units that the results have; an incoming record's is its own. */
const unitsOf = (rows: readonly LabWorkRow[]): string[] => [
  ...new Set(rows.flatMap(({ unit, reportText }) => (unit && reportText ? [unit] : []))),
];

const valueColumns = new Set(['concentration', 'minimum', 'reported']);
const notOfAir: Readonly<Record<string, string>> = { concentration: '计算结果' };

/**
 * Heading of a result's column: without air around it no concentration in air, and with its unit wherever one holds for
 * all.
 */
function headingFor(column: Column, units: readonly string[], incoming: boolean): string {
  if (!valueColumns.has(column.key) || !incoming) return headingOf(column);
  const [unit] = units;
  const one = units.length === 1 && unit ? unit : '';
  return headingOf({
    ...column,
    label: one === 'mg/m³' ? column.label : (notOfAir[column.key] ?? column.label),
    unit: one,
  });
}

const labelIn = (dict: string, value: string): string =>
  isFixed(dict) ? (fixedDictionaries[dict].find((entry) => entry.value === value)?.label ?? value) : value;

/** A person's word against the calculation's, which stands beside it (DOMAIN §8.0 R). */
export const correctionOf = ({
  overrideText,
  overrideReason,
  computed,
}: Pick<LabWorkRow, 'overrideText' | 'overrideReason' | 'computed'>): string | null =>
  overrideText ? labPreviewTexts.corrected(computed['reported'] ?? null, overrideText, overrideReason ?? '') : null;

const raised = (text: string, raw: string | null | undefined): Cell => (raw && raw !== text ? { text, raw } : text);

/** What was calculated, where a person's word stands in its place. */
function overridden({ overrideText, overrideReason, computed }: LabWorkRow): readonly Struck[] {
  const calculated = computed['reported'];
  return overrideText && calculated && calculated !== overrideText
    ? [{ text: calculated, by: correctionOf({ overrideText, overrideReason, computed }) ?? '' }]
    : [];
}

/** Fields whose old values stand in a column: a reading is its own; a corrected result is told in the remark. */
const writtenIn: Readonly<Record<string, readonly string[]>> = {
  remark: ['remark'],
  reported: ['overrideText'],
  standardVolume: ['standardVolume'],
};

function oldIn({ key, field }: Column, old: OldValues | undefined): readonly Struck[] {
  const found = (field ? [key] : (writtenIn[key] ?? [])).flatMap((name) => old?.[name] ?? []);
  return field?.kind === 'dict' ? found.map((one) => ({ ...one, text: labelIn(field.dict, one.text) })) : found;
}

function cellOf(
  row: LabWorkRow,
  { key, field }: Column,
  at: number,
  result: RowResult | undefined,
  unit: string,
): Cell {
  const raw = result?.raw[key];
  switch (key) {
    case 'serial':
      return String(at + 1);
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
      return raised(row.computed['standardVolume'] ?? row.standardVolume ?? '', raw);
    case 'concentration':
      return raised(row.computed['concentration'] ?? '', row.concentration ?? raw);
    case 'minimum':
      return row.minimum ?? '';
    case 'reported':
      return withStruck([row.reportText, row.reportText ? unit : ''].filter(Boolean).join(' '), overridden(row));
    case 'resultUnit':
      return row.unit ?? '';
    case 'notes':
      return [row.problem, row.notes].filter(Boolean).join('；');
    case 'remark':
      return [row.remark, correctionOf(row)].filter(Boolean).join('；');
  }
  if (!field) return raised(row.computed[key] ?? '', raw);
  const value = row.readings[key] ?? '';
  return field.kind === 'dict' && value !== '' ? labelIn(field.dict, value) : value;
}

/** What was put right and back again is told by the trail alone. */
const withOld = (cell: Cell, old: readonly Struck[]): Cell =>
  withStruck(
    cell,
    old.filter(({ text }) => text !== textOf(cell)),
  );

/** Rows of the record, or empty ones to be written on. */
export function sampleTable(
  { method, layout: key, variant }: RecordForm,
  rows: readonly LabWorkRow[] | null,
  results: RawResults,
  old: Readonly<Record<number, OldValues>> = {},
): TableBlock {
  const sheet: MethodSheet = methodSheets[method];
  const layout = layoutOf(sheet, key);
  const used = ({ key: column }: Column): boolean =>
    !rows || !layout.optional?.includes(column) || rows.some(({ readings }) => Boolean(readings[column]));
  const all = columnsOf(sheet, layout, variant, minimumLabel((rows ?? []).map(({ normSet }) => normSet))).filter(used);
  const units = unitsOf(rows ?? []);
  const groupOf = ({ key: column }: Column) =>
    layout.columns.includes(column)
      ? labPreviewTexts.groups.own
      : all.findIndex((one) => one.key === column) < all.findIndex((one) => layout.columns.includes(one.key))
        ? labPreviewTexts.groups.sample
        : labPreviewTexts.groups.result;
  const columns = all.map((column): PrintColumn => ({
    heading: headingFor(column, units, variant === 'incoming'),
    group: groupOf(column),
    align: alignOf(column),
    least: rows ? (rowRoom[column.key] ?? 0) : (handRoom[column.key] ?? (column.kind === 'in' ? 12 : 11)),
  }));
  const mixed = (row: LabWorkRow) => (variant === 'incoming' && units.length > 1 ? (row.unit ?? '') : '');
  return {
    kind: 'table',
    title: labPreviewTexts.samples,
    columns,
    rows: rows
      ? rows.map((row, at) =>
          all.map((column) =>
            withOld(cellOf(row, column, at, results.get(row.id), mixed(row)), oldIn(column, old[row.id])),
          ),
        )
      : Array.from({ length: emptyRows }, (_, at) => [String(at + 1)]),
    ...(rows ? {} : { rowHeight: 7 }),
  };
}
