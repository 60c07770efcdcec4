import { and, eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { limitOriginText } from '@contract/features/laboratory/detection/limitOrigin';
import { fitnessTexts } from '@contract/features/laboratory/purposeFit';
import type { LabWork } from '@contract/features/laboratory/sheets/labWork';
import { labSheetTexts } from '@contract/features/laboratory/sheetTexts';
import { testingStages } from '@contract/features/laboratory/testingStages';
import { nonconformityTexts } from '@contract/features/nonconformities/nonconformityTexts';
import { itemFitnessTexts } from '@contract/features/stock/itemFitness';
import { failures } from '@contract/messages';
import { rules } from '@contract/rules';
import type { Answer, ErrorBody } from '@contract/wire';
import {
  auditLogTable,
  blankRelationTable,
  labAttachmentTable,
  labCurveTable,
  labSheetTable,
  labTaskTable,
  nonconformityTable,
  projectTable,
  sampleTable,
  standardTable,
  storedFileTable,
  workLogTable,
  userTable,
} from '@server/db/schema';
import { recalculateSamples } from '@server/features/laboratory/sheets/recalculate';
import { asStored } from '../support/asStored';
import { dayFromNow } from '../support/fieldRows';
import { type LabRows, labRowsOf } from '../support/labRows';
import { missingChecks } from '../support/missingChecks';
import { type TestServer, testServer } from '../support/server';

let server: TestServer;
let lab: LabRows;
let organizationId: number;
const people: Record<string, { id: number; token: string }> = {};
let hazard: number;
let method: number;
let curve: number;
let instrument: number;
let project: { id: number; code: string };

const permissions = [
  'labSheet:list',
  'labSheet:add',
  'labSheet:edit',
  'labSheet:del',
  'labSheetRow:list',
  'labSheetRow:edit',
  'labCheck:list',
  'labCheck:add',
  'labCheck:edit',
  'labCheck:del',
  'record:submit',
  'record:review',
  'record:approve',
  'record:return',
  'blankRelation:relation',
  'blankRelation:cancelRelation',
];

beforeAll(async () => {
  server = await testServer();
  organizationId = await server.rows.organization({ name: '甲检测中心' });
  const role = await server.rows.role({ permissions });
  for (const name of ['analyst', 'colleague', 'reviewer', 'approver']) {
    const id = await server.rows.user({
      userName: name,
      nickName: { analyst: '李检测', colleague: '王同事', reviewer: '赵复核', approver: '钱审核' }[name] ?? name,
      organizationId,
      roles: [role],
      password: 'Demo-2026#lab',
    });
    people[name] = { id, token: await server.login(name) };
  }
  lab = labRowsOf(server, organizationId);
  hazard = await lab.hazard('甲苯');
  method = await lab.method('苯系物 溶剂解吸-气相色谱法', 7, { resultRoute: 'solvent', blanksPerBatch: 0 });
  await lab.item(method, hazard);
  curve = (await lab.curve({ method, hazard })).id;
  instrument = (await lab.instrument({ eqpName: '气相色谱仪', eqpKind: 'laboratory' })).id;
  for (const name of ['analyst', 'colleague']) await lab.authorise(people[name]?.id ?? 0, method);
});
afterAll(() => server.close());

const tokenOf = (who: string) => people[who]?.token ?? '';
const put = <B = ErrorBody>(path: string, body: unknown, who = 'analyst') =>
  server.ask<B>('PUT', path, { token: tokenOf(who), body });
const start = (tasks: readonly number[], who = 'analyst') =>
  server.ask<Answer<{ id: number; version: number; sheetNo: string; curve: number | null; lod: string }> & ErrorBody>(
    'POST',
    'api/labSheet/start',
    { token: tokenOf(who), body: { tasks } },
  );
const work = async (id: number, who = 'analyst') =>
  (await server.ask<LabWork>('GET', `api/labSheet/work/${id}`, { token: tokenOf(who) })).body;
type ShownRow = LabWork['rows'][number] | undefined;
const shownRow = (row: ShownRow) => ({ id: row?.id, version: row?.version });
const shownIn = ({ rows }: LabWork, row: ShownRow) => shownRow(rows.find(({ id }) => id === row?.id));
const task = (more: Partial<Parameters<LabRows['task']>[0]> = {}, sample: Parameters<LabRows['task']>[1] = {}) =>
  lab.task(
    { project: project.id, hazard, hazardName: '甲苯', method, analyst: people.analyst?.id ?? 0, ...more },
    sample,
  );

beforeEach(async () => {
  project = await lab.project('testing');
});

async function sheetWith(count = 1) {
  const tasks = [];
  for (let index = 0; index < count; index += 1) tasks.push(await task());
  const { body } = await start(tasks.map(({ id }) => id));
  return { id: body.body?.id ?? 0, tasks };
}

/** Worked example GC-SOLV-1 of DOMAIN §4.5. */
const worked = { frontResponse: '98.60', backResponse: '2.10', solutionVolume: '1.0', efficiency: '96.2' };

describe('air of the room', () => {
  it('a record without temperature and humidity takes the mean of the working hours from the log of the instrument’s room', async () => {
    const day = dayFromNow(0);
    const stands = (await lab.instrument({ eqpName: '气相色谱仪', eqpKind: 'laboratory', location: '色谱室一' })).id;
    await server.database.orm.insert(workLogTable).values(
      (
        [
          ['色谱室一', '03', '15.0', '80.0'],
          ['色谱室一', '09', '22.0', '50.0'],
          ['色谱室一', '10', '23.0', '52.0'],
          ['天平室', '10', '30.0', '20.0'],
        ] as const
      ).map(([subject, hour, temperature, humidity]) => ({
        organizationId,
        logKind: 'room',
        subject,
        startAt: new Date(`${day}T${hour}:00:00+08:00`),
        temperature,
        humidity,
      })),
    );
    const { id } = await sheetWith();
    const { sheet } = await work(id);
    expect(sheet).toMatchObject({ envTemperature: null, envHumidity: null });
    const saved = await put('api/labSheet/edit', { ...sheet, instrument: stands });
    expect(saved.status, saved.text).toBe(200);
    const filled = (await work(id)).sheet;
    expect(filled).toMatchObject({ envTemperature: '22.5', envHumidity: '51.0' });
    await put('api/labSheet/edit', { ...filled, envTemperature: '24.0' });
    expect((await work(id)).sheet).toMatchObject({ envTemperature: '24.0', envHumidity: '51.0' });
  });
});

describe('record', () => {
  it('a laboratory record starts from tasks with their curve, detection limit and samples, and moves tasks and samples to 检测中', async () => {
    const [one, blank, two] = [
      await task(),
      await task({ sampleKind: 'blank' }, { sampleKind: 'blank' }),
      await task(),
    ];
    const { status, body, text } = await start([blank.id, one.id, two.id]);
    expect(status, text).toBe(200);
    expect(body.body).toMatchObject({ sheetNo: `${project.code}-JL01`, curve, lod: '1.8' });
    const seen = await work(body.body?.id ?? 0);
    expect(seen.rows.map(({ sampleNo, rowKind }) => [sampleNo, rowKind])).toEqual([
      [one.sampleNo, 'sample'],
      [two.sampleNo, 'sample'],
      [blank.sampleNo, 'blank'],
    ]);
    expect(seen).toMatchObject({
      locked: null,
      sheet: { layout: 'solvent', state: 'drafting', sampleCount: 2, hazardName: '甲苯' },
    });
    const tasks = await server.database.orm.select().from(labTaskTable).where(eq(labTaskTable.project, project.id));
    expect(tasks.every(({ state, sheet }) => state === 'testing' && sheet === body.body?.id)).toBe(true);
    const samples = await server.database.orm
      .select({ state: sampleTable.state })
      .from(sampleTable)
      .where(eq(sampleTable.project, project.id));
    expect(samples.map(({ state }) => state)).toEqual(['testing', 'testing', 'testing']);
    // The next record of a project continues the numbers without a gap.
    const third = await task();
    expect((await start([third.id])).body.body?.sheetNo).toBe(`${project.code}-JL02`);
  });

  it.each([
    [
      'a task that is on another record',
      async () => {
        const { tasks } = await sheetWith();
        return tasks.map(({ id }) => id);
      },
      /已在检测记录.*JL01中，不能重复检测/,
    ],
    ['a task of a colleague', async () => [(await task({ analyst: people.colleague?.id ?? 0 })).id], /已分发给王同事/],
    [
      'a task that nobody was given',
      async () => [(await task({ state: 'waiting' })).id],
      /当前为“待分发”，不能加入检测记录，请取消选择/,
    ],
    [
      'samples of two projects',
      async () => {
        const one = await task();
        project = await lab.project('testing');
        return [one.id, (await task()).id];
      },
      labSheetTexts.mixedProjects,
    ],
    [
      'two hazards',
      async () => [(await task()).id, (await task({ hazard: await lab.hazard('二甲苯'), hazardName: '二甲苯' })).id],
      labSheetTexts.mixedHazards,
    ],
    [
      'blanks alone',
      async () => [(await task({ sampleKind: 'blank' }, { sampleKind: 'blank' })).id],
      labSheetTexts.blanksAlone,
    ],
    [
      'a task without a method',
      async () => {
        const { id } = await task();
        await server.database.orm.update(labTaskTable).set({ method: null }).where(eq(labTaskTable.id, id));
        return [id];
      },
      labSheetTexts.noMethod,
    ],
    [
      'what a client brought, by a method that is sampled for on site',
      async () => {
        const weighed = await lab.method('来样测尘', null, { methodKind: 'dust' });
        await lab.authorise(people.analyst?.id ?? 0, weighed);
        return [(await task({ method: weighed, methodKind: 'dust', variant: 'incoming' })).id];
      },
      labSheetTexts.notForIncoming('来样测尘'),
    ],
    [
      'a project that has left the laboratory',
      async () => {
        project = await lab.project('recordReview');
        return [(await task()).id];
      },
      /已提交记录审核/,
    ],
  ] as const)('starting a laboratory record refuses %s, and changes nothing', async (_what, prepare, message) => {
    const tasks = await prepare();
    const before = await server.database.orm.select().from(labTaskTable);
    const { status, body } = await start(tasks);
    expect(status).toBe(409);
    expect(body.message).toMatch(message);
    expect(await server.database.orm.select().from(labTaskTable)).toEqual(before);
  });

  it('a laboratory record refuses an analyst whose authorisation expired, and files one nonconformity', async () => {
    const other = await lab.method('甲苯 另一方法', 7, { resultRoute: 'solvent' });
    await lab.item(other, hazard);
    await lab.authorise(people.analyst?.id ?? 0, other, { validUntil: '2024-12-31' });
    const { id } = await task({ method: other });
    for (const { body } of [await start([id]), await start([id])])
      expect(body.message).toBe(labSheetTexts.unauthorised('甲苯 另一方法'));
    const filed = await server.database.orm
      .select()
      .from(nonconformityTable)
      .where(eq(nonconformityTable.nonconformityKind, 'unauthorised'));
    expect(filed).toMatchObject([{ automatic: true, project: project.id }]);
    expect(filed[0]?.description).toContain('没有“甲苯 另一方法”的有效检测授权');
    // Nothing of the start itself was stored.
    expect(await server.database.orm.select().from(labSheetTable).where(eq(labSheetTable.method, other))).toEqual([]);
  });

  it('a laboratory record is not visible to another organization', async () => {
    const { id } = await sheetWith();
    const stranger = await server.rows.user({
      userName: `stranger${id}`,
      organizationId: await server.rows.organization({ name: `乙检测中心${id}` }),
      roles: [await server.rows.role({ permissions })],
    });
    expect(stranger).toBeGreaterThan(0);
    expect(
      (await server.ask('GET', `api/labSheet/work/${id}`, { token: await server.login(`stranger${id}`) })).status,
    ).toBe(404);
  });
});

describe('rows of a record', () => {
  it('saving rows of a laboratory record stores readings and returns the calculated result with its working (GC-SOLV-1: 56.8)', async () => {
    const { id } = await sheetWith();
    const [row] = (await work(id)).rows;
    const { status, body, text } = await put<Answer<Record<string, unknown>[]>>('api/labSheetRow/saveAll', {
      rows: [{ id: row?.id, version: row?.version, ...worked, concentration: '0.001', reportText: '0' }],
      removed: [],
    });
    expect(status, text).toBe(200);
    expect(body.body?.[0]).toMatchObject({ ...worked, version: 2 });
    const [after] = (await work(id)).rows;
    expect(after).toMatchObject({
      reportText: '56.8',
      unit: 'mg/m³',
      censored: false,
      problem: null,
      minimum: '4.2',
      normSet: '331+2026',
    });
    expect(Number(after?.concentration)).toBeCloseTo(56.849, 2);
    expect(JSON.parse(after?.working ?? '{}')).toMatchObject({
      formula: 'C=(c1+c2)×v/(V0×D)',
      substituted: expect.stringContaining('=56.8 mg/m³'),
    });
    expect((await work(id)).sheet.complete).toBe(true);
    const trail = await server.database.orm
      .select()
      .from(auditLogTable)
      .where(
        and(
          eq(auditLogTable.entity, 'labSheetRow'),
          eq(auditLogTable.entityId, row?.id ?? 0),
          eq(auditLogTable.action, 'edit'),
        ),
      );
    expect(trail.map(({ after: now }) => now)).toEqual([expect.objectContaining({ frontResponse: '98.60' })]);
  });

  it('an undetected result of a record is reported as less than the sample’s detection limit', async () => {
    const { id } = await sheetWith();
    const [row] = (await work(id)).rows;
    await put('api/labSheetRow/saveAll', {
      rows: [{ id: row?.id, version: row?.version, ...worked, frontResponse: '0.9', backResponse: '0' }],
      removed: [],
    });
    // LOQ 1.8 × 10/3 of 1.0 mL in 1.5 L at 96.2 %: rounded up for print, the exact bound beside it (GBZ 331-2024
    // G.1.2.3).
    expect((await work(id)).rows[0]).toMatchObject({ reportText: '<4.2', censored: true, resultNum: '4.158004158' });
  });

  it('a row that cannot be calculated gets the reason, and the other rows of the record keep their results', async () => {
    const { id } = await sheetWith(2);
    const { rows } = await work(id);
    await put('api/labSheetRow/saveAll', {
      rows: rows.map((row, index) => ({
        id: row.id,
        version: row.version,
        ...worked,
        ...(index ? { frontResponse: '9860' } : {}),
      })),
      removed: [],
    });
    const after = await work(id);
    expect(after.rows[0]).toMatchObject({ reportText: '56.8', problem: null });
    expect(after.rows[1]).toMatchObject({ reportText: null, problem: expect.stringContaining('请稀释后重新测定') });
    expect(after.sheet.complete).toBe(false);
  });

  it.each([
    ['text in a number', { frontResponse: '九十八' }, 'frontResponse', rules.number.message],
    ['a negative volume', { solutionVolume: '-1' }, 'solutionVolume', '解吸液体积不能小于0'],
    [
      'a full-width less-than sign',
      { overrideText: '＜0.05', overrideReason: '按谱图' },
      'overrideText',
      rules.valueOrBelowLimit.message,
    ],
    ['a correction without a reason', { overrideText: '<0.05' }, 'overrideReason', labSheetTexts.overrideReason],
  ])(
    'saving rows of a laboratory record refuses %s at its cell, and writes nothing',
    async (_what, values, field, message) => {
      const { id } = await sheetWith(2);
      const { rows } = await work(id);
      const { status, body } = await put('api/labSheetRow/saveAll', {
        rows: [
          { id: rows[0]?.id, version: rows[0]?.version, ...worked },
          { id: rows[1]?.id, version: rows[1]?.version, ...values },
        ],
        removed: [],
      });
      expect(status).toBe(400);
      expect(body.errors).toEqual([{ field: `rows[1].${field}`, message }]);
      expect((await work(id)).rows.map(({ version, reportText }) => [version, reportText])).toEqual([
        [1, null],
        [1, null],
      ]);
    },
  );

  it('saving an outdated row of a laboratory record returns the current row', async () => {
    const { id } = await sheetWith();
    const [row] = (await work(id)).rows;
    await put('api/labSheetRow/saveAll', { rows: [{ id: row?.id, version: 1, frontResponse: '98.60' }], removed: [] });
    const { status, body } = await put('api/labSheetRow/saveAll', {
      rows: [{ id: row?.id, version: 1, frontResponse: '77' }],
      removed: [],
    });
    expect([status, body.code]).toEqual([409, 'stale']);
    expect(body.current).toEqual([expect.objectContaining({ id: row?.id, version: 2, frontResponse: '98.60' })]);
  });

  it('rows of a laboratory record are saved together, or not at all if one of them was deleted', async () => {
    const { id } = await sheetWith();
    const [row] = (await work(id)).rows;
    const { status, body } = await put('api/labSheetRow/saveAll', {
      rows: [
        { id: row?.id, version: 1, ...worked },
        { id: 2_000_000_000, version: 1, ...worked },
      ],
      removed: [],
    });
    expect([status, body.code, body.errors]).toEqual([404, 'gone', [{ field: 'rows[1]', message: failures.notFound }]]);
    expect((await work(id)).rows[0]?.version).toBe(1);
  });

  it('rows of a laboratory record can come only from tasks of the record’s own hazard, method and origin', async () => {
    const { id } = await sheetWith();
    const other = await lab.method('甲苯 又一方法', 7);
    const [project, ...tasks] = [
      (await work(id)).sheet.project,
      await task({ hazard: await lab.hazard('邻二甲苯') }),
      await task({ method: other }),
      await task({ variant: 'incoming' }),
      await task({ project: (await lab.project('testing')).id }),
    ];
    for (const [at, message] of [
      labSheetTexts.mixedHazards,
      labSheetTexts.mixedMethods,
      labSheetTexts.mixedVariants,
      labSheetTexts.mixedProjects,
    ].entries()) {
      const { status, body } = await put('api/labSheet/addTasks', { sheet: id, tasks: [tasks[at]?.id] });
      expect([status, body.message]).toEqual([409, message]);
    }
    expect((await work(id)).rows).toHaveLength(1);
    expect(
      (
        await server.database.orm
          .select({ state: labTaskTable.state })
          .from(labTaskTable)
          .where(and(eq(labTaskTable.project, project), eq(labTaskTable.state, 'testing')))
      ).length,
    ).toBe(1);
  });

  it('a manually corrected row of a record keeps the calculated value beside the correction', async () => {
    const { id } = await sheetWith();
    const [row] = (await work(id)).rows;
    await put('api/labSheetRow/saveAll', {
      rows: [{ id: row?.id, version: 1, ...worked, overrideText: '<1.2', overrideReason: '谱图重新积分后未检出' }],
      removed: [],
    });
    expect((await work(id)).rows[0]).toMatchObject({
      reportText: '<1.2',
      censored: true,
      resultNum: '1.2',
      computed: expect.objectContaining({ reported: '56.8' }),
    });
  });

  it('a result cannot be corrected by hand to an empty value, to <0 or to a negative value', async () => {
    const { id } = await sheetWith();
    const [row] = (await work(id)).rows;
    for (const overrideText of ['0', '0.0', '<0', '-56.8']) {
      const { status, body } = await put('api/labSheetRow/saveAll', {
        rows: [{ id: row?.id, version: 1, ...worked, overrideText, overrideReason: '重新积分' }],
        removed: [],
      });
      expect([status, body.errors]).toEqual([
        400,
        [{ field: 'rows[0].overrideText', message: labSheetTexts.overrideNothing }],
      ]);
    }
  });

  it('a row of a laboratory record can get a parallel sample, and is removed with its sample; the task returns to the analyst’s list', async () => {
    const { id, tasks } = await sheetWith(2);
    const [first, second] = (await work(id)).rows;
    await put('api/labSheet/addParallels', { sheet: id, rows: [first?.id] });
    expect((await work(id)).rows.map(({ rowKind, sampleNo }) => [rowKind, sampleNo])).toEqual([
      ['sample', first?.sampleNo],
      ['parallel', first?.sampleNo],
      ['sample', second?.sampleNo],
    ]);
    expect((await put('api/labSheet/takeOff', { sheet: id, rows: [shownIn(await work(id), first)] })).status).toBe(200);
    expect((await work(id)).rows.map(({ sampleNo }) => sampleNo)).toEqual([second?.sampleNo]);
    const [freed] = await server.database.orm
      .select()
      .from(labTaskTable)
      .where(eq(labTaskTable.id, tasks[0]?.id ?? 0));
    expect(freed).toMatchObject({ state: 'distributed', sheet: null });
    expect(
      (await put<ErrorBody>('api/labSheet/takeOff', { sheet: id, rows: [shownIn(await work(id), second)] })).body
        .message,
    ).toBe(labSheetTexts.lastSample);
    expect((await put('api/labSheet/addTasks', { sheet: id, tasks: [tasks[0]?.id] })).status).toBe(200);
    expect((await work(id)).rows).toHaveLength(2);
  });

  it('rows of a laboratory record are written only by the record’s analyst', async () => {
    const { id } = await sheetWith();
    const [row] = (await work(id)).rows;
    expect((await work(id, 'colleague')).locked).toBe(labSheetTexts.othersSheet('李检测'));
    const { status, body } = await put(
      'api/labSheetRow/saveAll',
      { rows: [{ id: row?.id, version: 1, ...worked }], removed: [] },
      'colleague',
    );
    expect([status, body.message]).toEqual([409, labSheetTexts.othersSheet('李检测')]);
  });

  it('rows of a record are reached only through their own record: another open record can add no parallel and remove none', async () => {
    const [own, others] = [
      await sheetWith(2),
      await start(
        [
          (await task({ analyst: people.colleague?.id ?? 0 })).id,
          (await task({ analyst: people.colleague?.id ?? 0 })).id,
        ],
        'colleague',
      ),
    ];
    const id = others.body.body?.id ?? 0;
    const before = (await work(id, 'colleague')).rows;
    expect(before).toHaveLength(2);
    for (const [path, row] of [
      ['addParallels', before[0]?.id],
      ['takeOff', shownRow(before[0])],
    ]) {
      const { status, body } = await put(`api/labSheet/${String(path)}`, { sheet: own.id, rows: [row] });
      expect([path, status, body.message]).toEqual([path, 409, labSheetTexts.otherSheetRows]);
    }
    expect((await work(id, 'colleague')).rows).toEqual(before);
    expect((await work(own.id)).rows).toHaveLength(2);
  });

  it('rows of a laboratory record are closed once the project has moved on from testing, even if the record is a draft', async () => {
    const { id } = await sheetWith();
    const [row] = (await work(id)).rows;
    await server.database.orm.update(projectTable).set({ stage: 'reporting' }).where(eq(projectTable.id, project.id));
    const { status, body } = await put('api/labSheetRow/saveAll', {
      rows: [{ id: row?.id, version: 1, ...worked }],
      removed: [],
    });
    expect([status, body.message]).toEqual([409, testingStages.late]);
    expect((await work(id)).rows[0]?.version).toBe(1);
  });
});

describe('head of a record', () => {
  const head = async (id: number, values: Record<string, unknown>) =>
    put('api/labSheet/edit', { ...(await work(id)).sheet, ...values });

  it('the header of a laboratory record refuses a curve drawn after the end of the test, also if the test is moved before it', async () => {
    const [early, drawn] = [
      await task({}, { checkedAt: new Date(Date.now() - 9 * 86_400_000) }),
      await lab.curve({ method, hazard, preparedOn: dayFromNow(-2) }),
    ];
    const id = (await start([early.id])).body.body?.id ?? 0;
    const why = [{ field: 'curve', message: labSheetTexts.curveLater(drawn.curveNo, dayFromNow(-2)) }];
    expect((await head(id, { curve: drawn.id, testDate: dayFromNow(-3) })).body.errors).toEqual(why);
    expect((await head(id, { curve: drawn.id, testDate: dayFromNow(-3), testUntil: dayFromNow(-2) })).status).toBe(200);
    expect((await head(id, { testUntil: null })).body.errors).toEqual(why);
    expect((await head(id, { testDate: dayFromNow(-2), testUntil: null })).status).toBe(200);
  });

  it('the header of a record refuses a curve of another hazard, an unapproved or expired one, and a test before the sample arrived', async () => {
    const { id } = await sheetWith();
    const other = await lab.curve({ method, hazard: await lab.hazard('苯') });
    const draft = await lab.curve({ method, hazard, state: 'drafting' });
    const old = await lab.curve({ method, hazard, validUntil: '2024-06-30' });
    expect((await head(id, { curve: other.id })).body.errors).toEqual([
      { field: 'curve', message: labSheetTexts.curveOther },
    ]);
    expect((await head(id, { curve: draft.id })).body.message).toBe(
      labSheetTexts.curveNotApproved(draft.curveNo, '编制中'),
    );
    expect((await head(id, { curve: old.id })).body.message).toBe(
      labSheetTexts.curveExpired(old.curveNo, '2024-06-30'),
    );
    expect((await head(id, { testDate: '2024-01-01' })).body.message).toMatch(
      /检测日期不能早于收样日期|检测日期不能晚于/,
    );
    expect((await head(id, { testDate: '2199-01-01', testUntil: null })).body.message).toBe(
      labSheetTexts.testedInFuture,
    );
    expect((await head(id, { testUntil: dayFromNow(1) })).body.errors).toEqual([
      { field: 'testUntil', message: labSheetTexts.endsInFuture },
    ]);
    expect((await head(id, { testUntil: dayFromNow(0) })).status).toBe(200);
  });

  it('the header of a record accepts a standard of its hazard and an instrument for its method; another instrument needs a printed reason', async () => {
    const { id } = await sheetWith();
    const [meter, other] = [
      await lab.instrument({ eqpNo: 'SJ-01', eqpName: '多功能声级计', eqpKind: 'directReading' }),
      await lab.hazard('乙酸乙酯'),
    ];
    const [lot] = await server.database.orm
      .insert(standardTable)
      .values({
        organizationId,
        standardNo: 'BW-E',
        standardName: '乙酸乙酯溶液',
        lotNo: 'L1',
        hazard: other,
        validUntil: dayFromNow(100),
        status: '1',
      })
      .returning();
    const said = fitnessTexts.standardOther('BW-E 乙酸乙酯溶液（批号L1）', '乙酸乙酯', '甲苯');
    expect((await head(id, { standard: lot?.id })).body).toMatchObject({
      status: 409,
      code: 'misfit',
      errors: [{ field: 'standard', message: said }],
    });
    expect((await head(id, { instrument: meter.id })).body.errors).toEqual([
      { field: 'instrument', message: fitnessTexts.instrumentOther('SJ-01 多功能声级计', '噪声', '甲苯') },
    ]);
    expect((await head(id, { instrument: meter.id, instrumentReason: '色谱仪送检，经方法确认' })).status).toBe(200);
    // Without the reason the instrument no longer fits.
    expect((await head(id, { instrumentReason: null })).body.code).toBe('misfit');
    const offered = (
      await server.ask<{ content: { name: string; unusable: string | null; misfit?: true }[] }>(
        'GET',
        `api/labOptions/equipment?methodKind=gasChromatography&hazard=${hazard}&keyword=SJ-01`,
        { token: tokenOf('analyst') },
      )
    ).body.content;
    expect(offered).toMatchObject([
      { misfit: true, unusable: fitnessTexts.instrumentOther('SJ-01 多功能声级计', '噪声', '甲苯') },
    ]);
  });

  it('the header of a record refuses an instrument or curve that expired before the last test day, and accepts one that expired on it', async () => {
    const early = await task({}, { checkedAt: new Date(Date.now() - 9 * 86_400_000) });
    const id = (await start([early.id])).body.body?.id ?? 0;
    const [over, last] = await Promise.all(
      [dayFromNow(-2), dayFromNow(-1)].map((calibrationDue) =>
        lab.instrument({ eqpName: '气相色谱仪', eqpKind: 'laboratory', calibrationDue }),
      ),
    );
    const good = (await lab.curve({ method, hazard, preparedOn: dayFromNow(-5) })).id;
    expect(
      (await head(id, { instrument: over?.id, curve: good, testDate: dayFromNow(-3), testUntil: dayFromNow(-2) }))
        .status,
    ).toBe(200);
    const { status, body } = await head(id, { testUntil: dayFromNow(-1) });
    expect([status, body.code, body.errors]).toEqual([
      409,
      'unfit',
      [
        {
          field: 'instrument',
          message: itemFitnessTexts.calibrationOver(`${over?.eqpNo} 气相色谱仪`, dayFromNow(-2), dayFromNow(-1)),
        },
      ],
    ]);
    expect((await head(id, { instrument: last?.id, testUntil: dayFromNow(-1) })).status).toBe(200);
    const [short, long] = await Promise.all(
      [dayFromNow(-2), dayFromNow(-1)].map((validUntil) =>
        lab.curve({ method, hazard, preparedOn: dayFromNow(-5), validUntil }),
      ),
    );
    expect((await head(id, { curve: short?.id })).body.errors).toEqual([
      { field: 'curve', message: labSheetTexts.curveExpired(String(short?.curveNo), dayFromNow(-2)) },
    ]);
    expect((await head(id, { curve: long?.id })).status).toBe(200);
  });

  it('the header of a laboratory record keeps the project and hazard of its samples', async () => {
    const { id } = await sheetWith();
    const before = (await work(id)).sheet;
    for (const more of [{ project: (await lab.project('testing')).id }, { hazard: await lab.hazard('正己烷') }]) {
      const { status, body } = await head(id, more);
      expect([status, body.message]).toEqual([
        409,
        '项目与检测项目由样品决定，不能更改；需要更改的请移出样品后另建记录',
      ]);
    }
    expect((await work(id)).sheet).toEqual(before);
  });

  it('the header of a laboratory record recalculates all results when its curve or detection limit changes', async () => {
    const { id } = await sheetWith();
    const [row] = (await work(id)).rows;
    await put('api/labSheetRow/saveAll', { rows: [{ id: row?.id, version: 1, ...worked }], removed: [] });
    const steeper = await lab.curve({ method, hazard, a: '0', b: '2.4648', preparedOn: '2025-01-01' });
    expect((await head(id, { curve: steeper.id })).status).toBe(200);
    const now = Number((await work(id)).rows[0]?.concentration);
    expect(now).toBeGreaterThan(28);
    expect(now).toBeLessThan(29);
    await head(id, { lod: '100' });
    expect((await work(id)).rows[0]).toMatchObject({ censored: true });
  });

  it.each([
    ['工作场所空气中粉尘测定 第1部分：总粉尘浓度', 'GBZ/T 192.1-2007', 'total'],
    ['工作场所空气中粉尘测定 第2部分：呼吸性粉尘浓度', 'GBZ/T 192.2-2007', 'respirable'],
    ['粉尘测定', 'Q/JC 1', undefined],
  ])('the header of a dust record names the kind of dust of its method: %s', async (title, standardNo, dustType) => {
    const method = await lab.method(title, null, { methodKind: 'dust', standardNo, blanksPerBatch: 0 });
    await lab.authorise(people.analyst?.id ?? 0, method);
    const one = await task({ method, methodKind: 'dust', volume: '300' });
    expect((await work((await start([one.id])).body.body?.id ?? 0)).rows[0]?.readings['dustType']).toBe(dustType);
  });

  it('a laboratory record of visual comparison uses the tubes of its standard series', async () => {
    const eye = await lab.method('硫化氢 目视比色法', 7, { methodKind: 'visualColorimetry', blanksPerBatch: 0 });
    await lab.authorise(people.analyst?.id ?? 0, eye);
    const one = await task({ method: eye, methodKind: 'visualColorimetry', volume: '7.5' });
    const id = (await start([one.id])).body.body?.id ?? 0;
    const [row] = (await work(id)).rows;
    await put('api/labSheetRow/saveAll', {
      rows: [{ id: row?.id, version: 1, match: 'equal', lowTube: '0.5', totalVolume: '10', takenVolume: '5' }],
      removed: [],
    });
    expect((await work(id)).rows[0]).toMatchObject({
      reportText: null,
      problem: '请先选择已审核的标准系列，再与其中的管比色',
    });
    // The tubes are compared by eye: no instrument is required.
    await put('api/labSheet/edit', { ...(await work(id)).sheet, envTemperature: '22.5', envHumidity: '48' });
    expect(
      (await put<ErrorBody>('api/labSheet/move', { id, move: 'submit', password: 'Demo-2026#lab' })).body,
    ).toMatchObject({ status: 409, message: labSheetTexts.noSeries });
    const series = await lab.curve({
      method: eye,
      hazard,
      methodKind: 'visualColorimetry',
      unit: 'μg',
      a: null,
      b: null,
      r: null,
    });
    await lab.points(
      series.id,
      ['0', '0.2', '0.4', '0.6'].map((x) => [x, null]),
    );
    expect((await head(id, { curve: series.id })).status).toBe(200);
    const seen = await work(id);
    expect(seen.tubes).toEqual(['0', '0.2', '0.4', '0.6']);
    expect(seen.rows[0]).toMatchObject({
      reportText: null,
      problem: '下限管含量0.5不是标准系列中的管，标准系列为0、0.2、0.4、0.6',
    });
    // Once one is approved, a new record uses it from the start.
    const next =
      (await start([(await task({ method: eye, methodKind: 'visualColorimetry', volume: '7.5' })).id])).body.body?.id ??
      0;
    expect((await work(next)).sheet.curve).toBe(series.id);
  });

  it('deleting a whole laboratory record returns its tasks to the analyst’s list', async () => {
    const { id, tasks } = await sheetWith();
    const { status } = await server.ask('DELETE', 'api/labSheet/delete', { token: tokenOf('analyst'), body: [id] });
    expect(status).toBe(200);
    expect(
      await server.database.orm
        .select({ state: labTaskTable.state, sheet: labTaskTable.sheet })
        .from(labTaskTable)
        .where(eq(labTaskTable.id, tasks[0]?.id ?? 0)),
    ).toEqual([{ state: 'distributed', sheet: null }]);
    expect((await start(tasks.map((task) => task.id))).status).toBe(200);
  });
});

describe('moves of a record', () => {
  const move = (id: number, key: string, who: string, more: Record<string, unknown> = {}) =>
    put<ErrorBody & Answer<{ state: string }>>(
      'api/labSheet/move',
      { id, move: key, password: 'Demo-2026#lab', ...more },
      who,
    );
  const ready = async () => {
    const { id, tasks } = await sheetWith();
    const [row] = (await work(id)).rows;
    await put('api/labSheetRow/saveAll', { rows: [{ id: row?.id, version: 1, ...worked }], removed: [] });
    await put('api/labSheet/edit', {
      ...(await work(id)).sheet,
      instrument,
      envTemperature: '22.5',
      envHumidity: '48',
      efficiencySource: '方法验证报告',
      checkReasons: missingChecks('本批仅一个样品，随同批质控'),
    });
    return { id, tasks, row: row?.id ?? 0 };
  };

  it('a laboratory record can be submitted only with results, instrument and environment', async () => {
    const { id } = await sheetWith();
    expect((await move(id, 'submit', 'analyst')).body.message).toBe(labSheetTexts.noInstrument);
    await put('api/labSheet/edit', { ...(await work(id)).sheet, instrument });
    expect((await move(id, 'submit', 'analyst')).body.message).toBe(labSheetTexts.noEnvironment);
    await put('api/labSheet/edit', {
      ...(await work(id)).sheet,
      envTemperature: '22.5',
      envHumidity: '48',
      efficiencySource: '方法验证报告',
    });
    expect((await move(id, 'submit', 'analyst')).body.message).toBe(labSheetTexts.noneYet);
  });

  it('a laboratory record can be submitted only with a detection limit, since a low result cannot be interpreted without one', async () => {
    const { id } = await ready();
    const { sheet } = await work(id);
    await put('api/labSheet/edit', { ...sheet, lod: null, loq: null });
    expect((await move(id, 'submit', 'analyst')).body).toMatchObject({ status: 409, message: labSheetTexts.noLimit });
  });

  it('a laboratory record with a typed detection limit can be submitted only with the origin of the limit, which is printed', async () => {
    const { id } = await ready();
    const { sheet, determination } = await work(id);
    expect([determination, sheet.lodSource]).toEqual([null, null]);
    await put('api/labSheet/edit', { ...sheet, lod: '1.234' });
    expect((await move(id, 'submit', 'analyst')).body).toMatchObject({
      status: 409,
      message: labSheetTexts.noLodSource,
    });
    await put('api/labSheet/edit', { ...(await work(id)).sheet, lodSource: '验证报告YZ-03' });
    const done = await move(id, 'submit', 'analyst');
    expect(done.status, done.text).toBe(200);
    // As submitted: the library is not read again.
    expect(limitOriginText(await work(id))).toBe('手工输入：验证报告YZ-03');
    expect((await work(id)).determination).toBeNull();
  });

  it('a laboratory record cannot be submitted with a retired curve, or with a sample or blank without a result', async () => {
    const submitted = async (id: number) => {
      const { status, body } = await move(id, 'submit', 'analyst');
      expect([status, (await work(id)).sheet.state]).toEqual([409, 'drafting']);
      return body.message;
    };
    const { id } = await ready();
    const own = await lab.curve({ method, hazard });
    expect((await put('api/labSheet/edit', { ...(await work(id)).sheet, curve: own.id })).status).toBe(200);
    await server.database.orm.update(labCurveTable).set({ state: 'retired' }).where(eq(labCurveTable.id, own.id));
    expect(await submitted(id)).toBe(labSheetTexts.curveNotApproved(own.curveNo, '已停用'));

    const begun = async (...tasks: readonly { id: number }[]) => {
      const record = (await start(tasks.map((task) => task.id))).body.body?.id ?? 0;
      const [row, open] = (await work(record)).rows;
      await put('api/labSheetRow/saveAll', { rows: [{ id: row?.id, version: 1, ...worked }], removed: [] });
      await put('api/labSheet/edit', {
        ...(await work(record)).sheet,
        instrument,
        envTemperature: '22.5',
        envHumidity: '48',
        efficiencySource: '方法验证报告',
      });
      return { record, open: (await work(record)).rows.find((row) => row.id === open?.id) };
    };
    const samples = await begun(await task(), await task());
    expect(await submitted(samples.record)).toBe(
      labSheetTexts.incomplete(
        1,
        `${samples.open?.sampleNo}${samples.open?.problem ? `：${samples.open.problem}` : ''}`,
      ),
    );
    const blank = await begun(await task(), await task({ sampleKind: 'blank' }, { sampleKind: 'blank' }));
    expect(await submitted(blank.record)).toBe(
      labSheetTexts.blankOpen(String(blank.open?.sampleNo), blank.open?.problem ?? null),
    );
  });

  it('a laboratory record cannot be submitted if the test began before its last sample arrived (DOMAIN section 8.3)', async () => {
    const received = (daysAgo: number) => ({ checkedAt: new Date(Date.now() - daysAgo * 86_400_000) });
    const [early, late] = [await task({}, received(9)), await task({}, received(2))];
    const id = (await start([early.id, late.id])).body.body?.id ?? 0;
    await put('api/labSheetRow/saveAll', {
      rows: (await work(id)).rows.map((row) => ({ id: row.id, version: row.version, ...worked })),
      removed: [],
    });
    const head = async (values: Record<string, unknown>) =>
      put('api/labSheet/edit', {
        ...(await work(id)).sheet,
        instrument,
        envTemperature: '22.5',
        envHumidity: '48',
        efficiencySource: '方法验证报告',
        curve: (await lab.curve({ method, hazard, preparedOn: dayFromNow(-8) })).id,
        checkReasons: missingChecks('本批两个样品，随同批质控'),
        ...values,
      });
    expect((await head({ testDate: dayFromNow(-5) })).status).toBe(200);
    expect((await move(id, 'submit', 'analyst')).body).toMatchObject({
      status: 409,
      message: labSheetTexts.sampleLater(late.sampleNo, dayFromNow(-2)),
    });
    // Begun with the first, continued until the second arrived.
    expect((await head({ testUntil: dayFromNow(-1) })).status).toBe(200);
    expect((await move(id, 'submit', 'analyst')).status).toBe(200);
  });

  it('a laboratory record is signed by its analyst, and not by an authorised colleague', async () => {
    const { id } = await ready();
    const { status, body } = await move(id, 'submit', 'colleague');
    expect([status, body.message]).toEqual([409, labSheetTexts.othersSheet('李检测')]);
    expect((await work(id)).sheet.state).toBe('drafting');
  });

  it('a laboratory record goes from the analyst to a reviewer and an approver, three people, and each signature locks it', async () => {
    const { id, tasks, row } = await ready();
    const first = await move(id, 'submit', 'analyst');
    expect(first.status, first.text).toBe(200);
    expect(
      await server.database.orm
        .select({ state: labTaskTable.state })
        .from(labTaskTable)
        .where(eq(labTaskTable.id, tasks[0]?.id ?? 0)),
    ).toEqual([{ state: 'completed' }]);
    expect(
      await server.database.orm
        .select({ state: sampleTable.state })
        .from(sampleTable)
        .where(eq(sampleTable.id, tasks[0]?.sample ?? 0)),
    ).toEqual([{ state: 'completed' }]);
    const locked = await put('api/labSheetRow/saveAll', {
      rows: [{ id: row, version: 2, frontResponse: '1' }],
      removed: [],
    });
    expect([locked.status, locked.body.message]).toEqual([409, labSheetTexts.locked('待复核')]);
    expect((await move(id, 'review', 'analyst')).status).toBe(409);
    const titled = (jobTitle: string | null) =>
      server.database.orm.update(userTable).set({ jobTitle }).where(eq(userTable.userName, 'reviewer'));
    await titled('助理工程师');
    const junior = await move(id, 'review', 'reviewer');
    expect([junior.status, junior.body.message]).toEqual([409, labSheetTexts.juniorReviewer('助理工程师')]);
    await titled('工程师');
    expect((await move(id, 'review', 'reviewer')).status).toBe(200);
    await titled(null);
    expect((await move(id, 'approve', 'reviewer')).status).toBe(409);
    expect((await move(id, 'approve', 'approver')).status).toBe(200);
    expect((await work(id)).sheet.state).toBe('approved');
  });

  it('a laboratory record with a failing quality-control check cannot move on; after a retest it can, and the failure is filed', async () => {
    const { id } = await ready();
    const parallel = {
      sheet: id,
      checkKind: 'parallel',
      sampleNo: '平行1',
      rowSort: 10,
      values: { first: '12', second: '6' },
    };
    const { body } = await put<Answer<{ id: number }[]>>('api/labCheck/saveAll', { rows: [parallel], removed: [] });
    const filed = () =>
      server.database.orm
        .select({
          description: nonconformityTable.description,
          automatic: nonconformityTable.automatic,
          project: nonconformityTable.project,
        })
        .from(nonconformityTable)
        .where(and(eq(nonconformityTable.sheet, id), eq(nonconformityTable.nonconformityKind, 'failedCheck')));
    const refused = await move(id, 'submit', 'analyst');
    expect([refused.status, refused.text.includes('平行样'), await filed()]).toEqual([409, true, []]);
    await put('api/labCheck/saveAll', {
      rows: [{ ...parallel, rowSort: 20, values: { first: '12', second: '11.6' }, retestOf: body.body?.[0]?.id }],
      removed: [],
    });
    for (const again of ['submit', 'return', 'submit'] as const) {
      const answer = await move(
        id,
        again,
        again === 'submit' ? 'analyst' : 'reviewer',
        again === 'return' ? { reason: '请核对' } : {},
      );
      expect(answer.status, answer.text).toBe(200);
    }
    const { sheetNo } = (await work(id)).sheet;
    // Once, however often the record is submitted.
    expect(await filed()).toEqual([
      {
        description: nonconformityTexts.failedCheck(String(sheetNo), '平行样', '平行1'),
        automatic: true,
        project: project.id,
      },
    ]);
  });

  it('returning a laboratory record with a reason returns its tasks too', async () => {
    const { id, tasks, row } = await ready();
    await move(id, 'submit', 'analyst');
    expect((await move(id, 'return', 'reviewer')).status).toBe(400);
    expect((await move(id, 'return', 'reviewer', { reason: '后段峰面积请核对' })).status).toBe(200);
    expect(
      await server.database.orm
        .select({ state: labTaskTable.state })
        .from(labTaskTable)
        .where(eq(labTaskTable.id, tasks[0]?.id ?? 0)),
    ).toEqual([{ state: 'testing' }]);
    expect(
      (await put('api/labSheetRow/saveAll', { rows: [{ id: row, version: 2, backResponse: '2.2' }], removed: [] }))
        .status,
    ).toBe(200);
  });
});

describe('blanks of a record', () => {
  it('field blanks are subtracted from their own samples, and another batch’s blanks never instead (DOMAIN section 1.7)', async () => {
    const [sample, own, other] = [
      await task(),
      await task({ sampleKind: 'blank' }, { sampleKind: 'blank' }),
      await task({ sampleKind: 'blank' }, { sampleKind: 'blank' }),
    ];
    const id = (await start([sample.id, own.id, other.id])).body.body?.id ?? 0;
    const rowOf = async (of: { sampleNo: string }) =>
      (await work(id)).rows.find(({ sampleNo }) => sampleNo === of.sampleNo);
    const save = async (of: { sampleNo: string }, readings: object) => {
      const row = await rowOf(of);
      expect(
        (
          await put('api/labSheetRow/saveAll', {
            rows: [{ id: row?.id, version: row?.version, ...readings }],
            removed: [],
          })
        ).status,
      ).toBe(200);
    };
    await save(own, { frontResponse: '6.0', backResponse: '0' });
    await save(other, { frontResponse: '60', backResponse: '0' });
    await save(sample, worked);
    const result = async () => Number((await rowOf(sample))?.concentration);
    // Without a relation: the mean of both.
    const byBoth = await result();
    await server.database.orm.insert(blankRelationTable).values({
      projectId: project.id,
      sampleId: sample.sample,
      blkId: own.sample,
      hazardName: '甲苯',
      organizationId,
    });
    await save(sample, { ...worked, remark: '已关联空白' });
    expect(await result()).toBeGreaterThan(byBoth);
    expect((await put('api/labSheet/takeOff', { sheet: id, rows: [shownRow(await rowOf(own))] })).status).toBe(200);
    expect([Math.round((await result()) * 10) / 10, (await rowOf(sample))?.notes]).toEqual([56.8, null]);
  });
});

describe('relating and unrelating field blanks', () => {
  it('relating or unrelating field blanks changes a sample’s result at once, and never after a signature (DOMAIN section 9, item 2)', async () => {
    const [sample, blank, other] = [
      await task(),
      await task({ sampleKind: 'blank' }, { sampleKind: 'blank' }),
      await task({ sampleKind: 'blank' }, { sampleKind: 'blank' }),
    ];
    const id = (await start([sample.id, blank.id, other.id])).body.body?.id ?? 0;
    const rows = async () => (await work(id)).rows;
    const readings = new Map<string, object>([
      [sample.sampleNo, worked],
      [blank.sampleNo, { frontResponse: '6.0', backResponse: '0' }],
      [other.sampleNo, { frontResponse: '60', backResponse: '0' }],
    ]);
    await put('api/labSheetRow/saveAll', {
      rows: (await rows()).map(({ id: row, version, sampleNo }) => ({ id: row, version, ...readings.get(sampleNo) })),
      removed: [],
    });
    const reported = async () => (await rows()).find(({ sampleNo }) => sampleNo === sample.sampleNo)?.reportText;
    const byBoth = await reported();
    const post = (path: string, body: object) =>
      server.ask<ErrorBody & Answer>('POST', `api/blankRelation/${path}`, { token: tokenOf('analyst'), body });
    const tie = () =>
      post('relation', { projectId: project.id, ids: [sample.sample], blkSampleIds: [blank.sample], hazardNames: [] });
    const tied = async () =>
      (
        await server.database.orm
          .select({ id: blankRelationTable.id })
          .from(blankRelationTable)
          .where(and(eq(blankRelationTable.sampleId, sample.sample), isNull(blankRelationTable.deleteTime)))
      ).map((one) => one.id);
    expect((await tie()).status).toBe(200);
    const byOwn = await reported();
    expect(Number(byOwn)).toBeGreaterThan(Number(byBoth));
    expect((await post('cancelRelation', { ids: await tied() })).status).toBe(200);
    expect(await reported()).toBe(byBoth);
    await server.database.orm.update(labSheetTable).set({ state: 'awaitingReview' }).where(eq(labSheetTable.id, id));
    const refused = {
      status: 409,
      message: labSheetTexts.sampleLocked(sample.sampleNo, (await work(id)).sheet.sheetNo ?? ''),
    };
    expect((await tie()).body).toMatchObject(refused);
    expect(await tied()).toEqual([]);
    await server.database.orm.insert(blankRelationTable).values({
      projectId: project.id,
      sampleId: sample.sample,
      blkId: blank.sample,
      hazardName: '甲苯',
      organizationId,
    });
    expect((await post('cancelRelation', { ids: await tied() })).body).toMatchObject(refused);
    expect([await tied(), await reported()]).toEqual([[expect.any(Number)], byBoth]);
  });
});

describe('sample on a record', () => {
  const filled = async () => {
    const { id, tasks } = await sheetWith(2);
    const { rows } = await work(id);
    await put('api/labSheetRow/saveAll', {
      rows: rows.map((row) => ({ id: row.id, version: row.version, ...worked })),
      removed: [],
    });
    return { id, sample: tasks[0]?.sample ?? 0, sampleNo: tasks[0]?.sampleNo ?? '' };
  };
  const cause = {
    actor: { userId: null, userName: null, organizationId: null, ip: '', requestId: '', reason: null },
    cause: '采样数据改动',
  };
  const transaction = (run: (tx: Parameters<typeof recalculateSamples>[0]) => Promise<void>) =>
    server.database.transaction(run);

  it('a result is recalculated when the sample’s site data are changed (GC-SOLV-2: 60.8)', async () => {
    const { id, sample } = await filled();
    await server.database.orm
      .update(sampleTable)
      .set({ temperature: '38', pressure: '100.5' })
      .where(eq(sampleTable.id, sample));
    await transaction((tx) => recalculateSamples(tx, [sample], cause));
    expect((await work(id)).rows.map(({ reportText }) => reportText)).toEqual(['60.8', '56.8']);
  });

  it('changed site data rewrite a record’s row only if its result changes', async () => {
    const { id, sample } = await filled();
    const places = () =>
      server.database.query<{ sample: number; place: string }>(
        'select sample, ctid::text as place from lab_sheet_row where sheet = $1 order by id',
        [id],
      );
    const before = await places();
    await transaction((tx) => recalculateSamples(tx, [sample], cause));
    expect(await places()).toEqual(before);
    await server.database.orm
      .update(sampleTable)
      .set({ temperature: '38', pressure: '100.5' })
      .where(eq(sampleTable.id, sample));
    await transaction((tx) => recalculateSamples(tx, [sample], cause));
    const after = await places();
    expect(after.filter(({ place }, index) => place !== before[index]?.place).map((one) => one.sample)).toEqual([
      sample,
    ]);
  });

  it('a voided sample is removed from its record; if the record is signed, the sample cannot be voided', async () => {
    const { id, sample, sampleNo } = await filled();
    const voided = await server.rows.role({ permissions: ['sample:void', 'sample:list'] });
    await server.rows.user({ userName: `keeper${id}`, organizationId, roles: [voided] });
    const keeper = await server.login(`keeper${id}`);
    const voidIt = async () =>
      server.ask<ErrorBody>('PUT', 'api/sampleAdjustment/void', {
        token: keeper,
        body: { rows: await asStored(server, sampleTable, [sample]), reason: '运输中破损' },
      });
    const sheetNo = (await work(id)).sheet.sheetNo;
    await server.database.orm.update(labSheetTable).set({ state: 'awaitingReview' }).where(eq(labSheetTable.id, id));
    const refused = await voidIt();
    expect([refused.status, refused.body.message]).toEqual([
      409,
      labSheetTexts.sampleLocked(sampleNo, String(sheetNo)),
    ]);
    await expect(transaction((tx) => recalculateSamples(tx, [sample], cause))).rejects.toThrow(
      labSheetTexts.sampleLocked(sampleNo, String(sheetNo)),
    );
    await server.database.orm.update(labSheetTable).set({ state: 'drafting' }).where(eq(labSheetTable.id, id));
    const done = await voidIt();
    expect(done.status, done.text).toBe(200);
    expect((await work(id)).rows.map(({ reportText }) => reportText)).toEqual(['56.8']);
    expect((await work(id)).sheet).toMatchObject({ sampleCount: 1, complete: true });
  });
});

it('a subcontracted record needs the subcontractor’s report before it is signed', async () => {
  const outside = await lab.method('分包检测', 7, { methodKind: 'outsourced', resultRoute: null });
  await lab.item(outside, hazard, { lod: null, minConc: null });
  await lab.authorise(people.analyst?.id ?? 0, outside);
  const { body } = await start([(await task({ method: outside, methodKind: 'outsourced' })).id]);
  const id = body.body?.id ?? 0;
  const [row] = (await work(id)).rows;
  const report = {
    id: row?.id,
    version: 1,
    result: '<0.05',
    unit: 'mg/m³',
    reportNo: 'W-2026-01',
    agency: '丙检测公司',
  };
  const give = (lodText: string) => put('api/labSheetRow/saveAll', { rows: [{ ...report, lodText }], removed: [] });
  // The report states a detection limit or none.
  expect((await give('未给出')).body.message).toContain(rules.numberOrDash.message);
  expect((await give('-')).status).toBe(200);
  expect((await work(id)).rows[0]).toMatchObject({ reportText: '<0.05', censored: true });
  const submit = () => put('api/labSheet/move', { id, move: 'submit', password: 'Demo-2026#lab' });
  expect((await submit()).body.message).toBe(labSheetTexts.noAttachment);
  const file = '3f0c8a54-6a0e-4a0b-9a51-0f1b2c3d4e5f';
  await server.database.orm.insert(storedFileTable).values({
    id: file,
    organizationId,
    name: '报告.pdf',
    mime: 'application/pdf',
    size: 10,
    sha256: '0'.repeat(64),
    fileClass: 'document',
    open: false,
  });
  await server.database.orm
    .insert(labAttachmentTable)
    .values({ sheet: id, attachmentKind: 'report', file, organizationId });
  expect((await submit()).status).toBe(200);
  expect((await work(id)).rows[0]?.working).toBeNull();
  expect((await server.database.orm.select().from(labSheetTable).where(eq(labSheetTable.id, id)))[0]?.state).toBe(
    'awaitingReview',
  );
});
