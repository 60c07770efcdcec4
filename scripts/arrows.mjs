// node arrows.mjs [ROOT] [--list]: reports how the folders of a checkout depend on each other. It reads contract/,
// server/ and src/, runs nothing and changes nothing.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { may, order } from './layout.mjs';
const [root, list] = [
  process.argv.slice(2).find((word) => !word.startsWith('--')) ?? '.',
  process.argv.includes('--list'),
];
const [texts, entriesOf] = [new Map(), new Map()];
function read(folder) {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  entriesOf.set(folder, entries.length);
  for (const entry of entries) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) read(path);
    else if (/\.(tsx?|mjs|css)$/.test(path)) texts.set(path, readFileSync(join(root, path), 'utf8'));
  }
}
Object.keys(order).forEach(read);
const aliases = { '@contract/': 'contract/', '@server/': 'server/', '@/': 'src/' };
function fileOf(from, specifier) {
  const [alias, folder] = Object.entries(aliases).find(([start]) => specifier.startsWith(start)) ?? [];
  const path = alias
    ? folder + specifier.slice(alias.length)
    : specifier.startsWith('.')
      ? posix.join(dirname(from), specifier)
      : null;
  return path && ['', '.ts', '.tsx', '/index.ts', '/index.tsx'].map((end) => path + end).find((one) => texts.has(one));
}
const statement =
  /^\s*(?:import|export)\s+(type\s)?([^'";]*?)\bfrom\s*['"]([^'"\n]+)['"]|^\s*import\s*['"]([^'"\n]+)['"]|\bimport\(\s*['"]([^'"\n]+)['"]/gm;
const imports = [...texts]
  .filter(([path]) => !path.endsWith('.css'))
  .flatMap(([from, text]) =>
    [...text.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(statement)].flatMap(
      ([, type, names = '', named, bare, late]) => {
        const to = fileOf(from, named ?? bare ?? late);
        const onlyTypes =
          type ||
          (names.includes('{') &&
            names
              .replace(/[{}\s]+/g, ' ')
              .trim()
              .split(/ ?, ?/)
              .every((word) => word === '' || word.startsWith('type ')));
        return to ? [{ from, to, runs: !onlyTypes && late === undefined }] : [];
      },
    ),
  );
const [folderOf, subjectOf] = [
  (path) => path.split('/').slice(0, 2).join('/'),
  (path) => /^\w+\/features\/([^/]+)\//.exec(path)?.[1],
];
const roomOf = (path) => /^\w+\/(?:features|modules)\/[^/]+/.exec(path)?.[0] ?? folderOf(path);
/** Returns groups of nodes that reach each other (strongly connected components). */
function circles(pairs) {
  const [next, seen, low, open, found] = [new Map(), new Map(), new Map(), [], []];
  for (const [from, to] of pairs) next.set(from, [...(next.get(from) ?? []), to]);
  const visit = (node) => {
    low.set(node, seen.set(node, seen.size).get(node));
    open.push(node);
    for (const to of next.get(node) ?? []) {
      if (!seen.has(to)) visit(to);
      if (open.includes(to)) low.set(node, Math.min(low.get(node), low.get(to)));
    }
    if (low.get(node) === seen.get(node)) found.push(open.splice(open.indexOf(node)));
  };
  for (const [from] of pairs) if (!seen.has(from)) visit(from);
  return found.filter((group) => group.length > 1);
}
const tell = (what, lines) => console.log([`${what}: ${lines.length}`, ...(list ? lines : [])].join('\n      '));
for (const [side, names] of Object.entries(order)) {
  const own = imports.filter(({ from, to }) => from.startsWith(`${side}/`) && to.startsWith(`${side}/`));
  const seenAs = (place) => [
    new Set([...texts.keys()].filter((path) => path.startsWith(`${side}/`)).map(place)).size,
    [...new Set(own.map(({ from, to }) => `${place(from)} -> ${place(to)}`))]
      .map((arrow) => arrow.split(' -> '))
      .filter(([from, to]) => from !== to),
  ];
  const [[folders, coarse], [rooms, arrows]] = [seenAs(folderOf), seenAs(roomOf)];
  const level = (path) => names.split(' ').indexOf(/^\w+\/([^/.]+)/.exec(path)[1]);
  console.log(
    `\n${side}: ${folders} files and folders, ${coarse.length} arrows; with features/ (modules/) opened ${rooms} rooms, ${arrows.length} arrows`,
  );
  tell(
    '  rooms that import each other',
    arrows
      .filter(([from, to]) => from < to && arrows.some(([a, b]) => a === to && b === from))
      .map((pair) => pair.join(' <-> ')),
  );
  tell(
    '  arrows inside circles of rooms',
    arrows
      .filter(([from, to]) => circles(arrows).some((group) => group.includes(from) && group.includes(to)))
      .map((pair) => pair.join(' -> ')),
  );
  tell('  not in the order of the side', [
    ...new Set([...texts.keys()].filter((path) => path.startsWith(`${side}/`) && level(path) < 0).map(folderOf)),
  ]);
  tell(
    '  imports against the order of the side',
    own.filter(({ from, to }) => level(to) >= 0 && level(to) < level(from)).map(({ from, to }) => `${from} -> ${to}`),
  );
}
const between = imports.filter(
  ({ from, to }) =>
    from.split('/')[0] === to.split('/')[0] && subjectOf(from) && subjectOf(to) && subjectOf(from) !== subjectOf(to),
);
const pairs = [...new Set(between.map(({ from, to }) => `${subjectOf(from)} -> ${subjectOf(to)}`))];
console.log(
  `\nsubjects: ${new Set([...texts.keys()].map(subjectOf).filter(Boolean)).size}, arrows between them: ${pairs.length}`,
);
tell(
  '  against the table',
  between
    .filter(({ from, to }) => !(may[subjectOf(from)] ?? '').split(' ').includes(subjectOf(to)))
    .map(({ from, to }) => `${from} -> ${to}`),
);
tell(
  '  allowed and not used',
  Object.entries(may)
    .flatMap(([from, to]) =>
      to
        .split(' ')
        .filter(Boolean)
        .map((one) => `${from} -> ${one}`),
    )
    .filter((pair) => !pairs.includes(pair)),
);
tell(
  'circles of files at run time',
  circles(imports.filter(({ runs }) => runs).map(({ from, to }) => [from, to])).map((group) => group.join(', ')),
);
const big = [...entriesOf]
  .filter(([folder, count]) => count > 20 && !/\/(migrations|pages)$/.test(folder))
  .sort((a, b) => b[1] - a[1]);
tell(
  'folders of more than 20 entries',
  big.map(([folder, count]) => `${count} ${folder}`),
);
console.log(
  `most entries in a folder: ${big[0]?.join(' ') ?? 'at most 20'}\nlines of more than 120 letters: ${[...texts.values()].flatMap((text) => text.split('\n')).filter((line) => line.length > 120).length}`,
);
