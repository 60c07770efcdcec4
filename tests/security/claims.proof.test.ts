import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '@server/base/root';
import { organizationTable } from '@server/db/schema';
import { Refusal } from '@server/http/errors';
import { readBody, type Route, route } from '@server/http/route';
import { type ClaimedCall, claimingApp } from '../support/claimingApp';
import { callOf, markOf, openPlaces, ownWrites, unasked, withClaims } from '../support/claims';
import { measured } from '../support/measured';
import { type TestServer, testServer } from '../support/server';
import { trialOf } from './trial';

// QUALITY AZ6: the generic write calls of every entity are tested by foreignRows.proof; here are all other write calls
// of the router, so that none is left out.

let server: TestServer;
let own: readonly Route[];
let place: string;

beforeAll(async () => {
  server = await testServer();
  own = ownWrites(server.services);
  place = mkdtempSync(join(tmpdir(), 'occhealth-claims-'));
});
afterAll(async () => {
  await server.close();
  rmSync(place, { recursive: true, force: true });
});

/** Returns what the handler receives of the body; the status where it receives none. */
async function read(one: Route, body: unknown): Promise<unknown> {
  try {
    return await readBody(
      one,
      new Request('http://localhost/', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    );
  } catch (error) {
    if (error instanceof Refusal) return error.status;
    throw error;
  }
}

/** With the claims beside the ids of a list, and instead of one. */
const listsWith = (ids: readonly unknown[]): readonly unknown[] => {
  const one = { ...unasked, id: ids[0] };
  return [{ ...one, ids }, [...ids, one], [one]];
};
const takesList = (one: Route): boolean => Array.isArray(trialOf(one, 'own').body);

/** Tests of the modules: each sends its calls as its people do, and checks the result. */
const flows = [
  'appPackages',
  'archive',
  'auditEvents',
  'auth',
  'blankRelation',
  'center',
  'declarations',
  'delegation',
  'dict',
  'enterprise',
  'equipment',
  'fieldWork',
  'handOver',
  'incoming',
  'jobs',
  'labAttachments',
  'labCurves',
  'labSheets',
  'labTasks',
  'libraries',
  'lockout',
  'menus',
  'monitor',
  'noticeMail',
  'notices',
  'outside',
  'platformPushes',
  'projects',
  'publication',
  'publicity',
  'records',
  'reports',
  'reportSignatures',
  'sampleAdjustment',
  'siblings',
  'signatures',
  'siteSampling',
  'stock',
  'stockLedger',
  'surveyAndPlan',
  'users',
  'vehicles',
];

interface Results {
  readonly success: boolean;
  readonly numPassedTests: number;
  readonly numTotalTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly title: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

const linesOf = (file: string): readonly ClaimedCall[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => (line ? [JSON.parse(line) as ClaimedCall] : []));

async function claimedFlows(): Promise<{ results: Results; calls: readonly ClaimedCall[] }> {
  const [report, claims] = [join(place, 'report.json'), join(place, 'claims.jsonl')];
  const env = {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(VITEST|PROOFS|TEST_)/.test(name))),
    CLAIMS: claims,
  };
  const child = spawn(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project',
      'server',
      ...flows.map((name) => `tests/server/${name}.test.ts`),
      '--reporter=json',
      `--outputFile=${report}`,
    ],
    { cwd: root, env, stdio: 'ignore' },
  );
  await once(child, 'exit');
  return { results: JSON.parse(readFileSync(report, 'utf8')) as Results, calls: linesOf(claims) };
}

