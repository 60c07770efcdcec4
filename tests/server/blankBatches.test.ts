import { and, asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Dashboard } from '@contract/features/home/dashboardWire';
import { blankGapTexts } from '@contract/features/laboratory/sheets/blankGaps';
import type { LabWork } from '@contract/features/laboratory/sheets/labWork';
import type { ResultChange } from '@contract/features/laboratory/sheets/resultChange';
import { carriedText, recalculationTexts } from '@contract/features/laboratory/sheetTexts';
import type { Answer, ErrorBody } from '@contract/wire';
import { returnedTexts } from '@contract/workflow/returnedWork';
import {
  announcementSendTable,
  announcementTable,
  auditLogTable,
  equipmentTable,
  labSheetTable,
  sampleTable,
} from '@server/db/schema';
import { asStored } from '../support/asStored';
import { dayFromNow } from '../support/fieldRows';
import { type LabRows, labRowsOf } from '../support/labRows';
import { missingChecks } from '../support/missingChecks';
import { type TestServer, testServer } from '../support/server';

// Three days of 四氢呋喃 on one record. The blanks of the days read 0, 40 and 0 μg/mL, the curve is y = x.

let server: TestServer;
let lab: LabRows;
let analyst: { id: number; token: string };
let reviewer: string;
let stranger: string;
let hazard: number;
let method: number;
let instrument: number;
let curve: number;

const days = [
  { day: -3, minutes: 95, content: '62.7', blank: '0' },
  { day: -2, minutes: 76, content: '59.76', blank: '40' },
  { day: -1, minutes: 95, content: '61.75', blank: '0' },
] as const;

beforeAll(async () => {
  server = await testServer();
  const organizationId = await server.rows.organization({ name: '甲检测中心' });
  lab = labRowsOf(server, organizationId);
  const permissions = [
    'project:list',
    'labSheet:list',
    'labSheet:add',
    'labSheet:edit',
    'labSheetRow:list',
    'labSheetRow:edit',
    'record:submit',
    'record:return',
    'blankRelation:list',
    'blankRelation:relation',
    'blankRelation:cancelRelation',
    'sampleAdjustment:edit',
    'sample:list',
    'sample:void',
  ];
  const role = await server.rows.role({ permissions });
  const id = await server.rows.user({
    userName: 'analyst',
    nickName: '李检测',
    organizationId,
    roles: [role],
    password: 'Demo-2026#lab',
  });
  await server.rows.user({ userName: 'reviewer', organizationId, roles: [role], password: 'Demo-2026#lab' });
  await server.rows.user({
    userName: 'stranger',
    organizationId: await server.rows.organization({ name: '乙检测中心' }),
    roles: [role],
  });
  [analyst, reviewer, stranger] = [
    { id, token: await server.login('analyst') },
    await server.login('reviewer'),
    await server.login('stranger'),
  ];
  hazard = await lab.hazard('四氢呋喃');
  method = await lab.method('四氢呋喃 溶剂解吸-气相色谱法', 7, { resultRoute: 'solvent' });
  await lab.item(method, hazard, { lod: '0.5', minConc: '0.1' });
  curve = (await lab.curve({ method, hazard, a: '0', b: '1', low: '0.5', high: '500', preparedOn: dayFromNow(-4) })).id;
  instrument = (await lab.instrument({ eqpName: '气相色谱仪', eqpKind: 'laboratory' })).id;
  await lab.authorise(id, method);
});
afterAll(() => server.close());

const ask = <B = Answer & ErrorBody>(verb: 'PUT' | 'POST', path: string, body: object, token = analyst.token) =>
  server.ask<B>(verb, path, { token, body });
const work = async (id: number) =>
  (await server.ask<LabWork>('GET', `api/labSheet/work/${id}`, { token: analyst.token })).body;
/** Rounds to one decimal: the limit decides the printed digits, which other tests cover. */
const short = (text: string | null | undefined) =>
  text?.startsWith('<') ? `<${Number(text.slice(1)).toFixed(1)}` : Number(text).toFixed(1);
