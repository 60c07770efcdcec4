import { hostname } from 'node:os';
import type { CrudContext } from '@server/crud/crudContext';
import type { Services } from '../services';

/** Loop of a queue in the database (mail, pushes): performs the due work and tells when the next work is due. */
export interface Loop {
  /** NOTIFY channel that announces new work. */
  readonly channel: string;
  /**
   * Performs the due work.
   * @returns number of finished items; at 0 the loop pauses
   */
  work(signal: AbortSignal): Promise<number>;
  summaryOf(count: number): string;
  /** Returns the time of the next work; null if nothing waits. */
  nextDue(): Promise<Date | null>;
}

/** A scheduled task of the server. */
export interface Job {
  readonly key: string;
  readonly title: string;
  /** Time in ms from the end of a run to the next run. */
  readonly intervalMs: number;
  /** `HH:mm` of a daily run in the organizations' zone; `intervalMs` is then the pause after a failure. */
  readonly at?: string;
  /** Delay in ms after the start of the server. */
  readonly after?: number;
  /** True: runs in each process, because it works on the process's own data. */
  readonly onEachNode?: true;
  /** True: claims its work row by row, so several processes may run it at once. */
  readonly runsOnManyNodes?: true;
  /** Own loop of the job; the schedule ignores such a job. */
  readonly ownLoop?: Loop;
  /**
   * Runs the job.
   * @returns a sentence about the finished work; null if there was nothing to do
   */
  run(): Promise<string | null>;
}

/** Returns every job of this installation; `server/app/jobList.ts` lists them. */
export type JobsOf = (context: CrudContext) => readonly Job[];

const dayMs = 86_400_000;

/** Returns the longest time between two runs in ms. */
export const periodOf = ({ at, intervalMs }: Pick<Job, 'at' | 'intervalMs'>): number =>
  at === undefined ? intervalMs : dayMs + intervalMs;

/** Returns the name of the process, for installations with several. */
export const nodeOf = ({ env }: Services): string => `${hostname()}:${env.port}`;
