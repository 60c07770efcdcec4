import type { Uncertainty } from '@contract/arithmetic/curves/measurementUncertainty';
import type { LimitAbsence } from '@contract/arithmetic/limits/limitVersions';
import type { Result } from '@contract/arithmetic/numbers/censoredResults';

// Input for judging a project: rows of its records with their sampling and survey data, and the limits of the
// sampling days.

/** Number, duration and gap of the exposure peaks of a shift (GBZ 331-2024 form C.10). */
export interface NotedPeaks {
  readonly times: number;
  /** Duration of each peak, min. */
  readonly minutes: number;
  /** Time between two peaks, min; null for a single peak. */
  readonly gap: number | null;
}

/** A tested sample with its reported result. */
export interface TestFact {
  readonly sheet: number;
  readonly sheetNo: string;
  readonly methodKind: string;
  /** Number of the method's standard. */
  readonly standardNo: string;
  readonly sample: number;
  readonly sampleNo: string;
  readonly siteNo: string | null;
  readonly workshop: string | null;
  readonly place: string;
  readonly person: string | null;
  readonly hazard: number;
  /** Day of sampling, `YYYY-MM-DD`. */
  readonly sampledOn: string;
  /** Sampling period: `short` or `long`. */
  readonly period: string | null;
  readonly mode: string | null;
  readonly minutes: string | null;
  /** Start of the sampling, `YYYY-MM-DD HH:mm`. Consecutive short samples form a window of 15 min. */
  readonly startTime?: string | null;
  /** Whether the rest of the 15 min is known to be unexposed. */
  readonly restUnexposed?: boolean | null;
  /** Hours of the day's exposure that the sample represents. */
  readonly representedHours: string | null;
  readonly hoursPerDay: string | null;
  readonly daysPerWeek: string | null;
  /** Value of the dictionary exposureCondition. */
  readonly exposureCondition: string | null;
  /** True for a fixed post. At a mobile post the places are parts of one exposure. Null where it was not recorded. */
  readonly fixedPost?: boolean | null;
  /** Reference of the exposure time; `week` where it is counted by the week (GBZ 2.1-2019 A.7.1). */
  readonly workTime?: string | null;
  /**
   * Variation of the concentration; `steady` where it is small, so that short samples may be omitted (GBZ 331-2024
   * 5.2.6.2.3 c 2).
   */
  readonly contactPattern?: string | null;
  /** Exposure peaks of the shift as the survey recorded them. */
  readonly peaks?: NotedPeaks | null;
  readonly result: Result;
  readonly unit: string | null;
  /** Minimum detectable concentration (最低检出浓度) as text; results get its decimals. */
  readonly minimum: string | null;
  /** Air volume for which the minimum is calculated, L; absent or null without air. */
  readonly volume?: string | null;
  /** Kind of a weighed dust: `total` or `respirable`. */
  readonly dust: string | null;
  /** Relative U of the result; null or absent where the method states none. */
  readonly uncertainty?: Uncertainty | null;
}

export interface ResultHazard {
  readonly id: number;
  readonly name: string;
  /** Value of the dictionary hazardCategory. */
  readonly category: string;
  readonly silicaBand: string | null;
  /** Whether the limit is never reduced for long shifts (GBZ 331-2024 G.1.1.3 a). */
  readonly reductionExempt?: boolean | null;
  /** Name of the group; substances of one group have a joint effect (GBZ 2.1-2019 A.3). */
  readonly jointEffect?: string | null;
}

/** A version of a limit in force on `day`. */
export interface ResultLimit {
  readonly id: number;
  readonly day: string;
  readonly hazard: number;
  readonly kind: string;
  readonly condition: string | null;
  readonly value: string;
  readonly unit: string;
  readonly standard: string;
}

/** Free silica of the dust at a place, %. */
export interface SilicaFact {
  readonly workshop: string | null;
  readonly place: string;
  readonly percent: string;
}

export interface ResultFacts {
  /** Reason why no result is judged, e.g. the samples were taken by others; null where results are judged. */
  readonly unjudged: string | null;
  readonly tests: readonly TestFact[];
  /** 夏季室外通风设计温度 of the place, ℃. The heat limits depend on it. */
  readonly designTemperature: string | null;
  readonly hazards: ReadonlyMap<number, ResultHazard>;
  readonly limits: readonly ResultLimit[];
  /** Returns why a hazard has no limit on a day: none exists, or it is unknown. */
  readonly withoutLimit: (hazardId: number, day: string) => LimitAbsence;
  readonly silica: readonly SilicaFact[];
  /** Ids of the hazards that represent a band of free silica, by band. */
  readonly silicaHazards: ReadonlyMap<string, number>;
}
