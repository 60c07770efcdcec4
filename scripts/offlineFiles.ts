import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';
import { type Chunk, chunksOf, closure } from './builtFiles.ts';
import { sourceModules } from './sourceModules.ts';

// Lists the files of the build that a phone needs to start offline: the console's frame and the site pages, with the
// modules that these load later.

const frame = sourceModules('index.html', 'src/main.tsx', 'src/app/App.tsx');
const site = sourceModules('src/pages/siteSample/liveSample/condition/', 'src/features/fieldwork/site/', 'src/outbox/');
/** Pattern of the page that is included without the modules it loads later, because these need the network. */
const list = sourceModules('src/pages/siteSample/liveSample/page.tsx');
const placeholder = 'OFFLINE_SHELL';

/** Returns the files in the order in which the browser requests them. */
export function offlineFiles(all: readonly Chunk[], worker: string): string[] {
  const chunks = new Map(all.map((chunk) => [chunk.fileName, chunk]));
  const holding = (pattern: RegExp): string[] =>
    all
      .filter(({ fileName, moduleIds }) => fileName !== worker && moduleIds.some((id) => pattern.test(id)))
      .map(({ fileName }) => fileName);
  const first = closure(chunks, holding(frame));
  const pages = closure(chunks, holding(site));
  // Only the dynamic imports of the site pages count, because the frame contains the table of all pages.
  const laterChunks = closure(
    chunks,
    [...pages].filter((name) => !first.has(name)).flatMap((name) => chunks.get(name)?.dynamicImports ?? []),
  );
  const wantedNames = [...new Set([...first, ...pages, ...laterChunks, ...closure(chunks, holding(list))])].flatMap(
    (name) => {
      const chunk = chunks.get(name);
      return [name, ...(chunk?.viteMetadata?.importedCss ?? []), ...(chunk?.viteMetadata?.importedAssets ?? [])];
    },
  );
  return [...new Set(wantedNames)].sort().map((name) => `/${name}`);
}

/** Returns the Vite plugin that builds the service worker as /sw.js, with the list of its files. */
export function offlineShell(worker: string): Plugin {
  return {
    name: 'offline-shell',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const all = chunksOf(bundle);
      const target = all.find(({ fileName }) => fileName === worker);
      const index = bundle['index.html'];
      if (!target || index?.type !== 'asset') return this.error('the service worker or the index is missing');
      if (target.imports.length || target.dynamicImports.length)
        return this.error('the service worker imports something: it has to be one file');
      const entry = all.find(
        ({ fileName, isEntry, facadeModuleId }) =>
          fileName !== worker && isEntry && /\/index\.html$|\/main\.tsx$/.test(facadeModuleId ?? ''),
      );
      if (!entry) return this.error('the entry is missing');
      const files = offlineFiles(all, worker);
      const version = createHash('sha256')
        .update(JSON.stringify(files))
        .update(String(index.source))
        .digest('hex')
        .slice(0, 12);
      if (!target.code.includes(placeholder)) return this.error(`${placeholder} is not in the service worker`);
      target.code = target.code.replaceAll(placeholder, () =>
        JSON.stringify({ version, files, entry: `/${entry.fileName}` }),
      );
    },
  };
}
