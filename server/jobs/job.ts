import { hostname } from 'node:os';
import type { Services } from '../services';

/** An outbox: what is due now, and when the next is. */
export interface Loop {
  /** Who queues something calls here by NOTIFY. */
  readonly channel: string;
  /** @returns how much was done; the loop rests when that is nothing */
  work(signal: AbortSignal): Promise<number>;
  say(count: number): string;
  /** Null while nothing waits. */
  nextDue(): Promise<Date | null>;
}

/** What the server does by itself, again and again. */
export interface Job {
  readonly key: string;
  readonly title: string;
  /** ms from the end of a run to the next. */
  readonly every: number;
  /** `HH:mm` of the organisations' zone at which a run of each day is due; `every` is then the rest after a failure. */
  readonly at?: string;
  /** ms that it waits after the start of the server. */
  readonly after?: number;
  /** Works on what a node has of its own: each node runs it for itself. */
  readonly onEachNode?: true;
  /** Claims row by row what it works on, so that nodes may run it side by side. */
  readonly alongside?: true;
  /** Is woken by others; the schedule leaves it alone. */
  readonly ownLoop?: Loop;
  /** @returns what was done, in a sentence; null where there was nothing to do */
  run(): Promise<string | null>;
}

const day = 86_400_000;

/** ms from one run to the next at most. */
export const periodOf = ({ at, every }: Pick<Job, 'at' | 'every'>): number => (at === undefined ? every : day + every);

/** Which process it was, for people who run several. */
export const nodeOf = ({ env }: Services): string => `${hostname()}:${env.port}`;
