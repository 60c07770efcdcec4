import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyRow } from '@contract/entity';
import { itemFitnessTexts, type SelectableOption } from '@contract/features/stock/itemFitness';
import { ledgerTexts } from '@contract/features/stock/ledgerTexts';
import type { LotUses, RecordLot } from '@contract/features/stock/lotUses';
import { amountProblem, sumOf } from '@contract/features/stock/stockAmounts';
import { type StockKind, stockKinds, stockPermission } from '@contract/features/stock/stockKinds';
import type { StockWarnings } from '@contract/features/stock/stockWarnings';
import { type ActionName, actions, permissionOf } from '@contract/permissions';
import type { Answer, ErrorBody, Page } from '@contract/wire';
import type { ImportRow } from '@contract/workbook/importWire';
import {
  labSheetReagentsTable,
  nonconformityTable,
  reagentTable,
  stockMovementTable,
  userTable,
} from '@server/db/schema';
import { databaseErrorOf } from '@server/http/errors';
import { readWorkbook } from '@server/workbook/readWorkbook';
import { dayFromNow } from '../support/fieldRows';
import { proofs } from '../support/proofs';
import { type RecordRows, recordRowsOf } from '../support/recordRows';
import '../support/seeded';
import { type TestServer, testServer } from '../support/server';

type Reply = Answer<AnyRow & { numbers: string[]; findings: string[]; no: string }> & ErrorBody;

let server: TestServer;
let lab: RecordRows;
let organizationId: number;
let analyst: number;
const tokens: Record<string, string> = {};

beforeAll(async () => {
  server = await testServer();
  const { rows, login } = server;
  organizationId = await rows.organization({ name: '甲检测中心' });
  lab = recordRowsOf(server, organizationId);
  const all = stockKinds.flatMap((kind) => [
    ...(Object.keys(actions) as ActionName[]).map((action) => permissionOf({ name: kind }, action)),
    stockPermission(kind),
  ]);
  const people = {
    analyst: [organizationId, [...all, 'nonconformity:list', 'nonconformity:add', 'labSheet:list']],
    keeper: [organizationId, all],
    viewer: [organizationId, ['reagent:list']],
    weigher: [organizationId, ['standard:list', 'standard:add', 'reagent:list', stockPermission('standard')]],
    stranger: [await rows.organization({ name: '乙检测中心' }), all],
  } as const;
  for (const [userName, [owner, permissions]] of Object.entries(people)) {
    const id = await rows.user({
      userName,
      nickName: userName,
      organizationId: owner,
      roles: [await rows.role({ permissions })],
    });
    if (userName === 'analyst') analyst = id;
    tokens[userName] = await login(userName);
  }
});
afterAll(() => server.close());

let serial = 0;
const draftOf = (kind: StockKind, more: object = {}) => {
  serial += 1;
  const names = {
    standard: { standardNo: `BW-${serial}`, standardName: '甲苯标准溶液' },
    reagent: { reagentNo: `SJ-${serial}`, reagentName: '二硫化碳' },
    consumable: { consumableNo: `HC-${serial}`, consumableName: '活性炭管' },
  };
  return { ...names[kind], lotNo: `L${serial}`, validUntil: dayFromNow(200), amountUnit: 'bottle', ...more };
};
const post = (path: string, body: object, who = 'analyst') =>
  server.ask<Reply>('POST', `api/${path}`, { token: tokens[who] as string, body });
async function lotOf(kind: StockKind, more: object = {}): Promise<number> {
  const answer = await post(`${kind}/add`, draftOf(kind, more));
  expect(answer.status, answer.text).toBe(200);
  return answer.body.body?.id as number;
}
const move = (kind: StockKind, movement: string, lot: number, amount: string, more: object = {}, who = 'analyst') =>
  post(`${kind}/move`, { movement, lines: [{ lot, amount }], ...more }, who);
const get = async <B>(path: string, who = 'analyst') =>
  (await server.ask<B>('GET', `api/${path}`, { token: tokens[who] as string })).body;
const balanceOf = async (kind: StockKind, id: number) => (await get<AnyRow>(`${kind}/${id}`)).balance;
const ledgerOf = async (kind: StockKind, id: number) =>
  (await get<Page<AnyRow>>(`${kind}/ledger?${kind}=${id}&sort=id,asc`)).content;

