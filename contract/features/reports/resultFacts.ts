import type { Uncertainty } from '@contract/arithmetic/curves/uncertainty';
import type { LimitAbsence } from '@contract/arithmetic/limits/limitVersions';
import type { Result } from '@contract/arithmetic/numbers/result';

// What a project's results are judged from: rows of its records with their sampling and survey, and the limits of the
// days of sampling.

/** How often, how long and how far apart the high exposures of a shift are (GBZ 331-2024 form C.10). */
export interface NotedPeaks {
  readonly times: number;
  /** min each. */
  readonly minutes: number;
  /** min between two; null of a single one. */
  readonly gap: number | null;
}

/** A sample tested for a hazard, as its record reports it. */
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
  /** `YYYY-MM-DD`. */
  readonly sampledOn: string;
  /** `short` or `long`. */
  readonly period: string | null;
  readonly mode: string | null;
  readonly minutes: string | null;
  /** Start of the sampling, `YYYY-MM-DD HH:mm`: short samples that follow one another form one window of 15 min. */
  readonly startTime?: string | null;
  /** The rest of the 15 min of a shorter sample is known to be without contact. */
  readonly restUnexposed?: boolean | null;
  /** h of the day's exposure that the sample stands for. */
  readonly representedHours: string | null;
  readonly hoursPerDay: string | null;
  readonly daysPerWeek: string | null;
  /** Entry of the dictionary exposureCondition. */
  readonly exposureCondition: string | null;
  /** A fixed post; at a moving one the places are parts of one exposure. Null where nobody noted it. */
  readonly fixedPost?: boolean | null;
  /** `week` where work time is counted by the week (GBZ 2.1-2019 A.7.1). */
  readonly workTime?: string | null;
  /**
   * `steady` where the concentration does not swing clearly, so that short samples may be left out (GBZ 331-2024
   * 5.2.6.2.3 c 2).
   */
  readonly contactPattern?: string | null;
  /** High exposures of the shift as the survey noted them. */
  readonly peaks?: NotedPeaks | null;
  readonly result: Result;
  readonly unit: string | null;
  /** 最低检出浓度 as text: its decimals are the results'. */
  readonly minimum: string | null;
  /** `total` or `respirable` of a weighed dust. */
  readonly dust: string | null;
  /** Relative U of the result; null or absent where its method tells none. */
  readonly uncertainty?: Uncertainty | null;
}

export interface ResultHazard {
  readonly id: number;
  readonly name: string;
  /** Entry of the dictionary hazardCategory. */
  readonly category: string;
  readonly silicaBand: string | null;
  /** The limit is not reduced for long shifts (GBZ 331-2024 G.1.1.3 a). */
  readonly reductionExempt?: boolean | null;
  /** Substances of one name act together (GBZ 2.1-2019 A.3). */
  readonly jointEffect?: string | null;
}

/** A version of a limit that holds on `day`. */
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
  /** Why nothing is held against limits: of samples that others took. Null where it is. */
  readonly unjudged: string | null;
  readonly tests: readonly TestFact[];
  /** 夏季室外通风设计温度 of the place, ℃: limits of heat hang on it. */
  readonly designTemperature: string | null;
  readonly hazards: ReadonlyMap<number, ResultHazard>;
  readonly limits: readonly ResultLimit[];
  /** Why a hazard has no limit on a day; of what is absent here nobody knows. */
  readonly withoutLimit: (hazard: number, day: string) => LimitAbsence;
  readonly silica: readonly SilicaFact[];
  /** Hazards that stand for a band of free silica, by band. */
  readonly silicaHazards: ReadonlyMap<string, number>;
}
