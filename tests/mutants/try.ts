import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../server/base/root.ts';
import { type Mutation, mutationsIn, sampled } from './mutations.ts';
import { type Reach, reachFor } from './reach.ts';
import { remember, remembered } from './remembered.ts';
import { runTests } from './runTests.ts';
import { mutatedParts, partOf } from './scope.ts';
import { listedSurvivors } from './survivors.ts';

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
/** Largest number of files run per mutant, and per one that is listed as equal in effect. */
const [maxAsked, maxAskedOfEqual] = [30, 3];
/** Files of a round beyond one per mutant: a run takes its time to start, whatever it runs. */
const maxBeside = 16;
/** ms; a file that takes no longer is run for several mutants at once. */
const cheap = 6000;

interface Trial {
  readonly mutation: Mutation;
  /** The code runs when a file is loaded: the mutant is active for a whole run. */
  readonly whole: boolean;
  readonly waiting: Reach[];
  asked: number;
  fate: Fate | null;
}

type Round = ReadonlyMap<string, { readonly trial: Trial; readonly reach: Reach }>;

/**
 * Chooses one mutant per test file, active while that file runs; several files per mutant when few are left. A cheap
 * file that several mutants want runs for each of them, in runs of its own.
 */
function roundsOf(trials: readonly Trial[]): Round[] {
  const first = new Map<string, { trial: Trial; reach: Reach }>();
  const rounds = [first];
  const placed = (trial: Trial): boolean =>
    trial.waiting.some((reach, index) => {
      const free = rounds.find((round) => !round.has(reach.file));
      if (free !== first && reach.took > cheap) return false;
      const round = free ?? new Map<string, { trial: Trial; reach: Reach }>();
      if (!free) rounds.push(round);
      round.set(reach.file, { trial, reach });
      trial.waiting.splice(index, 1);
      return true;
    });
  for (let more = true, before = true; more && (before || first.size < maxBeside); before = false)
    more = trials.filter(placed).length > 0;
  return rounds.filter(({ size }) => size > 0);
}

const projectsIn = (reaches: readonly Reach[]): string[] => [...new Set(reaches.map(({ project }) => project))];

/** Notes and says what became of a mutant. */
function settle(trial: Trial, noticed: string | null, text: string, say: Wanted['say']): void {
  const { mutation, asked, waiting } = trial;
  const left = noticed ? 0 : waiting.length;
  trial.fate = { mutation, part: partOf(mutation.path)?.name ?? '', noticed, said: text, asked, left };
  const told = noticed ? `(${noticed} ${text})` : `(${asked} asked, ${left} left)`;
  const what = mutation.id.split('  ').slice(1).join('  ');
  say(`${noticed ? 'noticed ' : 'SURVIVED'} ${mutation.path}:${mutation.line} ${what} ${told}`);
}

type Answered = (trial: Trial, file: string, outcome: { passed: boolean; said: string } | undefined) => void;

/** Runs the files of a round; one without a result once more, alone. */
async function runRound(round: Round, sample: readonly string[], answered: Answered): Promise<void> {
  const reaches = [...round.values()].map(({ reach }) => reach);
  const outcomes = await runTests(
    { sample, holds: Object.fromEntries([...round].map(([file, { trial }]) => [file, trial.mutation.id])) },
    projectsIn(reaches),
    [...round.keys()],
    stallOf(reaches),
  );
  for (const [file, { trial, reach }] of round) {
    if (trial.fate) continue;
    const outcome = outcomes.get(file);
    // Without a result, this mutant or another of the round crashed the run.
    const alone = outcome ? undefined : { sample, holds: { [file]: trial.mutation.id } };
    answered(
      trial,
      file,
      alone ? (await runTests(alone, [reach.project], [file], stallOf([reach]))).get(file) : outcome,
    );
  }
}

/** Runs the files of a mutant in code that runs when a file is loaded: it is active for a whole run. */
async function runWhole(trial: Trial, sample: readonly string[], until: number, answered: Answered): Promise<void> {
  while (!trial.fate && trial.waiting.length && Date.now() < until) {
    const reaches = trial.waiting.splice(0, 4);
    const files = reaches.map(({ file }) => file);
    const plan = { sample, whole: trial.mutation.id };
    const outcomes = await runTests(plan, projectsIn(reaches), files, stallOf(reaches));
    for (const file of files) if (!trial.fate) answered(trial, file, outcomes.get(file));
  }
}

/** Takes over what test files said of a mutant in an earlier run. */
function recall(trial: Trial, say: Wanted['say']): void {
  const told = remembered(trial.mutation);
  const noticed = [...told].find(([, said]) => said !== null);
  if (noticed) settle(trial, noticed[0], noticed[1] ?? '', say);
  const waiting = trial.waiting.filter(({ file }) => !told.has(file));
  trial.asked = trial.waiting.length - waiting.length;
  trial.waiting.splice(0, Infinity, ...waiting);
}

/** Runs the tests that reach a sample of mutants. */
export async function tryMutants(wanted: Wanted): Promise<Fate[]> {
  const sample = sampleOf(wanted);
  const reach = await reachFor([...new Set(sample.map(({ path }) => path))], wanted.anew);
  const ids = sample.map(({ id }) => id);
  const until = Date.now() + wanted.time;
  const equal = new Set(listedSurvivors().flatMap(({ id, reason }) => (reason.startsWith('same') ? [id] : [])));
  const trials = sample.map((mutation): Trial => {
    const reached = reach(mutation.path, mutation.inside);
    // A function that only runs while files are loaded is recorded for no test.
    const whole = mutation.inside < 0 || reached.length === 0;
    const waiting = (reached.length ? reached : reach(mutation.path, -1)).slice(
      0,
      equal.has(mutation.id) ? maxAskedOfEqual : maxAsked,
    );
    return { mutation, whole, waiting, asked: 0, fate: null };
  });
  const answered: Answered = (trial, file, outcome) => {
    if (trial.fate) return;
    trial.asked += 1;
    // With no other mutant active, a missing result means that this one crashed or blocked the tests.
    const said = outcome?.passed ? null : (outcome?.said ?? 'the tests did not end');
    remember(trial.mutation, file, said);
    if (said !== null) settle(trial, file, said, wanted.say);
  };
  if (!wanted.anew) for (const trial of trials) recall(trial, wanted.say);
  for (const trial of trials.filter(({ whole, fate }) => whole && !fate)) await runWhole(trial, ids, until, answered);
  const open = () => trials.filter(({ fate, whole }) => !fate && !whole);
  for (let rounds = roundsOf(open()); rounds.length && Date.now() < until; rounds = roundsOf(open()))
    for (const round of rounds) await runRound(round, ids, answered);
  for (const trial of trials) if (!trial.fate) settle(trial, null, '', wanted.say);
  return trials.flatMap(({ fate }) => fate ?? []);
}
