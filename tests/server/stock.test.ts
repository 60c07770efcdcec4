import { and, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyRow } from '@contract/entity';
import { nonconformityTexts } from '@contract/features/nonconformities/nonconformityTexts';
import { itemFitnessTexts, type SelectableOption } from '@contract/features/stock/itemFitness';
import type { Answer, ErrorBody, Page } from '@contract/wire';
import { registry } from '@server/app/resources';
import {
  auditLogTable,
  labMethodTable,
  labSheetTable,
  nonconformityTable,
  reagentTable,
  standardTable,
  userTable,
  workLogTable,
} from '@server/db/schema';
import {
  assertUsable,
  type ItemUse,
  assertUsableOrOverridden,
  type UsedItems,
} from '@server/features/stock/itemFitness';
import { Refusal } from '@server/http/errors';
import type { Call } from '@server/http/route';
import { dayFromNow, type FieldRows, fieldRowsOf } from '../support/fieldRows';
import { type TestServer, testServer } from '../support/server';

let server: TestServer;
let field: FieldRows;
let organizationId: number;
const tokens: Record<string, string> = {};
const ids: Record<string, number> = {};

const today = dayFromNow(0);
const late = dayFromNow(-5);

const standardRow = (standardNo: string, more: Partial<typeof standardTable.$inferInsert> = {}) =>
  server.database.orm
    .insert(standardTable)
    .values({
      standardNo,
      standardName: '甲苯标准溶液',
      lotNo: 'L24',
      validUntil: dayFromNow(100),
      status: '1',
      organizationId,
      ...more,
    })
    .returning({ id: standardTable.id })
    .then(([row]) => row?.id as number);
const reagentRow = (reagentNo: string, more: Partial<typeof reagentTable.$inferInsert> = {}) =>
  server.database.orm
    .insert(reagentTable)
    .values({
      reagentNo,
      reagentName: '二硫化碳',
      lotNo: 'R24',
      validUntil: dayFromNow(100),
      status: '1',
      organizationId,
      ...more,
    })
    .returning({ id: reagentTable.id })
    .then(([row]) => row?.id as number);

beforeAll(async () => {
  server = await testServer();
  const { rows, login } = server;
  organizationId = await rows.organization({ name: '甲检测中心' });
  field = fieldRowsOf(server, organizationId);
  const stranger = await rows.organization({ name: '乙检测中心' });
  const people = {
    analyst: [organizationId, ['nonconformity:list', 'nonconformity:add', 'standard:list']],
    quality: [
      organizationId,
      [
        'nonconformity:list',
        'nonconformity:add',
        'nonconformity:edit',
        'nonconformity:analyse',
        'nonconformity:correct',
        'nonconformity:verify',
        'nonconformity:return',
        'nonconformity:dismiss',
      ],
    ],
    verifier: [organizationId, ['nonconformity:list', 'nonconformity:verify', 'nonconformity:return']],
    reader: [organizationId, ['nonconformity:list']],
    stranger: [stranger, ['nonconformity:list', 'nonconformity:add', 'nonconformity:edit']],
  } as const;
  for (const [userName, [owner, permissions]] of Object.entries(people)) {
    ids[userName] = await rows.user({
      userName,
      nickName: userName,
      organizationId: owner,
      roles: [await rows.role({ permissions })],
    });
    tokens[userName] = await login(userName);
  }
  await rows.user({ userName: 'firm', organizationId, isQy: true });
  tokens.firm = await login('firm');
  ids.goodStandard = await standardRow('BW-01');
  ids.lateStandard = await standardRow('BW-02', { validUntil: late });
  ids.lastDay = await standardRow('BW-03', { validUntil: today });
  ids.stopped = await standardRow('BW-04', { status: '0' });
  ids.goodReagent = await reagentRow('SJ-01');
  ids.lateReagent = await reagentRow('SJ-02', { validUntil: late });
  ids.good = (await field.instrument({ eqpNo: 'GC-01', eqpName: '气相色谱仪', eqpKind: 'laboratory' })).id;
  ids.late = (
    await field.instrument({ eqpNo: 'GC-02', eqpName: '气相色谱仪', eqpKind: 'laboratory', calibrationDue: late })
  ).id;
  ids.mending = (
    await field.instrument({ eqpNo: 'GC-03', eqpName: '气相色谱仪', eqpKind: 'laboratory', status: 'repairing' })
  ).id;
  ids.project = (await field.project('testing')).id;
});
afterAll(() => server.close());

