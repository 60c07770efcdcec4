import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { root } from '@server/base/root';

export interface TestOutcome {
  /** From the root, with forward slashes. */
  readonly file: string;
  /** With the titles of the enclosing describes. */
  readonly title: string;
  readonly state: 'passed' | 'failed' | 'skipped';
  readonly measured: readonly string[];
  /** Part of the requirement is not met. */
  readonly short: boolean;
  /** Tried less often than the goal requires. */
  readonly fewer?: boolean;
}

/** Results of one run of the tests, and what was tested. */
export interface Run {
  /** ISO, UTC. */
  readonly at: string;
  readonly version: string;
  /** Empty if the sources are no clone. */
  readonly commit: string;
  readonly environment: Readonly<Record<string, string>>;
  /** The run included the proofs. */
  readonly proofs: boolean;
  /** What failed before its tests: a project, a file that did not load, types, lint, build. */
  readonly broken: readonly string[];
  readonly tests: readonly TestOutcome[];
  /** Files run again later on changed sources; their results replace the former ones. */
  readonly again?: readonly { readonly at: string; readonly commit: string; readonly files: readonly string[] }[];
}

/** Returns a whole run in which a later part replaces the results of its files. */
export function withAgain(whole: Run, part: Run): Run {
  const files = [...new Set(part.tests.map(({ file }) => file))].sort();
  return {
    ...whole,
    broken: [...whole.broken, ...part.broken],
    tests: [...whole.tests.filter(({ file }) => !files.includes(file)), ...part.tests],
    again: [...(whole.again ?? []), { at: part.at, commit: part.commit, files }],
  };
}

/** The part of Vitest's JSON report that is read here. */
export interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly meta?: { readonly measured?: readonly string[]; readonly short?: boolean; readonly fewer?: boolean };
    }[];
  }[];
}

/** @returns results of the tests in these files, in order */
export const outcomesIn = (testResults: VitestReport['testResults']): TestOutcome[] =>
  testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status, meta }) => ({
      file: relative(root, name).split(sep).join('/'),
      title: fullName,
      state: status === 'passed' || status === 'failed' ? status : 'skipped',
      measured: meta?.measured ?? [],
      short: meta?.short ?? false,
      ...(meta?.fewer ? { fewer: true } : {}),
    })),
  );

/** All tests with proofs, all without, or some. Each kind has its own file, not committed. */
export type RunKind = 'proof' | 'tests' | 'part';

const pathOf = (kind: RunKind): string => join(root, `dist/proof/${kind}.json`);

/** Path of the last run of all tests and proofs. */
export const lastProof = pathOf('proof');

export const readRun = (path: string): Run => JSON.parse(readFileSync(path, 'utf8')) as Run;

/** @returns the path of the file */
export function writeRun(run: Run, kind: RunKind): string {
  const path = pathOf(kind);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(run));
  return path;
}
