import type { BreakthroughRule } from '@contract/arithmetic/air/concentration';
import type { Balance } from '@contract/arithmetic/air/dust';
import type { Curve } from '@contract/arithmetic/curves/regression';
import type { NormSet } from '@contract/arithmetic/limits/normSet';
import type { Numeric } from '@contract/arithmetic/numbers/number';
import type { LabProblem } from '@contract/arithmetic/numbers/problem';
import type { Result } from '@contract/arithmetic/numbers/result';
import type { Variant } from '../method';

// Input and output of a sheet's calculation, for the grid at each keystroke and the server at each save.

export type Readings = Readonly<Record<string, string | null | undefined>>;

/** A sample on a sheet. */
export interface LabRow {
  readonly id: string | number;
  /** Rows of one sample are its parallels. */
  readonly sample?: string;
  /** A field or reagent blank: measured like the samples, and subtracted from them. */
  readonly blank?: boolean;
  /** Ids of the blank rows that belong to it; by default all of the sheet. */
  readonly blanks?: readonly (string | number)[];
  /** From the sampling: V in L, t in ℃, P in kPa. */
  readonly volume?: Numeric | null;
  readonly temperature?: Numeric | null;
  readonly pressure?: Numeric | null;
  /** Day of sampling or measurement, `YYYY-MM-DD`; it decides which edition of the standards applies. */
  readonly sampledOn?: string | null;
  /** V0 in L as a client stated it for an incoming sample; V, t and P are then ignored. */
  readonly standardVolume?: Numeric | null;
  /** Rules of its sampling day; by default those before GBZ 331-2024. */
  readonly normSet?: NormSet | null;
  /** Most decimals among the hazard's limits of that day, by unit; a unit without limits is absent. */
  readonly limitDecimals?: Readonly<Record<string, number>> | null;
  /** By the keys of the method's `readings`. */
  readonly readings: Readings;
}

/** Units of an incoming sample without V0 (DOMAIN §8.0); with V0 the unit is mg/m³. */
export const incomingUnits = ['μg/样品', 'μg/mL', 'mg/L'] as const;
export type IncomingUnit = (typeof incomingUnits)[number];

/** Settings of the method or the sheet. Defaults are conventions and stand where they are used. */
export interface RecordSettings {
  readonly breakthrough?: BreakthroughRule;
  /** 天平感量 (mg) and 滤膜直径 (mm). */
  readonly balance?: Balance;
  readonly filterDiameter?: Numeric;
  /** Largest difference of two weighings of a filter, mg. */
  readonly weighingSpread?: Numeric;
  /** Substance of the phosphorus trichloride curve. */
  readonly curveBasis?: 'PCl3' | 'P';
  /** Reference intensity of the internal standard. */
  readonly internalReference?: Numeric | null;
  /** Largest relative deviation of parallels, %. */
  readonly parallelMax?: Numeric;
  /** Fewer usable blanks than this give a remark; 2 for air samples. */
  readonly blanks?: number;
}

export interface LabRecord {
  readonly variant: Variant;
  /** Which of the method's layouts; by default the first. */
  readonly layout?: string;
  /** The approved curve that the sheet uses. */
  readonly curve?: Curve | null;
  /** Contents of the approved standard series, instead of a curve. */
  readonly tubes?: readonly string[];
  /** Unit of the curve's x; it also tells whether contents are in ng. */
  readonly curveUnit?: string;
  /** LOD and its unit; by default the curve's unit. */
  readonly lod?: Numeric | null;
  readonly lodUnit?: string | null;
  /** LOQ, in the unit of the LOD. */
  readonly loq?: Numeric | null;
  /** Minimum detectable concentration as the method publishes it; results get its decimals. */
  readonly publishedMinimum?: string | null;
  readonly incomingUnit?: IncomingUnit;
  readonly settings?: RecordSettings;
  readonly rows: readonly LabRow[];
}

/** A remark on a result. `error` voids the sample or requires a new measurement, even if there is a number. */
export interface Note {
  readonly level: 'info' | 'warning' | 'error';
  readonly message: string;
}

/** A quantity of the formula, as printed and unrounded. */
export interface WorkingInput {
  readonly symbol: string;
  readonly label: string;
  readonly shown: string;
  readonly raw: string;
  readonly unit: string;
}

/** The calculation of a result, shown equally on the page, the record and the PDF. */
export interface Working {
  readonly formula: string;
  readonly inputs: readonly WorkingInput[];
  /** The formula with its numbers and result: C=(80.17+1.865)×1.0/(1.50×0.962)=56.8 mg/m³ (DOMAIN §8.2). */
  readonly substituted: string;
  /** Equation of the minimum, for a result that was not quantified. */
  readonly minimum?: string;
  /** Unrounded, before the single rounding. */
  readonly raw: string;
  /** The single rounding in words; for a result that was not detected, why it is `<`. */
  readonly rounding: string;
}

interface Computed {
  readonly id: string | number;
  /** Texts of the calculated columns, by key; unrounded numbers are in `raw`. */
  readonly computed: Readonly<Record<string, string>>;
  readonly raw: Readonly<Record<string, string>>;
  readonly notes: readonly Note[];
}

export type RowResult =
  /** Nothing has been measured yet. */
  | (Computed & { readonly state: 'pending' })
  /** A blank has contents, not a result. */
  | (Computed & { readonly state: 'blank' })
  | (Computed & { readonly state: 'problem'; readonly problem: LabProblem })
  | (Computed & {
      readonly state: 'done';
      readonly result: Result;
      readonly unit: string;
      readonly minimum: Result | null;
      /** Computed on first access. */ readonly working: () => Working | null;
    });

export interface RecordResult {
  readonly rows: readonly RowResult[];
  /** Every row except blanks has a result, and none has a problem or an error. */
  readonly complete: boolean;
}
