import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { root } from '@server/base/root';
import { measured } from '../support/measured';
import { chosen } from './mutations';
import type { RefusalPlan } from './refusals/setup';
import { listedRefusals } from './refusals/table';

interface Results {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly title: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

const noticed = listedRefusals().flatMap(({ id, test }) => (test === null ? [] : [{ id, file: `tests/${test}` }]));
const tried = chosen(noticed, ({ id, file }) => [id, file]);

let place = '';
beforeAll(() => (place = mkdtempSync(join(tmpdir(), 'occhealth-refusals-'))));
afterAll(() => rmSync(place, { recursive: true, force: true }));

/** Timeout in ms; without its refusal a test may wait for ever, which counts as detected, too. */
const patience = 60_000;

/** Returns rounds in which one refusal per test file is removed, each while its own file runs. */
function rounds(): Record<string, string>[] {
  const plans: Record<string, string>[] = [];
  for (const { id, file } of tried) {
    const plan = plans.find((plan) => !(file in plan)) ?? plans[plans.push({}) - 1];
    if (plan) plan[file] = id;
  }
  return plans;
}

/** Returns the result of each file, by its path. */
async function outcomesOf(
  plan: RefusalPlan,
  files: readonly string[],
): Promise<Map<string, Results['testResults'][number]>> {
  const [report, told] = [join(place, 'report.json'), join(place, 'plan.json')];
  rmSync(report, { force: true });
  writeFileSync(told, JSON.stringify(plan));
  const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(VITEST|PROOFS|TEST_)/.test(name)));
  const child = spawn(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project',
      'server',
      ...files,
      '--reporter=json',
      `--outputFile=${report}`,
      `--testTimeout=${patience}`,
      `--hookTimeout=${patience}`,
    ],
    { cwd: root, env: { ...own, REFUSALS: told }, stdio: 'ignore' },
  );
  await once(child, 'exit');
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Results;
  return new Map(testResults.map((result) => [relative(root, result.name).replaceAll('\\', '/'), result]));
}

it(`tests notice each of ${tried.length} removed refusals with 401, 403, 404 and 409, 100 % (AZ2)`, async () => {
  const begun = performance.now();
  const files = [...new Set(tried.map(({ file }) => file))];
  // A file that fails by itself would detect anything.
  const whole = await outcomesOf({}, files);
  expect(files.filter((file) => whole.get(file)?.status !== 'passed')).toEqual([]);

  const survived: string[] = [];
  for (const plan of rounds()) {
    const outcomes = await outcomesOf({ takenOut: plan }, Object.keys(plan));
    for (const [file, id] of Object.entries(plan)) {
      const outcome = outcomes.get(file);
      const failed = outcome?.assertionResults.find(({ status }) => status === 'failed');
      const said = (failed?.failureMessages[0] ?? outcome?.message ?? '').split('\n')[0]?.slice(0, 160);
      if (outcome?.status === 'failed') console.log(`noticed: ${id} (${failed?.title ?? file}: ${said})`);
      else survived.push(`${id}: ${outcome ? 'nobody noticed' : 'did not run'} (${file})`);
    }
  }
  expect(tried).not.toEqual([]);
  expect(survived).toEqual([]);
  const unnoticeable = listedRefusals().length - noticed.length;
  measured(
    `逐一去掉 ${tried.length} 处 401、403、404、409 的拒绝，${tried.length - survived.length} 处被测试发现，共 ${Math.round((performance.now() - begun) / 1000)} 秒${unnoticeable ? `；另有 ${unnoticeable} 处去掉后结果不变（理由见 refusals.txt）` : ''}`,
    true,
    tried.length === noticed.length,
  );
}, 3_600_000);
