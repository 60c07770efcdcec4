import type { TestOutcome } from './run';
import type { TestFile } from './titles';

/** `ui/failures: says so` as file and part of a title; without a title every test of the file. */
function partsOf(proof: string): { path: string; part: string } {
  const [, path = proof, part = ''] = /^(\S+?)(?:: (.+))?$/s.exec(proof) ?? [];
  return { path: `tests/${path}`, part };
}

const isIn = (file: string, path: string): boolean =>
  file.startsWith(`${path}.`) && /^(?:\.proof)?\.test\.tsx?$/.test(file.slice(path.length));

/** Whether there is a test that the proof names, by what stands in the sources. */
export function isThere(proof: string, files: readonly TestFile[]): boolean {
  const { path, part } = partsOf(proof);
  return files.some(({ file, titles }) => isIn(file, path) && titles.some((title) => title.includes(part)));
}

/** The tests of a run that the proof names. */
export function testsOf(proof: string, tests: readonly TestOutcome[]): TestOutcome[] {
  const { path, part } = partsOf(proof);
  return tests.filter(({ file, title }) => isIn(file, path) && title.includes(part));
}
