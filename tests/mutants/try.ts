import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../server/base/root.ts';
import { type Mutation, mutationsIn, sampled } from './mutations.ts';
import { type Reach, reachFor } from './reach.ts';
import { runTests } from './runTests.ts';
import { mutatedParts, partOf } from './scope.ts';

export interface Fate {
  readonly mutation: Mutation;
  readonly part: string;
  /** Test file that detected the mutant, and its message; null for a survivor. */
  readonly noticed: string | null;
  readonly said: string;
  /** Number of files run. */
  readonly asked: number;
  /** Number of files that reach it and were not run for lack of time. */
  readonly left: number;
}

export interface Wanted {
  readonly count: number;
  readonly seed: string;
  /** Pattern of paths; absent for all. */
  readonly only?: RegExp;
  /** ms; a mutant not detected by then survives. */
  readonly time: number;
  /** Records again which test reaches what. */
  readonly anew: boolean;
  readonly files: readonly string[];
  readonly say: (line: string) => void;
}

/** Returns a sample of mutations for each part, proportional to its size, at least three. */
export function sampleOf({ count, seed, only, files }: Pick<Wanted, 'count' | 'seed' | 'only' | 'files'>): Mutation[] {
  const all = files
    .filter((path) => partOf(path) && (!only || only.test(path)))
    .flatMap((path) => mutationsIn(path, readFileSync(join(root, path), 'utf8')));
  return mutatedParts.flatMap(({ name }) => {
    const of = all.filter(({ path }) => partOf(path)?.name === name);
    return sampled(of, Math.max(Math.min(3, count), Math.round((count * of.length) / Math.max(1, all.length))), seed);
  });
}

/** ms; a file may wait forever, and it is slower beside others. */
const stallOf = (files: readonly Pick<Reach, 'took'>[]): number =>
  120_000 + 4 * Math.max(0, ...files.map(({ took }) => took));
/** Largest number of files run per mutant. */
const mostAsked = 40;

interface Trial {
  readonly mutation: Mutation;
  /** The code runs when a file is loaded: the mutant is active for a whole run. */
  readonly whole: boolean;
  readonly waiting: Reach[];
  asked: number;
  fate: Fate | null;
}

/** Chooses one mutant per test file, active while that file runs. */
function roundOf(trials: readonly Trial[]): Map<string, { trial: Trial; reach: Reach }> {
  const round = new Map<string, { trial: Trial; reach: Reach }>();
  for (const trial of trials) {
    const at = trial.waiting.findIndex(({ file }) => !round.has(file));
    const [reach] = at < 0 ? [] : trial.waiting.splice(at, 1);
    if (reach) round.set(reach.file, { trial, reach });
  }
  return round;
}

/** Runs the tests that reach a sample of mutants. */
export async function tryMutants(wanted: Wanted): Promise<Fate[]> {
  const sample = sampleOf(wanted);
  const reach = await reachFor([...new Set(sample.map(({ path }) => path))], wanted.anew);
  const ids = sample.map(({ id }) => id);
  const until = Date.now() + wanted.time;
  const trials = sample.map((mutation): Trial => {
    const reached = reach(mutation.path, mutation.inside);
    // A function that only runs while files are loaded is recorded for no test.
    const whole = mutation.inside < 0 || reached.length === 0;
    const waiting = (reached.length ? reached : reach(mutation.path, -1)).slice(0, mostAsked);
    return { mutation, whole, waiting, asked: 0, fate: null };
  });
  const settle = (trial: Trial, noticed: string | null, said: string): void => {
    const { mutation, asked, waiting } = trial;
    trial.fate = {
      mutation,
      part: partOf(mutation.path)?.name ?? '',
      noticed,
      said,
      asked,
      left: noticed ? 0 : waiting.length,
    };
    wanted.say(
      `${noticed ? 'noticed ' : 'SURVIVED'} ${mutation.path}:${mutation.line} ${mutation.id.split('  ').slice(1).join('  ')} ${noticed ? `(${noticed} ${said})` : `(${asked} asked, ${waiting.length} left)`}`,
    );
  };
  const answered = (trial: Trial, file: string, outcome: { passed: boolean; said: string } | undefined): void => {
    trial.asked += 1;
    // With no other mutant active, a missing result means that this one crashed or blocked the tests.
    if (!outcome || !outcome.passed) settle(trial, file, outcome?.said ?? 'the tests did not end');
  };
  // A mutant in code that runs when a file is loaded is active for a whole run.
  for (const trial of trials.filter(({ whole }) => whole)) {
    while (!trial.fate && trial.waiting.length && Date.now() < until) {
      const files = trial.waiting.splice(0, 4);
      const outcomes = await runTests(
        { sample: ids, whole: trial.mutation.id },
        [...new Set(files.map(({ project }) => project))],
        files.map(({ file }) => file),
        stallOf(files),
      );
      for (const { file } of files) if (!trial.fate) answered(trial, file, outcomes.get(file));
    }
  }
  const open = () => trials.filter(({ fate, whole }) => !fate && !whole);
  for (let round = roundOf(open()); round.size && Date.now() < until; round = roundOf(open())) {
    const files = [...round.keys()];
    const stall = stallOf([...round.values()].map((one) => one.reach));
    const projects = [...new Set([...round.values()].map((one) => one.reach.project))];
    const outcomes = await runTests(
      { sample: ids, holds: Object.fromEntries([...round].map(([file, { trial }]) => [file, trial.mutation.id])) },
      projects,
      files,
      stall,
    );
    for (const [file, { trial, reach: one }] of round) {
      const outcome = outcomes.get(file);
      if (outcome) answered(trial, file, outcome);
      else {
        // This mutant or another of the round crashed the run.
        const alone = await runTests(
          { sample: ids, holds: { [file]: trial.mutation.id } },
          [one.project],
          [file],
          stallOf([one]),
        );
        answered(trial, file, alone.get(file));
      }
    }
  }
  for (const trial of trials) if (!trial.fate) settle(trial, null, '');
  return trials.flatMap(({ fate }) => fate ?? []);
}
