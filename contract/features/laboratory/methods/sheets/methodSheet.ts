import { follows331, type StandardEdition } from '@contract/arithmetic/limits/standardEdition';
import type { Field, FieldMap } from '@contract/field';
import type { Readings } from '../calculation/labRecord';
import type { CalculationFamily } from '../calculation/methodFamily';
import type { Variant } from '../methodDefinition';
import type { CurveSheet } from './curveColumns';
import type { CheckKind } from './methodChecks';
import { scannedRecordLayout } from './scannedRecord';

// Columns and calculation of a method's pages (PRODUCT §4, DOMAIN §8.4). They are separate from the routes, which the
// console's first page loads.

type ColumnKind = 'auto' | 'ref' | 'in' | 'calc';

export interface Column {
  readonly key: string;
  readonly label: string;
  readonly unit: string;
  /** Origin of the value: numbered by the grid, looked up, typed, or calculated. */
  readonly kind: ColumnKind;
  /** Field of a typed column. */
  readonly field?: Field;
}

/** Returns a column whose values are typed. */
export const inputColumn = (key: string, label: string, unit = ''): Column => ({ key, label, unit, kind: 'in' });
/** Returns a column whose values are calculated. */
export const calculatedColumn = (key: string, label: string, unit = ''): Column => ({ key, label, unit, kind: 'calc' });

interface CalculatedColumn {
  readonly label: string;
  readonly unit?: string;
}

/** A route of a method, with its columns for the grid and the printed record. */
export interface Layout {
  readonly key: string;
  /** Title of the printed original record. */
  readonly title: string;
  /** Title in the first edition of the papers (contract/print/paperEdition.ts), where it differs from today's. */
  readonly formerTitle?: string;
  /** Printed formula with the symbols of the working; empty where the record has its own formula. */
  readonly formula: string;
  /** Readings of this layout; by default those of the method. */
  readonly readings?: FieldMap;
  /** Unit of the results, where the form of the record prescribes it. */
  readonly fixedUnit?: (readings: Readings) => string;
  /** Keys of the method's own columns, in order. Common columns precede and follow them. */
  readonly columns: readonly string[];
  /**
   * Columns that were added later. They are printed only where a row has a value, so that older signed records print
   * unchanged.
   */
  readonly optional?: readonly string[];
  /** Columns that a paper of edition 4 or later prints only where a row has a value. */
  readonly onlyFilled?: readonly string[];
  /** Labels that differ in this layout. */
  readonly labels?: Readonly<Record<string, CalculatedColumn>>;
  /** Common columns before the method's own; by default those of an air sample. `after` follows them. */
  readonly before?: readonly CommonColumn[];
  readonly after?: readonly CommonColumn[];
  /** Unit of the curve's x. */
  readonly curveUnit?: string;
  readonly family: CalculationFamily;
}

export interface MethodSheet {
  readonly readings: FieldMap;
  readonly calculated: Readonly<Record<string, CalculatedColumn>>;
  /** Labels of 仪器条件. */
  readonly conditions: readonly string[];
  readonly layouts: readonly [Layout, ...Layout[]];
  readonly curve?: CurveSheet;
  /** Tabs of the quality control page. */
  readonly checks: readonly CheckKind[];
  /** Range of 加标回收率, %, where the library states none (DOMAIN §8.1). */
  readonly spikeRange?: readonly [string, string];
  /** Source of the detection limit: blanks and a slope, the first tube, or the balance's resolution. */
  readonly detection?: 'blanks' | 'tube' | 'increment';
}

const commonColumns = {
  serial: { label: '序号', unit: '', kind: 'auto' },
  sampleNo: { label: '样品编号', unit: '', kind: 'ref' },
  siteName: { label: '采样地点/岗位', unit: '', kind: 'ref' },
  clientSampleNo: { label: '原样编号', unit: '', kind: 'ref' },
  sampleState: { label: '样品性状', unit: '', kind: 'ref' },
  blank: { label: '空白', unit: '', kind: 'ref' },
  volume: { label: '采样体积', unit: 'L', kind: 'ref' },
  temperature: { label: '温度', unit: '℃', kind: 'ref' },
  pressure: { label: '气压', unit: 'kPa', kind: 'ref' },
  standardVolume: { label: '标准采样体积', unit: 'L', kind: 'calc' },
  concentration: { label: '空气中浓度', unit: 'mg/m³', kind: 'calc' },
  minimum: { label: '最低检出浓度', unit: 'mg/m³', kind: 'calc' },
  reported: { label: '报出结果', unit: 'mg/m³', kind: 'calc' },
  /** Unit that the form of the record prescribes. */
  resultUnit: { label: '单位', unit: '', kind: 'calc' },
  notes: { label: '提示', unit: '', kind: 'calc' },
  remark: { label: '备注', unit: '', kind: 'in' },
} as const satisfies Record<string, Omit<Column, 'key' | 'field'>>;
export type CommonColumn = keyof typeof commonColumns;

