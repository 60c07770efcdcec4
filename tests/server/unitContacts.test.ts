import { and, eq, isNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyRow } from '@contract/entity';
import { contactTexts } from '@contract/features/customers/contactTexts';
import type { Answer, ErrorBody } from '@contract/wire';
import type { ImportRun } from '@contract/workbook/importWire';
import { registry } from '@server/app/resources';
import { dictDetailTable, dictTable, inspectUnitTable, unitContactTable } from '@server/db/schema';
import { draftFromProject } from '@server/features/publicity/reportNotices/noticeFromProject';
import { type TestServer, testServer } from '../support/server';

let server: TestServer;
let sales: string;
let organizationId: number;

const rights = (name: string) => ['list', 'add', 'edit', 'del', 'restore', 'import'].map((act) => `${name}:${act}`);

beforeAll(async () => {
  server = await testServer();
  const { rows, database, login } = server;
  organizationId = await rows.organization({ name: '甲检测中心' });
  const role = await rows.role({
    permissions: [...rights('inspectUnit'), ...rights('unitContact'), ...rights('project')],
  });
  await rows.user({ userName: 'sales', organizationId, roles: [role] });
  sales = await login('sales');
  const [types] = await database.orm.insert(dictTable).values({ name: 'projectType' }).returning({ id: dictTable.id });
  await database.orm
    .insert(dictDetailTable)
    .values({ dict: types?.id as number, value: 'JP', label: '评价', dictSort: 1 });
});
afterAll(() => server.close());

type Reply = Answer<AnyRow> & ErrorBody & AnyRow;
const ask = (method: string, path: string, body?: unknown) =>
  server.ask<Reply>(method, path, { token: sales, ...(body === undefined ? {} : { body }) });
async function made(path: string, body: object): Promise<AnyRow> {
  const answer = await ask('POST', path, body);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.body as AnyRow;
}
const peopleOf = async (unit: number) =>
  (
    await server.database.orm
      .select()
      .from(unitContactTable)
      .where(and(eq(unitContactTable.unit, unit), isNull(unitContactTable.deleteTime)))
      .orderBy(unitContactTable.id)
  ).map(({ contactName, post, mobile, landline, isMain }) => [contactName, post, mobile ?? landline, isMain]);
const unitNow = async (id: number) =>
  (await server.database.orm.select().from(inspectUnitTable).where(eq(inspectUnitTable.id, id)))[0];
const unit = (more: object = {}) =>
  made('api/inspectUnit/add', { unitName: `厂${Math.random()}`, status: '1', ...more });

