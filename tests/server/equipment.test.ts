import { and, eq, inArray, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyRow } from '@contract/entity';
import { equipment } from '@contract/features/equipment/entities/equipment';
import { lastDayAfterMonths, calibrationState, equipmentTexts } from '@contract/features/equipment/equipmentRules';
import { type ActionName, actions, permissionOf } from '@contract/permissions';
import type { Answer, ErrorBody, Page } from '@contract/wire';
import { auditLogTable, equipmentTable, equipmentUseTable } from '@server/db/schema';
import { asStored } from '../support/asStored';
import { dayFromNow, type FieldRows, fieldRowsOf } from '../support/fieldRows';
import { type TestServer, testServer } from '../support/server';
import { png, sendForm } from '../support/uploads';

let server: TestServer;
let field: FieldRows;
let one: string;
let two: string;
let stranger: string;
let viewer: string;
let project: { id: number; code: string };

beforeAll(async () => {
  server = await testServer();
  const { rows } = server;
  const organizationId = await rows.organization({ name: '甲检测中心' });
  field = fieldRowsOf(server, organizationId);
  const permissions = [
    'equipmentUse:list',
    'equipmentUse:add',
    'equipmentUse:edit',
    ...(Object.keys(actions) as ActionName[]).map((action) => permissionOf(equipment, action)),
  ];
  const role = await rows.role({ permissions });
  await rows.user({ userName: 'one', nickName: '张三', organizationId, roles: [role] });
  await rows.user({ userName: 'two', nickName: '李四', organizationId, roles: [role] });
  await rows.user({
    userName: 'viewer',
    organizationId,
    roles: [await rows.role({ permissions: ['equipmentUse:list'] })],
  });
  await rows.user({
    userName: 'stranger',
    organizationId: await rows.organization({ name: '乙检测中心' }),
    roles: [role],
  });
  [one, two, stranger, viewer] = (await Promise.all(
    ['one', 'two', 'stranger', 'viewer'].map((name) => server.login(name)),
  )) as [string, string, string, string];
  project = await field.project('sampling');
});
afterAll(() => server.close());

type Reply = Answer & ErrorBody & { body?: Record<string, unknown> };
const out = (body: object, token = one) =>
  server.ask<Reply>('POST', 'api/equipmentUse/out', {
    token,
    body: { useKind: 'sampling', project: project.id, ...body },
  });
const back = async ({ ids, ...body }: { ids: readonly unknown[] } & Record<string, unknown>, token = one) =>
  server.ask<Reply>('PUT', 'api/equipmentUse/back', {
    token,
    body: { rows: await asStored(server, equipmentUseTable, ids), inCondition: 'good', ...body },
  });
const flow = (body: object, token = one) => server.ask<Reply>('PUT', 'api/equipmentUse/flow', { token, body });
const statusOf = async (id: number) =>
  (
    await server.database.orm
      .select({ status: equipmentTable.status })
      .from(equipmentTable)
      .where(eq(equipmentTable.id, id))
  )[0]?.status;
async function openUse(equipmentId: number) {
  const [use] = await server.database.orm
    .select()
    .from(equipmentUseTable)
    .where(and(eq(equipmentUseTable.equipment, equipmentId), isNull(equipmentUseTable.inAt)));
  if (!use) throw new Error('it is not out');
  return use;
}
async function taken(more: object = {}) {
  const tool = await field.instrument(more);
  const answer = await out({ equipmentIds: [tool.id] });
  expect(answer.status, answer.text).toBe(200);
  return { ...tool, use: await openUse(tool.id) };
}

