import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { UnitRiskLine, UnitRiskView } from '@contract/features/risk/riskWire';
import type { Page } from '@contract/wire';
import {
  hazardLimitTable,
  hazardTable,
  inspectUnitTable,
  labSheetRowTable,
  projectTable,
  sampleTable,
} from '@server/db/schema';
import { judgedRecord } from '../support/judgedProject';
import { labRowsOf } from '../support/labRows';
import { type TestServer, testServer } from '../support/server';

let server: TestServer;
let token: string;
let neighbour: string;
let nobody: string;
let unit: number;
let older: { id: number; code: string };
let newer: { id: number; code: string };

beforeAll(async () => {
  server = await testServer();
  const {
    rows,
    database: { orm },
  } = server;
  const [home, away] = [await rows.organization({ name: '甲检测中心' }), await rows.organization()];
  const role = await rows.role({ permissions: ['risk:list'] });
  const analyst = await rows.user({ userName: 'reviewer', organizationId: home, roles: [role] });
  await rows.user({ userName: 'neighbour', organizationId: away, roles: [role] });
  await rows.user({
    userName: 'nobody',
    organizationId: home,
    roles: [await rows.role({ permissions: ['project:list'] })],
  });
  [token, neighbour, nobody] = (await Promise.all(
    ['reviewer', 'neighbour', 'nobody'].map((name) => server.login(name)),
  )) as [string, string, string];
  const lab = labRowsOf(server, home);
  const benzene = await lab.hazard('苯', { marks: '皮,G1' });
  const dust = await lab.hazard('木粉尘', { category: 'dust' });
  const [gas, weighing, silica] = [
    await lab.method('苯系物', 7),
    await lab.method('总粉尘', null, { methodKind: 'totalDust' }),
    await lab.method('游离SiO₂', null, { methodKind: 'freeSilica' }),
  ];
  const limit = { unit: 'mg/m³', standard: 'GBZ 2.1-2019', effectiveFrom: '2020-04-01', dataCertainty: 'sure' };
  await orm.insert(hazardLimitTable).values([
    { ...limit, hazard: benzene, limitName: '苯', kind: 'twa', value: '3' },
    { ...limit, hazard: dust, limitName: '木粉尘', kind: 'twa', value: '3' },
  ]);
  older = await lab.project('archived');
  newer = await lab.project('reporting');
  const [first] = await orm
    .select({ unit: projectTable.belongInspect })
    .from(projectTable)
    .where(eq(projectTable.id, older.id));
  unit = Number(first?.unit);
  await orm.update(projectTable).set({ belongInspect: unit }).where(eq(projectTable.id, newer.id));
  await orm
    .update(inspectUnitTable)
    .set({ unitName: '宁海县远航木业有限公司', exposedCount: 62, workerCount: 180 })
    .where(eq(inspectUnitTable.id, unit));
  const record = (project: typeof older, more: Partial<Parameters<typeof judgedRecord>[3]> = {}) =>
    judgedRecord(server, lab, home, {
      project,
      hazard: benzene,
      hazardName: '苯',
      method: gas,
      analyst,
      results: { 喷漆: '0.9' },
      ...more,
    });
  await record(older, { testDate: '2025-05-13' });
  await record(newer, { results: { 喷漆: '4.1', 调漆: '1.2' } });
  await record(newer, { hazard: dust, hazardName: '木粉尘', method: weighing, results: { 打磨: '1.2' } });
  const shares = await record(newer, {
    hazard: dust,
    hazardName: '木粉尘',
    method: silica,
    methodKind: 'freeSilica',
    results: { 打磨: '4.2' },
  });
  // Its parallel: the dust is classed by the mean of both.
  const [share] = await orm.select().from(labSheetRowTable).where(eq(labSheetRowTable.sheet, shares));
  const { id: _id, ...row } = share as NonNullable<typeof share>;
  await orm
    .insert(labSheetRowTable)
    .values({ ...row, task: null, rowKind: 'parallel', reportText: '4.8', resultNum: '4.8' });
  // Records without all three signatures do not count.
  await record(await lab.project('testing'), { state: 'drafting', results: { 喷漆: '40' } });
});
afterAll(() => server.close());

