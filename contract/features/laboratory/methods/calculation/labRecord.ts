import type { BreakthroughRule } from '@contract/arithmetic/air/airConcentration';
import type { Balance } from '@contract/arithmetic/air/dustFormulas';
import type { Curve } from '@contract/arithmetic/curves/fitCurve';
import type { StandardEdition } from '@contract/arithmetic/limits/standardEdition';
import type { CalculationProblem } from '@contract/arithmetic/numbers/calculationProblem';
import type { Result } from '@contract/arithmetic/numbers/censoredResults';
import type { Numeric } from '@contract/arithmetic/numbers/decimalNumbers';
import type { Variant } from '../methodDefinition';

// Input and output of a record's calculation. The grid calculates at each keystroke, the server at each save.

export type Readings = Readonly<Record<string, string | null | undefined>>;

/** A sample on a record. */
export interface LabRow {
  readonly id: string | number;
  /** Key of the sample; rows with the same key are parallels. */
  readonly sample?: string;
  /** Whether the row is a field or reagent blank. It is measured like the samples and subtracted from them. */
  readonly blank?: boolean;
  /** Ids of the blank rows of this row; by default all blanks of the record. */
  readonly blanks?: readonly (string | number)[];
  /** Sampled volume V, L; with temperature t, ℃, and pressure P, kPa. */
  readonly volume?: Numeric | null;
  readonly temperature?: Numeric | null;
  readonly pressure?: Numeric | null;
  /** Day of sampling or measurement, `YYYY-MM-DD`; it decides which edition of the standards applies. */
  readonly sampledOn?: string | null;
  /** V0 in L as a client stated it for an incoming sample; V, t and P are then ignored. */
  readonly standardVolume?: Numeric | null;
  /** Rules of the sampling day; by default the rules before GBZ 331-2024. */
  readonly normSet?: StandardEdition | null;
  /**
   * Number of decimals of a result by unit: one more than the limits of that day have; a unit without limits is absent.
   */
  readonly resultDecimals?: Readonly<Record<string, number>> | null;
  /** Readings by the keys of the method's `readings`. */
  readonly readings: Readings;
}

/** Units of an incoming sample without V0 (DOMAIN §8.0); with V0 the unit is mg/m³. */
export const incomingUnits = ['μg/样品', 'μg/mL', 'mg/L'] as const;
export type IncomingUnit = (typeof incomingUnits)[number];

/** Settings of the method or the record. The defaults are conventions and are defined where they are used. */
export interface RecordSettings {
  readonly breakthrough?: BreakthroughRule;
  /** Resolution of the balance (天平感量), mg, and diameter of the filter (滤膜直径), mm. */
  readonly balance?: Balance;
  readonly filterDiameter?: Numeric;
  /** Maximum difference of two weighings of a filter, mg. */
  readonly weighingSpread?: Numeric;
  /** Substance of the curve for phosphorus trichloride. */
  readonly curveBasis?: 'PCl3' | 'P';
  /** Reference intensity of the internal standard. */
  readonly internalReference?: Numeric | null;
  /** Maximum relative deviation of parallels, %. */
  readonly parallelMax?: Numeric;
  /** Minimum number of usable blanks, below which a remark is given; 2 for air samples. */
  readonly blanks?: number;
}

export interface LabRecord {
  readonly variant: Variant;
  /** Key of the method's layout; by default the first one. */
  readonly layout?: string;
  /** The approved curve that the sheet uses. */
  readonly curve?: Curve | null;
  /** Contents of the approved standard series, instead of a curve. */
  readonly tubes?: readonly string[];
  /** Unit of the curve's x; it also shows whether contents are in ng. */
  readonly curveUnit?: string;
  /** LOD; `lodUnit` is its unit, by default the curve's unit. */
  readonly lod?: Numeric | null;
  readonly lodUnit?: string | null;
  /** LOQ in the unit of the LOD. */
  readonly loq?: Numeric | null;
  /** Minimum detectable concentration as the method publishes it. Results have its decimals. */
  readonly publishedMinimum?: string | null;
  readonly incomingUnit?: IncomingUnit;
  readonly settings?: RecordSettings;
  readonly rows: readonly LabRow[];
}

/** A remark on a result. `error` voids the sample or requires a new measurement, even if the result has a number. */
export interface Note {
  readonly level: 'info' | 'warning' | 'error';
  readonly message: string;
}

/** A quantity of the formula, with its printed text and its unrounded value. */
export interface WorkingInput {
  readonly symbol: string;
  readonly label: string;
  readonly shown: string;
  readonly raw: string;
  readonly unit: string;
}

/** Calculation of a result. The page, the record and the PDF show it identically. */
export interface Working {
  readonly formula: string;
  readonly inputs: readonly WorkingInput[];
  /** The formula with its numbers and result: C=(80.17+1.865)×1.0/(1.50×0.962)=56.8 mg/m³ (DOMAIN §8.2). */
  readonly substituted: string;
  /** Equation of the minimum, for a result below the quantification limit. */
  readonly minimum?: string;
  /** Unrounded value, before the single rounding. */
  readonly raw: string;
  /** The single rounding in words; for a result that was not detected, the reason for `<`. */
  readonly rounding: string;
}

interface ComputedRow {
  readonly id: string | number;
  /** Texts of the calculated columns, by key; unrounded numbers are in `raw`. */
  readonly computed: Readonly<Record<string, string>>;
  readonly raw: Readonly<Record<string, string>>;
  readonly notes: readonly Note[];
}

export type RowResult =
  /** State of a row in which nothing has been measured yet. */
  | (ComputedRow & { readonly state: 'pending' })
  /** A blank has contents, not a result. */
  | (ComputedRow & { readonly state: 'blank' })
  | (ComputedRow & { readonly state: 'problem'; readonly problem: CalculationProblem })
  | (ComputedRow & {
      readonly state: 'done';
      readonly result: Result;
      readonly unit: string;
      readonly minimum: Result | null;
      /** Computed at the first access. */ readonly working: () => Working | null;
    });

export interface RecordResult {
  readonly rows: readonly RowResult[];
  /** Whether every row except blanks has a result, and no row has a problem or an error. */
  readonly complete: boolean;
}