const lateStandardSays = () => itemFitnessTexts.lotOver('标准物质', 'BW-02 甲苯标准溶液（批号L24）', late, today);
const usable = (used: UsedItems, onDay = today) => server.database.transaction((tx) => assertUsable(tx, used, onDay));
const refusal = async (work: Promise<unknown>): Promise<Refusal> => {
  const found = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(found instanceof Refusal)) throw new Error(`not refused: ${String(found)}`);
  return found;
};
function callOf(userName: string, permissions: readonly string[]): Call<unknown> {
  const viewer = {
    user: { id: ids[userName] as number, userName, nickName: userName, organizationId, isAdmin: false },
    sessionId: '',
    permissions: new Set(permissions),
    dataScope: 'organization',
    organizationId,
    homeOrganizationId: organizationId,
    unitIds: null,
    outside: false,
    level: 9,
  };
  return {
    viewer,
    maybeViewer: viewer,
    ip: '192.0.2.1',
    requestId: 'r',
    reason: null,
    idempotencyKey: null,
  } as unknown as Call<unknown>;
}
const gate = (
  used: UsedItems,
  {
    who = 'analyst',
    permissions = ['nonconformity:add'],
    reason,
    about = '检测记录J-01',
    onDay = today,
    ...more
  }: Partial<ItemUse> & { who?: string; permissions?: readonly string[]; reason?: string; onDay?: string } = {},
) =>
  server.database.transaction((tx) =>
    assertUsableOrOverridden(
      { services: server.services, registry },
      tx,
      callOf(who, permissions),
      used,
      onDay,
      { about, organizationId, project: ids.project ?? null, ...more },
      reason === undefined ? undefined : { reason },
    ),
  );
const filed = (about: string) =>
  server.database.orm
    .select()
    .from(nonconformityTable)
    .where(eq(nonconformityTable.automatic, true))
    .then((rows) => rows.filter(({ description }) => description.startsWith(about)));

