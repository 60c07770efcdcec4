import { and, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyRow } from '@contract/entity';
import { equipmentTexts } from '@contract/features/equipment/equipmentRules';
import { handOverMachine } from '@contract/features/fieldwork/handOver/handOverMachine';
import { type SheetLine, type SheetItem, sheetNumber } from '@contract/features/fieldwork/handOver/handOverSheet';
import { handOverTexts } from '@contract/features/fieldwork/handOver/handOverTexts';
import { projectMachine } from '@contract/features/projects/projectMachine';
import { failures } from '@contract/messages';
import type { Answer, ErrorBody } from '@contract/wire';
import type { Timeline } from '@contract/workflow/workflowWire';
import { auditLogTable, equipmentUseTable, handOverTable, projectTable, sampleTable } from '@server/db/schema';
import { hashOf } from '@server/signing/canonicalJson';
import { contentOf } from '@server/signing/signedContent';
import { expectClosed, lockedStates } from '../support/closedWrites';
import { dayFromNow, type FieldRows, fieldRowsOf } from '../support/fieldRows';
import { measured } from '../support/measured';
import { testPassword } from '../support/rows';
import { type TestServer, testServer } from '../support/server';
import { toldOf } from '../support/told';

let server: TestServer;
let field: FieldRows;
let giver: string;
let keeper: string;
let other: string;
let both: string;
let stranger: string;
let benzene: number;
let method: number;

beforeAll(async () => {
  server = await testServer();
  const { rows } = server;
  const organizationId = await rows.organization({ name: '甲检测中心' });
  const away = await rows.organization({ name: '乙检测中心' });
  field = fieldRowsOf(server, organizationId);
  const sending = [
    'handOver:list',
    'handOver:add',
    'handOver:edit',
    'handOver:del',
    'handOver:submit',
    'handOver:withdraw',
    'sample:list',
    'project:list',
    'project:receiveSamples',
  ];
  const receiving = ['handOver:list', 'handOver:receive', 'handOver:refuse', 'sample:list'];
  const [send, receive] = [await rows.role({ permissions: sending }), await rows.role({ permissions: receiving })];
  await rows.user({ userName: 'giver', nickName: '张三', organizationId, roles: [send] });
  await rows.user({ userName: 'keeper', nickName: '李四', organizationId, roles: [receive] });
  await rows.user({ userName: 'other', nickName: '王五', organizationId, roles: [receive] });
  await rows.user({ userName: 'both', organizationId, roles: [send, receive] });
  await rows.user({ userName: 'stranger', organizationId: away, roles: [send, receive] });
  [giver, keeper, other, both, stranger] = (await Promise.all(
    ['giver', 'keeper', 'other', 'both', 'stranger'].map((name) => server.login(name)),
  )) as [string, string, string, string, string];
  benzene = await field.hazard('苯');
  method = await field.method('苯的溶剂解吸气相色谱法', 7);
  const foreign = fieldRowsOf(server, away);
  const theirs = await foreign.project('handOver', 'X-1');
  await foreign.sample({ project: theirs.id, hazard: await foreign.hazard('甲苯'), sampleNo: 'X-1-A1-0101' });
});
afterAll(() => server.close());

type Reply = Answer<AnyRow> & ErrorBody;
type Made = Awaited<ReturnType<FieldRows['sample']>>;
const call = (method: string, path: string, token: string, body?: object) =>
  server.ask<Reply>(method, `api/handOver/${path}`, { token, ...(body ? { body } : {}) });
const sheetOf = async (id: number, token = keeper) =>
  (
    await server.ask<{ sheet: AnyRow; lines: SheetLine[]; items: SheetItem[] }>('GET', `api/handOver/sheet/${id}`, {
      token,
    })
  ).body;
const shownLine = (line: SheetLine | undefined) => ({ id: line?.lineId, version: line?.lineVersion });
const move = (id: number, key: string, token: string, more: object = {}) =>
  call('PUT', 'move', token, {
    id,
    move: key,
    ...(key === 'submit' || key === 'receive' ? { password: testPassword } : {}),
    ...more,
  });
const count = (id: number, code: string, token = keeper) =>
  server.ask<Answer<{ again: boolean }> & ErrorBody>('PUT', 'api/handOver/count', { token, body: { id, code } });
