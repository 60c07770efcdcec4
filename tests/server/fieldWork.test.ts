import { and, eq, inArray, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnyRow } from '@contract/entity';
import { reviewQuestions } from '@contract/features/projects/entities/contractReview';
import type { Answer, ErrorBody, Page } from '@contract/wire';
import { statementEdition } from '@contract/workflow/signatureTexts';
import { hazardTable, roleTable, sampleTable, siteHazardTable, userRolesTable } from '@server/db/schema';
import { seedDatabase } from '@server/seed/seedDatabase';
import { type TestServer, testServer } from '../support/server';

// A project from its unit to received samples, by two people of each trade at once: whatever both write is stored, and
// what only one can do is done once.

const password = 'Field-2468#Lab';
let server: TestServer;
const tokens: Record<string, string> = {};
let project: AnyRow;

beforeAll(async () => {
  server = await testServer({ demo: true, demoPassword: password, adminPassword: password });
  await seedDatabase(server.services);
  const { orm } = server.database;
  const [home] = await orm
    .select({ id: roleTable.id })
    .from(roleTable)
    .where(and(isNull(roleTable.organizationId), eq(roleTable.name, '现场人员')));
  const { rows } = server;
  const second = await rows.user({ userName: 'field2', nickName: '陈立', organizationId: 1, password });
  await orm.insert(userRolesTable).values({ ownerId: second, targetId: home?.id as number, position: 0 });
  for (const name of ['sales', 'field', 'field2', 'keeper', 'reviewer', 'approver', 'sales2'])
    tokens[name] = await server.login(name);
  // People of a fresh demonstration: each has read the statement before signing.
  for (const token of Object.values(tokens))
    await server.ask('PUT', 'api/user/signingStatement', { token, body: { edition: statementEdition } });
});
afterAll(() => server.close());

const ask = <B = Answer<AnyRow>>(who: string, method: string, path: string, body?: unknown) =>
  server.ask<B & ErrorBody>(method, path, { token: tokens[who] as string, ...(body === undefined ? {} : { body }) });
