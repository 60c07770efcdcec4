import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '@server/base/root';
import { sourcesOf, withoutComments } from './sources';

// SPEC §7, generic list: the call uses a configured url and method. Each page says the url; method, names and suffixes
// only where they differ from the usual ones.

// Answered where the operator switches it on (MAINTENANCE).
const switchedOn = 'api/maintenance';
const answered = new Set(
  [switchedOn].concat(
    readFileSync(join(root, 'tests/security/routes.txt'), 'utf8')
      .split('\n')
      .flatMap((line) => /^GET (\S+)/.exec(line)?.[1] ?? []),
  ),
);

/** Returns the lines of each page's description that say where its list is, with those of what it spreads. */
const urlsIn = (text: string): { page: string; url: string | undefined }[] =>
  [...text.matchAll(/definePage\(\{([\s\S]*?)\n {0,12}columns:/g)].map(([, head = '']) => {
    const spread = /\.\.\.(\w+),/.exec(head)?.[1];
    const from = spread ? (new RegExp(`const ${spread} = \\{[\\s\\S]*?\\}`).exec(text)?.[0] ?? '') : '';
    return { page: head.trim(), url: /\burl: ([^,\n]+)/.exec(head + from)?.[1] };
  });

const pages = sourcesOf('src').flatMap((source) =>
  source.path.startsWith('src/listEditor/')
    ? []
    : urlsIn(withoutComments(source)).map((page) => ({ ...page, path: source.path })),
);

it('each page with a list editor states the address of its list', () => {
  expect(pages.length).toBeGreaterThan(50);
  expect(pages.filter(({ url }) => url === undefined)).toEqual([]);
});

it('each list address written in a page is one that the server answers', () => {
  const written = pages.flatMap(({ url, path }) => (url?.startsWith("'") ? [{ path, url: url.slice(1, -1) }] : []));
  expect(written.length).toBeGreaterThan(45);
  expect(written.filter(({ url }) => !answered.has(url))).toEqual([]);
});

/** Forms of one row and a tree: shown by the list editor without its list. */
const withoutList = new Set(['api/mailServer', 'api/brand', 'api/menus']);

it('each list address written in a page has an export', () => {
  const written = pages.flatMap(({ url }) => (url?.startsWith("'") ? [url.slice(1, -1)] : []));
  const without = written.filter(
    (url) => !withoutList.has(url) && url !== switchedOn && !answered.has(`${url}/export`),
  );
  expect([...new Set(without)]).toEqual([]);
});

/** What is done on site and by clients: its lists are cards on a phone. */
const onPhone =
  /^src\/(pages\/(siteSample|resource\/vehicles|inspectUnit|dataGovernance\/enterpriseDeclaration)|features\/(fieldwork|equipment|projects\/StageProjects|notices\/mine))/;

const list = /<DataTable\b|\bdefinePage\(|<ListPage>|\): ListPage =>/;

it('each list page for field work and for enterprise users shows cards on a phone', () => {
  const lists = sourcesOf('src')
    .filter(({ path }) => onPhone.test(path))
    .map((source) => ({ path: source.path, text: withoutComments(source) }))
    .filter(({ text }) => list.test(text));
  expect(lists.length).toBeGreaterThan(8);
  expect(lists.flatMap(({ path, text }) => (/\bcards[:=]/.test(text) ? [] : [path]))).toEqual([]);
});
