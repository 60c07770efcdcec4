// Runs types, lint, format, build and every test project in this order, and ends with one line of result. `npm test
// -- tests/server/auth` runs only those test files. `npm run proof` includes the proofs (tests/support/proofs.ts) and
// prints the measurements for each goal (tests/proof/ids.ts). `npm run proof -- FT1 SIG2` runs only the files with
// these ids, as whole files, because tests often depend on the previous one.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { arch, cpus, tmpdir } from 'node:os';
import { delimiter, join, relative } from 'node:path';
import { root } from '../server/base/root';
import { readResults } from '../tests/bench/report';
import { withMutantsSection } from '../tests/mutants/results';
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
import { pageWith, proofPage, proofRows, proofText } from '../tests/proof/table';
import { testFiles } from '../tests/proof/titles';
import { findPostgres } from '../tests/support/postgres';

// These variables are set before test files are loaded, because test files read the environment.
const table = process.argv.includes('--proof');
if (table) process.env['PROOFS'] = 'on';
const proofs = process.env['PROOFS'] === 'on';
const words = process.argv.slice(2).filter((word) => word !== '--proof');
const from = words.includes('--from') ? words.splice(words.indexOf('--from'), 2)[1] : undefined;
/** Earlier whole run; the results of this run replace the results of the same files in it. */
const onto = words.includes('--onto') ? words.splice(words.indexOf('--onto'), 2)[1] : undefined;
/** Whether the page of proofs keeps its results of other goals where no whole run exists. */
const intoPage = words.includes('--into-page') && words.splice(words.indexOf('--into-page'), 1).length > 0;
const ids = table ? words : [];
const unknownGoals = ids.filter((id) => !goals.some((goal) => goal.id === id));
if (unknownGoals.length > 0) {
  console.error(`no goal is called ${unknownGoals.join(', ')}; there are ${goals.map(({ id }) => id).join(' ')}`);
  process.exit(1);
}
const carriers = testFiles().filter(({ titles }) =>
  titles.some((title) => idsIn(title).some((id) => ids.includes(id))),
);
const files = table ? carriers.map(({ file }) => file) : words;
/** Whether this is a whole run; a run of a few files skips types, lint and the other checks. */
const isWholeRun = files.length === 0;
const ci = ['true', '1'].includes(process.env['CI'] ?? '');
const tally = { passed: 0, failed: 0, skipped: 0 };
const skips: string[] = [];
const failures: string[] = [];
/** Goals for which tests reported measurements. */
const ofTests = new Set<string>();

function run(tool: string, args: string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, tool), ...args], { cwd: root, stdio: 'inherit', env });
    const passSignal = (signal: NodeJS.Signals): void => void child.kill(signal);
    process.once('SIGINT', passSignal).once('SIGTERM', passSignal);
    child.on('error', reject);
    child.on('exit', (code) => {
      process.off('SIGINT', passSignal).off('SIGTERM', passSignal);
      resolve(code ?? 1);
    });
  });
}

async function check(
  name: string,
  tool: string,
  args: string[],
  environment: NodeJS.ProcessEnv = process.env,
): Promise<boolean> {
  const started = Date.now();
  console.log(`\n— ${name}`);
  const succeeded = (await run(tool, args, environment)) === 0;
  console.log(`  ${succeeded ? 'passed' : 'FAILED'}, ${((Date.now() - started) / 1000).toFixed(1)} s`);
  tally[succeeded ? 'passed' : 'failed'] += 1;
  if (!succeeded) failures.push(name);
  return succeeded;
}

function skip(checkName: string, reason: string): void {
  console.log(`\n— ${checkName}: ${ci ? 'FAILED, CI allows no skip' : 'skipped'}: ${reason}`);
  tally[ci ? 'failed' : 'skipped'] += 1;
  (ci ? failures : skips).push(`${checkName} (${reason})`);
}

