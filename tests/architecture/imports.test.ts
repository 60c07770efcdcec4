import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '@server/base/root';
import { may, order } from '../../scripts/layout.mjs';
import { entriesOf, importsOf, sourcesOf, targetOf, withoutComments } from './sources';

// Import rules of the layout (scripts/layout.mjs, docs/decisions/0022-one-subject-one-name.md).

const contract = sourcesOf('contract');
const server = sourcesOf('server');
const src = sourcesOf('src');

const links = (sources: typeof src) =>
  sources.flatMap((source) =>
    importsOf(source).map((specifier) => ({ from: source.path, specifier, to: targetOf(source, specifier) })),
  );

const said = (broken: readonly { from: string; specifier: string }[]) =>
  broken.map(({ from, specifier }) => `${from} imports ${specifier}`);

const allowed = new Map(Object.entries(may).map(([subject, others]) => [subject, others.split(' ')]));
const subjectOf = (path: string | null) => /^\w+\/features\/([^/]+)/.exec(path ?? '')?.[1];

describe.each([
  ['contract', contract],
  ['server', server],
  ['src', src],
] as const)('%s', (side, sources) => {
  const level = (path: string) => order[side].split(' ').indexOf(/^\w+\/([^/.]+)/.exec(path)?.[1] ?? '');

  it('modules of one side of the package import each other only as the layout table allows', () => {
    const between = links(sources).filter(({ from, to }) => {
      const [one, other] = [subjectOf(from), to?.startsWith(`${side}/`) ? subjectOf(to) : undefined];
      return one && other && one !== other;
    });
    expect(between.length).toBeGreaterThan(40);
    expect(
      said(between.filter(({ from, to }) => !allowed.get(subjectOf(from) ?? '')?.includes(subjectOf(to) ?? ''))),
    ).toEqual([]);
  });

  it('each side of the package has only the folders of its declared layers, and imports only from the same or an inner layer', () => {
    expect(
      sources.map(({ path }) => path).filter((path) => level(path) < 0 && !/^src\/[^/]+\.d\.ts$/.test(path)),
    ).toEqual([]);
    expect(
      said(links(sources).filter(({ from, to }) => to?.startsWith(`${side}/`) && level(to) < level(from))),
    ).toEqual([]);
  });

  it('a folder has at most 26 entries, except pages and migrations', () => {
    const big = entriesOf(side).filter(({ folder, count }) => count > 26 && !/\/(migrations|pages)$/.test(folder));
    expect(big).toEqual([]);
  });
});

describe('contract', () => {
  it('the folder contract imports no code of the product outside itself', () => {
    expect(said(links(contract).filter(({ to }) => to !== null && !to.startsWith('contract/')))).toEqual([]);
  });

  it('the method catalogue in the folder contract does not import the method sheets, which the first page would otherwise load', () => {
    const routes = links(contract).filter(({ from }) => /^contract\/features\/laboratory\/methods\/[^/]+$/.test(from));
    expect(routes.length).toBeGreaterThan(15);
    expect(
      said(
        routes.filter(({ to }) =>
          /^contract\/(arithmetic|features\/laboratory\/methods\/(sheets|calculation|physical))\//.test(to ?? ''),
        ),
      ),
    ).toEqual([]);
  });

  it('the folder contract depends only on zod, and on no platform', () => {
    const allowed = new Set(['zod']);
    expect(said(links(contract).filter(({ to, specifier }) => to === null && !allowed.has(specifier)))).toEqual([]);
  });
});

describe('figures of scripts/arrows.mjs', () => {
  const figures = execFileSync(process.execPath, [join(root, 'scripts/arrows.mjs')], { encoding: 'utf8' });
  const figureOf = (name: string) =>
    [...figures.matchAll(new RegExp(`${name}: (\\d+)`, 'g'))].map(([, n]) => Number(n));

  it('scripts/arrows.mjs finds no circular imports between folders or files', () => {
    expect(figureOf('rooms that import each other')).toEqual([0, 0, 0]);
    expect(figureOf('circles of files at run time')).toEqual([0]);
  });

  it('scripts/arrows.mjs counts at most 131 imports between the files and folders at the root of the server', () => {
    expect(Number(/^server: .* folders, (\d+) arrows/m.exec(figures)?.[1])).toBeLessThanOrEqual(131);
  });

  it('scripts/arrows.mjs counts twenty entries at the root of the folder contract, and at most 0.5 % of lines over 120 characters', () => {
    expect(/^contract: (\d+) files and folders/m.exec(figures)?.[1]).toBe('20');
    const lines = [...contract, ...server, ...src].reduce((sum, { text }) => sum + text.split('\n').length, 0);
    const [long = lines] = figureOf('lines of more than 120 letters');
    expect(long / lines).toBeLessThan(0.005);
  });
});

describe('server and src', () => {
  it('the folders server and src never import each other', () => {
    expect(said(links(server).filter(({ to }) => to?.startsWith('src/')))).toEqual([]);
    expect(said(links(src).filter(({ to }) => to?.startsWith('server/')))).toEqual([]);
  });

  it('the console does not load the full list of entities in the folder contract', () => {
    expect(said(links(src).filter(({ to }) => to === 'contract/subjects'))).toEqual([]);
  });
});

describe('src', () => {
  it('src/pages contains only page files', () => {
    expect(
      src.map(({ path }) => path).filter((path) => path.startsWith('src/pages/') && !/\/page\.tsx?$/.test(path)),
    ).toEqual([]);
  });

  it('pages in src/pages do not import each other', () => {
    const folders = src
      .filter(({ path }) => /\/page\.tsx?$/.test(path))
      .map(({ path }) => path.replace(/page\.tsx?$/, ''))
      .sort((a, b) => b.length - a.length);
    const pageOf = (path: string) => folders.find((folder) => path.startsWith(folder));
    const broken = links(src).filter(
      ({ from, to }) => from.startsWith('src/pages/') && to?.startsWith('src/pages/') && pageOf(from) !== pageOf(to),
    );
    expect(said(broken)).toEqual([]);
  });

  it('the code of the list editor imports no page and no entity description', () => {
    expect(
      said(
        links(src).filter(
          ({ from, to }) =>
            from.startsWith('src/listEditor/') && (to?.startsWith('src/pages/') || to?.includes('/entities/')),
        ),
      ),
    ).toEqual([]);
  });

  it('src/api does not import the session', () => {
    expect(
      said(links(src).filter(({ from, to }) => from.startsWith('src/api/') && to?.startsWith('src/session/'))),
    ).toEqual([]);
  });
});

it('every form of the console is made by PaneForm, which gives its inputs element ids that no other form has', () => {
  const forms = sourcesOf('src').filter((source) => /<Form(?:$|[\s<])/m.test(withoutComments(source)));
  expect(forms.map(({ path }) => path)).toEqual(['src/fields/PaneForm.tsx']);
});