const samplesOf = (project: number) =>
  server.database.orm.select().from(sampleTable).where(eq(sampleTable.project, project)).orderBy(sampleTable.sampleNo);
const statesOf = async (project: number) => (await samplesOf(project)).map(({ state }) => state);

async function ground(samples = 3, { sampledOn = dayFromNow(-1), blanks = 0, stage = 'handOver' } = {}) {
  const project = await field.project(stage);
  const day = await field.day(project.id, sampledOn);
  const numbers = [
    ...Array.from({ length: samples }, (_, index) => `${project.code}-B1-01${String(index + 1).padStart(2, '0')}`),
    ...Array.from({ length: blanks }, (_, index) => `${project.code}-B1-K${index + 1}`),
  ];
  const made: Made[] = [];
  for (const sampleNo of numbers)
    made.push(
      await field.sample({
        project: project.id,
        hazard: benzene,
        method,
        samplingDay: day,
        sampleNo,
        sampleKind: sampleNo.includes('-K') ? 'blank' : 'sample',
      }),
    );
  return { project, samples: made, numbers };
}
async function drafted(samples = 3, more: Parameters<typeof ground>[1] = {}) {
  const given = await ground(samples, more);
  const answer = await call('POST', 'add', giver, { project: given.project.id });
  expect(answer.status, answer.text).toBe(200);
  return { ...given, sheet: answer.body.body as AnyRow };
}
async function sent(samples = 3, more: Parameters<typeof ground>[1] = {}) {
  const given = await drafted(samples, more);
  const answer = await move(given.sheet.id, 'submit', giver);
  expect(answer.status, answer.text).toBe(200);
  return given;
}