const airBefore: readonly CommonColumn[] = [
  'serial',
  'sampleNo',
  'siteName',
  'blank',
  'volume',
  'temperature',
  'pressure',
  'standardVolume',
];
const airAfter: readonly CommonColumn[] = ['concentration', 'minimum', 'reported', 'notes', 'remark'];
/**
 * Columns of an incoming sample: data that the client stated instead of a sampling, with a typed V0 where it is
 * known.
 */
const incomingBefore: readonly CommonColumn[] = [
  'serial',
  'sampleNo',
  'clientSampleNo',
  'sampleState',
  'blank',
  'standardVolume',
];

/** Head fields of every original record. */
export const recordHeader = [
  '记录编号',
  '项目编号',
  '受检单位',
  '检测项目',
  '检测依据',
  '样品数量',
  '收样日期',
  '检测日期',
  '仪器名称/编号',
  '环境温度',
  '相对湿度',
  '标准物质/批号',
  '标准曲线编号',
] as const;
/** Columns of the table 样品附件. */
export const attachmentColumns = ['文件', '样品编号', '类型', '上传人', '上传时间', '说明'] as const;
export const incomingStatement = '仅对来样负责';

/**
 * Label of the minimum by the rules of the rows. It is based on the detection limit before GBZ 331-2024, and on the
 * LOQ since then (G.1.2.3).
 */
export function minimumLabel(sets: readonly (StandardEdition | null | undefined)[]): string {
  const strictFlags = sets.map((set) => follows331(set ?? 'pre331'));
  if (!strictFlags.includes(true)) return commonColumns.minimum.label;
  return strictFlags.includes(false) ? '最低检出（定量）浓度' : '最低定量浓度';
}

const commonColumn = (key: CommonColumn, { labels }: Layout, incoming: boolean): Column => {
  if (incoming && key === 'standardVolume') return { key, label: '标准采样体积（委托方提供）', unit: 'L', kind: 'in' };
  // The record determines the unit of an incoming result.
  const { label, unit = '' } = labels?.[key] ?? commonColumns[key];
  return { key, label, unit: incoming && unit === 'mg/m³' ? '' : unit, kind: commonColumns[key].kind };
};

/**
 * Returns the layout of a key; without a key the first layout.
 * @throws Error for an unknown key, (programming error)
 */
export function layoutOf({ layouts }: MethodSheet, key?: string): Layout {
  const foundLayout =
    key === undefined ? layouts[0] : [...layouts, scannedRecordLayout].find((layout) => layout.key === key);
  if (!foundLayout) throw new Error(`no layout ${key}`);
  return foundLayout;
}

/** Returns the readings of a layout. */
export const readingsOfLayout = (sheet: Pick<MethodSheet, 'readings'>, layout: Pick<Layout, 'readings'>): FieldMap =>
  layout.readings ?? sheet.readings;

/**
 * Returns the columns of a sheet, left to right, for the grid, the import and the printed record.
 * @param minimum heading of the minimum's column
 */
export function columnsOf(
  sheet: MethodSheet,
  layout: Layout,
  variant: Variant,
  minimum: string = commonColumns.minimum.label,
): Column[] {
  const incoming = variant === 'incoming';
  const layoutColumns = layout.columns.map((key): Column => {
    const field = readingsOfLayout(sheet, layout)[key];
    const { label, unit } = layout.labels?.[key] ??
      sheet.calculated[key] ?? { label: field?.label ?? key, unit: field && 'unit' in field ? field.unit : '' };
    return { key, label, unit: unit ?? '', kind: field ? 'in' : 'calc', ...(field ? { field } : {}) };
  });
  const sideColumns = (keys: readonly CommonColumn[]) =>
    keys.map((key) =>
      key === 'minimum'
        ? { ...commonColumn(key, layout, incoming), label: minimum }
        : commonColumn(key, layout, incoming),
    );
  return [
    ...sideColumns(incoming ? incomingBefore : (layout.before ?? airBefore)),
    ...layoutColumns,
    ...sideColumns(layout.after ?? airAfter),
  ];
}

/** Formats a column's heading, e.g. `采样体积(L)`. */
export const headingOf = ({ label, unit }: Column): string => (unit ? `${label}(${unit})` : label);

/**
 * Declares a sheet and keeps its literal keys.
 * @throws Error at import for a column that is neither a reading nor calculated
 */
export function defineSheet<const S extends MethodSheet>(sheet: S): S {
  for (const layout of sheet.layouts) {
    const { columns, key } = layout;
    const unknownColumns = columns.filter(
      (column) => !(column in readingsOfLayout(sheet, layout)) && !(column in sheet.calculated),
    );
    if (unknownColumns.length > 0) throw new Error(`${key}: unknown columns ${unknownColumns.join(', ')}`);
  }
  return sheet;
}