describe('the people of a unit', () => {
  it('the contacts of an enterprise are the same in its columns and in its list of people, whichever is written', async () => {
    const { id } = await unit({
      contact: '王伟',
      mobile: '13812345678',
      otherContacts: '李娜（安全科长）0571-88881234',
    });
    expect(await peopleOf(id)).toEqual([
      ['王伟', null, '13812345678', true],
      ['李娜', '安全科长', '0571-88881234', false],
    ]);
    const third = await made('api/unitContact/add', { unit: id, contactName: '赵强', mobile: '13912345678' });
    expect((await unitNow(id))?.otherContacts).toBe('李娜（安全科长） 0571-88881234；赵强 13912345678');

    const main = await ask('PUT', 'api/unitContact/edit', { ...third, isMain: true });
    expect(main.status, main.text).toBe(200);
    expect(await unitNow(id)).toMatchObject({
      contact: '赵强',
      mobile: '13912345678',
      otherContacts: '王伟 13812345678；李娜（安全科长） 0571-88881234',
    });
    expect((await peopleOf(id)).map(([name, , , isMain]) => [name, isMain])).toEqual([
      ['王伟', false],
      ['李娜', false],
      ['赵强', true],
    ]);
    const stored = (await unitNow(id)) as unknown as AnyRow;
    const edited = await ask('PUT', 'api/inspectUnit/edit', {
      id,
      version: stored.version,
      contact: '赵强',
      mobile: '13712345678',
      otherContacts: '王伟 13812345678',
    });
    expect(edited.status, edited.text).toBe(200);
    expect(await peopleOf(id)).toEqual([
      ['王伟', null, '13812345678', false],
      ['赵强', null, '13712345678', true],
    ]);
  });

  it('an enterprise has exactly one main contact, who cannot be removed without another', async () => {
    const { id } = await unit();
    const first = await made('api/unitContact/add', { unit: id, contactName: '王伟', landline: '0571-88881234' });
    expect(first.isMain).toBe(true);
    expect(await unitNow(id)).toMatchObject({ contact: '王伟', landline: '0571-88881234' });
    await made('api/unitContact/add', { unit: id, contactName: '李娜' });
    const same = await ask('POST', 'api/unitContact/add', { unit: id, contactName: '李娜' });
    expect(same.body.errors).toEqual([{ field: 'contactName', message: contactTexts.sameName('李娜') }]);
    const off = await ask('PUT', 'api/unitContact/edit', { ...first, isMain: false });
    expect([off.status, off.body.message]).toEqual([409, contactTexts.mainNeeded('王伟')]);
    const deleteAnswer = await ask('DELETE', 'api/unitContact/delete', [first.id]);
    expect([deleteAnswer.status, deleteAnswer.body.message]).toEqual([409, contactTexts.mainStays('王伟')]);
  });

  it('the contacts of an enterprise are deleted and restored with it', async () => {
    const { id } = await unit({ contact: '王伟', otherContacts: '李娜 13812345678' });
    expect((await ask('DELETE', 'api/inspectUnit/delete', [id])).status).toBe(200);
    expect(await peopleOf(id)).toEqual([]);
    expect((await ask('PUT', 'api/inspectUnit/restore', [id])).status).toBe(200);
    expect(await peopleOf(id)).toEqual([
      ['王伟', null, null, true],
      ['李娜', null, '13812345678', false],
    ]);
  });

  it('the contacts of an enterprise are created by an import, and removed when it is undone', async () => {
    const cells = { 单位名称: '进口厂', 联系人: '王伟', 手机号码: '13812345678', 其他联系人: '李娜 13912345678' };
    const source = {
      fileName: '客户.xlsx',
      sheetName: '客户',
      signature: 'x',
      head: { columns: {}, fixed: {}, repeated: [] },
    };
    const brought = await ask('POST', 'api/inspectUnit/import/rows', {
      loose: true,
      rows: [{ line: 2, cells }],
      source,
    });
    expect(brought.status, brought.text).toBe(200);
    const [row] = await server.database.orm
      .select()
      .from(inspectUnitTable)
      .where(eq(inspectUnitTable.unitName, '进口厂'));
    expect(await peopleOf(row?.id ?? 0)).toEqual([
      ['王伟', null, '13812345678', true],
      ['李娜', null, '13912345678', false],
    ]);
    const [run] = (await server.ask<ImportRun[]>('GET', 'api/inspectUnit/import/runs', { token: sales })).body;
    const undone = await ask('POST', 'api/inspectUnit/import/undo', { run: run?.id });
    expect(undone.status, undone.text).toBe(200);
    expect(await peopleOf(row?.id ?? 0)).toEqual([]);
  });

  it('a project can choose only contacts of its own enterprise', async () => {
    const [own, other] = [
      await unit({ contact: '王伟', mobile: '13812345678', otherContacts: '李娜 13912345678' }),
      await unit({ contact: '赵强' }),
    ];
    const choices = await server.ask<AnyRow[]>('GET', `api/options/unitContact?unit=${own.id}`, { token: sales });
    expect(choices.body.map(({ name }) => name).sort()).toEqual(['李娜', '王伟']);
    const chosen = choices.body.find(({ name }) => name === '李娜')?.id;
    const draft = { projectName: '年度检测', type: 'JP', belongInspect: own.id };
    const wrong = await ask('POST', 'api/project/add', { ...draft, belongInspect: other.id, contact: chosen });
    expect(wrong.body.errors).toEqual([{ field: 'contact', message: contactTexts.otherUnit }]);
    const project = await made('api/project/add', { ...draft, contact: chosen });
    const plain = await made('api/project/add', draft);
    const viewer = { organizationId, unitIds: null, outside: false, dataScope: 'organization', user: {} } as never;
    const notice = (id: number) => draftFromProject(server.services, registry, viewer, id);
    expect(await notice(project.id)).toMatchObject({ contact: '李娜', contactPhone: '13912345678' });
    expect(await notice(plain.id)).toMatchObject({ contact: '王伟', contactPhone: '13812345678' });
  });

  it('an import of enterprises does not read the contacts of all others', async () => {
    const { database } = server;
    const { orm } = database;
    await orm.execute(sql`
      insert into inspect_unit (organization_id, unit_name, status)
      select ${organizationId}, '老厂' || n, '1' from generate_series(1, 8000) n`);
    await orm.execute(sql`
      insert into unit_contact (organization_id, unit, contact_name)
      select organization_id, id, '王伟' from inspect_unit where unit_name like '老厂%'`);
    const read = async (): Promise<number> => {
      await orm.execute(sql`select pg_stat_force_next_flush()`);
      await orm.execute(sql`select pg_stat_clear_snapshot()`);
      const [counts] = await database.query<{ read: string }>(
        `select seq_tup_read + idx_tup_fetch as read from pg_stat_user_tables where relname = 'unit_contact'`,
      );
      return Number(counts?.read);
    };
    const before = await read();
    const newUnits = Array.from({ length: 320 }, (_, index) => ({
      line: index + 2,
      cells: { 单位名称: `新厂${index}`, 联系人: '李娜', 手机号码: '13812345678', 状态: '启用' },
    }));
    const answer = await ask('POST', 'api/inspectUnit/import/rows', { mode: 'add', rows: newUnits });
    expect(answer.status, answer.text).toBe(200);
    // One batch that read all of them would read 8,000.
    expect((await read()) - before).toBeLessThan(2000);
  });
});
