import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { root } from '@server/base/root';

export interface TestOutcome {
  /** From the root, with forward slashes. */
  readonly file: string;
  /** With the titles around it. */
  readonly title: string;
  readonly state: 'passed' | 'failed' | 'skipped';
  readonly measured: readonly string[];
  /** Something of it is not as good as required. */
  readonly short: boolean;
  /** It has tried less often than its goal asks for. */
  readonly fewer?: boolean;
}

/** What one run of the tests has come to, and on what. */
export interface Run {
  /** ISO, UTC. */
  readonly at: string;
  readonly version: string;
  /** Empty where the sources are no clone. */
  readonly commit: string;
  readonly environment: Readonly<Record<string, string>>;
  /** The proofs were among them. */
  readonly proofs: boolean;
  /** What did not come to its tests: a project that broke down, a file that did not load, types, lint, build. */
  readonly broken: readonly string[];
  readonly tests: readonly TestOutcome[];
  /**
   * Files that were run again by themselves afterwards, on sources that had changed: what they came to then stands
   * among the tests.
   */
  readonly again?: readonly { readonly at: string; readonly commit: string; readonly files: readonly string[] }[];
}

/** A whole run with what a later part has come to in the place of the same files. */
export function withAgain(whole: Run, part: Run): Run {
  const files = [...new Set(part.tests.map(({ file }) => file))].sort();
  return {
    ...whole,
    broken: [...whole.broken, ...part.broken],
    tests: [...whole.tests.filter(({ file }) => !files.includes(file)), ...part.tests],
    again: [...(whole.again ?? []), { at: part.at, commit: part.commit, files }],
  };
}

/** Vitest's JSON reporter, as far as it is read here. */
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

/** @returns what each test of the files came to, in their order */
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

/** Of all tests with the proofs, of all without them, of some; each run leaves its own, not committed. */
export type RunKind = 'proof' | 'tests' | 'part';

const pathOf = (kind: RunKind): string => join(root, `dist/proof/${kind}.json`);

/** What the last run of all tests and proofs has left. */
export const lastProof = pathOf('proof');

export const readRun = (path: string): Run => JSON.parse(readFileSync(path, 'utf8')) as Run;

/** @returns where it is kept */
export function writeRun(run: Run, kind: RunKind): string {
  const path = pathOf(kind);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(run));
  return path;
}
