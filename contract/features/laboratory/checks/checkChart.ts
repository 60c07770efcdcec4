import type { CheckKind } from '../methods/sheets/methodChecks';

/**
 * Kinds of checks whose values are charted across records (DOMAIN §5). Other checks concern only their own record.
 */
export const chartedKinds = [
  'control',
  'spike',
  'blank',
  'midpoint',
  'parallel',
] as const satisfies readonly CheckKind[];
export type ChartedKind = (typeof chartedKinds)[number];

export const chartAxisLabels: Readonly<Record<ChartedKind, string>> = {
  control: '测定值',
  spike: '回收率（%）',
  blank: '空白含量',
  midpoint: '中间点相对偏差（%）',
  parallel: '平行样相对偏差（%）',
};

/** A charted value with its record. */
export interface ChartValue {
  readonly id: number;
  /** Value, unrounded. */
  readonly value: string;
  /** Day of the test, or the day of entry where the record has no test day. */
  readonly day: string;
  readonly sampleNo: string | null;
  readonly sheet: number;
  readonly sheetNo: string | null;
  readonly project: number;
  readonly projectCode: string;
  readonly variant: string | null;
  readonly analystName: string | null;
}

export interface ChartSeries {
  readonly kind: ChartedKind;
  /** Id of the control sample; each lot has a chart of its own. */
  readonly standard: number | null;
  readonly name: string;
  readonly count: number;
}

/** Answer of `GET api/labCheck/chart`. */
export interface CheckChart {
  /** Available series of this hazard and method. */
  readonly series: readonly ChartSeries[];
  /** Values of the requested series in time order; if there are more than `maxChartValues`, only the newest. */
  readonly values: readonly ChartValue[];
}

export const maxChartValues = 500;