describe('lot', () => {
  it.each(stockKinds)(
    'a stock lot of %s is received, issued and returned, and its balance follows the ledger',
    async (kind) => {
      const id = await lotOf(kind, { receivedAmount: '6' });
      const out = await move(kind, 'out', id, '4');
      expect(out.status, out.text).toBe(200);
      const issue = (await ledgerOf(kind, id)).at(-1) as AnyRow;
      expect(
        (await post(`${kind}/move`, { movement: 'return', lines: [{ lot: id, amount: '5', issue: issue.id }] })).body
          .errors,
      ).toEqual([{ field: 'lines.0.amount', message: ledgerTexts.returnedTooMuch('4瓶') }]);
      expect(
        (await post(`${kind}/move`, { movement: 'return', lines: [{ lot: id, amount: '3', issue: issue.id }] })).status,
      ).toBe(200);
      expect((await move(kind, 'return', id, '1')).body.message).toBe(ledgerTexts.returnOf);
      expect((await move(kind, 'scrap', id, '1')).body.message).toBe(ledgerTexts.reasonNeeded('报废'));
      expect((await move(kind, 'scrap', id, '1', { reason: '瓶身破损' })).status).toBe(200);
      expect((await move(kind, 'loss', id, '1', { reason: '盘点少一瓶' })).status).toBe(200);
      const lines = await ledgerOf(kind, id);
      expect(lines.map(({ movementKind, delta, balanceAfter }) => [movementKind, delta, balanceAfter])).toEqual([
        ['in', '6', '6'],
        ['out', '-4', '2'],
        ['return', '3', '5'],
        ['scrap', '-1', '4'],
        ['loss', '-1', '3'],
      ]);
      expect(await balanceOf(kind, id)).toBe('3');
      expect(new Set(lines.map(({ movementNo }) => movementNo)).size).toBe(5);
      expect(lines[1]).toMatchObject({ receiverName: 'analyst', amountUnit: 'bottle', createByName: 'analyst' });
    },
  );

  it('the movements of all lots of a kind are listed, filtered by movement and day, and exported with the permission', async () => {
    const lots = [await lotOf('reagent', { receivedAmount: '7' }), await lotOf('reagent', { receivedAmount: '8' })];
    await lotOf('standard', { receivedAmount: '9' });
    const all = (query: string) => get<Page<AnyRow>>(`reagent/ledger?${query}`);
    expect(
      (await all(`reagent=${lots.join('&reagent=')}&movementKind=in&sort=id,asc`)).content.map(({ delta }) => delta),
    ).toEqual(['7', '8']);
    expect((await all(`reagent=${lots[0]}&createTime=${dayFromNow(1)}~`)).totalElements).toBe(0);
    expect((await all('stockKind=standard&movementKind=in&delta=9~9')).totalElements, 'of its kind alone').toBe(0);
    const workbook = (who: string) =>
      server.app.request(`/api/reagent/ledger/export?reagent=${lots[0]}`, {
        headers: { authorization: `Bearer ${tokens[who] ?? ''}` },
      });
    expect((await workbook('viewer')).status).toBe(403);
    const { header, rows } = await readWorkbook(new Uint8Array(await (await workbook('analyst')).arrayBuffer()), {
      fileName: 'x.xlsx',
      expected: [],
    });
    expect([rows.length, header]).toEqual([1, expect.arrayContaining(['时间', '批号', '经办人']) as unknown]);
    for (const said of ['二硫化碳', '入库', 'analyst']) expect(JSON.stringify(rows)).toContain(said);
  });

  it('a stock lot is not issued to people or projects of another organization, nor for an unknown record', async () => {
    const id = await lotOf('reagent', { receivedAmount: '1' });
    const [foreign] = await server.database.orm
      .select({ id: userTable.id, organizationId: userTable.organizationId })
      .from(userTable)
      .where(eq(userTable.userName, 'stranger'));
    const elsewhere = Number(foreign?.organizationId);
    const project = await server.rows.project({
      organizationId: elsewhere,
      belongInspect: await server.rows.inspectUnit({ organizationId: elsewhere }),
    });
    for (const [named, message] of [
      [{ receiver: foreign?.id }, '所选领用人不存在或已被删除'],
      [{ project }, '所选项目不存在或已被删除'],
      [{ sheet: 999_999 }, '所选检测记录不存在或已被删除'],
    ] as const) {
      const { status, body } = await move('reagent', 'out', id, '1', named);
      expect([status, body.message]).toEqual([404, message]);
    }
    expect([await balanceOf('reagent', id), (await ledgerOf('reagent', id)).length]).toEqual(['1', 1]);
  });

  it('a stock lot issued twice at once beyond its balance goes to one person; the other’s refusal states the balance', async () => {
    const id = await lotOf('reagent', { receivedAmount: '1' });
    const answers = await Promise.all([move('reagent', 'out', id, '1'), move('reagent', 'out', id, '1', {}, 'keeper')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body).toMatchObject({
      code: 'short',
      message: expect.stringContaining('结存0瓶，不足1瓶') as unknown,
    });
    expect(await balanceOf('reagent', id)).toBe('0');
    expect(await ledgerOf('reagent', id)).toHaveLength(2);
  });

  it('the quantity of a stock lot has the decimals of its unit: bottles are whole, millilitres have two decimals', async () => {
    const bottles = await lotOf('reagent', { receivedAmount: '3' });
    const measured = await lotOf('reagent', { receivedAmount: '10.25', amountUnit: 'mL' });
    for (const [lot, amount] of [
      [bottles, '1.5'],
      [bottles, '0'],
      [bottles, '-1'],
      [bottles, ''],
      [bottles, '1e1'],
      [bottles, '一'],
      [measured, '0.001'],
      [bottles, '99999999'],
    ] as const) {
      const refused = await move('reagent', 'out', lot, amount);
      expect([refused.status, refused.body.errors?.[0]?.field], amount).toEqual([400, 'lines.0.amount']);
      expect(refused.body.message).toMatch(/^[\u4e00-\u9fffA-Z]/);
    }
    expect((await move('reagent', 'out', bottles, '1.5')).body.message).toBe(
      amountProblem('1.5', 'bottle', `SJ-${serial - 1} 二硫化碳（批号L${serial - 1}）`),
    );
    expect((await move('reagent', 'out', measured, '0.01')).status).toBe(200);
    expect(await balanceOf('reagent', measured)).toBe('10.24');
    expect((await post('reagent/add', draftOf('reagent', { receivedAmount: '1.5' }))).body.errors?.[0]?.field).toBe(
      'receivedAmount',
    );
    expect((await post('reagent/add', draftOf('reagent', { receivedAmount: '-1' }))).status).toBe(400);
  });

  it('the import preview of stock lots shows, at the row, each error for which the booking would be refused', async () => {
    const there = await lotOf('reagent', { receivedAmount: '2' });
    const before = await get<AnyRow>(`reagent/${there}`);
    const row = (line: number, cells: Record<string, string>) => ({
      line,
      cells: {
        编号: `SJ-M${line}`,
        名称: '二硫化碳',
        批号: 'L',
        '有效期至（含当日）': dayFromNow(90),
        状态: '在用',
        ...cells,
      },
    });
    const check = async (mode: string, rows: object[]) => {
      const { body } = await server.ask<{ rows: ImportRow[] }>('POST', 'api/reagent/import/recheck', {
        token: tokens.analyst as string,
        body: { mode, rows },
      });
      return body.rows.map(({ errors }) => errors.map(({ header, message }) => [header, message]));
    };
    const said = (amount: string, line: number) => [
      ['入库数量', amountProblem(amount, 'bottle', `SJ-M${line} 二硫化碳（批号L）`)],
    ];
    expect(
      await check('add', [
        row(2, { 入库数量: '1.5', 计量单位: '瓶' }),
        row(3, { 入库数量: '1.5' }),
        row(4, { 入库数量: '1.5', 计量单位: 'mL' }),
        row(5, { 入库数量: '99999999', 计量单位: '瓶' }),
        row(6, { 入库数量: '0' }),
        row(7, {}),
      ]),
    ).toEqual([said('1.5', 2), said('1.5', 3), [], said('99999999', 5), [], []]);
    const own = { 编号: String(before.reagentNo), 批号: String(before.lotNo) };
    expect(await check('update', [row(2, { ...own, 入库数量: '3', 计量单位: 'mL' })])).toEqual([
      [
        ['入库数量', ledgerTexts.receivedFixed],
        ['计量单位', ledgerTexts.otherUnit],
      ],
    ]);
    expect(await check('update', [row(2, { ...own, 入库数量: '2', 计量单位: '瓶' })])).toEqual([[]]);
  });

  it('several stock lots are moved together or not at all', async () => {
    const [one, two] = [
      await lotOf('consumable', { receivedAmount: '5' }),
      await lotOf('consumable', { receivedAmount: '1' }),
    ];
    const refused = await post('consumable/move', {
      movement: 'out',
      lines: [
        { lot: one, amount: '2' },
        { lot: two, amount: '2' },
      ],
    });
    expect(refused.status).toBe(409);
    expect([await balanceOf('consumable', one), await balanceOf('consumable', two)]).toEqual(['5', '1']);
    expect(
      (
        await post('consumable/move', {
          movement: 'out',
          lines: [
            { lot: one, amount: '1' },
            { lot: one, amount: '1' },
          ],
        })
      ).body.message,
    ).toBe(ledgerTexts.twice);
    expect(
      (
        await post('consumable/move', {
          movement: 'out',
          lines: [
            { lot: one, amount: '2' },
            { lot: two, amount: '1' },
          ],
        })
      ).status,
    ).toBe(200);
    expect((await post('consumable/move', { movement: 'out', lines: [] })).status).toBe(400);
    expect((await post('consumable/move', { movement: 'prepareIn', lines: [{ lot: one, amount: '1' }] })).status).toBe(
      400,
    );
  });

  it('a stock lot keeps its first amount and, once moved, its unit; with movements it cannot be deleted', async () => {
    const id = await lotOf('reagent', { receivedAmount: '2' });
    const row = await get<AnyRow>(`reagent/${id}`);
    const edit = (more: object) =>
      server.ask<Reply>('PUT', 'api/reagent/edit', {
        token: tokens.analyst as string,
        body: { id, version: row.version, ...more },
      });
    expect((await edit({ receivedAmount: '9' })).body.message).toBe(ledgerTexts.receivedFixed);
    expect((await edit({ amountUnit: 'mL' })).body.message).toBe(ledgerTexts.otherUnit);
    expect((await edit({ balance: '99', remark: '改备注' })).status).toBe(200);
    expect(await balanceOf('reagent', id)).toBe('2');
    expect(
      (await server.ask('DELETE', 'api/reagent/delete', { token: tokens.analyst as string, body: [id] })).status,
    ).toBe(409);
  });

  it('a stock lot is moved only with the permission in the own organization, and once by a repeated request', async () => {
    const id = await lotOf('reagent', { receivedAmount: '5' });
    expect((await move('reagent', 'out', id, '1', {}, 'viewer')).status).toBe(403);
    expect((await move('reagent', 'out', id, '1', {}, 'stranger')).status).toBe(404);
    expect((await get<Page<AnyRow>>(`reagent/ledger?reagent=${id}`, 'stranger')).content).toEqual([]);
    const again = () =>
      server.ask('POST', 'api/reagent/move', {
        token: tokens.analyst as string,
        body: { movement: 'out', lines: [{ lot: id, amount: '2' }] },
        headers: { 'idempotency-key': 'issue-once' },
      });
    await Promise.all([again(), again(), again()]);
    expect(await balanceOf('reagent', id)).toBe('3');
  });
});

describe('ledger in the database', () => {
  const refusedBy = async (work: Promise<unknown>): Promise<string | undefined> =>
    work.then(
      () => undefined,
      (error: unknown) => databaseErrorOf(error)?.code,
    );

  it('the stock ledger is append-only in the database, and no statement can write a balance directly', async () => {
    const id = await lotOf('reagent', { receivedAmount: '5' });
    const { orm } = server.database;
    expect(
      await refusedBy(orm.update(stockMovementTable).set({ delta: '99' }).where(eq(stockMovementTable.reagent, id))),
    ).toBe('42501');
    expect(await refusedBy(orm.delete(stockMovementTable).where(eq(stockMovementTable.reagent, id)))).toBe('42501');
    expect(await refusedBy(orm.execute(sql`truncate stock_movement cascade`))).toBe('42501');
    expect(await refusedBy(orm.update(reagentTable).set({ balance: '99' }).where(eq(reagentTable.id, id)))).toBe(
      '42501',
    );
    const line = { organizationId, stockKind: 'reagent', reagent: id };
    expect(await refusedBy(orm.insert(stockMovementTable).values({ ...line, movementKind: 'out', delta: '-6' }))).toBe(
      '23514',
    );
    expect(await refusedBy(orm.insert(stockMovementTable).values({ ...line, movementKind: 'out', delta: '6' }))).toBe(
      '23514',
    );
    expect(await refusedBy(orm.insert(stockMovementTable).values({ ...line, movementKind: 'in', delta: '0' }))).toBe(
      '23514',
    );
    expect(await balanceOf('reagent', id)).toBe('5');
    const [fresh] = await orm
      .insert(reagentTable)
      .values({
        organizationId,
        reagentNo: 'SJ-typed',
        reagentName: '乙腈',
        lotNo: 'x',
        validUntil: dayFromNow(9),
        status: '1',
        balance: '77',
      })
      .returning({ balance: reagentTable.balance });
    expect(fresh?.balance).toBe('0');
  });

  // Eight simultaneous writers, whatever they take: never below zero, and always the sum of the successful lines.
  it(
    'the stock ledger’s balances equal the sum of their movements under eight parallel writers',
    async () => {
      const step = fc.record({
        movement: fc.constantFrom('in', 'out', 'scrap', 'surplus'),
        amount: fc.integer({ min: 1, max: 5 }).map(String),
      });
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 8, maxLength: 8 }),
          fc.integer({ min: 0, max: 6 }),
          async (writers, first) => {
            const id = await lotOf('consumable', { receivedAmount: String(first) });
            const answers = await Promise.all(
              writers.map(async (steps, index) => {
                const done: string[] = [];
                for (const { movement, amount } of steps) {
                  const answer = await move(
                    'consumable',
                    movement,
                    id,
                    amount,
                    { reason: '盘点' },
                    index % 2 ? 'keeper' : 'analyst',
                  );
                  expect([200, 409], answer.text).toContain(answer.status);
                  if (answer.status === 200)
                    done.push(movement === 'in' || movement === 'surplus' ? amount : `-${amount}`);
                }
                return done;
              }),
            );
            const lines = await ledgerOf('consumable', id);
            const balance = await balanceOf('consumable', id);
            expect(sumOf(lines.map(({ delta }) => String(delta)))).toBe(balance);
            expect(sumOf([String(first), ...answers.flat()])).toBe(balance);
            expect(lines.every(({ balanceAfter }) => Number(balanceAfter) >= 0)).toBe(true);
            expect(lines.map(({ balanceAfter }) => balanceAfter)).toEqual(
              lines.map((_, index) => sumOf(lines.slice(0, index + 1).map(({ delta }) => String(delta)))),
            );
          },
        ),
        { numRuns: proofs ? 60 : 3 },
      );
    },
    proofs ? 600_000 : 60_000,
  );
});

