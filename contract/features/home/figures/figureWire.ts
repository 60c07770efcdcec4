import type { ExceedanceShare } from './exceedanceFigures';
import type { TurnaroundJob } from './turnaroundFigures';

export interface MethodLoad {
  readonly method: number | null;
  readonly title: string;
  /** Number of samples and blanks to be tested by the method; a sample with several hazards counts once. */
  readonly samples: number;
  readonly tasks: number;
}

export interface AnalystLoad {
  readonly analyst: number;
  readonly name: string;
  /** Number of the person's open tasks. */
  readonly openTaskCount: number;
  /** Number of open tasks past their due day. */
  readonly late: number;
  /** Number of tasks completed within the last `doneDays`. */
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

export interface ExpiringItem {
  readonly kind: ExpiringKind;
  readonly expired: number;
  /** Number of tasks due within `soonDays`, today included. */
  readonly soon: number;
}

export const soonDays = 30;
export const doneDays = 30;
/** Maximum number of projects that one answer judges. It bounds the time without cached results. */
export const maxJudgedProjects = 100;
/** Maximum number of reports from which turn-around is calculated. */
export const maxTurnaroundJobs = 3000;
/** Maximum number of bars in a figure; more bars are unreadable. */
export const maxBars = 15;
/** Maximum number of project ids of a bar in an address. */
export const maxNamedProjects = 300;

/** Figures below the tasks; a figure is null where the viewer may not list its rows. */
export interface HomeFigureValues {
  /** `YYYY-MM-DD` in the organization's zone. */
  readonly today: string;
  /** First day of the months that the figures cover. */
  readonly since: string;
  readonly turnaround: { readonly jobs: readonly TurnaroundJob[]; readonly cut: boolean; readonly odd: number } | null;
  /** Public holidays and make-up workdays. */
  readonly calendar: { readonly holidays: readonly string[]; readonly workdays: readonly string[] };
  readonly samples: readonly MethodLoad[] | null;
  readonly workload: readonly AnalystLoad[] | null;
  readonly expiring: readonly ExpiringItem[];
}

export interface ExceedanceFigures {
  readonly hazards: readonly ExceedanceShare[];
  readonly industries: readonly ExceedanceShare[];
  /** Number of judged projects, and number of all projects. */
  readonly judged: number;
  readonly total: number;
}
