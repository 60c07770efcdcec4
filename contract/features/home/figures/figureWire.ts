import type { ExceedanceShare } from './exceedance';
import type { TurnaroundJob } from './turnaround';

export interface MethodLoad {
  readonly method: number | null;
  readonly title: string;
  /** Samples and blanks that were to be tested by the method; each once, however many hazards. */
  readonly samples: number;
  readonly tasks: number;
}

export interface AnalystLoad {
  readonly analyst: number;
  readonly name: string;
  /** Tasks in this person's hands. */
  readonly open: number;
  /** Of these, past the day by which they were wanted. */
  readonly late: number;
  /** Completed within the last `doneDays`. */
  readonly done: number;
}

export const expiringKinds = [
  'equipment',
  'standard',
  'reagent',
  'consumable',
  'methodAuthorisation',
  'delegation',
] as const;
export type ExpiringKind = (typeof expiringKinds)[number];

export interface Expiring {
  readonly kind: ExpiringKind;
  readonly expired: number;
  /** Within `soonDays`, today among them. */
  readonly soon: number;
}

export const soonDays = 30;
export const doneDays = 30;
/** Most projects that one answer judges: what is kept costs nothing, and a cold start stays bearable. */
export const mostJudgedProjects = 100;
/** Most reports that turn-around is counted from. */
export const mostTurnaroundJobs = 3000;
/** Most rows of a figure: beyond that a bar is no longer read. */
export const mostBars = 15;
/** Most projects that a bar names in an address. */
export const mostNamedProjects = 300;

/** What stands below the to-dos; null where the viewer may not list what it is counted from. */
export interface Figures {
  /** `YYYY-MM-DD` in the organisation's zone. */
  readonly today: string;
  /** First day of the months looked at. */
  readonly since: string;
  readonly turnaround: { readonly jobs: readonly TurnaroundJob[]; readonly cut: boolean; readonly odd: number } | null;
  /** Public holidays and made-up working days, by which working days are counted. */
  readonly calendar: { readonly holidays: readonly string[]; readonly workdays: readonly string[] };
  readonly samples: readonly MethodLoad[] | null;
  readonly workload: readonly AnalystLoad[] | null;
  readonly expiring: readonly Expiring[];
}

export interface ExceedanceFigures {
  readonly hazards: readonly ExceedanceShare[];
  readonly industries: readonly ExceedanceShare[];
  /** How many projects were judged, and how many there are. */
  readonly judged: number;
  readonly total: number;
}