async function done<B = AnyRow>(who: string, method: string, path: string, body?: unknown): Promise<B> {
  const { status, body: answer, text } = await ask<Answer<B>>(who, method, path, body);
  expect(status, `${method} ${path}: ${text.slice(0, 400)}`).toBe(200);
  return answer.body as B;
}
const got = async <B>(who: string, path: string): Promise<B> => (await ask<B>(who, 'GET', path)).body;
const both = <T>(work: (who: string, at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(['field', 'field2'].map(work));
const move = (who: string, path: string, id: number, key: string, more: object = {}) =>
  ask(who, 'PUT', `${path}/move`, { id, move: key, password, ...more });

it('a project is created for a new inspected enterprise, submitted, and passes its contract review', async () => {
  const unit = await done('sales', 'POST', 'api/inspectUnit/add', {
    unitName: '绍兴柯桥双人协作印染有限公司',
    status: '1',
  });
  project = await done('sales', 'POST', 'api/project/add', {
    projectName: '双人协作定期检测',
    belongInspect: unit.id,
    type: 'DQ',
  });
  expect((await move('sales', 'api/project', project.id, 'submitContract')).status).toBe(200);
  await done('reviewer', 'POST', 'api/contractReview/add', {
    project: project.id,
    conclusion: '同意承接',
    ...Object.fromEntries(reviewQuestions.map((name) => [name, 'yes'])),
  });
  expect((await move('reviewer', 'api/project', project.id, 'passContract')).status).toBe(200);
});

it('a survey saved by two surveyors at once keeps every row, and the slower person learns of a row that both changed', async () => {
  const names = ['甲苯', '甲醇', '氨', '氯化氢及盐酸'];
  const hazards = await server.database.orm
    .select({ id: hazardTable.id, name: hazardTable.name })
    .from(hazardTable)
    .where(and(inArray(hazardTable.name, names), isNull(hazardTable.organizationId)));
  expect(hazards).toHaveLength(4);
  const row = (who: string, at: number) => ({
    project: project.id,
    workshop: who === 'field' ? '前处理车间' : '后整理车间',
    post: `岗位${at}`,
    hazard: hazards[at % 4]?.id,
    machines: 2,
    workers: 3,
    hoursPerDay: '6',
    daysPerWeek: '5',
    worstKnown: true,
  });
  await both((who) =>
    done(who, 'PUT', 'api/siteHazard/saveAll', {
      rows: Array.from({ length: 6 }, (_, index) => row(who, index)),
      removed: [],
    }),
  );
  const { content } = await got<Page<AnyRow>>('field', `api/siteHazard?project=${project.id}&size=100&sort=id,asc`);
  expect(content).toHaveLength(12);
  const [shared] = content as [AnyRow];
  const saved = await both((who) =>
    ask(who, 'PUT', 'api/siteHazard/saveAll', { rows: [{ ...shared, workContent: `${who}写的` }], removed: [] }),
  );
  expect(saved.map(({ status }) => status).sort()).toEqual([200, 409]);
  const [now] = await server.database.orm.select().from(siteHazardTable).where(eq(siteHazardTable.id, shared.id));
  const winner = saved[0]?.status === 200 ? 'field' : 'field2';
  expect([now?.workContent, now?.version]).toEqual([`${winner}写的`, shared.version + 1]);
});

it('a project ends its survey once, generates one plan, and has it signed by three different people', async () => {
  const { survey } = await got<{ survey: AnyRow }>('field', `api/siteSurvey/of/${project.id}`);
  const { user } = await got<{ user: { id: number } }>('field', 'auth/info');
  await done('field', 'PUT', 'api/siteSurvey/edit', {
    ...survey,
    surveyedOn: '2026-03-02',
    surveyors: [user.id],
    remark: '王工同行',
  });
  const ended = await both((who) => move(who, 'api/project', project.id, 'endSurvey'));
  expect(ended.map(({ status }) => status).sort()).toEqual([200, 409]);
  const generated = await both((who) =>
    ask<Answer<{ added: number }>>(who, 'POST', 'api/samplePlan/generate', { project: project.id }),
  );
  expect(generated.map(({ status }) => status).sort()).toEqual([200, 409]);
  const rows = await got<Page<AnyRow>>('field', `api/sampleSiteHazard?project=${project.id}&size=500`);
  expect(rows.totalElements).toBe(generated.find(({ status }) => status === 200)?.body.body?.added);
  const { plan } = await got<{ plan: AnyRow }>('field', `api/samplePlan/of/${project.id}`);
  await done('field', 'PUT', 'api/samplePlan/edit', { ...plan, remark: '点数与人数按生产情况确定' });
  const moved = async (who: string, key: string) => (await move(who, 'api/samplePlan', plan.id, key)).status;
  expect(await moved('field', 'submit')).toBe(200);
  expect(await moved('field', 'review')).toBe(403);
  expect(await moved('reviewer', 'review')).toBe(200);
  expect(await moved('approver', 'approve')).toBe(200);
});

it('a sampling day added by two people at once exists once, and no reading of two people who record at once is lost', async () => {
  // A past day: on today's the clock of the test must have passed the end of sampling.
  const sampledOn = new Date(Date.now() + 8 * 3_600_000 - 86_400_000).toISOString().slice(0, 10);
  const days = await both((who) => ask(who, 'POST', 'api/samplingDay/add', { project: project.id, sampledOn }));
  // The second one gets a field error that the day exists.
  expect(days.map(({ status }) => status).sort()).toEqual([200, 400]);
  const day = days.find(({ status }) => status === 200)?.body.body as AnyRow;
  await done('field', 'POST', 'api/siteWeather/add', {
    project: project.id,
    samplingDay: day.id,
    measuredAt: `${sampledOn} 00:05:00`,
    place: '车间外',
    temperature: '38.0',
    pressure: '100.50',
  });
  const samples = await server.database.orm
    .select()
    .from(sampleTable)
    .where(eq(sampleTable.project, project.id))
    .orderBy(sampleTable.id);
  expect(new Set(samples.map(({ sampleNo }) => sampleNo)).size).toBe(samples.length);
  expect(samples.length).toBeGreaterThan(20);

  const record = (who: string, id: number, values: object) => ask(who, 'PUT', 'api/sample/record', { id, values });
  // Two write different values of one sample at the same moment …
  const one = samples.find(({ sampleKind, mode }) => sampleKind === 'sample' && mode === 'area');
  const id = one?.id as number;
  const flow = String(one?.plannedFlow);
  const halves = [
    { startTime: `${sampledOn} 00:10:00`, endTime: `${sampledOn} 00:25:00` },
    { flowBefore: flow, flowAfter: String(Number((Number(flow) * 0.97).toFixed(4))) },
  ];
  expect((await both((who, index) => record(who, id, halves[index] as object))).map(({ status }) => status)).toEqual([
    200, 200,
  ]);
  const [whole] = await server.database.orm.select().from(sampleTable).where(eq(sampleTable.id, id));
  // … and it is collected: within 5 % the set flow counts (GBZ 331-2024 E.3), for 15 min at 38 ℃ and 100.5 kPa (DOMAIN
  // §1.4).
  expect(whole).toMatchObject({ state: 'collected', minutes: '15', temperature: '38.0', pressure: '100.50' });
  expect([Number(whole?.flow), Number(whole?.volume)]).toEqual([Number(flow), Number((Number(flow) * 15).toFixed(6))]);
  expect(Number(whole?.standardVolume)).toBeCloseTo((Number(flow) * 15 * 293 * 100.5) / (311 * 101.3), 6);
  // … and where both write the same field differently, one is told.
  const same = await both((who, index) =>
    ask(who, 'PUT', 'api/sample/record', {
      id,
      values: { production: index ? '停产' : '满负荷' },
      base: { production: null },
    }),
  );
  expect(same.map(({ status }) => status).sort()).toEqual([200, 409]);

  // The others, each taken by one of the two, all at the same time.
  const left = samples.filter((sample) => sample.id !== id);
  await both(async (who, index) => {
    for (const sample of left.filter((_, place) => place % 2 === index)) {
      const flows =
        sample.plannedFlow === null ? {} : { flowBefore: sample.plannedFlow, flowAfter: sample.plannedFlow };
      await done(who, 'PUT', 'api/sample/record', {
        id: sample.id,
        values: {
          startTime: `${sampledOn} 00:10:00`,
          endTime: `${sampledOn} 00:25:00`,
          ...flows,
          ...(sample.mode === 'personal' ? { person: `工人${sample.id}` } : {}),
        },
      });
    }
  });
  const states = await server.database.orm
    .select({ state: sampleTable.state })
    .from(sampleTable)
    .where(eq(sampleTable.project, project.id));
  expect(new Set(states.map(({ state }) => state))).toEqual(new Set(['collected']));
});

it('samples are handed over and received once, even if two people count, and a scan of another organization’s code is refused', async () => {
  expect(
    (await both((who) => move(who, 'api/project', project.id, 'endSampling'))).map(({ status }) => status).sort(),
  ).toEqual([200, 409]);
  const made = await both((who) => ask(who, 'POST', 'api/handOver/add', { project: project.id }));
  expect(made.map(({ status }) => status).sort()).toEqual([200, 409]);
  const sheet = made.find(({ status }) => status === 200)?.body.body as AnyRow;
  const maker = made[0]?.status === 200 ? 'field' : 'field2';
  expect((await move(maker, 'api/handOver', sheet.id, 'submit')).status).toBe(200);

  const { lines } = await got<{ lines: { sampleNo: string }[] }>('keeper', `api/handOver/sheet/${sheet.id}`);
  const numbers = lines.map(({ sampleNo }) => sampleNo);
  const count = (code: string) => ask('keeper', 'PUT', 'api/handOver/count', { id: sheet.id, code });
  await Promise.all(
    [numbers.slice(0, -1), numbers.slice(0, -1).reverse()].map(async (half) => {
      for (const code of half) expect((await count(code)).status).toBe(200);
    }),
  );
  const early = await move('keeper', 'api/handOver', sheet.id, 'receive');
  expect(early.status).toBe(409);
  expect(early.body.message).toContain(numbers.at(-1));

  const [foreign] = await server.database.orm
    .insert(sampleTable)
    .values({
      organizationId: 2,
      project: project.id,
      sampleNo: 'QLJC-0001',
      sampleKind: 'sample',
      hazard: 1,
      state: 'collected',
      lateEntry: false,
    })
    .returning();
  const wrong = await count('QLJC-0001');
  expect([wrong.status >= 400, wrong.body.message.includes('QLJC-0001')]).toEqual([true, true]);
  await server.database.orm.delete(sampleTable).where(eq(sampleTable.id, foreign?.id as number));

  expect((await count(numbers.at(-1) as string)).status).toBe(200);
  const received = await Promise.all([
    move('keeper', 'api/handOver', sheet.id, 'receive'),
    move('keeper', 'api/handOver', sheet.id, 'receive'),
  ]);
  expect(received.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await move('keeper', 'api/project', project.id, 'receiveSamples')).status).toBe(200);
  const states = await server.database.orm
    .select({ state: sampleTable.state })
    .from(sampleTable)
    .where(eq(sampleTable.project, project.id));
  expect(new Set(states.map(({ state }) => state))).toEqual(new Set(['received']));
  expect((await ask('sales2', 'GET', `api/project/${project.id}`)).status).toBe(404);
});