describe('instrument', () => {
  it('taking out and returning an instrument changes its status and writes two audit lines', async () => {
    const tool = await taken();
    expect(await statusOf(tool.id)).toBe('out');
    expect((await back({ ids: [tool.use.id] })).body.message).toBe(equipmentTexts.back(1));
    expect(await statusOf(tool.id)).toBe('in');
    expect((await back({ ids: [tool.use.id] })).body.message).toBe(equipmentTexts.alreadyBack(tool.eqpNo));
    const uses = await server.ask<Page<AnyRow>>('GET', `api/equipment/uses/${tool.id}`, { token: one });
    expect(uses.body.content[0]).toMatchObject({
      projectName: project.code,
      outByName: '张三',
      inByName: '张三',
      inCondition: 'good',
    });
    const trail = await server.database.orm
      .select({ after: auditLogTable.after })
      .from(auditLogTable)
      .where(and(eq(auditLogTable.entity, 'equipment'), eq(auditLogTable.entityId, tool.id)))
      .orderBy(auditLogTable.id);
    expect(trail.map(({ after }) => after)).toEqual([{ status: 'out' }, { status: 'in' }]);
  });

  it('an instrument requested by two people at once is taken out by one of them only, and never twice', async () => {
    const tool = await field.instrument();
    const answers = await Promise.all([
      out({ equipmentIds: [tool.id] }),
      out({ equipmentIds: [tool.id] }, two),
      out({ equipmentIds: [tool.id] }),
      out({ equipmentIds: [tool.id] }, two),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.message).toBe(equipmentTexts.notThere(tool.eqpNo));
    expect(
      await server.database.orm.select().from(equipmentUseTable).where(eq(equipmentUseTable.equipment, tool.id)),
    ).toHaveLength(1);
  });

  it('a take-out with one expired instrument is refused for all instruments of the call', async () => {
    const [late, good] = [await field.instrument({ calibrationDue: dayFromNow(-1) }), await field.instrument()];
    const refused = await out({ equipmentIds: [good.id, late.id] });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      `设备${late.eqpNo}${equipmentTexts.expired(dayFromNow(-1))}`,
    ]);
    expect([await statusOf(good.id), await statusOf(late.id)]).toEqual(['in', 'in']);
    const missing = await field.instrument({ calibrationDue: null });
    expect((await out({ equipmentIds: [missing.id] })).body.message).toContain(equipmentTexts.noCalibration);
    const today = await field.instrument({ calibrationDue: dayFromNow(0) });
    expect((await out({ equipmentIds: [today.id] })).status).toBe(200);
    const free = await field.instrument({ calibrationDue: null, calibrationKind: 'none' });
    expect((await out({ equipmentIds: [free.id] })).status).toBe(200);
  });

  it('the choice of instruments shows why an instrument may not go out', async () => {
    const late = await field.instrument({ calibrationDue: dayFromNow(-3) });
    const soon = await field.instrument({ calibrationDue: dayFromNow(10) });
    const choices = async (useKind: string) =>
      (await server.ask<{ content: AnyRow[] }>('GET', `api/equipmentUse/choices?useKind=${useKind}`, { token: one }))
        .body.content;
    const forSampling = await choices('sampling');
    expect(forSampling.find(({ id }) => id === late.id)).toMatchObject({
      calibration: 'expired',
      problem: equipmentTexts.expired(dayFromNow(-3)),
    });
    expect(forSampling.find(({ id }) => id === soon.id)).toMatchObject({ calibration: 'soon', problem: null });
    expect((await choices('calibration')).find(({ id }) => id === late.id)).toMatchObject({ problem: null });
  });

  it('a laboratory instrument is not offered for the site and refused there, and can be sent to calibration', async () => {
    const balance = await field.instrument({ eqpNo: 'FX-009', eqpName: '电子天平', eqpKind: 'laboratory' });
    const choices = async (useKind: string) =>
      (
        await server.ask<{ content: AnyRow[] }>('GET', `api/equipmentUse/choices?useKind=${useKind}`, { token: one })
      ).body.content.map(({ id }) => id);
    expect(await choices('sampling')).not.toContain(balance.id);
    expect(await choices('calibration')).toContain(balance.id);
    expect((await out({ equipmentIds: [balance.id] })).body.message).toContain(equipmentTexts.staysInLaboratory);
    expect(await statusOf(balance.id)).toBe('in');
    expect((await out({ equipmentIds: [balance.id], useKind: 'calibration', project: null })).status).toBe(200);
  });

  it('an instrument with an expired calibration can be sent to calibration, and is usable again with the new dates', async () => {
    const tool = await field.instrument({ calibrationDue: dayFromNow(-20) });
    expect((await out({ equipmentIds: [tool.id], useKind: 'calibration', project: null })).status).toBe(200);
    expect(await statusOf(tool.id)).toBe('calibrating');
    const use = await openUse(tool.id);
    expect(use.project).toBeNull();
    const bare = await back({ ids: [use.id] });
    expect([bare.status, bare.body.message]).toEqual([400, equipmentTexts.oneCalibration]);
    const wrong = await back({
      ids: [use.id],
      calibration: { passed: true, calibratedOn: dayFromNow(-400), calibrationDue: dayFromNow(-36) },
    });
    expect(wrong.body.errors).toEqual([{ field: 'calibration.calibrationDue', message: equipmentTexts.duePast }]);
    const future = await back({ ids: [use.id], calibration: { passed: true, calibratedOn: dayFromNow(2) } });
    expect(future.body.errors?.map(({ message }) => message)).toEqual([
      equipmentTexts.dueNeeded,
      equipmentTexts.onInFuture,
    ]);
    const good = await back({
      ids: [use.id],
      calibration: {
        passed: true,
        calibratedOn: dayFromNow(-1),
        calibrationDue: dayFromNow(364),
        calibrationBy: '省计量科学研究院',
        certificateNo: 'JL2024-0091',
      },
    });
    expect(good.status, good.text).toBe(200);
    const card = await server.ask<AnyRow>('GET', `api/equipment/${tool.id}`, { token: one });
    expect(card.body).toMatchObject({
      status: 'in',
      calibratedOn: dayFromNow(-1),
      calibrationDue: dayFromNow(364),
      certificateNo: 'JL2024-0091',
    });
    expect((await out({ equipmentIds: [tool.id] })).status).toBe(200);
  });

  it('an instrument cannot be returned with a certificate of another organization, and nothing is written', async () => {
    const tool = await field.instrument();
    expect((await out({ equipmentIds: [tool.id], useKind: 'calibration', project: null })).status).toBe(200);
    const use = await openUse(tool.id);
    const certificateOf = async (token: string): Promise<string> =>
      (
        await sendForm<Answer<{ id: string }>>(server, 'api/file/upload', {
          token,
          name: '证书.png',
          content: png(),
          fields: { fileClass: 'document' },
        })
      ).body.body?.id ?? '';
    const calibration = { passed: true, calibratedOn: dayFromNow(-1), calibrationDue: dayFromNow(364) };
    expect(
      (await back({ ids: [use.id], calibration: { ...calibration, certificate: await certificateOf(stranger) } }))
        .status,
    ).toBe(404);
    expect([await statusOf(tool.id), (await openUse(tool.id)).id]).toEqual(['calibrating', use.id]);
    const own = await certificateOf(one);
    expect((await back({ ids: [use.id], calibration: { ...calibration, certificate: own } })).status).toBe(200);
    expect((await server.ask<AnyRow>('GET', `api/equipment/${tool.id}`, { token: one })).body).toMatchObject({
      status: 'in',
      certificate: own,
    });
  });

  it('an instrument that failed its calibration, or came back faulty, is stopped and can only be sent to repair', async () => {
    const tool = await field.instrument();
    await out({ equipmentIds: [tool.id], useKind: 'calibration', project: null });
    expect(
      (await back({ ids: [(await openUse(tool.id)).id], calibration: { passed: false, calibratedOn: dayFromNow(0) } }))
        .status,
    ).toBe(200);
    expect(await statusOf(tool.id)).toBe('stopped');
    expect((await out({ equipmentIds: [tool.id] })).status).toBe(409);
    const broken = await taken();
    expect((await back({ ids: [broken.use.id], inCondition: 'faulty' })).status).toBe(200);
    expect(await statusOf(broken.id)).toBe('stopped');
    expect((await out({ equipmentIds: [broken.id], useKind: 'repair', project: null })).status).toBe(200);
    expect(await statusOf(broken.id)).toBe('repairing');
  });

  it('the status of an instrument changes only by taking out and returning; its card can stop or scrap it, but not while it is out', async () => {
    const tool = await taken();
    const card = async () => (await server.ask<AnyRow>('GET', `api/equipment/${tool.id}`, { token: one })).body;
    const edit = async (status: string) =>
      server.ask<ErrorBody>('PUT', 'api/equipment/edit', { token: one, body: { ...(await card()), status } });
    expect((await edit('in')).body.message).toBe(equipmentTexts.statusAway);
    expect(
      (await server.ask<ErrorBody>('DELETE', 'api/equipment/delete', { token: one, body: [tool.id] })).status,
    ).toBe(409);
    await back({ ids: [tool.use.id] });
    expect((await edit('out')).body.message).toBe(equipmentTexts.statusByUse);
    expect((await edit('scrapped')).status).toBe(200);
    expect((await out({ equipmentIds: [tool.id] })).status).toBe(409);
    const added = await server.ask<Answer<AnyRow>>('POST', 'api/equipment/add', {
      token: one,
      body: {
        eqpNo: 'CY-900',
        eqpName: '粉尘采样器',
        eqpKind: 'dustSampler',
        status: 'in',
        calibrationKind: 'verification',
        calibratedOn: '2026-02-28',
        calibrationMonths: 12,
      },
    });
    expect(added.body.body).toMatchObject({ calibrationDue: '2027-02-27' });
  });

  it('an instrument is not lent without a project, nor to a project that has not begun or is finished', async () => {
    const tool = await field.instrument();
    const [early, late] = [await field.project('contractReview'), await field.project('testing')];
    expect((await out({ equipmentIds: [tool.id], project: early.id })).body.message).toBe(equipmentTexts.tooEarly);
    expect((await out({ equipmentIds: [tool.id], project: late.id })).body.message).toBe(equipmentTexts.tooLate);
    expect((await out({ equipmentIds: [tool.id], project: null })).body.message).toBe(
      equipmentTexts.sampledNeedsProject,
    );
    expect(await statusOf(tool.id)).toBe('in');
  });

  it('an instrument of another organization is not found, and no instrument without the permission', async () => {
    const tool = await taken();
    expect((await out({ equipmentIds: [tool.id] }, stranger)).status).toBe(404);
    expect((await back({ ids: [tool.use.id] }, stranger)).status).toBe(404);
    // Calibration needs no project that could be foreign as well; with a deleted one the others stay here.
    const free = await field.instrument();
    for (const [ids, who] of [
      [[free.id], stranger],
      [[free.id, 999_999], one],
    ] as const) {
      const { status, body } = await out({ equipmentIds: ids, useKind: 'calibration', project: null }, who);
      expect([status, body.message]).toEqual([404, '部分设备不存在或已被删除，请刷新后重新选择']);
    }
    expect(await statusOf(free.id)).toBe('in');
    expect((await out({ equipmentIds: [tool.id] }, viewer)).status).toBe(403);
    expect((await flow({ id: tool.use.id, version: 1, calibrator: tool.id, flowBefore: '0.1' }, viewer)).status).toBe(
      403,
    );
  });
});

