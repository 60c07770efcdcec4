import { and, eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyRow } from '@contract/entity';
import { type BlankBatch, blankTexts } from '@contract/features/fieldwork/blanks/blankBatches';
import { messages } from '@contract/messages';
import type { Answer, ErrorBody, Page } from '@contract/wire';
import { auditLogTable, blankRelationTable, sampleTable } from '@server/db/schema';
import { dayFromNow, type FieldRows, fieldRowsOf } from '../support/fieldRows';
import { type TestServer, testServer } from '../support/server';

let server: TestServer;
let field: FieldRows;
let token: string;
let stranger: string;
let benzene: number;
let toluene: number;

beforeAll(async () => {
  server = await testServer();
  const { rows } = server;
  const organizationId = await rows.organization({ name: '甲检测中心' });
  field = fieldRowsOf(server, organizationId);
  const role = await rows.role({
    permissions: ['blankRelation:list', 'blankRelation:relation', 'blankRelation:cancelRelation'],
  });
  await rows.user({ userName: 'own', organizationId, roles: [role] });
  await rows.user({
    userName: 'stranger',
    organizationId: await rows.organization({ name: '乙检测中心' }),
    roles: [role],
  });
  [token, stranger] = [await server.login('own'), await server.login('stranger')];
  [benzene, toluene] = [await field.hazard('苯'), await field.hazard('甲苯')];
});
afterAll(() => server.close());

const post = (path: string, body: object, by = token) =>
  server.ask<Answer & ErrorBody>('POST', `api/blankRelation/${path}`, { token: by, body });
const batches = async (project: number, by = token) =>
  (await server.ask<{ content: BlankBatch[] }>('GET', `api/blankRelation/batches/${project}`, { token: by })).body
    .content;
const relations = (project: number) =>
  server.database.orm
    .select()
    .from(blankRelationTable)
    .where(and(eq(blankRelationTable.projectId, project), isNull(blankRelationTable.deleteTime)));

/** Creates two days of benzene, and one of toluene with a single blank. */
async function ground(stage = 'handOver') {
  const project = await field.project(stage);
  const [first, second] = [
    await field.day(project.id, dayFromNow(-2), 1),
    await field.day(project.id, dayFromNow(-1), 2),
  ];
  const make = (no: string, hazard: number, samplingDay: number) =>
    field.sample({
      project: project.id,
      hazard,
      samplingDay,
      sampleNo: `${project.code}-${no}`,
      sampleKind: no.includes('-K') ? 'blank' : 'sample',
    });
  return {
    project,
    one: await make('B1-0101', benzene, first),
    two: await make('B1-0102', benzene, first),
    blankOne: await make('B1-K1', benzene, first),
    blankTwo: await make('B1-K2', benzene, first),
    later: await make('B2-0101', benzene, second),
    laterBlank: await make('B2-K1', benzene, second),
    other: await make('T1-0101', toluene, first),
  };
}

