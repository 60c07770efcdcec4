import { calendarDays, monthsTo, type WorkCalendar, workingDays } from '@contract/arithmetic/numbers/dayCounts';
import { median, p90 } from './quantile';

/** Number of months in the figures, the current month included. */
export const figureMonths = 12;

export const dayUnits = [
  { value: 'calendar', label: '自然日' },
  { value: 'working', label: '工作日' },
] as const;
export type DayUnit = (typeof dayUnits)[number]['value'];

/** A project with the issue date of its first report. */
export interface TurnaroundJob {
  readonly project: number;
  /** Start: date of the contract, else the earlier of planned start and registration. */
  readonly from: string;
  readonly issuedOn: string;
}

export interface TurnaroundMonth {
  /** Month, `YYYY-MM`. */
  readonly month: string;
  readonly count: number;
  readonly median: number | null;
  readonly p90: number | null;
  readonly projects: readonly number[];
}

/**
 * Returns the turn-around in calendar or working days.
 * @param calendar working days; without it Monday to Friday
 */
const turnaroundDays = ({ from, issuedOn }: TurnaroundJob, unit: DayUnit, calendar?: WorkCalendar): number =>
  unit === 'calendar' ? calendarDays(from, issuedOn) : workingDays(from, issuedOn, calendar);

/**
 * Groups turn-around times by month of issue. A month without reports is included, without values.
 * @param today `YYYY-MM-DD`; its month is the last one
 * @param unit whether times are counted in calendar or working days
 * @param calendar public holidays and make-up working days
 */
export function turnaroundByMonth(
  jobs: readonly TurnaroundJob[],
  today: string,
  unit: DayUnit,
  calendar?: WorkCalendar,
): TurnaroundMonth[] {
  return monthsTo(today, figureMonths).map((month) => {
    const jobsOfMonth = jobs.filter(({ issuedOn }) => issuedOn.startsWith(month));
    const days = jobsOfMonth.map((job) => turnaroundDays(job, unit, calendar));
    return {
      month,
      count: jobsOfMonth.length,
      median: median(days),
      p90: p90(days),
      projects: jobsOfMonth.map(({ project }) => project),
    };
  });
}

/**
 * Returns number, median and 90th percentile of the turnaround over all jobs.
 * @param unit calendar days or working days
 * @param calendar public holidays and make-up days, for working days
 */
export function turnaroundOfAll(
  jobs: readonly TurnaroundJob[],
  unit: DayUnit,
  calendar?: WorkCalendar,
): Pick<TurnaroundMonth, 'count' | 'median' | 'p90'> {
  const days = jobs.map((job) => turnaroundDays(job, unit, calendar));
  return { count: jobs.length, median: median(days), p90: p90(days) };
}
