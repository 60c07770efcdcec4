import { readFileSync } from 'node:fs';

/** Purpose of a test run, in the file named by `MUTANTS`. */
export interface MutantPlan {
  /** Ids of the mutations in the sources; null for a run that records which functions a test reaches. */
  readonly sample: readonly string[] | null;
  /** Active mutation per test file (path from the root). */
  readonly holds?: Readonly<Record<string, string>>;
  /** Mutation active from the start, for code that runs when a file is loaded. */
  readonly whole?: string;
  /** Receives one line of JSON per test file: `{file, reached}`. */
  readonly report?: string;
}

export const readPlan = (path: string): MutantPlan => JSON.parse(readFileSync(path, 'utf8')) as MutantPlan;

declare global {
  /** Called by each mutation in the sources. */
  var mutantHolds: ((id: string) => boolean) | undefined;
  /** Called by each function in a recording run. */
  var functionReached: ((name: string) => void) | undefined;
}
