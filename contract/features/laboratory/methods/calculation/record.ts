import type { BreakthroughRule } from '@contract/arithmetic/air/concentration';
import type { Balance } from '@contract/arithmetic/air/dust';
import type { Curve } from '@contract/arithmetic/curves/regression';
import type { NormSet } from '@contract/arithmetic/limits/normSet';
import type { Numeric } from '@contract/arithmetic/numbers/number';
import type { LabProblem } from '@contract/arithmetic/numbers/problem';
import type { Result } from '@contract/arithmetic/numbers/result';
import type { Variant } from '../method';

// What goes into a sheet's calculation and what comes out: the same for the grid at each keystroke and for the server
// at each save.

export type Readings = Readonly<Record<string, string | null | undefined>>;

/** A sample on a sheet. */
export interface LabRow {
  readonly id: string | number;
  /** Rows of one sample are its parallels. */
  readonly sample?: string;
  /** A field or reagent blank: measured as the samples are, and taken from them. */
  readonly blank?: boolean;
  /** Ids of the blank rows that belong to it; all of the sheet where it does not say. */
  readonly blanks?: readonly (string | number)[];
  /** Of the sampling: V in L, t in ℃, P in kPa. */
  readonly volume?: Numeric | null;
  readonly temperature?: Numeric | null;
  readonly pressure?: Numeric | null;
  /** Day of the sampling or measurement, `YYYY-MM-DD`: which edition of the norms holds. */
  readonly sampledOn?: string | null;
  /** V0 in L that a client gave for an incoming sample; then V, t and P do not count. */
  readonly standardVolume?: Numeric | null;
  /** Rules of its sampling day; those before GBZ 331-2024 where it does not say. */
  readonly normSet?: NormSet | null;
  /** Most decimals among the hazard's limits of that day, by their unit. A unit without limits is absent. */
  readonly limitDecimals?: Readonly<Record<string, number>> | null;
  /** By the keys of the method's `readings`. */
  readonly readings: Readings;
}

/** Units of an incoming sample without V0 (DOMAIN §8.0); with it, mg/m³. */
export const incomingUnits = ['μg/样品', 'μg/mL', 'mg/L'] as const;
export type IncomingUnit = (typeof incomingUnits)[number];

/** Settings of the method or the sheet; conventions have their default where they are used. */
export interface RecordSettings {
  readonly breakthrough?: BreakthroughRule;
  /** 天平感量 (mg) and 滤膜直径 (mm). */
  readonly balance?: Balance;
  readonly filterDiameter?: Numeric;
  /** Most that two weighings of a filter may differ, mg. */
  readonly weighingSpread?: Numeric;
  /** What the phosphorus trichloride curve was made of. */
  readonly curveBasis?: 'PCl3' | 'P';
  /** Intensity of the internal standard that the samples' are set to. */
  readonly internalReference?: Numeric | null;
  /** Most relative deviation of parallels, %. */
  readonly parallelMax?: Numeric;
  /** Fewer usable blanks than this are remarked; 2 for samples of air. */
  readonly blanks?: number;
}

export interface LabRecord {
  readonly variant: Variant;
  /** Which of the method's layouts; the first where it does not say. */
  readonly layout?: string;
  /** The approved curve, pinned to the sheet. */
  readonly curve?: Curve | null;
  /** Of the approved standard series, instead of a curve. */
  readonly tubes?: readonly string[];
  /** Of the curve's x: contents in ng are told by it. */
  readonly curveUnit?: string;
  /** LOD and its unit; the curve's unit where it has none. */
  readonly lod?: Numeric | null;
  readonly lodUnit?: string | null;
  /** LOQ, in the unit of the LOD. */
  readonly loq?: Numeric | null;
  /** The minimum detectable concentration as the method publishes it: its decimals are the results'. */
  readonly publishedMinimum?: string | null;
  readonly incomingUnit?: IncomingUnit;
  readonly settings?: RecordSettings;
  readonly rows: readonly LabRow[];
}

/** A remark on a result; `error` voids the sample or asks for a new run, though there is a number. */
export interface Note {
  readonly level: 'info' | 'warning' | 'error';
  readonly message: string;
}

/** A quantity of the formula as it is printed and as it was. */
export interface WorkingInput {
  readonly symbol: string;
  readonly label: string;
  readonly shown: string;
  readonly raw: string;
  readonly unit: string;
}

/** How a result came about: the page, the record and the PDF show the same. */
export interface Working {
  readonly formula: string;
  readonly inputs: readonly WorkingInput[];
  /** The formula with its numbers and its result: C=(80.17+1.865)×1.0/(1.50×0.962)=56.8 mg/m³ (DOMAIN §8.2). */
  readonly substituted: string;
  /** Of what was not quantified: how its minimum came about, as an equation. */
  readonly minimum?: string;
  /** Unrounded, before the one rounding. */
  readonly raw: string;
  /** The one rounding, in words; of what was not detected why it is `<`. */
  readonly rounding: string;
}

interface Computed {
  readonly id: string | number;
  /** Texts of the calculated columns, by key; unrounded numbers stand in `raw`. */
  readonly computed: Readonly<Record<string, string>>;
  readonly raw: Readonly<Record<string, string>>;
  readonly notes: readonly Note[];
}

export type RowResult =
  /** Nothing measured yet. */
  | (Computed & { readonly state: 'pending' })
  /** A blank has contents, not a result. */
  | (Computed & { readonly state: 'blank' })
  | (Computed & { readonly state: 'problem'; readonly problem: LabProblem })
  | (Computed & {
      readonly state: 'done';
      readonly result: Result;
      readonly unit: string;
      readonly minimum: Result | null;
      /** Made when somebody looks at it. */ readonly working: () => Working | null;
    });

export interface RecordResult {
  readonly rows: readonly RowResult[];
  /** Every row that is no blank has its result, and none a problem or an error. */
  readonly complete: boolean;
}
