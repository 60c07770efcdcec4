import { hostname } from 'node:os';
import type { Context } from '@server/crud/context';
import type { Services } from '../services';

/** An outbox: work that is due now, and the time of the next. */
export interface Loop {
  /** NOTIFY channel that announces new work. */
  readonly channel: string;
  /**
   * Does the due work.
   * @returns how much was done; at 0 the loop pauses
   */
  work(signal: AbortSignal): Promise<number>;
  say(count: number): string;
  /** Null while nothing waits. */
  nextDue(): Promise<Date | null>;
}

/** A scheduled task of the server. */
export interface Job {
  readonly key: string;
  readonly title: string;
  /** Time from the end of a run to the next, ms. */
  readonly every: number;
  /** `HH:mm` in the organizations' zone of a daily run; `every` is then the pause after a failure. */
  readonly at?: string;
  /** Delay after the start of the server, ms. */
  readonly after?: number;
  /** Runs in each process, because it works on the process's own data. */
  readonly onEachNode?: true;
  /** Claims its work row by row, so several processes may run it at once. */
  readonly alongside?: true;
  /** The job has its own loop; the schedule ignores it. */
  readonly ownLoop?: Loop;
  /**
   * Runs the job.
   * @returns a sentence about what was done; null where there was nothing to do
   */
  run(): Promise<string | null>;
}

/** Returns every job of this installation; `server/app/jobList.ts` has them. */
export type JobsOf = (context: Context) => readonly Job[];

const day = 86_400_000;

/** Returns the longest time between two runs, ms. */
export const periodOf = ({ at, every }: Pick<Job, 'at' | 'every'>): number => (at === undefined ? every : day + every);

/** Returns the name of the process, for installations with several. */
export const nodeOf = ({ env }: Services): string => `${hostname()}:${env.port}`;
