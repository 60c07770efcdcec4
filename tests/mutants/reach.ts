import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../../server/base/root.ts';
import { runTests } from './runTests.ts';
import { partOf, projectsOf } from './scope.ts';

/** A test file: its duration, and the functions it reaches. */
export interface Reach {
  readonly file: string;
  readonly project: string;
  /** ms */
  readonly took: number;
  readonly reached: readonly string[];
  /** Time of the recording, ms since 1970. */
  readonly at: number;
}

const placeOf = (project: string): string => join(root, `node_modules/.cache/mutants/reach-${project}.json`);
/** ms; one file on a busy machine. */
const longest = 600_000;

/** @returns ms since 1970, of the last change; 0 without the file */
const changedAt = (path: string): number => {
  const place = join(root, path);
  return existsSync(place) ? statSync(place).mtimeMs : 0;
};

/** Runs test files of a project (all of it for none), and returns what they reach: nothing for those that fail. */
async function recorded(project: string, files: readonly string[]): Promise<Reach[]> {
  const report = `${placeOf(project)}l`;
  rmSync(report, { force: true });
  const at = Date.now();
  const outcomes = await runTests({ sample: null, report }, [project], files, longest);
  if (!existsSync(report)) return [];
  const lines = readFileSync(report, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Pick<Reach, 'file' | 'reached'>);
  rmSync(report, { force: true });
  const reachedBy = new Map(lines.map(({ file, reached }) => [file, reached]));
  return [...new Set([...outcomes.keys(), ...files])].map((file) => {
    const outcome = outcomes.get(file);
    return {
      file,
      project,
      took: outcome?.took ?? 0,
      reached: (outcome?.passed && reachedBy.get(file)) || [],
      at,
    };
  });
}

/**
 * Returns which test file of a project reaches what, for files that pass. Stored beside the packages; files that are
 * new or changed since then are recorded again, all of them for `anew`.
 */
async function reachOf(project: string, anew: boolean): Promise<readonly Reach[]> {
  const place = placeOf(project);
  mkdirSync(dirname(place), { recursive: true });
  const all = !anew && existsSync(place);
  const since = changedAt(place);
  const known = all
    ? (JSON.parse(readFileSync(place, 'utf8')) as Reach[]).map((one) => ({ ...one, at: one.at ?? since }))
    : [];
  const stored = new Map(known.map((one) => [one.file, one]));
  const asked = all ? testsOf(project).filter((file) => changedAt(file) > (stored.get(file)?.at ?? 0)) : [];
  if (all && !asked.length) return known;
  const found = [...known.filter(({ file }) => !asked.includes(file)), ...(await recorded(project, asked))];
  writeFileSync(place, JSON.stringify(found));
  return found;
}

/** Returns the test files of a project. */
const testsOf = (project: string): string[] =>
  spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'list', '--filesOnly', '--project', project], {
    cwd: root,
    encoding: 'utf8',
  })
    .stdout.split('\n')
    .flatMap((line) => /tests\/\S+\.test\.tsx?/.exec(line) ?? []);

const wordsOf = (path: string): Set<string> =>
  new Set(
    path
      .replace(/\.(test\.)?tsx?$/, '')
      .split(/[/.]|(?=[A-Z])/)
      .map((word) => word.toLowerCase().replace(/s$/, '')),
  );

/** Returns whether a test file is about the part that a source belongs to. */
const isAbout = (file: string, path: string): boolean =>
  partOf(path)?.tests?.some((start) => file.startsWith(`tests/${start}`)) ?? false;

/**
 * Returns the test files that reach a function, the most promising first: nearest project, about the part, many
 * functions of the same source, similar name, few other functions, short duration.
 */
export async function reachFor(
  paths: readonly string[],
  anew: boolean,
): Promise<(path: string, inside: number) => Reach[]> {
  const projects = [...new Set(paths.flatMap(projectsOf))];
  const all: Reach[] = [];
  for (const project of projects) all.push(...(await reachOf(project, anew)));
  const sets = new Map(all.map((one) => [one, new Set(one.reached)]));
  return (path, inside) => {
    const names = wordsOf(path);
    const alike = ({ file }: Reach) => [...wordsOf(file)].filter((word) => names.has(word)).length;
    const depthOf = new Map(all.map((one) => [one, one.reached.filter((name) => name.startsWith(`${path}#`)).length]));
    const deepest = Math.max(1, ...depthOf.values());
    const order = projectsOf(path);
    const cost = (one: Reach) =>
      order.indexOf(one.project) * 1000 -
      (isAbout(one.file, path) ? 300 : 0) -
      ((depthOf.get(one) ?? 0) / deepest) * 150 -
      alike(one) * 60 +
      one.reached.length / 40 +
      one.took / 400;
    const changed = changedAt(path);
    // The functions of a source that changed since the recording are counted otherwise.
    const reaches = (one: Reach) =>
      inside < 0 || changed > one.at ? (depthOf.get(one) ?? 0) > 0 : (sets.get(one)?.has(`${path}#${inside}`) ?? false);
    return all
      .filter((one) => order.includes(one.project) && reaches(one))
      .sort((first, second) => cost(first) - cost(second));
  };
}
