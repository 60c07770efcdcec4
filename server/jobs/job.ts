import { hostname } from 'node:os';
import type { Registry } from '../crud/resource';
import type { Services } from '../services';

export interface Ground {
  readonly services: Services;
  readonly registry: Registry;
}

/** What the server does by itself, again and again. */
export interface Job {
  readonly key: string;
  readonly title: string;
  /** ms from the end of a run to the next. */
  readonly every: number;
  /** ms that it waits after the start of the server. */
  readonly after?: number;
  /** Works on what a node has of its own: each node runs it for itself. */
  readonly onEachNode?: true;
  /** Claims row by row what it works on, so that nodes may run it side by side. */
  readonly alongside?: true;
  /** Has a loop of its own, woken by others; the schedule leaves it alone. */
  readonly ownLoop?: true;
  /** @returns what was done, in a sentence; null where there was nothing to do */
  run(): Promise<string | null>;
}

/** A failure that says in Chinese what went wrong, without secrets. */
export class JobProblem extends Error {}

/** Which process it was, for people who run several. */
export const nodeOf = ({ env }: Services): string => `${hostname()}:${env.port}`;
