import type { CheckKind } from '../methods/sheets/checks';

/** Checks whose values are compared over records (DOMAIN §5). Of others each stands for its own record. */
export const chartedKinds = [
  'control',
  'spike',
  'blank',
  'midpoint',
  'parallel',
] as const satisfies readonly CheckKind[];
export type ChartedKind = (typeof chartedKinds)[number];

export const chartUnits: Readonly<Record<ChartedKind, string>> = {
  control: '测定值',
  spike: '回收率(%)',
  blank: '空白含量',
  midpoint: '中间点相对偏差(%)',
  parallel: '平行样相对偏差(%)',
};

/** A value with where it comes from. */
export interface ChartValue {
  readonly id: number;
  /** Unrounded. */
  readonly value: string;
  /** Of the test; of the entry where a record has none yet. */
  readonly on: string;
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
  /** Of a control sample: each lot has a chart of its own. */
  readonly standard: number | null;
  readonly name: string;
  readonly count: number;
}

/** `GET api/labCheck/chart`. */
export interface CheckChart {
  /** What there is of this hazard by this method. */
  readonly series: readonly ChartSeries[];
  /** Of the series that was asked for, in the order of time; the newest where there are more than `mostChartValues`. */
  readonly values: readonly ChartValue[];
}

export const mostChartValues = 500;