describe('expired lot', () => {
  const late = dayFromNow(-3);

  it('an expired stock lot is issued only with a permission and a reason, which files a nonconformity', async () => {
    const id = await lotOf('reagent', { receivedAmount: '3', validUntil: late });
    const title = `SJ-${serial} 二硫化碳（批号L${serial}）`;
    const refused = await move('reagent', 'out', id, '1');
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      409,
      'unfit',
      itemFitnessTexts.lotOver('试剂', title, late, dayFromNow(0)),
    ]);
    expect((await move('reagent', 'out', id, '1', { override: { reason: '急用' } }, 'keeper')).body.message).toBe(
      itemFitnessTexts.mayNotOverride,
    );
    expect((await move('reagent', 'out', id, '1', { override: { reason: ' ' } })).status).toBe(400);
    expect(await balanceOf('reagent', id)).toBe('3');
    const passed = await move('reagent', 'out', id, '1', { override: { reason: '新批次在途，客户加急' } });
    expect(passed.status, passed.text).toBe(200);
    const [finding] = await server.database.orm
      .select()
      .from(nonconformityTable)
      .where(eq(nonconformityTable.nonconformityNo, passed.body.body?.findings[0] ?? ''));
    expect(finding).toMatchObject({
      nonconformityKind: 'expiredReagent',
      automatic: true,
      state: 'open',
      description: expect.stringContaining('新批次在途，客户加急') as unknown,
    });
    expect(finding?.description).toContain(passed.body.body?.numbers[0]);
    // Each use is reported separately.
    expect((await move('reagent', 'out', id, '1')).status).toBe(409);
    expect((await move('reagent', 'scrap', id, '2', { reason: '过期处置' })).status).toBe(200);
  });

  it('an expired lot of consumables files its own kind of nonconformity; a lot without expiry never expires', async () => {
    const over = await lotOf('consumable', { receivedAmount: '2', validUntil: late });
    const passed = await move('consumable', 'out', over, '1', { override: { reason: '备用' } });
    const [finding] = await server.database.orm
      .select()
      .from(nonconformityTable)
      .where(eq(nonconformityTable.nonconformityNo, passed.body.body?.findings[0] ?? ''));
    expect(finding?.nonconformityKind).toBe('expiredConsumable');
    const endless = await lotOf('consumable', { receivedAmount: '2', validUntil: null });
    expect((await move('consumable', 'out', endless, '1')).status).toBe(200);
  });

  it('an expired lot, a lot expiring soon and low stock give a warning; the first to expire is offered first', async () => {
    const name = { reagentName: '正己烷', specification: '500mL', amountUnit: 'bottle' };
    const [over, soon, later] = [
      await lotOf('reagent', { ...name, receivedAmount: '9', validUntil: late }),
      await lotOf('reagent', { ...name, receivedAmount: '2', validUntil: dayFromNow(30), reorderLevel: '5' }),
      await lotOf('reagent', { ...name, receivedAmount: '1', validUntil: dayFromNow(31) }),
    ];
    const warned = await get<StockWarnings>('reagent/warnings');
    expect(warned.expired.map(({ id }) => id)).toContain(over);
    expect(warned.soon.map(({ id }) => id)).toContain(soon);
    expect(warned.soon.map(({ id }) => id)).not.toContain(later);
    expect(warned.low).toEqual([
      {
        name: '正己烷',
        specification: '500mL',
        amountUnit: 'bottle',
        usable: '3',
        level: '5',
        lots: [over, soon, later],
      },
    ]);
    expect((await get<{ content: AnyRow[] }>(`reagent/firstExpiring/${later}`)).content.map(({ id }) => id)).toEqual([
      soon,
      later,
    ]);
    expect((await get<StockWarnings>('reagent/warnings', 'stranger')).low).toEqual([]);
    const offered = (
      await get<{ content: SelectableOption[] }>(`labOptions/reagent?keyword=${encodeURIComponent('正己烷')}`)
    ).content;
    expect(offered.map(({ id, detail }) => [id, detail.includes(itemFitnessTexts.takeFirst)])).toEqual([
      [soon, true],
      [later, false],
      [over, false],
    ]);
  });
});