const reported = async (id: number) =>
  (await work(id)).rows.filter(({ rowKind }) => rowKind === 'sample').map(({ reportText }) => short(reportText));

interface Ground {
  readonly id: number;
  readonly project: number;
  /** Samples and the first blank of each day. */
  readonly samples: readonly { readonly id: number; readonly sampleNo: string }[];
  readonly blanks: readonly { readonly id: number; readonly sampleNo: string }[];
}

/**
 * Creates a record of three days with all readings saved.
 * @param bare days without blanks
 */
async function ground(bare: readonly number[] = []): Promise<Ground> {
  const project = (await lab.project('testing')).id;
  const common = { project, hazard, hazardName: '四氢呋喃', method, analyst: analyst.id };
  const tasks: number[] = [];
  const samples: Ground['samples'][number][] = [];
  const blanks: Ground['blanks'][number][] = [];
  const readings = new Map<string, object>();
  const read = (frontResponse: string) => ({
    frontResponse,
    backResponse: '0',
    solutionVolume: '1.0',
    efficiency: '100',
  });
  for (const [at, { day, minutes, content, blank }] of days.entries()) {
    const sampledOn = dayFromNow(day);
    const samplingDay = await lab.day(project, sampledOn, at + 1);
    const start = new Date(`${sampledOn}T09:00:00+08:00`);
    const taken = {
      samplingDay,
      plannedFlow: '0.1',
      flowBefore: '0.1',
      flowAfter: '0.1',
      flow: '0.1',
      startTime: start,
      endTime: new Date(start.getTime() + minutes * 60_000),
      minutes: String(minutes),
      version: 1,
    };
    const sample = await lab.task({ ...common, volume: String(minutes / 10) }, taken);
    tasks.push(sample.id);
    samples.push({ id: sample.sample, sampleNo: sample.sampleNo });
    readings.set(sample.sampleNo, read(content));
    for (let count = 0; count < 2 && !bare.includes(at); count += 1) {
      const one = await lab.task(
        { ...common, volume: null, sampleKind: 'blank' },
        { samplingDay, sampleKind: 'blank', startTime: start },
      );
      tasks.push(one.id);
      if (!count) blanks.push({ id: one.sample, sampleNo: one.sampleNo });
      readings.set(one.sampleNo, read(blank));
    }
  }
  const started = await ask<Answer<{ id: number }>>('POST', 'api/labSheet/start', { tasks });
  const id = started.body.body?.id ?? 0;
  const rows = (await work(id)).rows.map((row) => ({
    id: row.id,
    version: row.version,
    ...readings.get(row.sampleNo),
  }));
  expect((await ask('PUT', 'api/labSheetRow/saveAll', { rows, removed: [] })).status).toBe(200);
  return { id, project, samples, blanks };
}

const linesOf = async (id: number, sampleNo: string) => {
  const row = (await work(id)).rows.find((row) => row.sampleNo === sampleNo)?.id ?? 0;
  const log = auditLogTable;
  const lines = await server.database.orm
    .select({ before: log.before, after: log.after, reason: log.reason, by: log.userName })
    .from(log)
    .where(and(eq(log.entity, 'labSheetRow'), eq(log.entityId, row), eq(log.action, 'recalculate')))
    .orderBy(asc(log.id));
  const textOf = (values: unknown) => short((values as { reportText?: string }).reportText);
  return lines.map(({ before, after, reason, by }) => [textOf(before), textOf(after), reason, by]);
};

/** Fills in everything that a submission requires besides the blanks. */
async function completed(id: number): Promise<void> {
  const head = {
    ...(await work(id)).sheet,
    instrument,
    envTemperature: '22.5',
    envHumidity: '48',
    curve,
    efficiencySource: '方法验证报告',
    checkReasons: missingChecks('本批三个样品，随同批质控'),
  };
  const saved = await ask('PUT', 'api/labSheet/edit', head);
  expect(saved.status, saved.text).toBe(200);
}
const move = async (id: number, key: string, more: object = {}, token = analyst.token) =>
  ask(
    'PUT',
    'api/labSheet/move',
    { id, move: key, version: (await work(id)).sheet.version, password: 'Demo-2026#lab', ...more },
    token,
  );