describe('field blanks', () => {
  it('field blanks are related to samples by the payload of the specification, once each', async () => {
    const { project, one, two, blankOne, blankTwo } = await ground();
    const body = {
      phyId: 12,
      projectId: project.id,
      ids: [one.id, two.id],
      blkSampleIds: [blankOne.id, blankTwo.id],
      hazardNames: ['苯'],
    };
    expect((await post('relation', body)).body).toEqual({ code: '200', message: messages.related });
    expect((await post('relation', body)).body.code).toBe('200');
    const rows = await relations(project.id);
    expect(rows.map(({ sampleId, blkId, hazardName, phyId }) => [sampleId, blkId, hazardName, phyId])).toEqual([
      [one.id, blankOne.id, '苯', 12],
      [one.id, blankTwo.id, '苯', 12],
      [two.id, blankOne.id, '苯', 12],
      [two.id, blankTwo.id, '苯', 12],
    ]);
    const listed = await server.ask<Page<AnyRow>>('GET', `api/blankRelation?projectId=${project.id}&sort=id,asc`, {
      token,
    });
    expect(listed.body.content[0]).toMatchObject({
      projectId: project.id,
      sampleId: one.id,
      sampleIdName: one.sampleNo,
      blkId: blankOne.id,
      blkIdName: blankOne.sampleNo,
      hazardName: '苯',
    });
    const [batch] = await batches(project.id);
    expect(batch?.samples.map(({ relations: own }) => own.map(({ blkNo }) => blkNo))).toEqual([
      [blankOne.sampleNo, blankTwo.sampleNo],
      [blankOne.sampleNo, blankTwo.sampleNo],
    ]);
  });

  it('relating field blanks to unsuitable samples is refused, and nothing is written', async () => {
    const { project, one, later, other, blankOne } = await ground();
    const elsewhere = await ground();
    const ask = async (more: object) => {
      const { status, body } = await post('relation', {
        projectId: project.id,
        ids: [one.id],
        blkSampleIds: [blankOne.id],
        hazardNames: ['苯'],
        ...more,
      });
      return [status, body.message];
    };
    expect(await ask({ ids: [one.id, later.id] })).toEqual([
      400,
      blankTexts.otherBatch(later.sampleNo, blankOne.sampleNo),
    ]);
    expect(await ask({ ids: [one.id, other.id], hazardNames: [] })).toEqual([
      409,
      blankTexts.otherHazard(other.sampleNo, blankOne.sampleNo),
    ]);
    expect(await ask({ hazardNames: ['甲苯'] })).toEqual([409, blankTexts.otherName(one.sampleNo, '苯')]);
    expect(await ask({ ids: [blankOne.id] })).toEqual([409, blankTexts.notSample(blankOne.sampleNo)]);
    expect(await ask({ blkSampleIds: [one.id] })).toEqual([409, blankTexts.notBlank(one.sampleNo)]);
    expect(await ask({ ids: [one.id, elsewhere.one.id] })).toEqual([404, blankTexts.otherProject]);
    expect(await ask({ ids: [] })).toEqual([400, blankTexts.noSamples]);
    expect(await ask({ blkSampleIds: undefined })).toEqual([400, blankTexts.noBlanks]);
    await server.database.orm.update(sampleTable).set({ state: 'voided' }).where(eq(sampleTable.id, blankOne.id));
    expect(await ask({})).toEqual([409, blankTexts.voided(blankOne.sampleNo)]);
    expect(
      (
        await post(
          'relation',
          { projectId: project.id, ids: [one.id], blkSampleIds: [blankOne.id], hazardNames: [] },
          stranger,
        )
      ).status,
    ).toBe(404);
    expect(await relations(project.id)).toEqual([]);
  });

  it('field blanks belong to the samples of their item, day and lot automatically; blanks of another batch need a reason', async () => {
    const { project, one, later, blankOne, blankTwo, laterBlank } = await ground();
    const blanksOf = async (id: number) =>
      (await batches(project.id)).flatMap(({ samples }) => samples).find((sample) => sample.id === id)?.relations;
    const own = [blankOne, blankTwo].map(({ id, sampleNo }) => ({
      id: null,
      blkId: id,
      blkNo: sampleNo,
      reason: null,
    }));
    expect(await blanksOf(one.id)).toEqual(own);
    const body = { projectId: project.id, ids: [later.id], blkSampleIds: [blankOne.id], hazardNames: ['苯'] };
    const refused = await post('relation', body);
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      [{ field: 'reason', message: blankTexts.otherBatch(later.sampleNo, blankOne.sampleNo) }],
    ]);
    expect((await post('relation', { ...body, reason: '当日空白管破损' })).status).toBe(200);
    const taken = await blanksOf(later.id);
    expect(taken).toEqual([
      { id: expect.any(Number) as number, blkId: blankOne.id, blkNo: blankOne.sampleNo, reason: '当日空白管破损' },
    ]);
    expect((await post('cancelRelation', { ids: [taken?.[0]?.id] })).status).toBe(200);
    expect(await blanksOf(later.id)).toEqual([
      { id: null, blkId: laterBlank.id, blkNo: laterBlank.sampleNo, reason: null },
    ]);
    await server.database.orm.update(sampleTable).set({ state: 'voided' }).where(eq(sampleTable.id, blankOne.id));
    expect(await blanksOf(one.id)).toEqual(own.slice(1));
  });

  it('field blanks are separated by collector lot if a day has several lots', async () => {
    const { project, one, two, blankOne, blankTwo } = await ground();
    const lot = (id: number, collectorLot: string) =>
      server.database.orm.update(sampleTable).set({ collectorLot }).where(eq(sampleTable.id, id));
    const first = async () =>
      (await batches(project.id))
        .filter(({ sampledOn, hazard }) => sampledOn === dayFromNow(-2) && hazard === benzene)
        .map(({ samples, blanks, warning }) => [samples.map(({ id }) => id), blanks.map(({ id }) => id), warning]);
    // A lot recorded for only one sample separates nothing.
    await lot(one.id, 'M1');
    expect(await first()).toEqual([[[one.id, two.id], [blankOne.id, blankTwo.id], null]]);
    await Promise.all([lot(blankOne.id, 'M1'), lot(two.id, 'M2'), lot(blankTwo.id, 'M2')]);
    expect(await first()).toEqual([
      [[one.id], [blankOne.id], blankTexts.one],
      [[two.id], [blankTwo.id], blankTexts.one],
    ]);
    expect(
      (await post('relation', { projectId: project.id, ids: [one.id], blkSampleIds: [blankTwo.id], hazardNames: [] }))
        .body.message,
    ).toBe(blankTexts.otherBatch(one.sampleNo, blankTwo.sampleNo));
  });

  it('a batch of air samples with no field blank or with only one gets a warning, and a batch of noise measurements gets none', async () => {
    const { project } = await ground();
    const noise = await field.hazard('噪声', { category: 'physical' });
    await field.sample({ project: project.id, hazard: noise, sampleNo: `${project.code}-N1-0101` });
    expect(
      (await batches(project.id))
        .map(({ hazardName, sampledOn, warning, unrelatedCount }) => [hazardName, sampledOn, warning, unrelatedCount])
        .sort(),
    ).toEqual(
      [
        ['噪声', null, null, 0],
        ['甲苯', dayFromNow(-2), blankTexts.none, 1],
        ['苯', dayFromNow(-1), blankTexts.one, 0],
        ['苯', dayFromNow(-2), null, 0],
      ].sort(),
    );
    expect((await server.ask('GET', `api/blankRelation/batches/${project.id}`, { token: stranger })).status).toBe(404);
  });

  it('relations between samples and field blanks are cancelled by the ids of the relations, and the audit trail still shows the cancelled relations', async () => {
    const { project, one, two, later, blankOne, blankTwo, laterBlank } = await ground();
    await post('relation', {
      projectId: project.id,
      ids: [one.id, two.id],
      blkSampleIds: [blankOne.id, blankTwo.id],
      hazardNames: [],
    });
    await post('relation', { projectId: project.id, ids: [later.id], blkSampleIds: [laterBlank.id], hazardNames: [] });
    const [first, second] = await relations(project.id);
    expect((await post('cancelRelation', { ids: [first?.id] }, stranger)).status).toBe(404);
    expect((await post('cancelRelation', { ids: [first?.id, 999_999] })).status).toBe(404);
    expect(await relations(project.id)).toHaveLength(5);
    expect((await post('cancelRelation', { ids: [first?.id, second?.id] })).body).toEqual({
      code: '200',
      message: blankTexts.cancelled,
    });
    expect(await relations(project.id)).toHaveLength(3);
    expect((await post('cancelRelation', { ids: [first?.id] })).status).toBe(404);
    const trail = await server.database.orm
      .select({ action: auditLogTable.action })
      .from(auditLogTable)
      .where(and(eq(auditLogTable.entity, 'blankRelation'), eq(auditLogTable.entityId, first?.id ?? 0)))
      .orderBy(auditLogTable.id);
    expect(trail.map(({ action }) => action)).toEqual(['add', 'del']);
  });

  it('a relation of field blanks cancelled by two people at once is cancelled once', async () => {
    const { project, one, two, later, blankOne, blankTwo, laterBlank } = await ground();
    await post('relation', {
      projectId: project.id,
      ids: [one.id, two.id],
      blkSampleIds: [blankOne.id, blankTwo.id],
      hazardNames: [],
    });
    await post('relation', { projectId: project.id, ids: [later.id], blkSampleIds: [laterBlank.id], hazardNames: [] });
    const [first, second, third] = await relations(project.id);
    const answers = await Promise.all([
      post('cancelRelation', { ids: [second?.id, first?.id] }),
      post('cancelRelation', { ids: [first?.id, third?.id] }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(await relations(project.id)).toHaveLength(3);
  });

  it('field blanks cannot be assigned to samples before sampling, nor once the laboratory records are under review', async () => {
    for (const [stage, said] of [
      ['planning', blankTexts.tooEarly],
      ['recordReview', blankTexts.tooLate],
    ] as const) {
      const { project, one, blankOne } = await ground(stage);
      expect(
        (await post('relation', { projectId: project.id, ids: [one.id], blkSampleIds: [blankOne.id], hazardNames: [] }))
          .body.message,
      ).toBe(said);
    }
  });
});
