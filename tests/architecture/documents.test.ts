import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@server/base/root';
import { describe, expect, it } from 'vitest';

// Documents are held to the code: a path that a document names has to exist.

interface Page {
  /** From the root, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

const markdownIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md')).map((name) => `${folder}/${name.replaceAll('\\', '/')}`);

const atRoot = readdirSync(root).filter((name) => name.endsWith('.md'));
const pages: readonly Page[] = [...atRoot, ...markdownIn('docs')].map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

/** `a/{b,c}.ts` as `a/b.ts` and `a/c.ts`. */
function expanded(path: string): string[] {
  const braces = /\{([^{}]*)\}/.exec(path);
  if (!braces) return [path];
  const [whole, choices = ''] = braces;
  return choices.split(',').flatMap((choice) => expanded(path.slice(0, braces.index) + choice.trim() + path.slice(braces.index + whole.length)));
}

/** Patterns (`*`, `…`) and placeholders (`<subject>`) name no file. */
const isPattern = (path: string): boolean => /[*<>…]/.test(path);

/** Paths of the project in backquotes, without patterns. */
function pathsIn({ text }: Page): string[] {
  const quoted = [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
  const named = quoted.flatMap((code) => code.match(/(?<![\w./@-])(?:contract|server|src|tests|scripts)\/[^\s`'",;:()]*/g) ?? []);
  // A comma within braces belongs to the path, so a code with braces is taken whole.
  const braced = quoted.filter((code) => /^(?:contract|server|src|tests|scripts)\/\S*\{/.test(code));
  return [...named.filter((path) => !path.includes('{')), ...braced].flatMap(expanded).filter((path) => !isPattern(path));
}

/** Targets of links within the project, from the root. */
function linksIn({ path, text }: Page): string[] {
  const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target.replace(/#.*$/, '')).filter((target) => target && !/^[a-z]+:/.test(target)).map((target) => join(folder, target));
}

const missing = (of: (page: Page) => string[]): string[] =>
  pages.flatMap((page) => [...new Set(of(page))].filter((path) => !existsSync(join(root, path))).map((path) => `${page.path} names ${path}`));

describe('documents', () => {
  it('name files and folders that exist', () => {
    expect(pages.flatMap(pathsIn).length).toBeGreaterThan(200);
    expect(missing(pathsIn)).toEqual([]);
  });

  it('link to pages that exist', () => {
    expect(pages.flatMap(linksIn).length).toBeGreaterThan(30);
    expect(missing(linksIn)).toEqual([]);
  });

  it('take at most 150 lines about architecture', () => {
    const long = pages.filter(({ path }) => path.startsWith('docs/architecture')).filter(({ text }) => text.split('\n').length > 151);
    expect(long.map(({ path }) => path)).toEqual([]);
  });
});
