import { describe, expect, it } from 'vitest';
import { may, order } from '../../scripts/layout.mjs';
import { importsOf, sourcesOf, targetOf } from './sources';

// DESIGN §2.2: who may import whom, said once.

const contract = sourcesOf('contract');
const server = sourcesOf('server');
const src = sourcesOf('src');

const links = (sources: typeof src) =>
  sources.flatMap((source) => importsOf(source).map((specifier) => ({ from: source.path, specifier, to: targetOf(source, specifier) })));

const said = (broken: { from: string; specifier: string }[]) => broken.map(({ from, specifier }) => `${from} imports ${specifier}`);

describe('contract', () => {
  it('imports nothing of ours outside itself', () => {
    expect(said(links(contract).filter(({ to }) => to !== null && !to.startsWith('contract/')))).toEqual([]);
  });

  it('has a catalogue of methods without their sheets, which the first page would carry with it', () => {
    const routes = links(contract).filter(({ from }) => /^contract\/methods\/[^/]+$/.test(from));
    expect(routes.length).toBeGreaterThan(15);
    expect(said(routes.filter(({ to }) => /^contract\/(lab|methods\/(sheets|calculation))\//.test(to ?? '')))).toEqual([]);
  });

  it('needs zod and a decimal library, and no platform', () => {
    const allowed = new Set(['zod', 'decimal.js-light']);
    expect(said(links(contract).filter(({ to, specifier }) => to === null && !allowed.has(specifier)))).toEqual([]);
  });
});

describe('server and src', () => {
  it('never import each other', () => {
    expect(said(links(server).filter(({ to }) => to?.startsWith('src/')))).toEqual([]);
    expect(said(links(src).filter(({ to }) => to?.startsWith('server/')))).toEqual([]);
  });

  it('meet in the contract without its full list of entities in the console', () => {
    expect(said(links(src).filter(({ to }) => to === 'contract/entities' || to === 'contract/entities/index'))).toEqual([]);
  });
});

describe('server', () => {
  it('has subjects that import each other by the table of the layout', () => {
    const subjectOf = (path: string) => /^server\/features\/([^/]+)/.exec(path)?.[1];
    const allowed = new Map(Object.entries(may).map(([subject, others]) => [subject, others.split(' ')]));
    const between = links(server).flatMap((link) => {
      const [from, to] = [subjectOf(link.from), subjectOf(link.to ?? '')];
      return from && to && from !== to ? [{ ...link, subjects: [from, to] as const }] : [];
    });
    expect(between.length).toBeGreaterThan(100);
    expect(said(between.filter(({ subjects: [from, to] }) => !allowed.get(from)?.includes(to)))).toEqual([]);
  });

  it('imports inwards only', () => {
    const level = (path: string) => order.server.split(' ').indexOf(/^server\/([^/.]+)/.exec(path)?.[1] ?? '');
    expect(server.map(({ path }) => path).filter((path) => level(path) < 0)).toEqual([]);
    expect(said(links(server).filter(({ from, to }) => to?.startsWith('server/') && level(to) < level(from)))).toEqual([]);
  });
});

describe('src', () => {
  // Outermost first: a layer imports those behind it.
  const layers = ['main', 'app', 'shell', 'light', 'pages', 'stock', 'methods', 'templates', 'site', 'projects', 'listEditor', 'grid', 'fields', 'outbox', 'session', 'api', 'lib'];
  const level = (path: string) => layers.indexOf(/^src\/([^/.]+)/.exec(path)?.[1] ?? '');

  it('has no folder outside the layers', () => {
    expect(src.map(({ path }) => path).filter((path) => level(path) < 0 && !/^src\/[^/]+\.d\.ts$/.test(path))).toEqual([]);
  });

  it('imports inwards only', () => {
    // The console root and the light shell load pages by a glob, and the list editor's face for pages that are data.
    expect(said(links(src).filter(({ from, to }) => to?.startsWith('src/') && level(to) < level(from)))).toEqual([]);
  });

  it('has pages that do not know each other', () => {
    const folders = src.filter(({ path }) => /\/page\.tsx?$/.test(path)).map(({ path }) => path.replace(/page\.tsx?$/, '')).sort((a, b) => b.length - a.length);
    const pageOf = (path: string) => folders.find((folder) => path.startsWith(folder));
    const broken = links(src).filter(({ from, to }) => from.startsWith('src/pages/') && to?.startsWith('src/pages/') && pageOf(from) !== pageOf(to));
    expect(said(broken)).toEqual([]);
  });

  it('has a list editor that knows no page and no entity by name', () => {
    expect(said(links(src).filter(({ from, to }) => from.startsWith('src/listEditor/') && (to?.startsWith('src/pages/') || to?.startsWith('contract/entities/'))))).toEqual([]);
  });

  it('has an api that does not know the session', () => {
    expect(said(links(src).filter(({ from, to }) => from.startsWith('src/api/') && to?.startsWith('src/session/')))).toEqual([]);
  });
});
