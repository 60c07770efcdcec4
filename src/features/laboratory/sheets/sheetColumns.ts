import type { EntryColumn, Mark, Values } from '@/grid/DataGrid';
import type { StandardEdition } from '@contract/arithmetic/limits/standardEdition';
import type { Readings } from '@contract/features/laboratory/methods/calculation/labRecord';
import type { MethodKey } from '@contract/features/laboratory/methods/methodCatalogue';
import type { Variant } from '@contract/features/laboratory/methods/methodDefinition';
import {
  columnsOf,
  type Column as SheetColumn,
  layoutOf,
  minimumLabel,
} from '@contract/features/laboratory/methods/sheets/methodSheet';
import { methodSheets } from '@contract/features/laboratory/methods/sheets/methodSheets';
import { rowEntityOf } from '@contract/features/laboratory/sheets/rowEntity';

/** Columns whose values are taken from the sample. */
const sampleColumns: ReadonlySet<string> = new Set([
  'siteName',
  'clientSampleNo',
  'sampleState',
  'volume',
  'temperature',
  'pressure',
]);
const fieldNames: Readonly<Record<string, string>> = { sampleState: 'sampleForm' };
const widths: Readonly<Record<string, number>> = {
  sampleNo: 190,
  siteName: 180,
  volume: 104,
  temperature: 84,
  pressure: 92,
  remark: 150,
  notes: 220,
  reported: 116,
  concentration: 132,
};

const rowKindLabels: Readonly<Record<string, string>> = { blank: '空白', parallel: '平行' };

/** Returns the values that `derive` of the detail page has computed for a row (`gridCalculation.ts`). */
const computedOf = (derivedValues: Values): Readonly<Record<string, string>> =>
  (derivedValues['computed'] as Readonly<Record<string, string>> | undefined) ?? {};

const markOf = (derivedValues: Values): Mark | undefined => {
  if (typeof derivedValues['problem'] === 'string') return { tone: 'bad', message: derivedValues['problem'] };
  if (typeof derivedValues['error'] === 'string') return { tone: 'bad', message: derivedValues['error'] };
  return typeof derivedValues['warning'] === 'string'
    ? { tone: 'warning', message: derivedValues['warning'] }
    : undefined;
};

function entryColumn({ key, label, unit, kind }: SheetColumn): EntryColumn[] {
  const shape = widths[key] ? { width: widths[key] } : {};
  if (key === 'serial') return [];
  if (key === 'blank')
    return [
      { key, title: label, width: 72, align: 'left', computed: (row) => rowKindLabels[String(row['rowKind'])] ?? '' },
    ];
  // The sample's number is pinned and marked, so that a row without a result is visible without scrolling.
  if (key === 'sampleNo')
    return [
      {
        field: key,
        title: label,
        readonly: true,
        pinned: true,
        mark: (_row, derivedValues) => markOf(derivedValues),
        ...shape,
      },
    ];
  if (sampleColumns.has(key)) return [{ field: fieldNames[key] ?? key, title: label, unit, readonly: true, ...shape }];
  if (kind === 'in') return [{ field: key, title: label, unit, ...shape }];
  if (key === 'notes')
    return [
      {
        key,
        title: label,
        align: 'left',
        computed: (_row, derivedValues) =>
          [derivedValues['problem'], derivedValues['notes']].filter(Boolean).join('；'),
        mark: (_row, derivedValues) => markOf(derivedValues),
        ...shape,
      },
    ];
  if (key === 'reported')
    return [
      {
        key,
        title: label,
        unit,
        computed: (row, derivedValues) =>
          typeof row['overrideText'] === 'string' && row['overrideText']
            ? row['overrideText']
            : (computedOf(derivedValues)['reported'] ?? ''),
        mark: (_row, derivedValues) => markOf(derivedValues),
        ...shape,
      },
    ];
  return [
    { key, title: label, unit, computed: (_row, derivedValues) => computedOf(derivedValues)[key] ?? '', ...shape },
  ];
}

/** Column of the unit that the record's form fixes. */
const fixedUnitColumn = (unitOf: (readings: Readings) => string): EntryColumn => ({
  key: 'resultUnit',
  title: '单位',
  width: 84,
  align: 'left',
  computed: (row) => unitOf(row as Readings),
});

/**
 * Column of the unit: mg/m³ with an air volume, otherwise the record's own unit, because an amount is not a
 * concentration in air.
 */
const unitColumn: EntryColumn = {
  key: 'resultUnit',
  title: '单位',
  width: 92,
  align: 'left',
  computed: (_row, derivedValues) => (typeof derivedValues['unit'] === 'string' ? derivedValues['unit'] : ''),
};
const withUnits = (columns: readonly EntryColumn[]): EntryColumn[] =>
  columns.flatMap((column) =>
    'key' in column && column.key === 'concentration'
      ? [{ ...column, title: '计算结果' }]
      : 'key' in column && column.key === 'reported'
        ? [column, unitColumn]
        : [column],
  );

const gridCache = new Map<
  string,
  { readonly entity: ReturnType<typeof rowEntityOf>; readonly columns: readonly EntryColumn[] }
>();

/** Returns entity and columns of a layout. Cached, so that they keep their identity. */
export function gridOf(
  method: MethodKey,
  layoutKey: string,
  variant: Variant,
  sets: readonly (StandardEdition | null | undefined)[] = [],
): { readonly entity: ReturnType<typeof rowEntityOf>; readonly columns: readonly EntryColumn[] } {
  const minimum = minimumLabel(sets);
  const id = `${method}/${layoutKey}/${variant}/${minimum}`;
  const cachedGrid = gridCache.get(id);
  if (cachedGrid) return cachedGrid;
  const sheet = methodSheets[method];
  const layout = layoutOf(sheet, layoutKey);
  const { fixedUnit } = layout;
  const allColumns = columnsOf(sheet, layout, variant, minimum);
  const recordColumns = allColumns.flatMap((column) =>
    fixedUnit && column.key === 'resultUnit' ? [fixedUnitColumn(fixedUnit)] : entryColumn(column),
  );
  const columns = [
    ...(variant === 'incoming' ? withUnits(recordColumns) : recordColumns),
    { field: 'overrideText', width: 132 },
    { field: 'overrideReason', width: 160 },
  ];
  const grid = { entity: rowEntityOf(method, layoutKey, variant), columns: columns as readonly EntryColumn[] };
  gridCache.set(id, grid);
  return grid;
}
