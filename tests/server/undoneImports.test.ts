import { and, eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyRow } from '@contract/entity';
import { equipmentTexts } from '@contract/features/equipment/equipmentRules';
import { dutyAuthorisationTexts } from '@contract/features/laboratory/dutyAuthorisationTexts';
import { type ActionName, actions, permissionOf } from '@contract/permissions';
import type { Answer, ErrorBody, Page } from '@contract/wire';
import { type ImportDone, type ImportRun, importRunTexts } from '@contract/workbook/importWire';
import { sheetColumns } from '@contract/workbook/sheetCells';
import { dutyAuthorisationTable, equipmentUseTable, labMethodTable, userTable } from '@server/db/schema';
import { asStored } from '../support/asStored';
import { entityNamed } from '../support/entityNamed';
import { type TestServer, testServer } from '../support/server';

// An import that is undone leaves nothing in use, and its rows come back from the recycle bin whole: with what the
// import wrote beside them.

let server: TestServer;
let token: string;
let organizationId: number;
type Cells = Readonly<Record<string, string>>;

beforeAll(async () => {
  server = await testServer();
  organizationId = await server.rows.organization({});
  const names =
    'equipment equipmentUse reagent standard consumable user dutyAuthorisation methodAuthorisation labMethod';
  const all = names
    .split(' ')
    .flatMap((name) => (Object.keys(actions) as ActionName[]).map((action) => permissionOf(entityNamed(name), action)));
  const role = await server.rows.role({ permissions: all, level: 1 });
  await server.rows.user({ userName: 'mover', organizationId, roles: [role] });
  token = await server.login('mover');
});
afterAll(() => server.close());

const ask = (method: string, path: string, body?: unknown) =>
  server.ask<Answer<ImportDone> & ErrorBody>(method, path, { token, ...(body === undefined ? {} : { body }) });
const listOf = async (name: string): Promise<AnyRow[]> =>
  (await server.ask<Page<AnyRow>>('GET', `${entityNamed(name).path}?size=100&sort=id,asc`, { token })).body.content;

/** Imports rows of a list; returns the stored rows and a function that undoes the import. */
async function bring(name: string, list: readonly Cells[]) {
  const { path } = entityNamed(name);
  const known = new Set((await listOf(name)).map(({ id }) => id));
  const rows = list.map((cells, index) => ({ line: index + 2, cells }));
  const source = { fileName: '台账.xlsx', sheetName: '台账' };
  const { status, text } = await ask('POST', `${path}/import/rows`, { loose: true, rows, source });
  expect(status, text).toBe(200);
  const [run] = (await server.ask<ImportRun[]>('GET', `${path}/import/runs`, { token })).body;
  return {
    stored: (await listOf(name)).filter(({ id }) => !known.has(id)),
    undo: () => ask('POST', `${path}/import/undo`, { run: run?.id }),
  };
}
async function restore(name: string, rows: readonly AnyRow[]): Promise<AnyRow[]> {
  const ids = rows.map(({ id }) => id);
  const { status, text } = await ask('PUT', `${entityNamed(name).path}/restore`, ids);
  expect(status, text).toBe(200);
  return (await listOf(name)).filter(({ id }) => ids.includes(id));
}
const openUse = async (equipment: unknown) =>
  (
    await server.database.orm
      .select({ id: equipmentUseTable.id, useKind: equipmentUseTable.useKind })
      .from(equipmentUseTable)
      .where(
        and(
          eq(equipmentUseTable.equipment, Number(equipment)),
          isNull(equipmentUseTable.deleteTime),
          isNull(equipmentUseTable.inAt),
        ),
      )
  )[0];

