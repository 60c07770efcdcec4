import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../../server/base/root.ts';
import { runTests } from './runTests.ts';
import { projectsOf } from './scope.ts';

/** A test file: its duration, and the functions it reaches. */
export interface Reach {
  readonly file: string;
  readonly project: string;
  /** ms */
  readonly took: number;
  readonly reached: readonly string[];
}

const placeOf = (project: string): string => join(root, `node_modules/.cache/mutants/reach-${project}.json`);
/** ms; one file on a busy machine. */
const longest = 600_000;

/**
 * Returns which test file of a project reaches what, for files that pass. Recorded once and stored beside the packages.
 * A newer test is unknown until recorded again.
 */
async function reachOf(project: string, anew: boolean): Promise<readonly Reach[]> {
  const place = placeOf(project);
  if (!anew && existsSync(place)) return JSON.parse(readFileSync(place, 'utf8')) as Reach[];
  mkdirSync(dirname(place), { recursive: true });
  const report = `${place}l`;
  rmSync(report, { force: true });
  const outcomes = await runTests({ sample: null, report }, [project], [], longest);
  const lines = readFileSync(report, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Pick<Reach, 'file' | 'reached'>);
  const found = lines.flatMap(({ file, reached }) => {
    const outcome = outcomes.get(file);
    return outcome?.passed ? [{ file, project, took: outcome.took, reached }] : [];
  });
  writeFileSync(place, JSON.stringify(found));
  rmSync(report, { force: true });
  return found;
}

const wordsOf = (path: string): Set<string> =>
  new Set(
    path
      .replace(/\.(test\.)?tsx?$/, '')
      .split(/[/.]|(?=[A-Z])/)
      .map((word) => word.toLowerCase().replace(/s$/, '')),
  );

/**
 * Returns the test files that reach a function, the most promising first: nearest project, similar name, few other
 * functions, short duration.
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
    const order = projectsOf(path);
    const cost = (one: Reach) =>
      order.indexOf(one.project) * 1000 - alike(one) * 60 + one.reached.length / 40 + one.took / 400;
    const reaches = (one: Reach) =>
      inside < 0
        ? one.reached.some((name) => name.startsWith(`${path}#`))
        : (sets.get(one)?.has(`${path}#${inside}`) ?? false);
    return all
      .filter((one) => order.includes(one.project) && reaches(one))
      .sort((first, second) => cost(first) - cost(second));
  };
}
