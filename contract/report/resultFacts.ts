import type { Result } from '../lab/result';

// What a project's results are judged from: rows of its records with their sampling and survey, and the limits of the days of sampling.

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
  /** h of the day's exposure that the sample stands for. */
  readonly representedHours: string | null;
  readonly hoursPerDay: string | null;
  readonly daysPerWeek: string | null;
  /** Entry of the dictionary exposureCondition. */
  readonly exposureCondition: string | null;
  readonly result: Result;
  readonly unit: string | null;
  /** 最低检出浓度 as text: its decimals are the results'. */
  readonly minimum: string | null;
  /** `total` or `respirable` of a weighed dust. */
  readonly dust: string | null;
}

export interface ResultHazard {
  readonly id: number;
  readonly name: string;
  /** Entry of the dictionary hazardCategory. */
  readonly category: string;
  readonly silicaBand: string | null;
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
  readonly silica: readonly SilicaFact[];
  /** Hazards that stand for a band of free silica, by band. */
  readonly silicaHazards: ReadonlyMap<string, number>;
}