describe('circulation sheet', () => {
  it('a new circulation sheet takes all collected samples of the project under its own number, and shows each item with its storage', async () => {
    const { project, sheet, numbers } = await drafted(4, { blanks: 2 });
    expect(sheet).toMatchObject({ sheetNo: sheetNumber(project.code, 1), state: 'drafting' });
    const { items, lines } = await sheetOf(sheet.id);
    expect(lines.map(({ sampleNo }) => sampleNo)).toEqual([...numbers].sort());
    expect(items).toEqual([
      expect.objectContaining({
        hazardName: '苯',
        range: `${numbers[0]}～0104`,
        samples: 4,
        blanks: `${numbers[4]}、K2`,
        blankCount: 2,
        total: 6,
        storage: '常温密封',
        storageDays: 7,
        keepUntil: dayFromNow(6),
        overdue: false,
      }),
    ]);
    const again = await call('POST', 'add', giver, { project: project.id });
    expect([again.status, again.body.message]).toEqual([409, handOverTexts.nothingToSend]);
  });

  it('a submitted circulation sheet is signed by the deliverer and locked, and its samples wait with their storage time', async () => {
    const { project, sheet } = await drafted(2);
    expect((await call('PUT', 'move', giver, { id: sheet.id, move: 'submit' })).status).toBe(400);
    expect((await move(sheet.id, 'submit', giver, { password: 'wrong-One#1' })).body.message).toBe(
      failures.wrongPassword,
    );
    expect(await statesOf(project.id)).toEqual(['collected', 'collected']);
    expect((await move(sheet.id, 'submit', giver)).status).toBe(200);
    expect((await samplesOf(project.id)).map(({ state, keepUntil, storage }) => [state, keepUntil, storage])).toEqual(
      [1, 2].map(() => ['handingOver', dayFromNow(6), '常温密封']),
    );
    const { sheet: now } = await sheetOf(sheet.id);
    expect(now).toMatchObject({ state: 'waiting', sampleCount: 2, giverName: '张三', givenAt: expect.any(String) });
    const edit = await call('PUT', 'edit', giver, { id: sheet.id, version: now.version, place: '样品室' });
    expect([edit.status, edit.body.message]).toEqual([409, handOverTexts.locked]);
    expect(
      (await server.ask<Timeline>('GET', `api/handOver/timeline/${sheet.id}`, { token: keeper })).body.steps[0],
    ).toMatchObject({ move: 'submit', signed: true });
  });

  it('a circulation sheet with a sample of a pump whose flow deviated too much cannot be submitted, nor can the hand-over end', async () => {
    const { project, sheet, samples, numbers } = await drafted(2);
    const { orm } = server.database;
    const tool = await field.instrument();
    const drifted = (id: number) => orm.update(sampleTable).set({ equipment: tool.id }).where(eq(sampleTable.id, id));
    const use = await field.outing(project.id, tool.id, { flowDeviation: '10.04', flowVerdict: 'fail' });
    await drifted(Number(samples[0]?.id));
    const stopped = await move(sheet.id, 'submit', giver);
    expect([stopped.status, stopped.body.code, stopped.body.message]).toEqual([
      409,
      'flowFailed',
      equipmentTexts.flowStops331(tool.eqpNo, '10.04', [String(numbers[0])], '送交'),
    ]);
    await orm.update(equipmentUseTable).set({ flowVerdict: 'pass' }).where(eq(equipmentUseTable.id, use.id));
    expect((await move(sheet.id, 'submit', giver)).status).toBe(200);
    for (const no of numbers) await count(sheet.id, no);
    expect((await move(sheet.id, 'receive', keeper)).status).toBe(200);
    // Found when the samples were with the keeper already.
    await orm.update(equipmentUseTable).set({ flowVerdict: 'fail' }).where(eq(equipmentUseTable.id, use.id));
    const over = () =>
      server.ask<Reply>('PUT', 'api/project/move', { token: giver, body: { id: project.id, move: 'receiveSamples' } });
    expect((await over()).body.message).toBe(
      equipmentTexts.flowStops331(tool.eqpNo, '10.04', [String(numbers[0])], '完成交接'),
    );
    await orm
      .update(sampleTable)
      .set({ state: 'voided' })
      .where(eq(sampleTable.id, Number(samples[0]?.id)));
    expect((await over()).status).toBe(200);
  });

  it('a circulation sheet with a sample that is no longer collected cannot be submitted', async () => {
    const { sheet, project, samples, numbers } = await drafted(2);
    await server.database.orm
      .update(sampleTable)
      .set({ state: 'planned' })
      .where(eq(sampleTable.id, Number(samples[1]?.id)));
    const { status, body } = await move(sheet.id, 'submit', giver);
    expect([status, body.code, body.message]).toEqual([
      409,
      'notCollected',
      handOverTexts.notCollected(String(numbers[1]), '待采'),
    ]);
    expect([(await sheetOf(sheet.id, giver)).sheet.state, await statesOf(project.id)]).toEqual([
      'drafting',
      ['collected', 'planned'],
    ]);
  });

  it('a circulation sheet accepts chosen samples, but none that is not collected, on another sheet or of another project', async () => {
    const { project, samples, numbers } = await ground(3);
    const [a, b, c] = samples as [Made, Made, Made];
    const first = (await call('POST', 'add', giver, { project: project.id, samples: [a.id] })).body.body as AnyRow;
    expect((await call('POST', 'add', giver, { project: project.id, samples: [b.id, a.id] })).body.message).toBe(
      handOverTexts.onOtherSheet(numbers[0] ?? '', String(first.sheetNo)),
    );
    await server.database.orm.update(sampleTable).set({ state: 'planned' }).where(eq(sampleTable.id, c.id));
    expect((await call('POST', 'add', giver, { project: project.id, samples: [b.id, c.id] })).body.message).toBe(
      handOverTexts.notCollected(numbers[2] ?? '', '待采'),
    );
    const elsewhere = await ground(1);
    expect(
      (await call('POST', 'add', giver, { project: project.id, samples: [b.id, elsewhere.samples[0]?.id] })).status,
    ).toBe(404);
    const changed = await call('PUT', 'samples', giver, {
      id: first.id,
      version: first.version,
      samples: [b.id],
      place: '样品室',
    });
    expect(changed.status, changed.text).toBe(200);
    expect((await sheetOf(first.id)).lines.map(({ id }) => id)).toEqual([b.id]);
    expect((await samplesOf(project.id)).map(({ handOver }) => handOver)).toEqual([null, first.id, null]);
    expect(
      (await call('PUT', 'samples', giver, { id: first.id, version: first.version, samples: [a.id] })).body.code,
    ).toBe('stale');
    expect((await call('DELETE', 'delete', giver, undefined)).status).toBe(400);
    expect((await server.ask('DELETE', 'api/handOver/delete', { token: giver, body: [first.id] })).status).toBe(200);
    expect((await samplesOf(project.id)).map(({ handOver }) => handOver)).toEqual([null, null, null]);
  });

  it('a circulation sheet accepts no sample of another organization, nor an unknown one', async () => {
    const { project, samples } = await ground(1);
    const [own] = samples as [Made];
    const [theirs] = await server.database.orm
      .select({ id: sampleTable.id })
      .from(sampleTable)
      .where(eq(sampleTable.sampleNo, 'X-1-A1-0101'));
    for (const id of [theirs?.id, 2_000_000_000]) {
      const { status, body } = await call('POST', 'add', giver, { project: project.id, samples: [own.id, id] });
      expect([status, body.message]).toEqual([404, handOverTexts.notOfProject]);
    }
    expect(await server.database.orm.select().from(handOverTable).where(eq(handOverTable.project, project.id))).toEqual(
      [],
    );
  });

  it('a circulation sheet with only voided samples cannot be submitted', async () => {
    const { project, sheet } = await drafted(2);
    await server.database.orm.update(sampleTable).set({ state: 'voided' }).where(eq(sampleTable.project, project.id));
    const { status, body } = await move(sheet.id, 'submit', giver);
    expect([status, body.message]).toEqual([409, handOverTexts.empty]);
    expect(await sheetOf(sheet.id)).toMatchObject({
      sheet: { state: 'drafting' },
      lines: [{ state: 'voided' }, { state: 'voided' }],
    });
  });

  it('a circulation sheet cannot be created before sampling or after the hand-over; a sample is on one of two sheets created at once', async () => {
    expect((await call('POST', 'add', giver, { project: (await field.project('planning')).id })).body.message).toBe(
      handOverTexts.tooEarly,
    );
    expect((await call('POST', 'add', giver, { project: (await field.project('testing')).id })).body.message).toBe(
      handOverTexts.tooLate,
    );
    const { project, samples } = await ground(2, { stage: 'sampling' });
    const ids = samples.map(({ id }) => id);
    const answers = await Promise.all(
      [giver, both, giver].map((token) => call('POST', 'add', token, { project: project.id, samples: ids })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(
      await server.database.orm.select().from(handOverTable).where(eq(handOverTable.project, project.id)),
    ).toHaveLength(1);
  });
});

describe('reception of a circulation sheet', () => {
  it('each scanned sample number is counted once at the hand-over, and the sheet is received when all samples are counted', async () => {
    const { project, sheet, numbers } = await sent(3);
    const [a, b, c] = numbers as [string, string, string];
    expect((await count(sheet.id, a)).body).toMatchObject({
      message: handOverTexts.counted(a),
      body: { again: false },
    });
    expect((await count(sheet.id, ` ${a} `)).body).toMatchObject({
      message: handOverTexts.countedAgain(a),
      body: { again: true },
    });
    await count(sheet.id, b);
    const short = await move(sheet.id, 'receive', keeper);
    expect([short.status, short.body.code, short.body.message]).toEqual([
      409,
      'mismatch',
      `数量不符：送交3个，清点完好2个，拒收0个，还有1个未清点：${c}`,
    ]);
    expect(await statesOf(project.id)).toEqual(['handingOver', 'handingOver', 'handingOver']);
    await count(sheet.id, c);
    expect((await move(sheet.id, 'receive', keeper)).status).toBe(200);
    expect(await statesOf(project.id)).toEqual(['received', 'received', 'received']);
    expect((await sheetOf(sheet.id)).sheet).toMatchObject({
      state: 'received',
      receivedCount: 3,
      receiverName: '李四',
    });
    expect((await count(sheet.id, a)).body.message).toBe(handOverTexts.notWaiting('已接收'));
  });

  it('a scanned number that is unknown, invalid, voided, of another sheet or organization is reported, and the count is kept', async () => {
    const { sheet, numbers, samples } = await sent(3);
    const elsewhere = await sent(1);
    const loose = await ground(1);
    await count(sheet.id, numbers[0] ?? '');
    const said = async (code: string) => {
      const { status, body } = await count(sheet.id, code);
      return [status, body.code, body.message];
    };
    expect(await said('没有这个编号')).toEqual([404, 'unknownNo', handOverTexts.unknownNo('没有这个编号')]);
    expect(await said('X-1-A1-0101')).toEqual([404, 'unknownNo', handOverTexts.unknownNo('X-1-A1-0101')]);
    expect(await said(elsewhere.numbers[0] ?? '')).toEqual([
      409,
      'otherSheet',
      handOverTexts.otherSheet(elsewhere.numbers[0] ?? '', String(elsewhere.sheet.sheetNo)),
    ]);
    expect(await said(loose.numbers[0] ?? '')).toEqual([
      409,
      'noSheet',
      handOverTexts.noSheet(loose.numbers[0] ?? '', '已采'),
    ]);
    await server.database.orm
      .update(sampleTable)
      .set({ state: 'voided' })
      .where(eq(sampleTable.id, samples[2]?.id ?? 0));
    expect(await said(numbers[2] ?? '')).toEqual([409, 'voided', handOverTexts.voided(numbers[2] ?? '')]);
    expect(await said('')).toEqual([400, 'invalid', '请扫描样品编号']);
    expect((await sheetOf(sheet.id)).lines.map(({ condition }) => condition)).toEqual(['intact', null, null]);
    // The voided one is not required.
    await count(sheet.id, numbers[1] ?? '');
    expect((await move(sheet.id, 'receive', keeper)).status).toBe(200);
    expect((await sheetOf(sheet.id)).items[0]).toMatchObject({ total: 2, intact: 2 });
  });

  it('the receiver refuses damaged and missing samples with a reason; they return to the field and can go on another sheet', async () => {
    const { project, sheet, numbers, samples } = await sent(3);
    const { lines } = await sheetOf(sheet.id);
    const third = [shownLine(lines[2])];
    expect((await call('PUT', 'mark', keeper, { id: sheet.id, rows: third, condition: 'damaged' })).body.message).toBe(
      handOverTexts.reasonNeeded,
    );
    expect(
      (await call('PUT', 'mark', keeper, { id: sheet.id, rows: third, condition: 'damaged', reason: '管口破裂' }))
        .status,
    ).toBe(200);
    expect((await count(sheet.id, numbers[2] ?? '')).body.message).toBe(
      handOverTexts.refusedBefore(numbers[2] ?? '', '破损'),
    );
    await count(sheet.id, numbers[0] ?? '');
    await count(sheet.id, numbers[1] ?? '');
    expect((await move(sheet.id, 'receive', keeper)).status).toBe(200);
    expect(
      (await samplesOf(project.id)).map(({ state, handOver, stateReason, condition }) => [
        state,
        handOver,
        stateReason,
        condition,
      ]),
    ).toEqual([
      ['received', sheet.id, null, 'intact'],
      ['received', sheet.id, null, 'intact'],
      ['collected', null, '破损：管口破裂', 'damaged'],
    ]);
    const next = (await call('POST', 'add', giver, { project: project.id })).body.body as AnyRow;
    expect((await sheetOf(next.id)).lines.map(({ id }) => id)).toEqual([samples[2]?.id]);
    // The signed sheet keeps its content.
    expect((await sheetOf(sheet.id)).lines.map(({ condition, reason }) => [condition, reason])).toEqual([
      ['intact', null],
      ['intact', null],
      ['damaged', '管口破裂'],
    ]);
    const { sheet: after, items } = await sheetOf(sheet.id);
    expect(items[0]).toMatchObject({ total: 3, intact: 2, refused: 1 });
    // The deliverer is told which one came back.
    expect(await toldOf(server, handOverTexts.refusedSamples(1, String(after.sheetNo)))).toEqual([Number(after.giver)]);
  });

  it('the receiver can mark only samples of the circulation sheet itself, all or none', async () => {
    const [{ sheet }, elsewhere] = [await sent(1), await sent(1)];
    const lineOf = async (id: number) => (await sheetOf(id)).lines[0];
    const rows = [await lineOf(sheet.id), await lineOf(elsewhere.sheet.id)].map(shownLine);
    const { status, body } = await call('PUT', 'mark', keeper, {
      id: sheet.id,
      rows,
      condition: 'damaged',
      reason: '管口破裂',
    });
    expect([status, body.message]).toEqual([404, '部分样品不在本流转单上，请刷新后重试']);
    expect([(await lineOf(sheet.id))?.condition, (await lineOf(elsewhere.sheet.id))?.condition]).toEqual([null, null]);
  });

  it('a circulation sheet cannot be received while its receiver has marked every sample as missing or damaged, and the receiver can clear such a mark', async () => {
    const { sheet } = await sent(1);
    const mark = async (condition: string | null) =>
      call('PUT', 'mark', keeper, {
        id: sheet.id,
        rows: [shownLine((await sheetOf(sheet.id)).lines[0])],
        condition,
        reason: '未见样品',
      });
    await mark('missing');
    expect((await move(sheet.id, 'receive', keeper)).body.message).toBe(handOverTexts.nothingIntact);
    await mark(null);
    expect((await sheetOf(sheet.id)).lines[0]).toMatchObject({ condition: null, reason: null, checkedAt: null });
    expect((await move(sheet.id, 'receive', keeper)).body.code).toBe('mismatch');
  });

  it('the receiver can refuse a whole circulation sheet with a reason', async () => {
    const { project, sheet } = await sent(2);
    expect((await move(sheet.id, 'refuse', keeper)).status).toBe(400);
    expect((await move(sheet.id, 'refuse', keeper, { reason: '运输温度超标' })).status).toBe(200);
    // The deliverer is told.
    expect(await toldOf(server, '运输温度超标')).toEqual([Number((await sheetOf(sheet.id)).sheet.giver)]);
    expect(
      (await samplesOf(project.id)).map(({ state, handOver, stateReason }) => [state, handOver, stateReason]),
    ).toEqual([1, 2].map(() => ['collected', null, '运输温度超标']));
    expect((await sheetOf(sheet.id)).sheet).toMatchObject({
      state: 'refused',
      stateReason: '运输温度超标',
      receivedCount: 0,
    });
    expect((await call('POST', 'add', giver, { project: project.id })).status).toBe(200);
  });

  it('the deliverer can withdraw a circulation sheet with a reason until counting begins, and signs it again', async () => {
    const { project, sheet, numbers } = await sent(2);
    expect((await move(sheet.id, 'withdraw', giver, { reason: '漏了一个样品' })).status).toBe(200);
    expect(await statesOf(project.id)).toEqual(['collected', 'collected']);
    expect((await sheetOf(sheet.id)).sheet).toMatchObject({ state: 'drafting', giver: null, sampleCount: null });
    await move(sheet.id, 'submit', giver);
    await count(sheet.id, numbers[0] ?? '');
    expect((await move(sheet.id, 'withdraw', giver, { reason: '漏了一个样品' })).body.message).toBe(
      handOverTexts.counting,
    );
  });

  it('a circulation sheet cannot be received by its deliverer, by another organization, or without the permission', async () => {
    const project = (await ground(1)).project.id;
    const sheet = (await call('POST', 'add', both, { project })).body.body as AnyRow;
    await move(sheet.id, 'submit', both);
    const code = (await sheetOf(sheet.id)).lines[0]?.sampleNo ?? '';
    await count(sheet.id, code, both);
    const own = await move(sheet.id, 'receive', both);
    expect([own.status, own.body.code]).toEqual([409, 'samePerson']);
    expect((await count(sheet.id, code, stranger)).status).toBe(404);
    expect((await move(sheet.id, 'receive', stranger)).status).toBe(404);
    expect((await call('GET', `sheet/${sheet.id}`, stranger)).status).toBe(404);
    expect((await count(sheet.id, code, giver)).status).toBe(403);
    expect((await move(sheet.id, 'receive', giver)).status).toBe(403);
    expect(await statesOf(project)).toEqual(['handingOver']);
  });

  it('a circulation sheet that two sample keepers receive at once is received once, and a sample that both count is counted once', async () => {
    const { project, sheet, numbers } = await sent(6);
    const counts = await Promise.all(numbers.flatMap((code) => [count(sheet.id, code), count(sheet.id, code, other)]));
    expect(counts.every(({ status }) => status === 200)).toBe(true);
    expect(counts.filter(({ body }) => body.body?.again === false)).toHaveLength(6);
    const received = await Promise.all([move(sheet.id, 'receive', keeper), move(sheet.id, 'receive', other)]);
    expect(received.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await statesOf(project.id)).toEqual(Array(6).fill('received'));
  });

  it('a project moves on to the laboratory when every valid sample has arrived', async () => {
    const { project, sheet, numbers } = await sent(1);
    const done = () =>
      server.ask<Reply>('PUT', 'api/project/move', { token: giver, body: { id: project.id, move: 'receiveSamples' } });
    const early = await done();
    expect([early.status, early.body.message]).toEqual([
      409,
      `还有1个样品没有接收（${numbers[0]}），请全部接收或作废后再完成交接`,
    ]);
    await count(sheet.id, numbers[0] ?? '');
    await move(sheet.id, 'receive', keeper);
    expect((await done()).status).toBe(200);
  });

  it('a project stays in its stage while a circulation sheet waits for reception, even if all its samples were voided', async () => {
    const { project, sheet } = await sent(1);
    await server.database.orm.update(sampleTable).set({ state: 'voided' }).where(eq(sampleTable.project, project.id));
    const done = () =>
      server.ask<Reply>('PUT', 'api/project/move', { token: giver, body: { id: project.id, move: 'receiveSamples' } });
    const early = await done();
    expect([early.status, early.body.message]).toEqual([409, `流转单${String(sheet.sheetNo)}尚未接收，请先处理`]);
    expect(
      (
        await server.database.orm
          .select({ stage: projectTable.stage })
          .from(projectTable)
          .where(eq(projectTable.id, project.id))
      )[0]?.stage,
    ).toBe('handOver');
    expect((await move(sheet.id, 'refuse', keeper, { reason: '样品均已作废' })).status).toBe(200);
    expect((await done()).status).toBe(200);
  });
});

describe('storage of samples', () => {
  it('the list of stored samples shows samples past their storage time first', async () => {
    const { numbers } = await sent(1, { sampledOn: dayFromNow(-8) });
    const late = (
      await server.ask<{ content: (SheetLine & { projectCode: string })[] }>('GET', 'api/handOver/overdue', {
        token: keeper,
      })
    ).body.content;
    expect(late.map(({ sampleNo, overdue, keepUntil }) => [sampleNo, overdue, keepUntil])).toEqual([
      [numbers[0], true, dayFromNow(-1)],
    ]);
    expect(
      (await server.ask<{ content: unknown[] }>('GET', 'api/handOver/overdue', { token: stranger })).body.content,
    ).toEqual([]);
  });
});

it('a sample and its circulation sheet are found by number, for people who may see them', async () => {
  const { sheet, numbers, project } = await sent(1);
  const no = encodeURIComponent(numbers[0] ?? '');
  expect((await server.ask<AnyRow>('GET', `api/sample/byNo/${no}`, { token: keeper })).body).toMatchObject({
    sampleNo: numbers[0],
    project: project.id,
    projectName: project.code,
  });
  const foreign = await server.ask<ErrorBody>('GET', `api/sample/byNo/${no}`, { token: stranger });
  expect([foreign.status, foreign.body.message]).toEqual([404, handOverTexts.unknownNo(numbers[0] ?? '')]);
  expect(
    (await server.ask<AnyRow>('GET', `api/handOver/byNo/${String(sheet.sheetNo)}`, { token: keeper })).body.id,
  ).toBe(sheet.id);
  expect((await server.ask('GET', `api/handOver/byNo/${String(sheet.sheetNo)}`, { token: stranger })).status).toBe(404);
});

describe('sent circulation sheet', () => {
  it('a sent circulation sheet accepts 0 of all write calls (409 each) in any locked state, except its keeper’s count (SIG5, AZ1)', async () => {
    const { orm } = server.database;
    const { sheet, project, samples, numbers } = await sent(2);
    const { lines, sheet: stored } = await sheetOf(sheet.id);
    const counting = {
      'PUT api/handOver/count': { id: sheet.id, code: numbers[0] },
      'PUT api/handOver/mark': {
        id: sheet.id,
        rows: [shownLine(lines[0])],
        condition: 'damaged',
        reason: '管口破裂',
      },
    };
    const calls = {
      'POST api/handOver/add': { project: project.id, samples: samples.map(({ id }) => id) },
      'PUT api/handOver/edit': { id: sheet.id, version: stored.version, place: '改' },
      'PUT api/handOver/samples': { id: sheet.id, version: stored.version, samples: [samples[0]?.id], place: '改' },
      'DELETE api/handOver/delete': [sheet.id],
      'PUT api/handOver/move': { id: sheet.id, move: 'submit', password: testPassword },
    };
    const hash = async () => hashOf((await contentOf(orm, 'handOver', sheet.id, 'receive'))?.parts);
    const states = lockedStates(handOverMachine);
    let tried = 0;
    for (const state of states) {
      await orm.update(handOverTable).set({ state }).where(eq(handOverTable.id, sheet.id));
      const given =
        state === 'waiting' ? { calls, elsewhere: Object.keys(counting) } : { calls: { ...calls, ...counting } };
      tried += await expectClosed({
        server,
        token: both,
        ...given,
        pattern: /^api\/(handOver|handOverLine)\//,
        hash,
        state,
      });
    }
    // A project that was terminated or archived closes the rest of its sheets as well.
    let below = 0;
    for (const stage of lockedStates(projectMachine)) {
      await orm.update(projectTable).set({ stage }).where(eq(projectTable.id, project.id));
      for (const state of Object.keys(handOverMachine.states)) {
        await orm.update(handOverTable).set({ state }).where(eq(handOverTable.id, sheet.id));
        below += await expectClosed({
          server,
          token: both,
          calls: { ...calls, ...counting },
          pattern: /^api\/(handOver|handOverLine)\//,
          hash,
          state: `${stage}, ${state}`,
        });
      }
    }
    measured(
      `流转单：${Object.keys({ ...calls, ...counting }).length} 个写接口 × ${states.length} 个锁定状态 ${tried} 次、× 项目的 ${lockedStates(projectMachine).length} 个锁定阶段 ${below} 次，均 409，散列不变`,
    );
  });

  it('the audit trail has a line for each sample put on a circulation sheet, counted or taken off (AUD1)', async () => {
    const { sheet, samples } = await drafted(3);
    const { lines } = await sheetOf(sheet.id, giver);
    const told = async () =>
      (
        await server.database.orm
          .select()
          .from(auditLogTable)
          .where(
            and(
              eq(auditLogTable.entity, 'handOverLine'),
              inArray(
                auditLogTable.entityId,
                lines.map(({ lineId }) => lineId),
              ),
            ),
          )
          .orderBy(auditLogTable.id)
      ).map(({ action, title }) => [action, title]);
    const [a, b, c] = lines.map(({ sampleNo }) => sampleNo);
    expect(await told()).toEqual([
      ['add', a],
      ['add', b],
      ['add', c],
    ]);
    expect(
      (
        await call('PUT', 'samples', giver, {
          id: sheet.id,
          version: sheet.version,
          samples: samples.slice(0, 2).map(({ id }) => id),
        })
      ).status,
    ).toBe(200);
    await move(sheet.id, 'submit', giver);
    await count(sheet.id, a ?? '');
    // Counted once, however often it was scanned.
    await count(sheet.id, a ?? '');
    expect((await told()).slice(3)).toEqual([
      ['del', c],
      ['edit', a],
    ]);
    const gone = await drafted(1);
    const [line] = (await sheetOf(gone.sheet.id, giver)).lines;
    expect((await server.ask('DELETE', 'api/handOver/delete', { token: giver, body: [gone.sheet.id] })).status).toBe(
      200,
    );
    const auditLogRows = await server.database.orm
      .select({ action: auditLogTable.action })
      .from(auditLogTable)
      .where(and(eq(auditLogTable.entity, 'handOverLine'), eq(auditLogTable.entityId, line?.lineId ?? 0)))
      .orderBy(auditLogTable.id);
    expect(auditLogRows.map(({ action }) => action)).toEqual(['add', 'del']);
    measured(`流转单样品：加入、移出、清点、随单删除，${(await told()).length + auditLogRows.length} 次操作各 1 条`);
  });
});