describe('an import that is undone', () => {
  it('undoing an import of instruments also removes instruments that are at the calibrator or in repair; instruments restored from the recycle bin have their former status', async () => {
    const { stored, undo } = await bring('equipment', [
      { 设备编号: 'YQ-1', 设备名称: '声级计', 状态: '送检' },
      { 设备编号: 'YQ-2', 设备名称: '电子天平', 状态: '维修中' },
      { 设备编号: 'YQ-3', 设备名称: '大气采样器', 状态: '正常' },
    ]);
    expect(stored.map(({ status }) => status)).toEqual(['calibrating', 'repairing', 'in']);
    const undone = await undo();
    expect(undone.status, undone.text).toBe(200);
    expect(await listOf('equipment')).toEqual([]);
    const [sound, broken, idle] = await restore('equipment', stored);
    expect([sound?.status, broken?.status, idle?.status]).toEqual(['calibrating', 'repairing', 'in']);
    const [calibration, repair] = [await openUse(sound?.id), await openUse(broken?.id)];
    expect([calibration?.useKind, repair?.useKind, await openUse(idle?.id)]).toEqual([
      'calibration',
      'repair',
      undefined,
    ]);
    const backAnswer = await ask('PUT', 'api/equipmentUse/back', {
      rows: await asStored(server, equipmentUseTable, [repair?.id]),
      inCondition: 'good',
    });
    expect(backAnswer.status, backAnswer.text).toBe(200);
    expect((await listOf('equipment'))[1]).toMatchObject({ eqpNo: 'YQ-2', status: 'in' });
  });

  it('an import of instruments cannot be undone once one of them came back from the calibrator', async () => {
    const { stored, undo } = await bring('equipment', [{ 设备编号: 'YQ-9', 设备名称: '声级计', 状态: '维修' }]);
    const use = await openUse(stored[0]?.id);
    const rows = await asStored(server, equipmentUseTable, [use?.id]);
    expect((await ask('PUT', 'api/equipmentUse/back', { rows, inCondition: 'good' })).status).toBe(200);
    expect((await undo()).status).toBe(409);
    expect((await listOf('equipment')).some(({ eqpNo }) => eqpNo === 'YQ-9')).toBe(true);
  });

  it.each(['reagent', 'standard', 'consumable'] as const)(
    'a lot of the kind %s comes back from the bin with its amount in the ledger',
    async (name) => {
      const given: Cells = {
        [`${name}No`]: 'P-1',
        [`${name}Name`]: '苯',
        lotNo: 'L1',
        validUntil: '2030-01-01',
        receivedAmount: '5',
        amountUnit: '瓶',
      };
      const cells = Object.fromEntries(
        sheetColumns(entityNamed(name)).flatMap((column) =>
          given[column.name] === undefined ? [] : [[column.header, given[column.name] ?? '']],
        ),
      );
      const { stored, undo } = await bring(name, [cells]);
      expect(stored[0]?.balance).toBe('5');
      const undone = await undo();
      expect(undone.status, undone.text).toBe(200);
      const [lot] = await restore(name, stored);
      expect(lot?.balance).toBe('5');
      const { path } = entityNamed(name);
      const ledger = await server.ask<Page<AnyRow>>('GET', `${path}/ledger?size=50`, { token });
      expect(ledger.body.content.map(({ delta }) => Number(delta)).sort()).toEqual([-5, 5, 5]);
    },
  );

  it('an import of people is undone with the authorisations that it granted, and they come back together', async () => {
    const { stored, undo } = await bring('user', [
      { 姓名: '胡浩然', 工号: '002', 岗位授权: '现场采样、报告签发' },
      { 姓名: '周艳', 工号: '005' },
    ]);
    const granted = async (person: unknown) =>
      (
        await server.database.orm
          .select({ duty: dutyAuthorisationTable.duty })
          .from(dutyAuthorisationTable)
          .where(and(eq(dutyAuthorisationTable.person, Number(person)), isNull(dutyAuthorisationTable.deleteTime)))
      ).length;
    expect(await granted(stored[0]?.id)).toBe(2);
    const undone = await undo();
    expect(undone.status, undone.text).toBe(200);
    expect(await granted(stored[0]?.id)).toBe(0);
    const [person] = await restore('user', stored);
    expect(await granted(person?.id)).toBe(2);
    expect(person?.duties).toBe(stored[0]?.duties);
  });

  it('an own list of authorisations is imported with persons and standards, updated by a later one, and undone', async () => {
    await bring('user', [
      { 姓名: '沈立', 工号: '011' },
      { 姓名: '顾云', 工号: '012' },
    ]);
    await server.database.orm.insert(labMethodTable).values(
      [
        { title: '苯系物 溶剂解吸-气相色谱法', standardNo: 'GBZ/T 300.66-2017' },
        { title: '苯系物 热解吸-气相色谱法', standardNo: 'GBZ/T 300.66-2017' },
        { title: '锰及其化合物 火焰原子吸收光谱法', standardNo: 'GBZ/T 300.17-2017' },
      ].map((method) => ({ ...method, methodKind: 'genericTest', status: '1', dataCertainty: 'sure', organizationId })),
    );
    const { stored, undo } = await bring('methodAuthorisation', [
      { 人员: '沈立', 检测方法: 'GBZ/T 300.17-2017', 授权日期: '2026年3月1日', 有效期至: '2029.2.28' },
      {
        人员: '沈立',
        检测方法: 'GBZ／T 300.66—2017 溶剂解吸-气相色谱法',
        授权日期: '2026-03-01',
        有效期至: '2029-02-28',
      },
      { 人员: '顾云', 检测方法: '苯系物 热解吸-气相色谱法', 授权日期: '2026-03-01', 有效期至: '2029-02-28' },
    ]);
    expect(stored.map(({ authorisedFor, validFrom, validUntil }) => [authorisedFor, validFrom, validUntil])).toEqual([
      ['沈立 锰及其化合物 火焰原子吸收光谱法', '2026-03-01', '2029-02-28'],
      ['沈立 苯系物 溶剂解吸-气相色谱法', '2026-03-01', '2029-02-28'],
      ['顾云 苯系物 热解吸-气相色谱法', '2026-03-01', '2029-02-28'],
    ]);
    const undone = await undo();
    expect(undone.status, undone.text).toBe(200);
    expect(await listOf('methodAuthorisation')).toEqual([]);
    expect((await restore('methodAuthorisation', stored)).length).toBe(3);
    const later = { 人员: '沈立', 检测方法: 'GBZ/T 300.17-2017', 授权日期: '2026-03-01', 有效期至: '2032-02-28' };
    const answer = await ask('POST', 'api/methodAuthorisation/import/rows', {
      loose: true,
      mode: 'update',
      rows: [{ line: 2, cells: later }],
    });
    expect(answer.status, answer.text).toBe(200);
    expect((await listOf('methodAuthorisation')).map(({ validUntil }) => validUntil).sort()).toEqual([
      '2029-02-28',
      '2029-02-28',
      '2032-02-28',
    ]);
  });

  it('a list of duties grants each person what it names, and withdraws it when it is undone', async () => {
    const [person] = (await bring('user', [{ 姓名: '何静', 工号: '013' }])).stored;
    const { stored, undo } = await bring('dutyAuthorisation', [
      { 人员: '何静', 授权事项: '现场采样', 授权领域: '', 授权日期: '2026-03-01', 有效期至: '2029-02-28' },
    ]);
    const dutiesNow = async () => (await listOf('user')).find(({ id }) => id === person?.id)?.duties;
    expect([stored[0]?.authorisedFor, await dutiesNow()]).toEqual(['何静 现场采样', '现场采样']);
    const undone = await undo();
    expect(undone.status, undone.text).toBe(200);
    expect(await dutiesNow()).toBeNull();
  });

  it('an import of people cannot be undone once an authorisation was changed, or one of them authorised for more', async () => {
    const { stored, undo } = await bring('user', [{ 姓名: '赵伟', 工号: '003', 岗位授权: '现场采样' }]);
    server.advance(1000);
    const held = (await listOf('dutyAuthorisation')).find(({ person }) => person === stored[0]?.id);
    const edited = await ask('PUT', 'api/dutyAuthorisation/edit', { ...held, validUntil: '2031-01-01' });
    expect(edited.status, edited.text).toBe(200);
    expect((await undo()).body.message).toBe(dutyAuthorisationTexts.givenSince(String(held?.authorisedFor)));
    const addAnswer = await ask('POST', 'api/dutyAuthorisation/add', {
      person: stored[0]?.id,
      duty: 'reportSign',
      validFrom: '2026-01-01',
      validUntil: '2030-01-01',
    });
    expect(addAnswer.status, addAnswer.text).toBe(200);
    const refused = await undo();
    expect(refused.status).toBe(409);
    expect(refused.body.message).toBe(importRunTexts.changed('赵伟'));
    expect(await server.database.orm.select().from(userTable).where(eq(userTable.workNo, '003'))).toHaveLength(1);
  });
});

