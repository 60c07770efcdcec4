import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { root } from '@server/base/root';

export interface TestFile {
  /** From the root, with forward slashes. */
  readonly file: string;
  /** Titles of its tests and describes as written, with %s for values of a table. */
  readonly titles: readonly string[];
}

// `it`, `describe` and variants (`it.each([…])`), up to the title in any quotes; lines of a table may come between.
const title =
  /\b(?:it|test|describe)(?:\.\w+(?:\((?:[^'"`]|'[^'\n]*'|"[^"\n]*"|`[^`]*`)*?\))?)*\(\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`)/g;

const wordsOf = ([, single, double, template]: RegExpMatchArray): string =>
  (single ?? double ?? template ?? '').replace(/\\(['"`])/g, '$1');

export const titlesIn = (source: string): string[] => [...source.matchAll(title)].map(wordsOf);

/** Returns the names of the tests, each preceded by its describes, as a run names them. A describe is less indented. */
export function namesIn(source: string): string[] {
  const around: { indent: number; words: string }[] = [];
  return [...source.matchAll(title)].flatMap((match) => {
    const indent = match.index - source.lastIndexOf('\n', match.index) - 1;
    while ((around.at(-1)?.indent ?? -1) >= indent) around.pop();
    const words = wordsOf(match);
    if (match[0].startsWith('describe')) {
      around.push({ indent, words });
      return [];
    }
    return [[...around.map((one) => one.words), words].join(' ')];
  });
}

const testPaths = (): string[] =>
  readdirSync(join(root, 'tests'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));

/** Returns all test files with their titles, without running them. */
export function testFiles(): TestFile[] {
  return testPaths()
    .map((path) => ({ file: relative(root, path).split(sep).join('/'), titles: titlesIn(readFileSync(path, 'utf8')) }))
    .sort((a, b) => (a.file < b.file ? -1 : 1));
}

/** Returns the names of all tests, without running them. */
export const testNames = (): string[] => testPaths().flatMap((path) => namesIn(readFileSync(path, 'utf8')));