describe('expiry check', () => {
  it('the expiry check passes items that are valid and in use, also on the last day', async () => {
    await usable({ instrument: ids.good, standard: ids.goodStandard, reagents: [ids.goodReagent as number] });
    await usable({ standard: ids.lastDay });
    await usable({});
    expect((await refusal(usable({ standard: ids.lastDay }, dayFromNow(1)))).message).toContain(today);
  });

  it('the expiry check judges by the day of the test, not by today', async () => {
    await usable({ instrument: ids.late, standard: ids.lateStandard, reagents: [ids.lateReagent as number] }, late);
    expect((await refusal(usable({ standard: ids.goodStandard }, dayFromNow(101)))).code).toBe('unfit');
  });

  it('the expiry check refuses each expired item with a sentence that names it and its day, at its field', async () => {
    const refused = await refusal(
      usable({
        instrument: ids.late,
        standard: ids.lateStandard,
        reagents: [ids.goodReagent as number, ids.lateReagent as number],
      }),
    );
    expect([refused.status, refused.code]).toEqual([409, 'unfit']);
    expect(refused.details.errors).toEqual([
      { field: 'instrument', message: itemFitnessTexts.calibrationOver('GC-02 气相色谱仪', late, today) },
      { field: 'standard', message: lateStandardSays() },
      { field: 'reagents', message: itemFitnessTexts.lotOver('试剂', 'SJ-02 二硫化碳（批号R24）', late, today) },
    ]);
  });

  it('lots need an acceptance (验收) once the organization registers acceptances; its newest conclusion decides', async () => {
    const { orm } = server.database;
    const accept = (subject: string, verdict: string, createTime = new Date()) =>
      orm
        .insert(workLogTable)
        .values({ organizationId, logKind: 'acceptance', subject, verdict, createTime, startAt: createTime });
    const newLot = () => standardRow('BW-90', { lotNo: 'NEW-90' });
    const earlier = await standardRow('BW-89', { lotNo: 'OLD-89' });
    await accept('活性炭管 批号A1', 'fit', new Date(Date.now() + 1));
    await new Promise((resolve) => setTimeout(resolve, 20));
    const standard = await newLot();
    await usable({ standard: earlier });
    const says = async () => (await refusal(usable({ standard }))).message;
    const name = 'BW-90 甲苯标准溶液（批号NEW-90）';
    expect(await says()).toBe(itemFitnessTexts.noAcceptance('标准物质', name));
    await accept('甲苯标准溶液 批号NEW-90', 'unfit');
    expect(await says()).toBe(itemFitnessTexts.notAccepted('标准物质', name));
    const offered = await server.ask<{ content: SelectableOption[] }>('GET', 'api/labOptions/standard', {
      token: tokens.analyst ?? '',
    });
    expect(offered.body.content.find(({ id }) => id === standard)?.unusable).toBe(
      itemFitnessTexts.notAccepted('标准物质', name),
    );
    await accept('甲苯标准溶液 批号NEW-90', 'fit');
    await usable({ standard });
    await orm.delete(workLogTable);
    await orm
      .update(standardTable)
      .set({ deleteTime: new Date() })
      .where(inArray(standardTable.id, [standard, earlier]));
  });

  it('the expiry check refuses an item out of use even before its expiry', async () => {
    expect((await refusal(usable({ standard: ids.stopped }))).message).toBe(
      itemFitnessTexts.lotStopped('标准物质', 'BW-04 甲苯标准溶液（批号L24）'),
    );
    expect((await refusal(usable({ instrument: ids.mending }))).message).toBe(
      itemFitnessTexts.instrumentAway('GC-03 气相色谱仪', '维修'),
    );
  });

  it('the expiry check refuses an expired lot without an override, whatever the permissions', async () => {
    expect((await refusal(gate({ standard: ids.lateStandard }, { about: '检测记录J-00' }))).code).toBe('unfit');
    expect(await filed('检测记录J-00')).toEqual([]);
  });

  it('the expiry check accepts an override only with the permission and a reason', async () => {
    const refused = await refusal(
      gate({ standard: ids.lateStandard }, { reason: '标准物质采购中', permissions: [], about: '检测记录J-00' }),
    );
    expect([refused.status, refused.message]).toEqual([403, itemFitnessTexts.mayNotOverride]);
    expect(
      (await refusal(gate({ standard: ids.lateStandard }, { reason: '  ', about: '检测记录J-00' }))).details.errors,
    ).toEqual([{ field: 'override.reason', message: itemFitnessTexts.reasonNeeded }]);
    expect(await filed('检测记录J-00')).toEqual([]);
  });

  it('the expiry check files one numbered nonconformity for each overridden item, with an audit line', async () => {
    const numbers = await gate(
      { instrument: ids.late, standard: ids.lateStandard },
      { reason: '客户加急，标准物质在途' },
    );
    const rows = await filed('检测记录J-01');
    expect(rows.map(({ nonconformityNo }) => nonconformityNo)).toEqual(numbers);
    expect(numbers[0]).toMatch(/^BFH\d{4}-\d{4}$/);
    expect(
      rows.map(({ nonconformityKind, state, project, createBy }) => [nonconformityKind, state, project, createBy]),
    ).toEqual([
      ['expiredEquipment', 'open', ids.project, ids.analyst],
      ['expiredStandard', 'open', ids.project, ids.analyst],
    ]);
    expect(rows[1]?.description).toBe(
      itemFitnessTexts.overridden(`检测记录J-01：${lateStandardSays()}`, '客户加急，标准物质在途'),
    );
    const [line] = await server.database.orm
      .select()
      .from(auditLogTable)
      .where(and(eq(auditLogTable.entity, 'nonconformity'), eq(auditLogTable.entityId, rows[0]?.id as number)));
    expect(line?.action).toBe('add');
  });

  it('the expiry check passes an item again if a nonconformity was filed for the same use and day, and for nothing else', async () => {
    expect(await gate({ instrument: ids.late, standard: ids.lateStandard })).toEqual([]);
    expect((await refusal(gate({ standard: ids.lateStandard }, { onDay: dayFromNow(1) }))).code).toBe('unfit');
    expect((await refusal(gate({ standard: ids.lateStandard }, { about: '检测记录J-02' }))).code).toBe('unfit');
    // Only the other thing beside it is reported.
    expect(
      (await refusal(gate({ standard: ids.lateStandard, reagents: [ids.lateReagent as number] }))).details.errors?.map(
        ({ field: name }) => name,
      ),
    ).toEqual(['reagents']);
  });

  it('the expiry check files no nonconformity if its transaction is rolled back, and the number is used again', async () => {
    const before = await filed('检测记录J-03');
    await server.database
      .transaction(async (tx) => {
        await assertUsableOrOverridden(
          { services: server.services, registry },
          tx,
          callOf('analyst', ['nonconformity:add']),
          { standard: ids.lateStandard },
          today,
          { about: '检测记录J-03', organizationId },
          { reason: '急' },
        );
        throw new Error('the record could not be saved');
      })
      .catch(() => undefined);
    expect(await filed('检测记录J-03')).toEqual(before);
    const [first] = await gate({ standard: ids.lateStandard }, { about: '检测记录J-04', reason: '急' });
    const [second] = await gate({ standard: ids.lateStandard }, { about: '检测记录J-05', reason: '急' });
    expect(Number(second?.slice(-4)) - Number(first?.slice(-4))).toBe(1);
  });
});