describe('prepared solution', () => {
  it('a prepared solution is a new lot made from other lots, traceable both ways', async () => {
    const toluene = await lab.hazard('甲苯');
    const stock = await lotOf('standard', {
      receivedAmount: '10',
      amountUnit: 'mL',
      validUntil: dayFromNow(90),
      hazard: toluene,
    });
    const solvent = await lotOf('reagent', { receivedAmount: '500', amountUnit: 'mL' });
    const draft = { standardName: '甲苯标准使用液', amountUnit: 'mL', validUntil: dayFromNow(7) };
    const from = [
      { kind: 'standard', lot: stock, amount: '1.00' },
      { kind: 'reagent', lot: solvent, amount: '99' },
    ];
    const made = await post('standard/prepare', { draft, amount: '100', from });
    expect(made.status, made.text).toBe(200);
    const child = made.body.body?.id as number;
    expect(made.body.body?.no).toMatch(/^PZ\d{4}-\d{4}$/);
    expect(await get<AnyRow>(`standard/${child}`), 'of what its standard is of').toMatchObject({
      hazard: toluene,
      certified: null,
    });
    expect([
      await balanceOf('standard', stock),
      await balanceOf('reagent', solvent),
      await balanceOf('standard', child),
    ]).toEqual(['9', '401', '100']);
    // A second solution of the first, and a record tested with the second.
    const second = (
      await post('reagent/prepare', {
        draft: { reagentName: '混合使用液', amountUnit: 'mL', validUntil: dayFromNow(2) },
        amount: '50',
        from: [{ kind: 'standard', lot: child, amount: '5' }],
      })
    ).body.body?.id as number;
    const project = (await lab.project('testing')).id;
    const [method, hazard] = [await lab.method('溶剂解吸-气相色谱法', 30), toluene];
    const sheet = await lab.sheet({ project, method, hazard, analyst });
    await server.database.orm.insert(labSheetReagentsTable).values({ ownerId: sheet, targetId: second });
    expect((await move('reagent', 'out', solvent, '2', { sheet })).status).toBe(200);
    const uses = await get<LotUses>(`standard/uses/${stock}`);
    expect(uses.records.map(({ id, role, throughLotNo }) => [id, role, throughLotNo?.slice(0, 2)])).toEqual([
      [sheet, '试剂', 'PZ'],
    ]);
    expect(uses.records[0], 'what the address of the record is made of').toMatchObject({
      project,
      methodKind: expect.stringMatching(/./),
      variant: 'ordinary',
    });
    expect(uses.madeInto.map(({ kind, lot, amount }) => [kind, lot.id, amount])).toEqual([['standard', child, '1']]);
    expect((await get<LotUses>(`standard/uses/${child}`)).madeOf.map(({ kind, lot }) => [kind, lot.id])).toEqual([
      ['standard', stock],
      ['reagent', solvent],
    ]);
    const back = (await get<{ content: RecordLot[] }>(`labSheet/lots/${sheet}`)).content;
    expect(back.map(({ kind, lot, role }) => [kind, lot.id, role])).toEqual([
      ['reagent', second, '试剂'],
      ['reagent', solvent, '出库领用'],
      ['standard', child, '配制来源'],
      ['standard', stock, '配制来源'],
      ['reagent', solvent, '配制来源'],
    ]);
  });

  it('a prepared solution takes components only from kinds of stock lots that the person may book', async () => {
    const [stock, solvent] = [
      await lotOf('standard', { receivedAmount: '2', amountUnit: 'mL' }),
      await lotOf('reagent', { receivedAmount: '100', amountUnit: 'mL' }),
    ];
    const prepare = (from: object[]) =>
      post(
        'standard/prepare',
        { draft: { standardName: '使用液', amountUnit: 'mL', validUntil: dayFromNow(5) }, amount: '10', from },
        'weigher',
      );
    expect(
      (
        await prepare([
          { kind: 'standard', lot: stock, amount: '1' },
          { kind: 'reagent', lot: solvent, amount: '9' },
        ])
      ).status,
    ).toBe(403);
    expect([await balanceOf('standard', stock), await balanceOf('reagent', solvent)]).toEqual(['2', '100']);
    expect((await prepare([{ kind: 'standard', lot: stock, amount: '1' }])).status).toBe(200);
  });

  it('a prepared solution cannot be valid longer than its components, nor be made of missing or expired ones', async () => {
    const stock = await lotOf('standard', { receivedAmount: '2', amountUnit: 'mL', validUntil: dayFromNow(5) });
    const before = (await get<Page<AnyRow>>('standard')).totalElements;
    const prepare = (more: object, lines: object[] = [{ kind: 'standard', lot: stock, amount: '1' }], amount = '10') =>
      post('standard/prepare', {
        draft: { standardName: '使用液', amountUnit: 'mL', validUntil: dayFromNow(5), ...more },
        amount,
        from: lines,
      });
    expect((await prepare({ validUntil: dayFromNow(6) })).body.errors?.[0]?.field).toBe('validUntil');
    expect((await prepare({}, [{ kind: 'standard', lot: stock, amount: '3' }])).body.code).toBe('short');
    expect((await prepare({}, [{ kind: 'standard', lot: stock, amount: '0.001' }])).status).toBe(400);
    expect((await prepare({}, undefined, '1.005')).body.errors).toEqual([expect.objectContaining({ field: 'amount' })]);
    expect((await prepare({ standardName: '' })).body.errors?.[0]?.field).toBe('standardName');
    expect((await prepare({}, [])).status).toBe(400);
    const over = await lotOf('standard', { receivedAmount: '2', amountUnit: 'mL', validUntil: dayFromNow(-1) });
    expect(
      (await prepare({ validUntil: dayFromNow(1) }, [{ kind: 'standard', lot: over, amount: '1' }])).body.code,
    ).toBe('unfit');
    expect((await get<Page<AnyRow>>('standard')).totalElements).toBe(before + 1);
    expect(await balanceOf('standard', stock)).toBe('2');
  });
});
