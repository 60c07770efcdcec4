import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '@server/base/root';
import { isNode, type SyntaxNode, visit } from '../mutants/syntax';
import { exportsNobodyImports } from './exports';
import { type Source, sourcesOf, withoutComments } from './sources';

// Long functions and exports that only tests use. The numbers may go down, never up: whoever makes one smaller lowers
// it here.

/** Lines of a function, comments included, above which it counts as long. */
const long = 60;

interface Measured {
  readonly name: string;
  readonly lines: number;
}

const isFunction = ({ type }: SyntaxNode): boolean => /Function(?:Expression|Declaration)$/.test(type);

/** Returns the name of a function, or of what it is assigned to. */
function nameOf(node: SyntaxNode, parent: SyntaxNode | null): string {
  const named = [node['id'], parent?.['id'], parent?.['key']].find(isNode);
  return named ? String(named['name'] ?? named['value']) : 'function';
}

/** Returns the functions with more than 60 lines, longest first. */
function longFunctions(sources: readonly Source[]): Measured[] {
  return sources
    .flatMap(({ path, text }) =>
      [...visit(path, text)]
        .filter(({ node }) => isFunction(node))
        .map(({ node, parent }) => ({
          name: `${path} ${nameOf(node, parent)}`,
          lines: text.slice(node.start, node.end).split('\n').length,
        })),
    )
    .filter(({ lines }) => lines > long)
    .sort((a, b) => b.lines - a.lines);
}

describe.each([
  ['contract', { count: 0, longest: 60 }],
  ['server', { count: 31, longest: 78 }],
  ['src', { count: 116, longest: 89 }],
] as const)('functions of %s', (side, most) => {
  const found = longFunctions(sourcesOf(side));

  it(`functions of ${side} have at most ${most.longest} lines`, () => {
    expect(found.filter(({ lines }) => lines > most.longest)).toEqual([]);
  });

  it(`at most ${most.count} functions of ${side} have more than ${long} lines`, () => {
    expect(found.length, found.map(({ name, lines }) => `${lines} ${name}`).join('\n')).toBeLessThanOrEqual(most.count);
  });
});

/** Exported functions, constants and classes that no other file of the product names, and some test does. */
function exportsForTests(): { path: string; name: string; used: boolean }[] {
  const wordsOf = (source: Source): string[] => withoutComments(source).match(/\b\w+\b/g) ?? [];
  const code = sourcesOf('contract', 'server', 'src', 'scripts').map((source) => ({ source, words: wordsOf(source) }));
  const inTests = new Set(sourcesOf('tests').flatMap(wordsOf));
  /** In how many files of the product a word stands. */
  const standing = new Map<string, number>();
  for (const { words } of code) for (const word of new Set(words)) standing.set(word, (standing.get(word) ?? 0) + 1);
  return code.flatMap(({ source: { path, text }, words }) =>
    [...text.matchAll(/^export (?:async )?(?:function|const|class) (\w+)/gm)]
      .map(([, name = '']) => name)
      .filter((name) => standing.get(name) === 1 && inTests.has(name))
      .map((name) => ({ path, name, used: words.filter((word) => word === name).length > 1 })),
  );
}

describe('exports', () => {
  const found = exportsForTests();

  it('every export that only tests use is listed with a reason', () => {
    const listed = readFileSync(join(root, 'tests/architecture/exportsForTests.txt'), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => line.split('  '));
    const unlisted = found.filter(({ path, used }) => !path.startsWith('contract/arithmetic/') || used);
    expect(listed.map(([path, name]) => `${path} ${name}`).sort()).toEqual(
      unlisted.map(({ path, name }) => `${path} ${name}`).sort(),
    );
    expect(listed.filter(([, , reason = '']) => reason.length < 10)).toEqual([]);
  });

  it('every export is imported by another file', () => {
    expect(exportsNobodyImports()).toEqual([]);
  });

  it('docs/science.md names exactly the exported formulas that the product does not call', () => {
    const uncalled = found.filter(({ path, used }) => path.startsWith('contract/arithmetic/') && !used);
    const page = readFileSync(join(root, 'docs/science.md'), 'utf8');
    const [, section = ''] = page.split('## Formulas that the product does not call yet');
    const named = [...section.matchAll(/^\| (`.+?) \|/gm)].flatMap(([, cell = '']) => cell.match(/\w+/g) ?? []);
    expect(named.sort()).toEqual(uncalled.map(({ name }) => name).sort());
  });
});