describe('choice of stock lots', () => {
  const options = async (path: string, token = tokens.analyst as string) =>
    (await server.ask<{ content: SelectableOption[] }>('GET', `api/labOptions/${path}`, { token })).body.content;

  it('the choice of stock lots shows the earliest expiry first and expired lots last with the reason', async () => {
    const standards = await options('standard');
    expect(standards.map(({ name }) => name.slice(0, 5))).toEqual(['BW-03', 'BW-01', 'BW-02']);
    expect(standards.at(-1)?.unusable).toBe(lateStandardSays());
    expect(standards[0]).toMatchObject({ unusable: null, detail: expect.stringContaining('批号L24') as unknown });
    expect((await options(`standard?ids=${ids.stopped}&only=true`)).map(({ unusable }) => unusable)).toEqual([
      itemFitnessTexts.lotStopped('标准物质', 'BW-04 甲苯标准溶液（批号L24）'),
    ]);
  });

  it('the choice of stock lots judges expiry by the requested day', async () => {
    expect((await options(`reagent?on=${late}`)).every(({ unusable }) => unusable === null)).toBe(true);
    expect((await options(`standard?on=${dayFromNow(400)}`)).every(({ unusable }) => unusable)).toBe(true);
  });

  it('the choice of instruments in the laboratory leaves out samplers, and finds instruments by their words', async () => {
    await field.instrument({ eqpNo: 'CY-77' });
    expect((await options('equipment')).map(({ name }) => name.slice(0, 5))).toEqual(['GC-01', 'GC-02', 'GC-03']);
    expect((await options(`equipment?keyword=${encodeURIComponent('GC-02')}`)).map(({ id }) => id)).toEqual([ids.late]);
  });

  it('the choice of stock lots is empty for another organization and for an enterprise', async () => {
    expect(await options('standard', tokens.stranger)).toEqual([]);
    expect(await options('standard', tokens.firm)).toEqual([]);
  });
});