describe('a list of scrapped instruments', () => {
  it('importing a list of scrapped instruments scraps the known instruments and adds the others', async () => {
    const { path } = entityNamed('equipment');
    await bring('equipment', [
      { 设备编号: 'BF-1', 设备名称: '双路大气采样器', 状态: '正常' },
      { 设备编号: 'BF-2', 设备名称: '声级计', 状态: '送检' },
    ]);
    const rows = (cells: readonly Cells[]) => cells.map((cell, index) => ({ line: index + 3, cells: cell }));
    const send = (cells: readonly Cells[]) =>
      ask('POST', `${path}/import/rows`, { loose: true, mode: 'update', rows: rows(cells) });
    const done = await send([
      { 设备编号: 'BF-1', 设备名称: '双路大气采样器', 报废日期: '2026年5月6日' },
      { 设备编号: 'BF-3', 设备名称: '皂膜流量计', 报废日期: '2024.3' },
    ]);
    expect(done.status, done.text).toBe(200);
    const stored = async (no: string) => (await listOf('equipment')).find(({ eqpNo }) => eqpNo === no);
    expect(await stored('BF-1')).toMatchObject({ status: 'scrapped', scrappedOn: '2026-05-06' });
    expect(await stored('BF-3')).toMatchObject({
      status: 'scrapped',
      scrappedOn: '2024-03-01',
      eqpKind: 'flowCalibrator',
    });
    const away = await send([{ 设备编号: 'BF-2', 设备名称: '声级计', 报废日期: '2026-05-06' }]);
    expect([away.status, away.text.includes(equipmentTexts.statusAway)]).toEqual([409, true]);
    const late = await send([{ 设备编号: 'BF-1', 设备名称: '双路大气采样器', 报废日期: '2099-01-01' }]);
    expect(late.text).toContain(equipmentTexts.scrappedInFuture);
  });

  it('a scrapped instrument returns to use only without the day on which it was scrapped', async () => {
    const row = (await listOf('equipment')).find(({ eqpNo }) => eqpNo === 'BF-1') as AnyRow;
    const revived = await ask('PUT', 'api/equipment/edit', { ...row, status: 'in' });
    expect([revived.status, revived.body.errors]).toEqual([
      400,
      [{ field: 'scrappedOn', message: equipmentTexts.scrappedStays }],
    ]);
    expect((await ask('PUT', 'api/equipment/edit', { ...row, status: 'in', scrappedOn: null })).status).toBe(200);
  });
});