describe('field blanks of several sampling days on one record', () => {
  it('field blanks are subtracted from the samples of their own day automatically: 6.6, 2.6 and 6.5, not 5.2, 6.1 and 5.1', async () => {
    const { id } = await ground();
    expect(await reported(id)).toEqual(['6.6', '2.6', '6.5']);
  });

  it('the results of a laboratory record are recalculated when a field blank is voided', async () => {
    const { id, blanks } = await ground([2]);
    expect(await reported(id)).toEqual(['6.6', '2.6', '6.5']);
    const second = blanks[1]?.id ?? 0;
    await server.database.orm.update(sampleTable).set({ state: 'distributed' }).where(eq(sampleTable.id, second));
    const voided = await ask('PUT', 'api/sampleAdjustment/void', {
      rows: await asStored(server, sampleTable, [second]),
      reason: '运输中破损',
    });
    expect(voided.status, voided.text).toBe(200);
    // The other blank of the day remains.
    expect(await reported(id)).toEqual(['6.6', '2.6', '6.5']);
  });
});

describe('result changed by field blanks', () => {
  it('a result changed by blanks of another day is logged with old value, new value and cause', async () => {
    const { id, project, samples, blanks } = await ground();
    const [sample] = samples;
    const relationAnswer = await ask('POST', 'api/blankRelation/relation', {
      projectId: project,
      ids: [sample?.id],
      blkSampleIds: [blanks[1]?.id],
      hazardNames: [],
      reason: '当日空白管破损',
    });
    expect(relationAnswer.status, relationAnswer.text).toBe(200);
    expect(await reported(id)).toEqual(['2.4', '2.6', '6.5']);
    const { body } = await server.ask<{ content: { samples: { id: number; relations: { id: number | null }[] }[] }[] }>(
      'GET',
      `api/blankRelation/batches/${project}`,
      { token: analyst.token },
    );
    const relation = body.content.flatMap((batch) => batch.samples).find((one) => one.id === sample?.id)
      ?.relations[0]?.id;
    expect((await ask('POST', 'api/blankRelation/cancelRelation', { ids: [relation] })).status).toBe(200);
    expect(await linesOf(id, sample?.sampleNo ?? '')).toEqual([
      ['6.6', '2.4', `${recalculationTexts.blanks}：当日空白管破损`, '李检测（analyst）'],
      ['2.4', '6.6', recalculationTexts.blanks, '李检测（analyst）'],
    ]);
    const resultChangesAnswer = await server.ask<{ content: ResultChange[] }>(
      'GET',
      `api/labSheet/resultChanges/${id}`,
      {
        token: analyst.token,
      },
    );
    expect(
      resultChangesAnswer.body.content.map(({ sampleNo, before, after, cause }) => [
        sampleNo,
        short(before),
        short(after),
        cause,
      ]),
    ).toEqual([
      [sample?.sampleNo, '2.4', '6.6', recalculationTexts.blanks],
      [sample?.sampleNo, '6.6', '2.4', `${recalculationTexts.blanks}：当日空白管破损`],
    ]);
    expect((await server.ask('GET', `api/labSheet/resultChanges/${id}`, { token: stranger })).status).toBe(404);
    // The other results did not change and have no line.
    expect(await linesOf(id, samples[1]?.sampleNo ?? '')).toEqual([]);
  });

  it('a result changed by a correction of sampling data or of the record’s header is logged; typing readings is not', async () => {
    const { id, samples } = await ground();
    const [sample] = samples;
    const no = sample?.sampleNo ?? '';
    const adjusted = await ask('PUT', 'api/sampleAdjustment/edit', {
      id: sample?.id,
      version: 2,
      reason: '结束时间誊写有误',
      values: { endTime: `${dayFromNow(-3)} 11:00:00` },
    });
    expect(adjusted.status, adjusted.text).toBe(200);
    expect(await reported(id)).toEqual(['5.2', '2.6', '6.5']);
    const row = (await work(id)).rows.find(({ sampleNo }) => sampleNo === no);
    await ask('PUT', 'api/labSheetRow/saveAll', {
      rows: [{ id: row?.id, version: row?.version, frontResponse: '72' }],
      removed: [],
    });
    expect(await reported(id)).toEqual(['6.0', '2.6', '6.5']);
    const { sheet } = await work(id);
    expect((await ask('PUT', 'api/labSheet/edit', { ...sheet, lod: '100' })).status).toBe(200);
    // The minimum quantifiable concentration (GBZ 331-2024 G.1.2.3): 10/3 of the LOD in 12 L is 27.8, rounded up.
    expect((await reported(id))[0]).toBe('<28.0');
    const history = await server.ask<{ content: { action: string; reason: string | null }[] }>(
      'GET',
      `api/auditLog/of/labSheetRow/${row?.id ?? 0}`,
      { token: analyst.token },
    );
    expect(history.body.content.filter(({ action }) => action === 'recalculate').map(({ reason }) => reason)).toEqual([
      recalculationTexts.head(['检出限']),
      `${recalculationTexts.sampling}：结束时间誊写有误`,
    ]);
    expect((await linesOf(id, no)).map(([before, after]) => [before, after])).toEqual([
      ['6.6', '5.2'],
      ['6.0', '<28.0'],
    ]);
  });

  it('a result changed by editing readings after a return from review is logged with its cause', async () => {
    const { id, samples } = await ground();
    const no = samples[0]?.sampleNo ?? '';
    await completed(id);
    expect((await move(id, 'submit')).status).toBe(200);
    const returned = await move(id, 'return', { reason: '请核对第一个样品的峰面积' }, reviewer);
    expect(returned.status, returned.text).toBe(200);
    // The analyst, who had handed it in, is told.
    const { sheetNo } = (await work(id)).sheet;
    const announcementSendRows = await server.database.orm
      .select({ person: announcementSendTable.userId, text: announcementTable.msgAbstract })
      .from(announcementSendTable)
      .innerJoin(announcementTable, eq(announcementTable.id, announcementSendTable.anntId))
      .where(eq(announcementTable.titile, returnedTexts.title(`检测记录${String(sheetNo)}`)));
    expect(announcementSendRows.map(({ person }) => person)).toEqual([analyst.id]);
    expect(announcementSendRows[0]?.text).toContain('请核对第一个样品的峰面积');
    const home = await server.ask<Dashboard>('GET', 'api/dashboard', { token: analyst.token });
    const todo = home.body.todos.find(({ label }) => label === `修改检测记录${String(sheetNo)}`);
    expect([todo?.returned?.reason, todo?.path]).toEqual([
      '请核对第一个样品的峰面积',
      expect.stringContaining(`phyId=${id}`),
    ]);
    const row = (await work(id)).rows.find(({ sampleNo }) => sampleNo === no);
    const saved = await ask('PUT', 'api/labSheetRow/saveAll', {
      rows: [{ id: row?.id, version: row?.version, frontResponse: '72' }],
      removed: [],
    });
    expect(saved.status, saved.text).toBe(200);
    const last = (await linesOf(id, no)).at(-1);
    expect(last?.slice(0, 3)).toEqual(['6.6', (await reported(id))[0], recalculationTexts.readings]);
    expect(last?.[1]).not.toBe('6.6');
  });

  it('the log of a changed result names the lowest quantifiable concentration if only that changed', async () => {
    const { id, samples } = await ground();
    const minima = async () => (await work(id)).rows.find(({ sampleNo }) => sampleNo === samples[0]?.sampleNo)?.minimum;
    const { sheet } = await work(id);
    expect((await ask('PUT', 'api/labSheet/edit', { ...sheet, lod: '2' })).status).toBe(200);
    const before = await minima();
    const { sheet: again } = await work(id);
    expect((await ask('PUT', 'api/labSheet/edit', { ...again, lod: '3' })).status).toBe(200);
    expect(await reported(id)).toEqual(['6.6', '2.6', '6.5']);
    const resultChangesAnswer = await server.ask<{ content: ResultChange[] }>(
      'GET',
      `api/labSheet/resultChanges/${id}`,
      {
        token: analyst.token,
      },
    );
    const own = resultChangesAnswer.body.content.find(({ sampleNo }) => sampleNo === samples[0]?.sampleNo);
    expect([own?.before, own?.after]).toEqual([
      recalculationTexts.minimum(before ?? ''),
      recalculationTexts.minimum((await minima()) ?? ''),
    ]);
    // None of them is empty.
    expect(resultChangesAnswer.body.content.filter(({ before: was, after }) => was === null && after === null)).toEqual(
      [],
    );
  });
});