describe('nonconformity', () => {
  type Reply = Answer<AnyRow> & ErrorBody & AnyRow;
  const add = (body: object, token = tokens.quality as string) =>
    server.ask<Reply>('POST', 'api/nonconformity/add', {
      token,
      body: { nonconformityKind: 'other', description: '天平室温度超出控制范围', ...body },
    });
  const made = async (body: object = {}): Promise<AnyRow> => {
    const answer = await add(body);
    expect(answer.status, answer.text).toBe(200);
    return answer.body.body as AnyRow;
  };
  const edit = (body: object, token = tokens.quality as string) =>
    server.ask<Reply>('PUT', 'api/nonconformity/edit', { token, body });
  const move = (key: string, row: AnyRow, more: object = {}, token = tokens.quality as string) =>
    server.ask<Reply>('PUT', 'api/nonconformity/move', { token, body: { id: row.id, move: key, ...more } });
  const verify = (body: object, token = tokens.verifier as string) =>
    server.ask<Reply>('PUT', 'api/nonconformity/verify', { token, body });
  const read = async (row: AnyRow) =>
    (await server.ask<AnyRow>('GET', `api/nonconformity/${row.id}`, { token: tokens.quality as string })).body;

  it('a nonconformity filed by hand gets a number in the same series and can be edited while open', async () => {
    const [first, second] = [await made(), await made()];
    expect(Number(String(second.nonconformityNo).slice(-4)) - Number(String(first.nonconformityNo).slice(-4))).toBe(1);
    expect(first).toMatchObject({ state: 'open', automatic: false });
    expect(
      (await edit({ id: first.id, version: first.version, description: '天平室相对湿度超出控制范围' })).status,
    ).toBe(200);
    expect((await add({ description: '' })).status).toBe(400);
    expect((await add({}, tokens.reader)).status).toBe(403);
  });

  it('a nonconformity of a record belongs to the record’s project', async () => {
    const method = await field.method('溶剂解吸-气相色谱法', 30);
    const hazard = await field.hazard('甲苯');
    const [sheet] = await server.database.orm
      .insert(labSheetTable)
      .values({
        organizationId,
        project: ids.project as number,
        method,
        hazard,
        hazardName: '甲苯',
        sheetNo: 'J-09',
        state: 'drafting',
        complete: false,
      })
      .returning({ id: labSheetTable.id });
    expect(await made({ sheet: sheet?.id })).toMatchObject({ project: ids.project, sheet: sheet?.id });
    const other = await field.project('testing');
    expect((await add({ sheet: sheet?.id, project: other.id })).body.errors).toEqual([
      { field: 'sheet', message: nonconformityTexts.sheetElsewhere },
    ]);
    expect(await server.database.orm.select().from(labMethodTable).where(eq(labMethodTable.id, method))).toHaveLength(
      1,
    );
  });

  it('a nonconformity is analysed, corrected, verified by another person with a finding, and then closed for good', async () => {
    const row = await made();
    const [person] = await server.database.orm
      .select({ id: userTable.id })
      .from(userTable)
      .where(eq(userTable.userName, 'quality'));
    expect((await move('analyse', row)).body.message).toBe(
      nonconformityTexts.analysisNeeded(['责任人', '要求完成日期', '原因分析']),
    );
    const analysed = await edit({
      id: row.id,
      version: row.version,
      responsible: person?.id,
      dueOn: '2026-06-30',
      cause: '空调故障',
      impact: '当日无检测',
    });
    expect(analysed.status, analysed.text).toBe(200);
    expect((await move('analyse', row, {}, tokens.verifier as string)).status).toBe(403);
    expect((await move('analyse', row)).body.body).toEqual({ state: 'correcting' });
    expect((await move('correct', row)).body.message).toBe(nonconformityTexts.actionNeeded);
    expect((await edit({ id: row.id, version: (await read(row)).version, action: '已维修空调并复测' })).status).toBe(
      200,
    );
    expect((await move('correct', row)).status).toBe(200);
    const { version } = await read(row);
    expect((await edit({ id: row.id, version, action: '改写' })).body.message).toBe(nonconformityTexts.verifyingLocked);
    expect((await verify({ id: row.id, version, verification: '自己看过' }, tokens.quality)).body).toMatchObject({
      status: 409,
      code: 'samePerson',
    });
    expect((await verify({ id: row.id, version, verification: ' ' })).body.message).toBe(
      nonconformityTexts.verificationNeeded,
    );
    expect((await move('verify', row, {}, tokens.verifier as string)).body.message).toBe(
      nonconformityTexts.verificationNeeded,
    );
    expect((await move('return', row, { reason: '没有复测记录' }, tokens.verifier as string)).body.body).toEqual({
      state: 'correcting',
    });
    expect((await move('correct', row)).status).toBe(200);
    expect((await verify({ id: row.id, version, verification: '外人' }, tokens.stranger)).status).toBe(403);
    expect((await verify({ id: row.id, version, verification: '过时' })).body.code).toBe('stale');
    const done = await verify({
      id: row.id,
      version: (await read(row)).version,
      verification: '核对了复测记录，措施有效',
    });
    expect([done.status, done.body.message]).toEqual([200, nonconformityTexts.verified]);
    const closed = await read(row);
    expect(closed).toMatchObject({
      state: 'closed',
      cause: '空调故障',
      action: '已维修空调并复测',
      verification: '核对了复测记录，措施有效',
      closedByName: 'verifier',
    });
    expect(closed.closedAt).toBeTruthy();
    expect((await edit({ id: row.id, version: closed.version, description: '改写' })).body.message).toBe(
      nonconformityTexts.closedLocked,
    );
    const paper = await server.ask<{ title: string; signers: { label: string; name: string }[] }>(
      'GET',
      `api/nonconformity/paper/${row.id}`,
      { token: tokens.reader as string },
    );
    expect(paper.body.signers.map(({ name }) => name)).toEqual(['quality', 'quality', 'verifier']);
  });

  it('a nonconformity filed by mistake is closed with a remark', async () => {
    const row = await made();
    expect((await move('dismiss', row)).body.message).toContain('原因');
    expect((await move('dismiss', row, { reason: '重复登记' })).status).toBe(200);
    expect(await read(row)).toMatchObject({ state: 'closed', verification: '重复登记', closedByName: 'quality' });
  });

  it('a nonconformity filed by the product keeps its description; measures may be added', async () => {
    const [numbers] = [await gate({ standard: ids.lateStandard }, { about: '检测记录J-06', reason: '急' })];
    const { body } = await server.ask<Page<AnyRow>>('GET', `api/nonconformity?nonconformityNo=${numbers[0]}`, {
      token: tokens.quality as string,
    });
    const row = body.content[0] as AnyRow;
    expect(row.automatic).toBe(true);
    expect((await edit({ id: row.id, version: row.version, description: '没有这回事' })).body.message).toBe(
      nonconformityTexts.automaticFixed,
    );
    expect((await edit({ id: row.id, version: row.version, action: '重新购买标准物质并复测' })).status).toBe(200);
  });

  it('a nonconformity is never deleted, and not visible to another organization', async () => {
    const row = await made();
    expect(
      (await server.ask('DELETE', 'api/nonconformity/delete', { token: tokens.quality as string, body: [row.id] }))
        .status,
    ).toBe(404);
    expect((await server.ask('GET', `api/nonconformity/${row.id}`, { token: tokens.stranger as string })).status).toBe(
      404,
    );
    expect((await edit({ id: row.id, version: row.version, action: '外人' }, tokens.stranger)).status).toBe(404);
  });
});