function findChromium(): string | undefined {
  const givenPath = process.env['CHROMIUM_PATH'];
  if (givenPath) return existsSync(givenPath) ? givenPath : undefined;
  // chromium-headless-shell is first: it is the same engine without windows.
  const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
  const onPath = (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter(Boolean)
    .flatMap((directory) => names.map((name) => join(directory, name)));
  return [...onPath, '/usr/bin/chromium', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'].find((path) =>
    existsSync(path),
  );
}

/** Result of one test file in one project. */
interface FileResult {
  readonly project: string;
  readonly file: string;
  readonly passed: number;
  readonly failed: number;
  /** Number of tests that were skipped, or not run because of a failed hook. */
  readonly idle: number;
  readonly broken: boolean;
  readonly outcomes: readonly TestOutcome[];
}

/** Results by project and file; a second run of a file replaces the first. */
const fileResults = new Map<string, FileResult>();
/** Files that failed in parallel and passed alone. */
const unsteady: string[] = [];

/** Returns whether a project has matching test files; without a filter every project has some. */
function hasFiles(project: string, onlyFiles: readonly string[], env: NodeJS.ProcessEnv): boolean {
  if (!onlyFiles.length) return true;
  const listing = spawnSync(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), 'list', '--filesOnly', '--project', project, ...onlyFiles],
    { cwd: root, env, encoding: 'utf8' },
  );
  return listing.stdout.split('\n').some((line) => /\.test\.tsx?$/.test(line.trim()));
}

/** Projects in which matching files were found. */
const foundProjects = new Set<string>();

/**
 * Runs a project in one worker, so that its files share imports and compiled code. This saves a third of the
 * processor time.
 */
