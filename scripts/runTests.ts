// Types, lint, build and every test project, in this order, with one line at the end that says how it went.
// `npm test -- tests/server/auth` runs the tests of those files only; `npm run proofs` the proofs as well (tests/support/proofs.ts).
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, relative } from 'node:path';
import { findPostgres } from '../tests/support/postgres';
import { root } from '../server/root';

// Before anything of the tests is loaded: they ask the environment.
if (process.argv.includes('--proofs')) process.env['PROOFS'] = 'on';
const proofs = process.env['PROOFS'] === 'on';
const files = process.argv.slice(2).filter((word) => word !== '--proofs');
const ci = ['true', '1'].includes(process.env['CI'] ?? '');
const tally = { passed: 0, failed: 0, skipped: 0 };
const skips: string[] = [];
const failures: string[] = [];

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
  const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
  const onPath = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean).flatMap((directory) => names.map((name) => join(directory, name)));
  return [...onPath, '/usr/bin/chromium', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'].find((path) => existsSync(path));
}

interface Results {
  numPassedTests: number;
  testResults: { name: string; status: string; assertionResults: { status: string }[] }[];
}

async function runProjects(projects: string[], env: NodeJS.ProcessEnv): Promise<void> {
  console.log(`\n— tests: ${projects.join(', ')}`);
  const directory = mkdtempSync(join(tmpdir(), 'occhealth-tests-'));
  const report = join(directory, 'report.json');
  const code = await run('node_modules/vitest/vitest.mjs', ['run', ...files, ...projects.flatMap((name) => ['--project', name]), '--reporter=default', '--reporter=json', `--outputFile.json=${report}`], env);
  const results = existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as Results) : undefined;
  rmSync(directory, { recursive: true, force: true });
  tally.passed += results?.numPassedTests ?? 0;
  let skipping = 0;
  let known = 0;
  for (const { name, status, assertionResults } of results?.testResults ?? []) {
    const failed = assertionResults.filter((test) => test.status === 'failed').length;
    const idle = assertionResults.filter((test) => !['failed', 'passed'].includes(test.status)).length;
    if (status !== 'failed') {
      skipping += idle;
      continue;
    }
    // A file that does not load or a hook that fails: its tests skip nothing, they were never reached.
    const unreached = failed === 0 ? Math.max(idle, 1) : idle;
    tally.failed += failed + unreached;
    known += 1;
    failures.push([relative(root, name), failed ? `${failed} tests` : 'not a test of it, but the file or a hook', idle ? `${idle} not reached` : ''].filter(Boolean).join(': '));
  }
  tally[ci ? 'failed' : 'skipped'] += skipping;
  if (skipping > 0) (ci ? failures : skips).push(`${skipping} tests that skip themselves`);
  // An error outside a test: vitest fails, and no file does.
  if (code !== 0 && known === 0) {
    tally.failed += 1;
    failures.push('the test run itself');
  }
}

const started = Date.now();
// The last holds everything; the others, that neither end leans on what only the other's surroundings have, which the linter's rules say of globals.
for (const config of [...(proofs ? ['tsconfig.server.json', 'tsconfig.app.json'] : []), 'tsconfig.json']) await check(`types, ${config}`, 'node_modules/typescript/bin/tsc', ['-p', config]);
await check('lint', 'node_modules/oxlint/bin/oxlint', ['--quiet']);

const projects = ['contract', 'server', 'ui'];
const env: NodeJS.ProcessEnv = { ...process.env };
if (env['TEST_DATABASE_URL'] || findPostgres()) {
  projects.push('server-postgres');
  env['TEST_POSTGRES'] = 'on';
} else {
  skip('the API on PostgreSQL', 'no initdb and postgres found, and no TEST_DATABASE_URL given');
}
const chromium = findChromium();
if (!chromium) skip('browser tests', 'no Chromium found, and no CHROMIUM_PATH given');
else if (await check('build', 'scripts/build.mjs', [])) {
  projects.push('journey', 'browser');
  env['CHROMIUM_PATH'] = chromium;
}
await runProjects(projects, env);

console.log(`\n${((Date.now() - started) / 1000).toFixed(0)} s`);
console.log(proofs ? 'the proofs were among them' : 'one of each kind; for every page, width, dialect and volume: npm run proofs');
for (const what of skips) console.log(`skipped: ${what}`);
for (const what of failures) console.log(`failed: ${what}`);
console.log(`${tally.passed} passed, ${tally.failed} failed, ${tally.skipped} skipped`);
process.exitCode = tally.failed > 0 ? 1 : 0;
