import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../server/base/root.ts';
import type { MutantPlan } from './plan.ts';

/** Result of a test file. */
export interface FileOutcome {
  readonly passed: boolean;
  /** ms */
  readonly took: number;
  /** Failed test and its message. */
  readonly said: string;
}

/** ms; a mutant may make a test wait forever. */
const patience = 30_000;

/** Kills a process with its children. */
function end(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}

/**
 * Runs these test files, or all of the projects, on the sources of the plan.
 * @param stall ms; a run in which no file ends for so long is killed
 * @returns results by file (path from the root), of files that ended
 */
export async function runTests(
  plan: MutantPlan,
  projects: readonly string[],
  files: readonly string[],
  stall: number,
): Promise<Map<string, FileOutcome>> {
  const place = mkdtempSync(join(tmpdir(), 'occhealth-mutants-'));
  const [told, report] = [join(place, 'plan.json'), join(place, 'report.jsonl')];
  writeFileSync(told, JSON.stringify(plan));
  writeFileSync(report, '');
  const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(VITEST|PROOFS|TEST_)/.test(name)));
  const child = spawn(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...projects.flatMap((project) => ['--project', project]),
      ...files,
      '--reporter=./tests/mutants/reporter.ts',
      ...(plan.sample ? [`--testTimeout=${patience}`, `--hookTimeout=${patience}`] : []),
    ],
    { cwd: root, env: { ...own, MUTANTS: told, MUTANTS_REPORT: report }, stdio: 'ignore', detached: true },
  );
  const timer = setInterval(() => {
    if (existsSync(report) && Date.now() - statSync(report).mtimeMs > stall) end(child.pid);
  }, 2000);
  await new Promise((resolve) => child.once('exit', resolve));
  clearInterval(timer);
  const lines = readFileSync(report, 'utf8').split('\n').filter(Boolean);
  rmSync(place, { recursive: true, force: true });
  return new Map(lines.map((line) => JSON.parse(line) as [string, FileOutcome]));
}