describe('flow before and after sampling', () => {
  it('a flow deviation of exactly 5.0 % passes and 5.1 % fails; the message names the samples that become void', async () => {
    const calibrator = await field.instrument({ eqpKind: 'flowCalibrator', eqpNo: 'LL-001' });
    const hazard = await field.hazard('苯');
    const tool = await taken();
    const started = new Date(Date.now() + 1000);
    const no = (at: number) => `${project.code}-B1-01${String(at).padStart(2, '0')}`;
    await field.sample({ project: project.id, hazard, sampleNo: no(1), equipment: tool.id, startTime: started });
    await field.sample({
      project: project.id,
      hazard,
      sampleNo: no(2),
      equipment: tool.id,
      startTime: started,
      state: 'voided',
    });
    await field.sample({
      project: project.id,
      hazard,
      sampleNo: no(3),
      equipment: (await field.instrument()).id,
      startTime: started,
    });
    const before = await flow({
      id: tool.use.id,
      version: 1,
      calibrator: calibrator.id,
      flowSet: '0.5',
      flowReadings: ['0.499', '0.500', '0.501'],
    });
    expect(before.body.body).toMatchObject({ verdict: null, affected: [] });
    expect((await back({ ids: [tool.use.id] })).body.message).toBe(equipmentTexts.noFlowAfter(tool.eqpNo));
    const exact = await flow({
      id: tool.use.id,
      version: 2,
      calibrator: calibrator.id,
      flowSet: '0.5',
      flowAfter: '0.475',
    });
    expect(exact.body).toMatchObject({
      message: equipmentTexts.flowPassed('5.0'),
      body: { verdict: 'pass', deviation: '5', affected: [] },
    });
    const mean = await flow({
      id: tool.use.id,
      version: 3,
      calibrator: calibrator.id,
      flowSet: '0.5',
      flowAfter: '0.45',
    });
    expect(mean.body).toMatchObject({
      message: equipmentTexts.flowMean('10.0'),
      body: { verdict: 'pass', affected: [] },
    });
    const over = await flow({
      id: tool.use.id,
      version: 4,
      calibrator: calibrator.id,
      flowSet: '0.5',
      flowAfter: '0.4495',
    });
    expect(over.body.message).toBe('采样后流量与设定流量相差10.1%，超过10%，用该仪器采集的样品须作废重采');
    expect(over.body.body).toMatchObject({ verdict: 'fail', affected: [{ sampleNo: no(1) }] });
    expect(
      (await server.ask<{ content: AnyRow[] }>('GET', `api/equipmentUse/affected/${tool.use.id}`, { token: one })).body
        .content,
    ).toHaveLength(1);
    const hair = await flow({
      id: tool.use.id,
      version: 5,
      calibrator: calibrator.id,
      flowSet: '1',
      flowReadings: ['1', '1', '1'],
      flowAfter: '0.8996',
    });
    expect(hair.body.message).toBe('采样后流量与设定流量相差10.04%，超过10%，用该仪器采集的样品须作废重采');
  });

  it('a constant-flow sampler needs no flow after sampling', async () => {
    const calibrator = await field.instrument({ eqpKind: 'flowCalibrator' });
    const tool = await taken({ flowControl: 'constant' });
    const kept = await flow({
      id: tool.use.id,
      version: 1,
      calibrator: calibrator.id,
      flowSet: '2',
      flowReadings: ['2.00', '2.01', '1.99'],
      airTemperature: '23.5',
      airPressure: '101.3',
    });
    expect([kept.status, kept.body.body?.verdict]).toEqual([200, 'pass']);
    expect(await openUse(tool.id)).toMatchObject({
      flowReadings: '2.00、2.01、1.99',
      flowBefore: '2.0000',
      airTemperature: '23.5',
      airPressure: '101.3',
    });
    expect((await back({ ids: [tool.use.id] })).status).toBe(200);
  });

  it('flows are stored only while the instrument is out for sampling, not afterwards nor on its way to calibration', async () => {
    const calibrator = await field.instrument({ eqpKind: 'flowCalibrator' });
    const [returned, sent] = [await taken(), await field.instrument()];
    await back({ ids: [returned.use.id] });
    await out({ equipmentIds: [sent.id], useKind: 'calibration', project: null });
    const said = async (id: number, version: number) =>
      (await flow({ id, version, calibrator: calibrator.id, flowBefore: '0.5' })).body.message;
    expect([await said(returned.use.id, 2), await said((await openUse(sent.id)).id, 1)]).toEqual([
      equipmentTexts.alreadyBackFlow,
      equipmentTexts.flowOnSite,
    ]);
    const flows = await server.database.orm
      .select({ before: equipmentUseTable.flowBefore })
      .from(equipmentUseTable)
      .where(inArray(equipmentUseTable.equipment, [returned.id, sent.id]));
    expect(flows).toEqual([{ before: null }, { before: null }]);
  });

  it('flows are refused with an expired, unsuitable or unknown calibrator, and with impossible values', async () => {
    const tool = await taken();
    const expired = await field.instrument({ eqpKind: 'flowCalibrator', calibrationDue: dayFromNow(-2) });
    const ask = async (more: object) =>
      (await flow({ id: tool.use.id, version: 1, flowBefore: '0.1', flowAfter: '0.1', ...more })).body;
    expect((await ask({ calibrator: expired.id })).errors).toEqual([
      { field: 'calibrator', message: equipmentTexts.calibratorExpired(expired.eqpNo, dayFromNow(-2)) },
    ]);
    expect((await ask({ calibrator: tool.id })).message).toBe(equipmentTexts.notCalibrator);
    expect((await ask({ calibrator: 999_999 })).code).toBe('notFound');
    expect((await ask({})).message).toBe(equipmentTexts.calibratorNeeded);
    const good = await field.instrument({ eqpKind: 'flowCalibrator' });
    expect((await ask({ calibrator: good.id })).errors).toEqual([
      { field: 'flowSet', message: equipmentTexts.setNeeded },
    ]);
    const read = (flowReadings: string[]) => ask({ calibrator: good.id, flowSet: '0.1', flowReadings });
    expect((await read(['0.1', '0.1'])).errors).toEqual([
      { field: 'flowReadings', message: equipmentTexts.fewReadings(3) },
    ]);
    expect((await read(['0.094', '0.095', '0.095'])).errors).toEqual([
      { field: 'flowReadings', message: equipmentTexts.beforeOff('0.0947', '0.1', '5.3') },
    ]);
    expect((await read(['0', '0.1', '0.1'])).message).toBe('采样前流量应大于0');
    expect((await read(['abc', '0.1', '0.1'])).message).toContain('采样前流量读数应为数字');
    expect((await ask({ calibrator: good.id, version: 7 })).code).toBe('stale');
    expect((await openUse(tool.id)).flowBefore).toBeNull();
    for (const eqpKind of ['flowCalibrator', 'directReading']) {
      const meter = await taken({ eqpKind });
      expect((await flow({ id: meter.use.id, version: 1, calibrator: good.id, flowBefore: '0.1' })).body.message).toBe(
        equipmentTexts.takesNone(meter.eqpNo),
      );
    }
  });
});

it('a calibration warns thirty days before its end, is valid on its last day, and lasts its months', () => {
  const state = (calibrationDue: string | null, calibrationKind = 'verification') =>
    calibrationState({ calibrationDue, calibrationKind }, '2026-11-21');
  expect([
    state('2026-11-20'),
    state('2026-11-21'),
    state('2026-12-21'),
    state('2026-12-22'),
    state(null),
    state(null, 'none'),
  ]).toEqual(['expired', 'soon', 'soon', 'valid', 'missing', 'none']);
  expect([
    lastDayAfterMonths('2026-03-15', 12),
    lastDayAfterMonths('2026-01-31', 1),
    lastDayAfterMonths('2024-02-29', 12),
    lastDayAfterMonths('2026-03-01', 12),
  ]).toEqual(['2027-03-14', '2026-02-28', '2025-02-28', '2027-02-28']);
});
