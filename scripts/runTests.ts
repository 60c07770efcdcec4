// Types, lint, format, build and every test project, in this order, with one line at the end that says how it went.
// `npm test -- tests/server/auth` runs the tests of those files only; `npm run proof` the proofs as well
// (tests/support/proofs.ts), and prints for each
// goal (tests/proof/ids.ts) what has been measured; `npm run proof -- FT1 SIG2` only the files that carry these ids,
// whole, since many a test stands on the one before it.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { arch, cpus, tmpdir } from 'node:os';
import { delimiter, join, relative } from 'node:path';
import { root } from '../server/base/root';
import { readResults } from '../tests/bench/report';
import { goals, idsIn } from '../tests/proof/ids';
import {
  outcomesIn,
  readRun,
  type Run,
  type TestOutcome,
  type VitestReport,
  withAgain,
  writeRun,
} from '../tests/proof/run';
import { proofPage, proofRows, proofText } from '../tests/proof/table';
import { testFiles } from '../tests/proof/titles';
import { findPostgres } from '../tests/support/postgres';

// Before anything of the tests is loaded: they ask the environment.
const table = process.argv.includes('--proof');
if (table) process.env['PROOFS'] = 'on';
const proofs = process.env['PROOFS'] === 'on';
const words = process.argv.slice(2).filter((word) => word !== '--proof');
const from = words.includes('--from') ? words.splice(words.indexOf('--from'), 2)[1] : undefined;
/** A whole run, in which what is run now takes the place of what the same files came to. */
const onto = words.includes('--onto') ? words.splice(words.indexOf('--onto'), 2)[1] : undefined;
const ids = table ? words : [];
const unknown = ids.filter((id) => !goals.some((goal) => goal.id === id));
if (unknown.length > 0) {
  console.error(`no goal is called ${unknown.join(', ')}; there are ${goals.map(({ id }) => id).join(' ')}`);
  process.exit(1);
}
const carriers = testFiles().filter(({ titles }) =>
  titles.some((title) => idsIn(title).some((id) => ids.includes(id))),
);
const files = table ? carriers.map(({ file }) => file) : words;
/** Of a few files neither types nor lint nor what the others need. */
const whole = files.length === 0;
const ci = ['true', '1'].includes(process.env['CI'] ?? '');
const tally = { passed: 0, failed: 0, skipped: 0 };
const skips: string[] = [];
const failures: string[] = [];
/** Those of them that tests have told of themselves. */
const ofTests = new Set<string>();

function run(tool: string, args: string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, tool), ...args], { cwd: root, stdio: 'inherit', env });
    const pass = (signal: NodeJS.Signals): void => void child.kill(signal);
    process.once('SIGINT', pass).once('SIGTERM', pass);
    child.on('error', reject);
    child.on('exit', (code) => {
      process.off('SIGINT', pass).off('SIGTERM', pass);
      resolve(code ?? 1);
    });
  });
}

async function check(name: string, tool: string, args: string[]): Promise<boolean> {
  const started = Date.now();
  console.log(`\n— ${name}`);
  const good = (await run(tool, args)) === 0;
  console.log(`  ${good ? 'passed' : 'FAILED'}, ${((Date.now() - started) / 1000).toFixed(1)} s`);
  tally[good ? 'passed' : 'failed'] += 1;
  if (!good) failures.push(name);
  return good;
}

function skip(what: string, why: string): void {
  console.log(`\n— ${what}: ${ci ? 'FAILED, CI allows no skip' : 'skipped'}: ${why}`);
  tally[ci ? 'failed' : 'skipped'] += 1;
  (ci ? failures : skips).push(`${what} (${why})`);
}

function findChromium(): string | undefined {
  const given = process.env['CHROMIUM_PATH'];
  if (given) return existsSync(given) ? given : undefined;
  // The shell first: the same engine, without windows that nobody sees.
  const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
  const onPath = (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter(Boolean)
    .flatMap((directory) => names.map((name) => join(directory, name)));
  return [...onPath, '/usr/bin/chromium', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'].find((path) =>
    existsSync(path),
  );
}

/** What one file of tests came to in one project. */
interface FileResult {
  readonly project: string;
  readonly file: string;
  readonly passed: number;
  readonly failed: number;
  /** Tests that skipped themselves, or that a failed hook kept from running. */
  readonly idle: number;
  readonly broken: boolean;
  readonly outcomes: readonly TestOutcome[];
}

/** By project and file; a second run of a file replaces its first. */
const fileResults = new Map<string, FileResult>();
/** Files that failed beside the others and passed when they ran alone. */
const unsteady: string[] = [];

/** Whether a project has files of tests that are called so; all of them have some. */
function hasFiles(project: string, only: readonly string[], env: NodeJS.ProcessEnv): boolean {
  if (!only.length) return true;
  const listed = spawnSync(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), 'list', '--filesOnly', '--project', project, ...only],
    { cwd: root, env, encoding: 'utf8' },
  );
  return listed.stdout.split('\n').some((line) => /\.test\.tsx?$/.test(line.trim()));
}

