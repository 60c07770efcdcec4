import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { cacheOf, mutants } from './tests/mutants/plugin.ts';
import { refusalsAsking } from './tests/security/refusals/plugin.ts';
import { LateSeed } from './tests/support/lateSeed.ts';
import { alias } from './vite.config.ts';

// The one file that takes minutes.
const journey = 'tests/browser/wholeJob.test.ts';
// What a test renders and asks lives a moment: with a young generation of 64 MB a fifth of the processor's time is
// saved.
const execArgv = ['--max-semi-space-size=64'];
// tests/mutants sets it for the runs that it starts.
const mutated = process.env['MUTANTS'];
const mutating = mutated ? [mutants(fileURLToPath(new URL('.', import.meta.url)), mutated)] : [];
const common = { resolve: { alias }, plugins: mutating };
// A condition that is waited for comes when it comes, on a machine that others use; the second of vitest's own is not
// enough.
const patient = { timeout: 60_000 };
const seeded = [
  ...(mutated ? ['./tests/mutants/setup.ts'] : []),
  ...(process.env['PROOFS'] === 'on' ? [] : ['./tests/support/quickScrypt.mjs']),
  './tests/support/builtChild.mjs',
  './tests/support/seeded.ts',
].map((path) => fileURLToPath(new URL(path, import.meta.url)));
// What scripts/runTests.ts runs when everything else has ended.
const later = (process.env['TESTS_LATER'] ?? '').split(' ').filter(Boolean);
// `isolate: false` throughout: the files of a worker share their imports, a quarter of the run. What a test changes
// outside of its own database and window – environment variables, spies, globals – it puts back.

// A cached module holds the resolved paths of its imports. A file that becomes a folder with an index needs a new
// cache.
const indexes = ['contract', 'server', 'src'].flatMap((folder) =>
  readdirSync(new URL(folder, import.meta.url), { encoding: 'utf8', recursive: true })
    .filter((name) => /(?:^|[\\/])index\.tsx?$/.test(name))
    .map((name) => `${folder}/${name}`),
);
const layout = createHash('sha256').update(indexes.sort().join()).digest('hex').slice(0, 12);
// tests/security/refusals.proof.test.ts sets it for the runs that it starts.
const takesOut = Boolean(process.env['REFUSALS']);
// `npm run proof` (tests/support/proofs.ts) runs the proofs; a run without a refusal names its files, proofs too.
const apart = process.env['PROOFS'] === 'on' || takesOut ? [] : ['tests/**/*.proof.test.{ts,tsx}'];
const askedFirst = fileURLToPath(new URL('./tests/security/refusals/setup.ts', import.meta.url));
const serverTests = {
  include: [
    'tests/server/**/*.test.ts',
    'tests/faults/**/*.test.ts',
    'tests/ops/**/*.test.ts',
    'tests/security/**/*.test.ts',
  ],
  environment: 'node' as const,
  execArgv,
  isolate: false,
  setupFiles: seeded,
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: patient },
};

// About the embedded database or about no database at all.
const embeddedOnly = [
  'databasePglite',
  'masking',
  'preparedDatabase',
  'start',
  'startEnv',
  'startLog',
  'startStatic',
  'sheet/*',
  'importCrash.proof',
]
  .map((name) => `tests/server/${name}.test.ts`)
  .concat(
    ['diskFullEmbedded', 'databaseBusyEmbedded', 'heavyWork'].map((name) => `tests/faults/${name}.proof.test.ts`),
  );

// Which start processes and open databases on the disk: beside the others, since they wait as long as they work, and
// share little with them.
const processes = [
  'server/start',
  'server/databasePglite',
  'server/backup',
  'server/oldInstallation',
  'server/rollback.proof',
  'faults/kill.proof',
  'faults/databaseBusyEmbedded.proof',
  'security/claims.proof',
  'security/guardMutation.proof',
  'security/refusals.proof',
].map((name) => `tests/${name}.test.ts`);

// Whose subject is beside the database – permissions and passwords, files, workbooks and buckets, and calculations
// whose statements the entities' own calls make, all of which run on both: once, on the embedded one, is enough.
const besideDatabase = ['files', 'importHostile', 's3Store', 'users', 'surveyAndPlan']
  .map((name) => `tests/server/${name}.test.ts`)
  .concat('tests/security/**');

// About PostgreSQL itself, or about several processes on one.
const postgresOnly = [
  ...['databasePostgres', 'databaseRole', 'longTasksTwoNodes', 'noticesTwoProcesses', 'readReplica'].map(
    (name) => `tests/server/${name}.test.ts`,
  ),
  ...['databaseAway', 'databaseKilled', 'diskFull', 'failover', 'recoveryPoint', 'twoNodes'].map(
    (name) => `tests/faults/${name}.proof.test.ts`,
  ),
];

