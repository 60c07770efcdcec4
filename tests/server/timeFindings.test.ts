import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '@contract/wire';
import {
  contractReviewTable,
  equipmentTable,
  projectTable,
  sampleTable,
  samplingDayCollectorsTable,
  samplingDayTable,
  siteSurveyTable,
} from '@server/db/schema';
import { labRowsOf } from '../support/labRows';
import { type TestServer, testServer } from '../support/server';

interface Line {
  readonly code: string;
  readonly rule: string;
  readonly level: string;
  readonly message: string;
}

let server: TestServer;
let token: string;
let neighbour: string;
let first: { id: number; code: string };
let second: { id: number; code: string };

const at = (clock: string): Date => new Date(`2026-03-02T${clock}:00+08:00`);

beforeAll(async () => {
  server = await testServer();
  const { rows, database } = server;
  const { orm } = database;
  const [home, away] = [await rows.organization({ name: '甲检测中心' }), await rows.organization()];
  const role = await rows.role({ permissions: ['timeFinding:list'] });
  const sampler = await rows.user({ userName: 'sampler', nickName: '王工', organizationId: home, roles: [role] });
  await rows.user({ userName: 'neighbour', organizationId: away, roles: [role] });
  [token, neighbour] = [await server.login('sampler'), await server.login('neighbour')];
  const lab = labRowsOf(server, home);
  const hazard = await lab.hazard('苯');
  [first, second] = [await lab.project('sampling'), await lab.project('sampling')];
  await orm.update(projectTable).set({ contractOn: '2026-02-01' }).where(eq(projectTable.id, first.id));
  await orm.insert(contractReviewTable).values({
    organizationId: home,
    project: first.id,
    conclusion: '同意',
    reviewedAt: new Date('2026-02-05T10:00:00+08:00'),
  });
  await orm.insert(siteSurveyTable).values({ organizationId: home, project: first.id, surveyedOn: '2026-02-20' });
  const [pump] = await orm
    .insert(equipmentTable)
    .values({
      organizationId: home,
      eqpNo: 'CY-001',
      eqpName: '大气采样器',
      eqpKind: 'sampler',
      status: 'out',
      calibrationKind: 'calibration',
      calibrationDue: '2026-03-01',
    })
    .returning({ id: equipmentTable.id });
  for (const [project, from, until] of [
    [first, '09:00', '09:15'],
    [second, '09:10', '09:25'],
  ] as const) {
    const [day] = await orm
      .insert(samplingDayTable)
      .values({ organizationId: home, project: project.id, sampledOn: '2026-03-02', dayNo: 1 })
      .returning({ id: samplingDayTable.id });
    await orm.insert(samplingDayCollectorsTable).values({ ownerId: day?.id as number, targetId: sampler });
    await orm.insert(sampleTable).values({
      organizationId: home,
      project: project.id,
      sampleNo: `${project.code}-1`,
      sampleKind: 'sample',
      state: 'collected',
      samplingDay: day?.id as number,
      hazard,
      hazardName: '苯',
      equipment: pump?.id as number,
      startTime: at(from),
      endTime: at(until),
    });
  }
});
afterAll(() => server.close());

const lines = async (as = token): Promise<readonly Line[]> =>
  (await server.ask<Page<Line>>('GET', 'api/timeFinding?size=500', { token: as })).body.content;
const rulesOf = (all: readonly Line[], code: string): string[] =>
  all.filter((one) => one.code === code).map(({ rule, level }) => `${rule.slice(0, 3)} ${level}`);

describe('时间核查', () => {
  it('the time check (时间核查) compares the stored rows of all projects, people and instruments under way', async () => {
    const found = await lines();
    expect(rulesOf(found, first.code)).toEqual([
      'T01 stop',
      'T03 stop',
      'T03 stop',
      'T04 stop',
      'T05 stop',
      'T12 stop',
    ]);
    expect(rulesOf(found, second.code)).toEqual(['T03 stop', 'T04 stop', 'T05 stop', 'T12 stop']);
    expect(found.find(({ rule }) => rule.startsWith('T04'))?.message).toBe(
      `王工在03-02 09:10同时在项目${first.code}和项目${second.code}，请核对人员和时间`,
    );
  });

  it('the time check (时间核查) shows an organization only its own projects, and finds nothing once the data are corrected', async () => {
    expect(await lines(neighbour)).toEqual([]);
    const { orm } = server.database;
    await orm.update(projectTable).set({ stage: 'terminated' }).where(eq(projectTable.id, second.id));
    await orm.update(equipmentTable).set({ calibrationDue: '2027-03-01' });
    expect(rulesOf(await lines(), first.code)).toEqual(['T01 stop', 'T03 stop', 'T03 stop']);
  });
});
