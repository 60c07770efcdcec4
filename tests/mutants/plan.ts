import { readFileSync } from 'node:fs';

/** What a run of tests is for, in the file that `MUTANTS` names. */
export interface MutantPlan {
  /** Ids of the mutations that are in the sources; none where the run tells which functions a test reaches. */
  readonly sample: readonly string[] | null;
  /** Which of them holds while which file of tests runs, from the root. */
  readonly holds?: Readonly<Record<string, string>>;
  /** The one that holds from the start, of what happens when a file is loaded. */
  readonly whole?: string;
  /** Gets a line of JSON a file of tests: `{file, reached}`. */
  readonly report?: string;
}

export const readPlan = (path: string): MutantPlan => JSON.parse(readFileSync(path, 'utf8')) as MutantPlan;

declare global {
  /** Asked by each mutation that is in the sources. */
  var mutantHolds: ((id: string) => boolean) | undefined;
  /** Told by each function, where a run tells what is reached. */
  var functionReached: ((name: string) => void) | undefined;
}