async function runProject(
  project: string,
  env: NodeJS.ProcessEnv,
  { only = files, shard }: { only?: readonly string[]; shard?: string } = {},
): Promise<void> {
  if (!hasFiles(project, only, env)) return;
  foundProjects.add(project);
  const startedAt = Date.now();
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
      ...(shard ? [`--shard=${shard}`] : []),
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
    const countOf = (status: string) => result.assertionResults.filter((test) => test.status === status).length;
    const file = relative(root, result.name);
    const [passed, failed] = [countOf('passed'), countOf('failed')];
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
  // An error outside a test: vitest fails although no file failed.
  if (code !== 0 && broken === 0) {
    tally.failed += 1;
    failures.push(`the run of ${project} itself`);
  }
  const part = shard ? `${project} ${shard}` : project;
  console.log(`\n— tests of ${part}: ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
}

/**
 * Projects by duration, the longest first; the order differs with proofs. There are three lanes on two cores, because
 * browser tests wait half of the time.
 */
const longestFirst = proofs
  ? ['server-processes', 'server-postgres', 'browser', 'server', 'ui', 'journey', 'contract']
  : ['ui', 'server', 'journey', 'server-postgres', 'server-processes', 'browser', 'contract'];
const lanes = 3;

/** Parts of a project that takes longer than all others, so that no lane ends much later than the others. */
const shards: Readonly<Record<string, readonly string[]>> = { server: ['1/2', '2/2'] };

/**
 * Files that measure recovery or response times. They run after all others, whose load would distort the measurement.
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

function print(results: Run, goalIds = ids): void {
  const rows = proofRows(results, testFiles(), readResults(root), goalIds);
  console.log(`\n${proofText(rows)}`);
  for (const brokenPart of results.broken) console.log(`broke down: ${brokenPart}`);
  if (goalIds.length === 0) writeFileSync(join(root, 'docs/proof.md'), withMutantsSection(proofPage(rows, results)));
}

if (from !== undefined) {
  print(readRun(from));
  process.exit();
}

const started = Date.now();
const projects = new Set(['contract', 'server', 'server-processes', 'ui']);
const env: NodeJS.ProcessEnv = { ...process.env };
if (env['TEST_POSTGRES'] === 'off') {
  delete env['TEST_POSTGRES'];
  skip('the API on PostgreSQL', 'TEST_POSTGRES is off');
} else if (env['TEST_DATABASE_URL'] || findPostgres()) {
  projects.add('server-postgres');
  env['TEST_POSTGRES'] = 'on';
} else {
  skip('the API on PostgreSQL', 'no initdb and postgres found, and no TEST_DATABASE_URL given');
}
const chromium = findChromium();
if (!chromium) skip('browser tests', 'no Chromium found, and no CHROMIUM_PATH given');
else if (
  (table && !isWholeRun && !files.some((file) => file.startsWith('tests/browser/'))) ||
  (await check('build', 'scripts/build.mjs', []))
) {
  projects.add('journey').add('browser');
  env['CHROMIUM_PATH'] = chromium;
  // Just built, if tests of a browser are among them.
  if (!table || isWholeRun) env['BUILT_CHILD'] = 'on';
}
const waiting = longestFirst.filter((name) => projects.has(name));
console.log(`\n— tests: ${waiting.join(', ')}`);
// The last configuration checks everything. The others check that neither side uses globals of the other's
// environment, which lint can't detect.
const types = [...(proofs ? ['tsconfig.server.json', 'tsconfig.app.json'] : []), 'tsconfig.json'];
const checks =
  table && !isWholeRun
    ? []
    : [
        ...types.map((config) => () => check(`types, ${config}`, 'node_modules/typescript/bin/tsc', ['-p', config])),
        () => check('lint', 'node_modules/oxlint/bin/oxlint', ['--quiet']),
        () => check('format', 'node_modules/oxfmt/bin/oxfmt', ['--check', '.']),
      ];
const laterFiles = isWholeRun && proofs ? atTheEnd : [];
const tests = waiting.flatMap((project) =>
  ((isWholeRun && shards[project]) || [undefined]).map(
    (shard) => () =>
      runProject(project, { ...env, TESTS_LATER: laterFiles.map(([file]) => file).join(' ') }, { shard }),
  ),
);
// A first start of what was built, of which many files take a copy. Filled as by the tests themselves.
const fill = () =>
  check('directory with the demonstration', 'node_modules/tsx/dist/cli.mjs', ['tests/support/fillDirectory.ts'], {
    ...env,
    VITEST: 'true',
  });
const early = isWholeRun && env['BUILT_CHILD'] === 'on' ? [fill, ...checks] : checks;
// Short checks run early.
await runAll([...tests.slice(0, lanes - 1), ...early, ...tests.slice(lanes - 1)]);
for (const [file, projectsOfFile] of laterFiles)
  await runAll(
    projectsOfFile
      .filter((project) => projects.has(project))
      .map((project) => () => runProject(project, env, { only: [file] })),
  );

/** Maximum number of failed files that are run again; more failures are not caused by a busy machine. */
const maxAgain = 4;

/**
 * Runs each failed file once more, alone. A file that fails only in parallel is reported as such and does not fail
 * the run. This applies only in CI.
 */
async function runFailedAlone(): Promise<void> {
  const brokenFiles = [...fileResults.values()].filter(({ broken }) => broken);
  if (!ci || table || !isWholeRun || brokenFiles.length > maxAgain) return;
  for (const { project, file } of brokenFiles) {
    console.log(`\n— once more, alone: ${project}, ${file}`);
    await runProject(project, env, { only: [file] });
    if (!fileResults.get(`${project} ${file}`)?.broken) unsteady.push(`${project}, ${file}`);
  }
}

/** Adds the results of the files to the totals, the failures and the skipped tests. */
function countFiles(): void {
  const skipping = new Map<string, number>();
  for (const { project, file, passed, failed, idle, broken } of fileResults.values()) {
    tally.passed += passed;
    if (!broken) {
      if (idle > 0) skipping.set(project, (skipping.get(project) ?? 0) + idle);
      continue;
    }
    // If a file does not load or a hook fails, its tests did not run; they don't count as skipped.
    tally.failed += failed + (failed === 0 ? Math.max(idle, 1) : idle);
    const failure = [
      `${project}, ${file}`,
      failed ? `${failed} tests` : 'not a test of it, but the file or a hook',
      idle ? `${idle} not reached` : '',
    ]
      .filter(Boolean)
      .join(': ');
    failures.push(failure);
    if (failed > 0 && idle === 0) ofTests.add(failure);
  }
  for (const [project, count] of skipping) {
    tally[ci ? 'failed' : 'skipped'] += count;
    (ci ? failures : skips).push(`${count} tests of ${project} that skip themselves`);
  }
}

await runFailedAlone();
countFiles();

if (!foundProjects.size) {
  tally.failed += 1;
  failures.push(`no file of tests is called ${files.join(', ')}`);
}

const commit = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' });
const finishedRun: Run = {
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
// A partial run is marked as such; the confirmation report requires a whole run.
console.log(`\nresults: ${relative(root, writeRun(finishedRun, !isWholeRun ? 'part' : proofs ? 'proof' : 'tests'))}`);
if (table) print(finishedRun);
if (intoPage) {
  const page = join(root, 'docs/proof.md');
  const rows = proofRows(finishedRun, testFiles(), readResults(root), ids);
  writeFileSync(page, withMutantsSection(pageWith(readFileSync(page, 'utf8'), rows, finishedRun)));
}
if (onto !== undefined) {
  const both = withAgain(readRun(onto), finishedRun);
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
for (const test of unsteady) console.log(`passed only alone: ${test}`);
for (const skipped of skips) console.log(`skipped: ${skipped}`);
for (const what of failures) console.log(`failed: ${what}`);
console.log(`${tally.passed} passed, ${tally.failed} failed, ${tally.skipped} skipped`);
process.exitCode = tally.failed > 0 ? 1 : 0;