/** Projects in which the chosen files were found. */
const found = new Set<string>();

/**
 * In a process with one worker: the files of a project share what they import and what has been compiled, a third of
 * the processor's time.
 */
async function runProject(project: string, env: NodeJS.ProcessEnv, only: readonly string[] = files): Promise<void> {
  if (!hasFiles(project, only, env)) return;
  found.add(project);
  const began = Date.now();
  const directory = mkdtempSync(join(tmpdir(), 'occhealth-tests-'));
  const report = join(directory, 'report.json');
  const code = await run(
    'node_modules/vitest/vitest.mjs',
    [
      'run',
      ...only,
      '--project',
      project,
      '--maxWorkers=1',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    env,
  );
  const results = existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as VitestReport) : undefined;
  rmSync(directory, { recursive: true, force: true });
  let broken = 0;
  for (const result of results?.testResults ?? []) {
    const of = (status: string) => result.assertionResults.filter((test) => test.status === status).length;
    const file = relative(root, result.name);
    const [passed, failed] = [of('passed'), of('failed')];
    const idle = result.assertionResults.length - passed - failed;
    if (result.status === 'failed') broken += 1;
    fileResults.set(`${project} ${file}`, {
      project,
      file,
      passed,
      failed,
      idle,
      broken: result.status === 'failed',
      outcomes: outcomesIn([result]),
    });
  }
  // An error outside a test: vitest fails, and no file does.
  if (code !== 0 && broken === 0) {
    tally.failed += 1;
    failures.push(`the run of ${project} itself`);
  }
  console.log(`\n— tests of ${project}: ${((Date.now() - began) / 1000).toFixed(1)} s`);
}

/**
 * The longest first, which among the proofs are others; a third beside two cores, since a browser is waited for half of
 * its time.
 */
const longestFirst = proofs
  ? ['server-processes', 'server-postgres', 'browser', 'server', 'ui', 'journey', 'contract']
  : ['server', 'ui', 'journey', 'server-postgres', 'server-processes', 'browser', 'contract'];
const lanes = 3;

/**
 * What measures how soon a server is back or a page answers: after all others, since beside them it would measure how
 * busy they keep the machine.
 */
const atTheEnd: readonly (readonly [file: string, projects: readonly string[]])[] = [
  ['tests/faults/kill.proof.test.ts', ['server-processes', 'server-postgres']],
  ['tests/faults/reconnect.proof.test.ts', ['server']],
  ['tests/faults/reconnect.proof.test.ts', ['server-postgres']],
  ['tests/browser/import.test.ts', ['browser']],
];

