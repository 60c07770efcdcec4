import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { root } from '@server/root';

export interface TestFile {
  /** From the root, with forward slashes. */
  readonly file: string;
  /** Of its tests and of what stands around them, as they are written: with %s where a table fills them in. */
  readonly titles: readonly string[];
}

// `it`, `describe` and their kinds (`it.each([…])`), up to the title in whatever quotes: a table's lines come between.
const title = /\b(?:it|test|describe)(?:\.\w+(?:\((?:[^'"`]|'[^'\n]*'|"[^"\n]*"|`[^`]*`)*?\))?)*\(\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`)/g;

export const titlesIn = (source: string): string[] => [...source.matchAll(title)].map(([, single, double, template]) => (single ?? double ?? template ?? '').replace(/\\(['"`])/g, '$1'));

/** Every file of tests with the titles in it, without running any. */
export function testFiles(): TestFile[] {
  return readdirSync(join(root, 'tests'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ file: relative(root, path).split(sep).join('/'), titles: titlesIn(readFileSync(path, 'utf8')) }))
    .sort((a, b) => (a.file < b.file ? -1 : 1));
}