describe('module-specific write (AZ6)', () => {
  it('a feature’s own write call receives 0 fields that its declared body does not contain, at any place of the body', async () => {
    const wrong: string[] = [];
    const open = new Set<string>();
    let [fields, objects, lists, none] = [0, 0, 0, 0];
    for (const one of own) {
      if (one.form) continue;
      if (!one.body) {
        none += 1;
        if ((await read(one, unasked)) !== undefined)
          wrong.push(`${callOf(one)}: reads a body that it does not declare`);
        continue;
      }
      const { body } = trialOf(one, 'own');
      const plain = await read(one, body);
      // If the example itself is refused, it shows nothing.
      if (typeof plain === 'number') wrong.push(`${callOf(one)}: ${plain} for ${JSON.stringify(body)}`);
      if (Array.isArray(body)) {
        lists += 1;
        for (const claimed of listsWith(body)) {
          const taken = await read(one, claimed);
          if (taken !== 400 && markOf(JSON.stringify(taken)))
            wrong.push(`${callOf(one)}: takes ${JSON.stringify(taken).slice(0, 160)}`);
        }
        continue;
      }
      const greedy = withClaims(one, body, false);
      for (const name of greedy.open) open.add(name);
      fields += greedy.fields;
      objects += greedy.objects;
      const taken = await read(one, greedy.body);
      if (JSON.stringify(taken) !== JSON.stringify(plain))
        wrong.push(
          `${callOf(one)}: ${JSON.stringify(plain).slice(0, 160)} became ${JSON.stringify(taken).slice(0, 160)}`,
        );
      if (!greedy.fields && !greedy.open.length) wrong.push(`${callOf(one)}: nothing could be claimed`);
    }
    expect(wrong).toEqual([]);
    expect([...open].sort()).toEqual([...openPlaces].sort());
    expect(own.length).toBeGreaterThan(130);
    measured(
      `模块自己的 ${own.length} 个写接口逐一按所声明的内容夹带：${own.length - lists - none - own.filter(({ form }) => form).length} 个以对象为正文的，在 ${objects} 个对象（含嵌套与数组元素）中夹带 ${fields} 个未声明的字段，处理程序收到 ${wrong.length} 个；${lists} 个只收编号列表的与 ${none} 个不收正文的也收不到；${open.size} 处收任意名称的由其实体筛选，另在下一项中执行`,
    );
  });

  it('a feature’s own write call stores 0 protected fields when all tests of the features send them too, and these tests still pass', async () => {
    const { results, calls } = await claimedFlows();
    const failed = results.testResults.flatMap(({ name, message, assertionResults }) => [
      ...(assertionResults.length ? [] : [`${name}: ${message}`]),
      ...assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ title, failureMessages }) => `${title}: ${failureMessages[0]?.slice(0, 300)}`),
    ]);
    expect(failed).toEqual([]);
    expect([results.success, results.testResults.length]).toEqual([true, flows.length]);
    const written = calls
      .filter((call) => call.written.length)
      .map(({ call, written: where }) => `${call}: ${where[0]}`);
    expect(written).toEqual([]);
    const taken = calls.filter(({ status, refused }) => status < 400 || refused);
    const reached = new Set(taken.map(({ call }) => call));
    const tried = own.filter((one) => !takesList(one));
    expect(tried.map(callOf).filter((call) => !reached.has(call))).toEqual([]);
    const open = new Set(taken.flatMap((one) => one.open));
    expect(openPlaces.filter((name) => !open.has(name))).toEqual([]);
    const sum = (of: (one: ClaimedCall) => number): number => calls.reduce((total, one) => total + of(one), 0);
    measured(
      `模块测试 ${results.numPassedTests} 项在每个正文都夹带的情形下全部通过：${tried.length} 个写接口的 ${calls.length} 次调用（办成 ${taken.length} 次，因夹带被拒绝 ${sum(({ refused }) => Number(refused))} 次）夹带 ${sum(({ fields }) => fields)} 个受保护字段，检查它们在各表中写入的 ${sum(({ rows }) => rows)} 行，写入 ${written.length} 个`,
    );
  }, 1_800_000);
});

it('the test for smuggled fields notices a call that stores one, and one that reads the request body itself', async () => {
  const id = await server.rows.organization();
  const report = join(place, 'control.jsonl');
  const greedy = route({
    method: 'POST',
    path: 'api/control',
    permission: 'public',
    summary: 'x',
    async handle({ request }) {
      const { createBy } = (await request.json()) as { createBy: number };
      await server.database.orm.update(organizationTable).set({ createBy }).where(eq(organizationTable.id, id));
      return { done: true };
    },
  });
  const answer = await claimingApp(server.services, report, [greedy]).request('/api/control', { method: 'POST' });
  expect(answer.status).toBe(200);
  expect(linesOf(report).map(({ call, written }) => [call, written.length, written[0]?.slice(0, 12)])).toEqual([
    ['POST api/control', 1, 'a handler th'],
    ['POST api/control', 1, 'organization'],
  ]);
});