async function runAll(waiting: (() => Promise<unknown>)[]): Promise<void> {
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await next();
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

function print(results: Run, of = ids): void {
  const rows = proofRows(results, testFiles(), readResults(root), of);
  console.log(`\n${proofText(rows)}`);
  for (const what of results.broken) console.log(`broke down: ${what}`);
  if (of.length === 0) writeFileSync(join(root, 'docs/proof.md'), proofPage(rows, results));
}

if (from !== undefined) {
  print(readRun(from));
  process.exit();
}

const started = Date.now();
const projects = new Set(['contract', 'server', 'server-processes', 'ui']);
const env: NodeJS.ProcessEnv = { ...process.env };
if (env['TEST_DATABASE_URL'] || findPostgres()) {
  projects.add('server-postgres');
  env['TEST_POSTGRES'] = 'on';
} else {
  skip('the API on PostgreSQL', 'no initdb and postgres found, and no TEST_DATABASE_URL given');
}
const chromium = findChromium();
if (!chromium) skip('browser tests', 'no Chromium found, and no CHROMIUM_PATH given');
else if (
  (table && !whole && !files.some((file) => file.startsWith('tests/browser/'))) ||
  (await check('build', 'scripts/build.mjs', []))
) {
  projects.add('journey').add('browser');
  env['CHROMIUM_PATH'] = chromium;
}
const waiting = longestFirst.filter((name) => projects.has(name));
console.log(`\n— tests: ${waiting.join(', ')}`);
// The last holds everything; the others, that neither end leans on what only the other's surroundings have, which the
// linter's rules say of globals.
const types = [...(proofs ? ['tsconfig.server.json', 'tsconfig.app.json'] : []), 'tsconfig.json'];
const checks =
  table && !whole
    ? []
    : [
        ...types.map((config) => () => check(`types, ${config}`, 'node_modules/typescript/bin/tsc', ['-p', config])),
        () => check('lint', 'node_modules/oxlint/bin/oxlint', ['--quiet']),
        () => check('format', 'node_modules/oxfmt/bin/oxfmt', ['--check', '.']),
      ];
const later = whole && proofs ? atTheEnd : [];
const tests = waiting.map(
  (project) => () => runProject(project, { ...env, TESTS_LATER: later.map(([file]) => file).join(' ') }),
);
// What is soon known is said soon.
await runAll([...tests.slice(0, lanes - 1), ...checks, ...tests.slice(lanes - 1)]);
for (const [file, among] of later)
  await runAll(
    among.filter((project) => projects.has(project)).map((project) => () => runProject(project, env, [file])),
  );

/** More failed files than these are no matter of a busy machine. */
const mostAgain = 4;

/**
 * Runs each failed file once more, alone: what fails only beside others is told as such and does not stop a landing.
 * In CI only; a person who sees a red test looks into it.
 */
async function runFailedAlone(): Promise<void> {
  const failed = [...fileResults.values()].filter(({ broken }) => broken);
  if (!ci || table || !whole || failed.length > mostAgain) return;
  for (const { project, file } of failed) {
    console.log(`\n— once more, alone: ${project}, ${file}`);
    await runProject(project, env, [file]);
    if (!fileResults.get(`${project} ${file}`)?.broken) unsteady.push(`${project}, ${file}`);
  }
}

/** Adds what the files came to up to the tally, the failures and the skips. */
function countFiles(): void {
  const skipping = new Map<string, number>();
  for (const { project, file, passed, failed, idle, broken } of fileResults.values()) {
    tally.passed += passed;
    if (!broken) {
      if (idle > 0) skipping.set(project, (skipping.get(project) ?? 0) + idle);
      continue;
    }
    // A file that does not load or a hook that fails: its tests skip nothing, they were never reached.
    tally.failed += failed + (failed === 0 ? Math.max(idle, 1) : idle);
    const what = [
      `${project}, ${file}`,
      failed ? `${failed} tests` : 'not a test of it, but the file or a hook',
      idle ? `${idle} not reached` : '',
    ]
      .filter(Boolean)
      .join(': ');
    failures.push(what);
    if (failed > 0 && idle === 0) ofTests.add(what);
  }
  for (const [project, count] of skipping) {
    tally[ci ? 'failed' : 'skipped'] += count;
    (ci ? failures : skips).push(`${count} tests of ${project} that skip themselves`);
  }
}

await runFailedAlone();
countFiles();

if (!found.size) {
  tally.failed += 1;
  failures.push(`no file of tests is called ${files.join(', ')}`);
}

const commit = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' });
const done: Run = {
  at: new Date(started).toISOString(),
  version: (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version,
  commit: commit.status === 0 ? commit.stdout.trim() : '',
  environment: {
    Node: `Node ${process.versions.node}`,
    platform: `${process.platform} ${arch()}, ${cpus().length} processors`,
    databases: ['PGlite', ...(projects.has('server-postgres') ? ['PostgreSQL'] : [])].join(' + '),
    browser: chromium ? 'Chromium' : 'no browser',
  },
  proofs,
  broken: failures.filter((what) => !ofTests.has(what)),
  tests: [...fileResults.values()].flatMap(({ outcomes }) => outcomes),
};
// A part of the tests is no run of them all, which the confirmation report is made from.
console.log(`\nresults: ${relative(root, writeRun(done, !whole ? 'part' : proofs ? 'proof' : 'tests'))}`);
if (table) print(done);
if (onto !== undefined) {
  const both = withAgain(readRun(onto), done);
  writeRun(both, 'proof');
  print(both, []);
}

console.log(`\n${((Date.now() - started) / 1000).toFixed(0)} s`);
if (!table)
  console.log(
    proofs
      ? 'the proofs were among them'
      : 'one of each kind; for every page, width, dialect and volume: npm run proof',
  );
for (const what of unsteady) console.log(`passed only alone: ${what}`);
for (const what of skips) console.log(`skipped: ${what}`);
for (const what of failures) console.log(`failed: ${what}`);
console.log(`${tally.passed} passed, ${tally.failed} failed, ${tally.skipped} skipped`);
process.exitCode = tally.failed > 0 ? 1 : 0;
