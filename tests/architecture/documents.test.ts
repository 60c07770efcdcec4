import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '@server/base/root';
import { may } from '../../scripts/layout.mjs';
import { sourcesOf } from './sources';

// Compares documents with the code: every path named in a document exists, and every cited section of the specification
// is in docs/spec.

interface Page {
  /** From the root, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

const markdownIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`);

const atRoot = readdirSync(root).filter((name) => name.endsWith('.md'));
const pages: readonly Page[] = [...atRoot, ...markdownIn('docs')].map((path) => ({
  path,
  text: readFileSync(join(root, path), 'utf8'),
}));

/** Expands braces: `a/{b,c}.ts` gives `a/b.ts` and `a/c.ts`. */
function expanded(path: string): string[] {
  const braces = /\{([^{}]*)\}/.exec(path);
  if (!braces) return [path];
  const [whole, choices = ''] = braces;
  return choices
    .split(',')
    .flatMap((choice) =>
      expanded(path.slice(0, braces.index) + choice.trim() + path.slice(braces.index + whole.length)),
    );
}

/** Patterns (`*`, `…`) and placeholders (`<subject>`) name no file. */
const isPattern = (path: string): boolean => /[*<>…]/.test(path);

/** Returns paths of the project in backquotes, without patterns. */
function pathsIn({ text }: Page): string[] {
  const quoted = [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
  const named = quoted.flatMap(
    (code) => code.match(/(?<![\w./@-])(?:contract|server|src|tests|scripts)\/[^\s`'",;:()]*/g) ?? [],
  );
  // A comma within braces belongs to the path, so code with braces is taken whole.
  const braced = quoted.filter((code) => /^(?:contract|server|src|tests|scripts)\/\S*\{/.test(code));
  return [...named.filter((path) => !path.includes('{')), ...braced]
    .flatMap(expanded)
    .filter((path) => !isPattern(path));
}

/** Returns the file names in backquotes, with or without folders; `…Calls.ts` is a pattern and names no file. */
function fileNamesIn({ text }: Page): string[] {
  const quoted = [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
  return quoted
    .flatMap(expanded)
    .flatMap((code) => code.match(/(?<![\w./@…*>-])(?:[\w.-]+\/)*[\w-][\w.-]*\.(?:tsx?|mjs)\b/g) ?? []);
}

/** Returns targets of links within the project, from the root. */
function linksIn({ path, text }: Page): string[] {
  const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target.replace(/#.*$/, ''))
    .filter((target) => target && !/^[a-z]+:/.test(target))
    .map((target) => join(folder, target));
}

const missing = (of: (page: Page) => string[]): string[] =>
  pages.flatMap((page) =>
    [...new Set(of(page))].filter((path) => !existsSync(join(root, path))).map((path) => `${page.path} names ${path}`),
  );

const listed = (cell: string): string[] =>
  (cell.trim() === '–' ? [] : cell.split(',').map((name) => name.trim())).sort();

/** Returns the allowed imports by the table of docs/architecture.md: a row may name several modules. */
function importsTold(): Record<string, string[]> {
  const text = pages.find(({ path }) => path === 'docs/architecture.md')?.text ?? '';
  const [, table = ''] = /\| subject \| may import \|\n\|---\|---\|\n((?:\|.*\|\n)+)/.exec(text) ?? [];
  const rows = [...table.matchAll(/^\| (.+?) \| (.+?) \|$/gm)];
  return Object.fromEntries(
    rows.flatMap(([, subjects = '', others = '']) => listed(subjects).map((subject) => [subject, listed(others)])),
  );
}

describe('documents', () => {
  it('docs/architecture.md states the same allowed imports per subject as the import test', () => {
    const held = Object.entries(may).map(([subject, others]) => [subject, others.split(' ').filter(Boolean).sort()]);
    expect(importsTold()).toEqual(Object.fromEntries(held));
  });

  it('the documents name only files and folders that exist', () => {
    expect(pages.flatMap(pathsIn).length).toBeGreaterThan(200);
    expect(missing(pathsIn)).toEqual([]);
  });

  it('the documents name no TypeScript or mjs file that is missing in the whole tree', () => {
    const below = ['contract', 'server', 'src', 'tests', 'scripts', 'bench'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `/${folder}/${name}`),
    );
    const all = [...below, ...readdirSync(root).map((name) => `/${name}`)].map((path) => path.replaceAll('\\', '/'));
    // The change log names files of former versions.
    const named = pages
      .filter(({ path }) => path !== 'CHANGELOG.md')
      .flatMap((page) => [...new Set(fileNamesIn(page))].map((file) => ({ path: page.path, file })));
    expect(named.length).toBeGreaterThan(200);
    const gone = named.filter(
      ({ file }) => !all.some((path) => path.endsWith(`/${file.replace(/^(?:\.\.?\/)+/, '')}`)),
    );
    expect(gone.map(({ path, file }) => `${path} names ${file}`)).toEqual([]);
  });

  it('the links in the documents lead only to existing pages', () => {
    expect(pages.flatMap(linksIn).length).toBeGreaterThan(30);
    expect(missing(linksIn)).toEqual([]);
  });

  it('each document about the architecture has at most 150 lines', () => {
    const long = pages
      .filter(({ path }) => path.startsWith('docs/architecture'))
      .filter(({ text }) => text.split('\n').length > 151);
    expect(long.map(({ path }) => path)).toEqual([]);
  });
});

/** Returns the files in backquotes in comments, e.g. `policy.ts` or `server/http/route.ts`; without placeholders. */
const filesInComments = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => /^\s*(?:\/\/|\*|\/\*)/.test(line))
    .flatMap((line) => [...line.matchAll(/`((?:[\w.-]+\/)*[\w-]+\.tsx?)`/g)].map(([, name = '']) => name));

describe('comments', () => {
  it('the comments in the code name only existing files', () => {
    const sources = sourcesOf('contract', 'server', 'src');
    const paths = [...sources, ...sourcesOf('tests', 'scripts', 'bench')].map(({ path }) => `/${path}`);
    const named = sources.flatMap(({ path, text }) => filesInComments(text).map((file) => ({ path, file })));
    expect(named.length).toBeGreaterThan(20);
    const gone = named.filter(
      ({ file }) => !paths.some((path) => path.endsWith(`/${file.replace(/^(?:\.\.?\/)+/, '')}`)),
    );
    expect(gone.map(({ path, file }) => `${path} names ${file}`)).toEqual([]);
  });
});

const number = /\d+(?:\.\d+)*/;
const sections =
  /\b(SPEC|DOMAIN|DESIGN|PRODUCT|QUALITY|BEHAVIOUR|STYLE)(?:\.md)?,? ((?:§? ?\d+(?:\.\d+)*[,–-]?(?: and| §)? ?)+)/g;
const goals = /\bQUALITY ((?:AU|AZ|IN|SIG|AUD|FT|PERF)\d+|STM|A11Y)\b/g;
const corrections = /\bcorrections,? (C\d\d)(?:, (C\d\d))?/g;

/**
 * Returns the ids that a text cites. `SPEC §2, §7` are two; `DOMAIN §9, 3` and `DESIGN §4.1` count as their section.
 */
function citationsIn(text: string): string[] {
  const bySection = [...text.matchAll(sections)].flatMap(([, document = '', rest = '']) => {
    const first = number.exec(rest)?.[0] ?? '';
    const others = [...rest.matchAll(/§(\d+(?:\.\d+)*)/g)].map(([, section = '']) => section);
    return [...new Set([first, ...others])].map((section) => `${document} §${section}`);
  });
  const byGoal = [...text.matchAll(goals)].map(([, goal = '']) => `QUALITY ${goal}`);
  const byCorrection = [...text.matchAll(corrections)].flatMap(([, one, other]) =>
    [one, other].filter(Boolean).map((id) => `corrections ${id ?? ''}`),
  );
  return [...bySection, ...byGoal, ...byCorrection];
}

/** Returns the ids from `C01` to `C03`, both included. */
function idsBetween(from: string, to: string): string[] {
  return Array.from(
    { length: Number(to) - Number(from) + 1 },
    (_, index) => `corrections C${String(Number(from) + index).padStart(2, '0')}`,
  );
}

/** Returns the ids of the specification: headings, rows of goals, rows of corrections. */
function idsOf(spec: string): Set<string> {
  const headings = [...spec.matchAll(/^#+ ([A-Z]+(?: §[\d.]+)?)(?= –)/gm)].map(([, id = '']) => id);
  const rows = [...spec.matchAll(/^\| ([A-Z]+\d*|A11Y) \|/gm)].map(([, id = '']) => `QUALITY ${id}`);
  const changes = [...spec.matchAll(/^\| corrections C(\d+)(?:–C(\d+))? \|/gm)].flatMap(([, from = '', to]) =>
    idsBetween(from, to ?? from),
  );
  return new Set([...headings, ...rows, ...changes]);
}

describe('specification', () => {
  const isSpec = ({ path }: Page): boolean => path.startsWith('docs/spec/');
  const spec = idsOf(
    pages
      .filter(isSpec)
      .map(({ text }) => text)
      .join('\n'),
  );
  const citing = [
    ...sourcesOf('contract', 'server', 'src', 'tests', 'scripts', 'bench'),
    ...pages.filter((page) => !isSpec(page)),
  ];

  it('the specification has every section cited by code, tests and documents', () => {
    const cited = citing.flatMap(({ path, text }) => [...new Set(citationsIn(text))].map((id) => ({ path, id })));
    expect(cited.length).toBeGreaterThan(500);
    expect(cited.filter(({ id }) => !spec.has(id)).map(({ path, id }) => `${path} cites ${id}`)).toEqual([]);
  });

  it('the specification contains the text of every goal of reliability, security and speed', () => {
    const ids = readFileSync(join(root, 'tests/proof/ids.ts'), 'utf8').matchAll(/\{ id: '([A-Z0-9]+)'/g);
    expect([...ids].map(([, id = '']) => `QUALITY ${id}`).filter((id) => !spec.has(id))).toEqual([]);
  });
});