// The kernel that everything else is made of – calls of entities, scope, trail, migrations, sockets – and what several
// people or processes do at once, on both databases each time; the modules on top of it on PostgreSQL among the proofs.
const kernel = [
  'auditChain',
  'crud',
  'database',
  'databaseMigrations',
  'dict',
  'fieldWork',
  'fileManagement',
  'jobs',
  'lockedWrites',
  'lockout',
  'menus',
  'numbers',
  'numbersAtOnce',
  'platformPushes',
  'projects',
  'reportSignatures',
  'saveMany',
  'scope',
  'signatures',
];
// A line that falls silent is waited for, for minutes, and so are processes that are killed and started again, and
// archives: among the proofs.
const long = apart.length
  ? ['databaseAway', 'databaseKilled', 'failover', 'recoveryPoint', 'twoNodes'].map(
      (name) => `tests/faults/${name}.proof.test.ts`,
    )
  : [];
const onPostgres = apart.length
  ? [...kernel.map((name) => `tests/server/${name}.test.ts`), ...postgresOnly]
  : serverTests.include;

// `npm test` says so where it finds a PostgreSQL; a single `npx vitest run tests/server/…` stays with the embedded
// database.
const withPostgres = Boolean(process.env['TEST_DATABASE_URL'] || process.env['TEST_POSTGRES']);

export default defineConfig({
  ...common,
  test: {
    maxWorkers: 2,
    sequence: { sequencer: LateSeed },
    // The projects share what they have made of a source, and the next run has it, too.
    experimental: {
      fsModuleCache: true,
      fsModuleCachePath: `node_modules/.cache/${takesOut ? 'refusals' : 'modules'}-${layout}`,
      ...(mutated ? { fsModuleCachePath: cacheOf(mutated) } : {}),
    },
    projects: [
      {
        ...common,
        test: {
          name: 'contract',
          execArgv,
          include: ['contract', 'architecture', 'conformity'].map((folder) => `tests/${folder}/**/*.test.ts`),
          environment: 'node',
          isolate: false,
          setupFiles: seeded,
          exclude: apart,
          testTimeout: 60_000,
          expect: { poll: patient },
        },
      },
      {
        ...common,
        ...(takesOut ? { plugins: [...mutating, refusalsAsking(fileURLToPath(new URL('.', import.meta.url)))] } : {}),
        test: {
          ...serverTests,
          name: 'server',
          exclude: [...postgresOnly, ...processes, ...apart, ...later],
          ...(takesOut ? { setupFiles: [askedFirst, ...seeded] } : {}),
        },
      },
      {
        ...common,
        test: { ...serverTests, name: 'server-processes', include: processes, exclude: [...apart, ...later] },
      },
      ...(withPostgres
        ? [
            {
              ...common,
              test: {
                ...serverTests,
                name: 'server-postgres',
                include: onPostgres,
                exclude: [...embeddedOnly, ...besideDatabase, ...long, ...later],
                globalSetup: ['tests/support/postgres.ts'],
                env: { TEST_DATABASE: 'postgres' },
              },
            },
          ]
        : []),
      {
        ...common,
        plugins: [...mutating, react()],
        test: {
          name: 'ui',
          execArgv,
          // Where the console's people sit: between 16:00 and 24:00 UTC their day is another one than the machine's.
          env: { TZ: 'Asia/Shanghai' },
          include: ['tests/ui/**/*.test.{ts,tsx}'],
          exclude: apart,
          environment: 'jsdom' as const,
          isolate: false,
          environmentOptions: { jsdom: { url: 'http://localhost/', pretendToBeVisual: true } },
          setupFiles: [...seeded, fileURLToPath(new URL('./tests/support/uiSetup.ts', import.meta.url))],
          // Of the sheets only those that hide something: jsdom matches every rule of all others as well.
          css: { include: [/(login|shell)\.module\.css$/], modules: { classNameStrategy: 'non-scoped' as const } },
          testTimeout: 600_000,
          hookTimeout: 600_000,
          expect: { poll: patient },
        },
      },
      ...(['journey', 'browser'] as const).map((name) => ({
        ...common,
        test: {
          name,
          execArgv,
          include: name === 'journey' ? [journey] : ['tests/browser/**/*.test.ts'],
          exclude: name === 'journey' ? [] : [journey, ...apart],
          environment: 'node' as const,
          isolate: false,
          globalSetup: ['tests/support/fillEarly.ts'],
          // Each file has a server, a port, a directory and a browser of its own.
          maxWorkers: 2,
          // Nothing waits longer than for its condition: these end what would never come, on however slow a machine.
          testTimeout: 600_000,
          hookTimeout: 600_000,
          expect: { poll: patient },
        },
      })),
    ],
  },
});