describe('record without field blanks of a sampling day', () => {
  it('a record without field blanks of a sampling day is submitted only with a reason, which names the samples and is printed', async () => {
    const { id, samples } = await ground([0]);
    await completed(id);
    const refused = await move(id, 'submit');
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      [{ field: 'reason', message: blankGapTexts.missing([samples[0]?.sampleNo ?? '']) }],
    ]);
    expect((await work(id)).sheet.state).toBe('drafting');
    const handedIn = await move(id, 'submit', { reason: '当日空白管在运输中破损' });
    expect(handedIn.status, handedIn.text).toBe(200);
    const stored = await server.database.orm
      .select({ blankRemark: labSheetTable.blankRemark })
      .from(labSheetTable)
      .where(eq(labSheetTable.id, id));
    expect(stored).toEqual([{ blankRemark: '当日空白管在运输中破损' }]);
    expect((await work(id)).sheet.blankRemark).toBe('当日空白管在运输中破损');
    const paper = await server.ask<object>('GET', `api/labSheet/paper/${id}`, { token: analyst.token });
    expect(JSON.stringify(paper.body)).toContain('当日空白管在运输中破损');
  });

  it('a record with field blanks on each day needs no reason, and states when blanks of another batch were subtracted', async () => {
    const { id, project, samples, blanks } = await ground();
    await completed(id);
    await ask('POST', 'api/blankRelation/relation', {
      projectId: project,
      ids: [samples[2]?.id],
      blkSampleIds: [blanks[0]?.id],
      hazardNames: [],
      reason: '第三天空白污染',
    });
    expect((await move(id, 'submit')).status).toBe(200);
    expect((await work(id)).otherBlanks).toEqual([
      { sampleNo: samples[2]?.sampleNo, blanks: [blanks[0]?.sampleNo], reason: '第三天空白污染' },
    ]);
    expect((await move(id, 'return', { reason: '请核对' }, reviewer)).status).toBe(200);
  });
});

describe('new record of a method', () => {
  it('a new record of a method takes over the header of the last record, and waits until its analyst has checked it', async () => {
    const { id: first } = await ground();
    await completed(first);
    const { id } = await ground();
    const { sheet } = await work(id);
    expect([sheet.instrument, sheet.carriedFrom, sheet.envTemperature]).toEqual([instrument, first, null]);
    expect((await move(id, 'submit')).body.message).toBe(carriedText);
    await completed(id);
    expect((await work(id)).sheet.carriedFrom).toBe(null);
    expect((await move(id, 'submit')).status).toBe(200);
  });

  it('a new record of a method does not take over instruments, standards or curves that may no longer be used', async () => {
    const { id: first } = await ground();
    await completed(first);
    await server.database.orm
      .update(equipmentTable)
      .set({ calibrationDue: dayFromNow(-1) })
      .where(eq(equipmentTable.id, instrument));
    const { sheet } = await work((await ground()).id);
    expect(sheet.instrument).toBe(null);
  });
});
