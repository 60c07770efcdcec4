// Which packages the built server loads: its imports and everything these need. The console's packages are built into
// dist/web already.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Packages that the code names in its own ways, and files of which it reads by path. */
const byPath = ['pdfjs-dist'];

/** Packages whose files the build has copied: the faces of the PDFs. */
const copied = new Set(['noto-sans-sc', 'noto-serif-sc', 'tinos'].map((name) => `@expo-google-fonts/${name}`));

const nameOf = (specifier) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/** Returns the names of packages that the files of a folder import. */
function importedBy(folder) {
  const names = new Set(byPath);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.m?js$/.test(name));
  for (const file of files)
    for (const [, specifier] of readFileSync(join(folder, file), 'utf8').matchAll(
      /\b(?:from|import|require|resolve)\s*\(?\s*["'`]([@a-z][^"'`\s]*)["'`]/g,
    ))
      if (!specifier.startsWith('node:') && !copied.has(nameOf(specifier))) names.add(nameOf(specifier));
  return names;
}

/** Returns where Node finds a package from another one: in its own folder, or in one above. */
function placeOf(lock, name, from) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const place = `${at ? `${at}/` : ''}node_modules/${name}`;
    if (lock.packages[place]) return place;
    if (!at) return undefined;
  }
}

/**
 * Returns the folders of all packages that a built server needs, such as `node_modules/pg`.
 * @param built folder of the built server
 * @param lock parsed package-lock.json
 */
export function productionPackages(built, lock) {
  const found = new Set();
  const waiting = [...importedBy(built)].map((name) => [name, '']);
  while (waiting.length) {
    const [name, from] = waiting.pop();
    const place = placeOf(lock, name, from);
    if (!place || found.has(place) || lock.packages[place].dev) continue;
    found.add(place);
    for (const needed of Object.keys(lock.packages[place].dependencies ?? {})) waiting.push([needed, place]);
  }
  return [...found].sort();
}

/**
 * Files of packages that no program reads at run time: sources, documents, tests, hidden folders, builds for browsers.
 */
export const needless =
  /\.(?:map|md|markdown|d\.ts|d\.mts|d\.cts|ts|flow|coffee|tsbuildinfo)$|\/(?:tests?|__tests__|docs?|examples?|benchmarks?|\.[^/]+)(?:\/|$)|pdfjs-dist\/(?:web|types|image_decoders|build)(?:\/|$)|\.sandbox(?:\.min)?\.mjs$|\.standalone\.js$|\/dist\/index\.(?:umd|iife)\.c?js$/i;
