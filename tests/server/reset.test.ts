import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyRow } from '@contract/entity';
import { siteTexts } from '@contract/features/fieldwork/samples/siteTexts';
import type { LabWork } from '@contract/features/laboratory/sheets/labWork';
import { messages } from '@contract/messages';
import type { Answer, ErrorBody } from '@contract/wire';
import {
  auditLogTable,
  samplePlanTable,
  sampleSiteHazardTable,
  sampleTable,
  workflowStepTable,
} from '@server/db/schema';
import { type LabRows, labRowsOf } from '../support/labRows';
import { type TestServer, testServer } from '../support/server';

// SPEC §7: reset takes an id, and puts the row back to what it was before somebody worked on it.

let server: TestServer;
let lab: LabRows;
let organizationId: number;
let token: string;
let onlooker: string;
let hazard: number;
let method: number;

beforeAll(async () => {
  server = await testServer();
  organizationId = await server.rows.organization();
  const role = await server.rows.role({
    permissions: [
      ...['list', 'edit', 'reset'].flatMap((action) =>
        ['sample', 'sampleSiteHazard', 'labSheetRow'].map((entity) => `${entity}:${action}`),
      ),
      'labSheet:list',
      'labSheet:add',
      'labSheet:edit',
    ],
  });
  const id = await server.rows.user({ userName: 'worker', organizationId, roles: [role] });
  const seeing = await server.rows.role({ permissions: ['sample:list', 'sampleSiteHazard:list', 'labSheetRow:list'] });
  await server.rows.user({ userName: 'onlooker', organizationId, roles: [seeing] });
  token = await server.login('worker');
  onlooker = await server.login('onlooker');
  lab = labRowsOf(server, organizationId);
  hazard = await lab.hazard('甲苯');
  method = await lab.method('苯系物 溶剂解吸-气相色谱法', 7, {
    resultRoute: 'solvent',
    blanksPerBatch: 0,
    medium: '活性炭管',
    shortFlow: '0.1',
    shortMinutes: 15,
  });
  await lab.item(method, hazard);
  await lab.curve({ method, hazard });
  await lab.authorise(id, method);
});
afterAll(() => server.close());

const reset = (path: string, id: number, who = token) =>
  server.ask<Answer & ErrorBody>('POST', `${path}/reset`, { token: who, body: { id } });
const said = async (path: string, id: number) => {
  const { status, body } = await reset(path, id);
  return [status, body.message];
};

describe('a sample', () => {
  const readings = { flowBefore: '0.1', flowAfter: '0.1', minutes: '15', volume: '1.5', remark: '误填' };
  const sampleIn = async (stage: string, state: string, more: object = {}) => {
    const project = await lab.project(stage);
    return lab.sample({ project: project.id, hazard, sampleNo: `${project.code}-1`, state, ...readings, ...more });
  };
  const stored = async (id: number) =>
    (await server.database.orm.select().from(sampleTable).where(eq(sampleTable.id, id)))[0];

  it('a reset sample has the plan’s values again, with a workflow step and an audit line', async () => {
    const { id } = await sampleIn('sampling', 'collected', { person: '王工' });
    expect(await said('api/sample', id)).toEqual([200, messages.resetDone]);
    expect(await stored(id)).toMatchObject({
      state: 'planned',
      flowBefore: null,
      flowAfter: null,
      minutes: null,
      volume: null,
      remark: null,
      recordedAt: null,
      person: '王工',
    });
    const steps = await server.database.orm.select().from(workflowStepTable).where(eq(workflowStepTable.rowId, id));
    expect(steps.map(({ machine, move }) => [machine, move])).toContainEqual(['sample', 'reset']);
    const trail = await server.database.orm.select().from(auditLogTable).where(eq(auditLogTable.entityId, id));
    expect(trail.some(({ before }) => (before as AnyRow | null)?.remark === '误填')).toBe(true);
  });

  it('a sample cannot be reset after its hand-over, after the end of sampling, or without the permission', async () => {
    const sent = await sampleIn('sampling', 'handingOver');
    const { sampleNo } = sent;
    expect(await said('api/sample', sent.id)).toEqual([409, siteTexts.notResettable(sampleNo)]);
    const ended = await sampleIn('testing', 'collected');
    expect((await reset('api/sample', ended.id)).status).toBe(409);
    const open = await sampleIn('sampling', 'collected');
    expect((await reset('api/sample', open.id, onlooker)).status).toBe(403);
    expect((await reset('api/sample', 999_999)).status).toBe(404);
    for (const { id } of [sent, ended, open]) expect((await stored(id))?.remark).toBe('误填');
  });
});

describe('a row of the plan', () => {
  it('a reset plan row gets the values of the method library again', async () => {
    const { orm } = server.database;
    const project = await lab.project('planning');
    await orm
      .insert(samplePlanTable)
      .values({ organizationId, project: project.id, state: 'drafting', basis: 'GBZ 159-2004', days: 1 });
    const [row] = await orm
      .insert(sampleSiteHazardTable)
      .values({
        organizationId,
        project: project.id,
        place: '喷漆',
        siteNo: '1',
        rowSort: 1,
        hazard,
        method,
        mode: 'area',
        period: 'short',
        medium: '其他',
        flow: '0.7',
        minutes: 3,
        points: 2,
        samplesPerDay: 1,
        days: 1,
        blanks: 2,
      } as never)
      .returning({ id: sampleSiteHazardTable.id });
    expect(await said('api/sampleSiteHazard', row?.id ?? 0)).toEqual([200, messages.resetDone]);
    const [after] = await orm
      .select()
      .from(sampleSiteHazardTable)
      .where(eq(sampleSiteHazardTable.id, row?.id ?? 0));
    expect(after).toMatchObject({ medium: '活性炭管', flow: '0.1', minutes: 15, points: 2 });
  });
});

describe('a row of a record', () => {
  it('a reset record row has no readings and no result', async () => {
    const project = await lab.project('testing');
    const analyst = (await server.ask<{ user: { id: number } }>('GET', 'auth/info', { token })).body.user.id;
    const task = await lab.task({ project: project.id, hazard, hazardName: '甲苯', method, analyst });
    const started = await server.ask<Answer<{ id: number }>>('POST', 'api/labSheet/start', {
      token,
      body: { tasks: [task.id] },
    });
    const sheet = started.body.body?.id ?? 0;
    const rowNow = async () =>
      (await server.ask<LabWork>('GET', `api/labSheet/work/${sheet}`, { token })).body
        .rows[0] as LabWork['rows'][number];
    const { id, version } = await rowNow();
    const readings = { frontResponse: '98.60', backResponse: '2.10', solutionVolume: '1.0', efficiency: '96.2' };
    await server.ask('PUT', 'api/labSheetRow/saveAll', {
      token,
      body: { rows: [{ id, version, ...readings, remark: '误填' }], removed: [] },
    });
    expect((await rowNow()).reportText).toBeTruthy();
    expect(await said('api/labSheetRow', id)).toEqual([200, messages.resetDone]);
    const after = await rowNow();
    expect(after).toMatchObject({ remark: null, reportText: null });
    expect(after.readings['frontResponse'] ?? null).toBeNull();
    expect((await reset('api/labSheetRow', id, onlooker)).status).toBe(403);
  });
});