it('the risk list shows each enterprise by its newest project with approved records', async () => {
  const { body } = await server.ask<Page<UnitRiskLine>>('GET', 'api/risk', { token });
  expect(body.totalElements).toBe(1);
  expect(body.content[0]).toMatchObject({
    id: unit,
    unitName: '宁海县远航木业有限公司',
    project: newer.id,
    posts: 3,
    exceeding: 1,
    exposureLevel: 'Ⅳ',
    contactLevel: 4,
    exposedCount: 62,
    on: '2026-05-13',
    riskClass: 'high',
    working: '严重危害，有岗位不符合；接触62人（≥50人）→ 高风险',
    hasExceeding: true,
  });
  expect((await server.ask<Page<UnitRiskLine>>('GET', 'api/risk?keyword=远航', { token })).body.content).toHaveLength(
    1,
  );
  expect(
    (await server.ask<Page<UnitRiskLine>>('GET', `api/risk?keyword=${encodeURIComponent('100%')}`, { token })).body
      .content,
  ).toEqual([]);
});

it('the risk list is filtered and sorted like any list, and an unknown filter is refused', async () => {
  const found = async (query: string) =>
    (await server.ask<Page<UnitRiskLine>>('GET', `api/risk?${query}`, { token })).body.totalElements;
  expect(await found('riskClass=high&exceeding=1~&hasExceeding=true&on=2026-05-01~&sort=riskClass,desc')).toBe(1);
  expect(await found('riskClass=low&riskClass=medium')).toBe(0);
  expect(await found('on=~2026-05-12')).toBe(0);
  expect(await found('page=1&size=10')).toBe(1);
  expect((await server.ask<Page<UnitRiskLine>>('GET', 'api/risk?page=1&size=10', { token })).body.content).toEqual([]);
  for (const query of ['secret=1', 'sort=secret,asc', 'sort=on,up', 'exceeding=x', 'on=May', 'size=0'])
    expect((await server.ask('GET', `api/risk?${query}`, { token })).status, query).toBe(400);
});

it('the risk page of an enterprise shows each hazard at each work post with its working, and its projects in sequence', async () => {
  const { body } = await server.ask<UnitRiskView>('GET', `api/risk/${unit}`, { token });
  expect(body.trend.map(({ project, exceeding, risk }) => [project, exceeding, risk.class])).toEqual([
    [older.id, 0, 'high'],
    [newer.id, 1, 'high'],
  ]);
  const at = (place: string) => body.rows.find((row) => row.place === place);
  expect(at('喷漆')?.exposureRatio).toMatchObject({
    hazardRating: 5,
    exposureRating: 4,
    level: 4,
    calculation: 'C/OEL=4.1/3=1.37→ER=4；HR=5（G1 确认人类致癌物）；R=√(5×4)=4.47→4 高',
  });
  expect(at('调漆')).toMatchObject({ verdict: 'conforms', exposureLevel: 'Ⅱ', exposureRatio: { level: 3 } });
  expect(at('打磨')).toMatchObject({ silica: '4.5', exposureRatio: { hazardRating: 3, exposureRating: 2 } });
  const { body: before } = await server.ask<UnitRiskView>('GET', `api/risk/${unit}?project=${older.id}`, { token });
  expect([before.project, before.rows.length]).toEqual([older.id, 1]);
});

it('the risk page shows another organization nothing, and requires the permission', async () => {
  expect((await server.ask<Page<UnitRiskLine>>('GET', 'api/risk', { token: neighbour })).body.content).toEqual([]);
  expect((await server.ask('GET', `api/risk/${unit}`, { token: neighbour })).status).toBe(404);
  expect((await server.ask('GET', `api/risk/${unit}?project=999999`, { token })).status).toBe(404);
  expect((await server.ask('GET', 'api/risk', { token: nobody })).status).toBe(403);
});

it('the risk judgement is cached, and recalculated after each change of a limit, a sample, an exposure or a result', async () => {
  const { orm } = server.database;
  const seen = async (): Promise<string> =>
    JSON.stringify((await server.ask<UnitRiskView>('GET', `api/risk/${unit}?project=${newer.id}`, { token })).body);
  const said = [await seen()];
  expect(await seen()).toBe(said[0]);
  for (const change of [
    () => orm.update(hazardLimitTable).set({ value: '0.001' }),
    () => orm.update(sampleTable).set({ workshop: '别的车间' }),
    () => orm.update(labSheetRowTable).set({ resultNum: '77', reportText: '77' }),
    () => orm.update(hazardTable).set({ name: '别的因素' }).where(eq(hazardTable.name, '苯')),
    () => orm.delete(labSheetRowTable).where(eq(labSheetRowTable.reportText, '77')),
  ]) {
    await change();
    const now = await seen();
    expect(said).not.toContain(now);
    said.push(now);
  }
});
