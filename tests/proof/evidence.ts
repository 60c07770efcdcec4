import type { TestOutcome } from './run';
import type { TestFile } from './titles';

/** Splits `ui/failures: part of a title` into file and part; without a part, every test of the file. */
function partsOf(proof: string): { path: string; part: string } {
  const [, path = proof, part = ''] = /^(\S+?)(?:: (.+))?$/s.exec(proof) ?? [];
  return { path: `tests/${path}`, part };
}

const isIn = (file: string, path: string): boolean =>
  file.startsWith(`${path}.`) && /^(?:\.proof)?\.test\.tsx?$/.test(file.slice(path.length));

/** Returns whether the sources contain a test that the proof names. */
export function isThere(proof: string, files: readonly TestFile[]): boolean {
  const { path, part } = partsOf(proof);
  return files.some(({ file, titles }) => isIn(file, path) && titles.some((title) => title.includes(part)));
}

/** Returns the tests of a run that the proof names. */
export function testsOf(proof: string, tests: readonly TestOutcome[]): TestOutcome[] {
  const { path, part } = partsOf(proof);
  return tests.filter(({ file, title }) => isIn(file, path) && title.includes(part));
}
