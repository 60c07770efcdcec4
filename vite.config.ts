import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { antdStyles } from './scripts/antdStyles.ts';
import { tellBackEnd } from './scripts/backEnd.ts';
import { targetOf } from './scripts/browsers.ts';
import { offlineShell } from './scripts/offlineFiles.ts';
import { writePreloadFiles } from './scripts/preloadFiles.ts';
import { sourceModules } from './scripts/sourceModules.ts';

const folder = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

export const alias = { '@contract': folder('./contract'), '@server': folder('./server'), '@': folder('./src') };

/** At the root, so that it may answer for every page; asked for anew each time, so without a hash. */
const worker = 'sw.js';

/** Our modules without side effects: all but the entries. A style sheet is nothing but its effect. */
const pureModules = new RegExp(
  `^(?!.*(?:${
    sourceModules(
      'src/main.tsx',
      'src/features/fieldwork/site/offline/worker.ts',
      'src/features/publicity/public/enhancePage.ts',
    ).source
  })).*(?:${sourceModules('src/', 'contract/').source}).*\\.tsx?$`,
);

/** The entries, and what the service worker and the public pages have to themselves. */
const outsideDoor = sourceModules(
  'index.html',
  'src/main.tsx',
  'src/features/fieldwork/site/offline/worker.ts',
  'src/features/publicity/public/',
  'contract/features/publicity/publicContact.ts',
  'contract/features/reports/handOut/handOutTexts.ts',
);
const consoleModules = sourceModules(
  'src/app/App.tsx',
  'src/api/acceptAnswer.ts',
  'src/api/download.ts',
  'src/session/useCan.ts',
  'src/fields/cells/Tone.tsx',
  'contract/dictionaries/projects.ts',
);

/**
 * What each of the steps of a day needs, in one file each: else whatever two pages have in common becomes a file of its
 * own, and the console's first page asks for eighty of them. A group takes along all that its module imports, less what
 * a group before it has.
 */
const groups = [
  // Of the entry, but not the entry itself, which the index names, and nothing of the public pages' own.
  { name: 'door', tags: ['$initial' as const], test: (id: string) => !outsideDoor.test(id), priority: 6 },
  // antd's packages name them in their indexes; none of the shell's is used.
  {
    name: 'form',
    test: /@rc-component[\\/](?:form|async-validator)[\\/](?!es[\\/]FormContext)/,
    includeDependenciesRecursively: false,
    priority: 5,
  },
  {
    name: 'collapse',
    test: /[\\/](?:@rc-component|antd[\\/]es)[\\/]collapse[\\/]/,
    includeDependenciesRecursively: false,
    priority: 4,
  },
  // Before the console, which is three times as long to come and to run: signing in, and the console's first questions.
  {
    name: 'session',
    test: sourceModules('src/session/access/signIn.ts', 'src/session/prefetchedAnswers.ts'),
    priority: 3.5,
  },
  // With what the first page and every list share: else one of them asks for the other's file.
  {
    name: 'console',
    test: (id: string) => consoleModules.test(id) || /react-query[\\/].*[\\/]useQuery\.js$/.test(id),
    priority: 3,
  },
  {
    name: 'menuIcons',
    test: sourceModules('src/fields/icons/menuIcons.ts', 'src/fields/icons/MenuIcon.tsx'),
    priority: 2.5,
  },
  // What the first page shares with the list of projects, and both with lists that name a project.
  {
    name: 'project',
    test: sourceModules(
      'contract/features/projects/entities/project.ts',
      'contract/features/projects/projectTakeOver.ts',
    ),
    priority: 2.4,
  },
  {
    name: 'nextPages',
    test: sourceModules('src/features/projects/projectQuery.ts', 'src/features/projects/nextPages/useNextPages.ts'),
    priority: 2.2,
  },
  { name: 'first', test: sourceModules('src/pages/dashboard/page.tsx'), priority: 2 },
  { name: 'list', test: sourceModules('src/listEditor/ListEditor.tsx'), priority: 1 },
];

/** Groups that have arrived before any code of the console asks for a page. */
const loadedEarlier = /(?:^|[\\/])assets[\\/](?:rolldown-runtime|door|session|console)-/;

/**
 * Leaves files that are there already out of the lists of what a page preloads: the console carries a list for each of
 * 150 pages.
 */
const withoutLoaded = (_file: string, files: string[], { hostId }: { readonly hostId: string }): string[] =>
  loadedEarlier.test(hostId) && !/[\\/]door-/.test(hostId) ? files.filter((file) => !loadedEarlier.test(file)) : files;

const api = process.env['API_URL'] ?? 'http://127.0.0.1:8081';

export default defineConfig({
  plugins: [tellBackEnd(), antdStyles(), react(), offlineShell(worker), writePreloadFiles()],
  resolve: { alias },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    sourcemap: false,
    // One for all: the groups share what they are made of, and the console is 2 % larger for it.
    target: targetOf('public'),
    // The script that some old Safari needs would be inline, and the content security policy allows none.
    modulePreload: { polyfill: false, resolveDependencies: withoutLoaded },
    chunkSizeWarningLimit: 1_500,
    rolldownOptions: {
      // `public` takes over the pages that the server writes itself (server/features/publicity/pages).
      input: {
        index: folder('./index.html'),
        offline: folder('./src/features/fieldwork/site/offline/worker.ts'),
        public: folder('./src/features/publicity/public/enhancePage.ts'),
      },
      output: {
        entryFileNames: ({ name }) => (name === 'offline' ? worker : 'assets/[name]-[hash].js'),
        codeSplitting: { groups },
      },
      treeshake: {
        // antd's packages have no side effects but don't all say so: for the sake of one context the shell would load
        // the whole form. Nor has our code but for styles and entries: a page of a project would load the calculation
        // of all methods, of which it uses nothing.
        moduleSideEffects: [
          { test: /[\\/]node_modules[\\/]@rc-component[\\/]/, sideEffects: false },
          { test: pureModules, sideEffects: false },
        ],
      },
    },
  },
  server: {
    host: '127.0.0.1',
    port: 8080,
    strictPort: true,
    proxy: { '/api': api, '/auth': api, '/websocket': { target: api, ws: true } },
  },
});
