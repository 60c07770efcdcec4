import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyRow } from '@contract/entity';
import { airResultTable } from '@contract/features/conformity/forms/conversionForms';
import { type FormTables, rowsOf, withRowNumbers, withTableRows } from '@contract/features/conformity/forms/formTable';
import { loanTexts } from '@contract/features/conformity/forms/loanTexts';
import type { WaitingWork } from '@contract/features/home/dashboardWire';
import type { PrintDocument } from '@contract/print/printDocument';
import type { Answer, ErrorBody } from '@contract/wire';
import { announcementSendTable, announcementTable, labSheetRowTable, serviceFormTable } from '@server/db/schema';
import { remindOfLoans } from '@server/features/conformity/forms/loanReminders';
import { reportBench, signingPassword } from '../support/reportBench';
import { type TestServer, testServer } from '../support/server';

let server: TestServer;
let bench: Awaited<ReturnType<typeof reportBench>>;

const forms = ['serviceForm:list', 'serviceForm:add', 'serviceForm:edit', 'serviceForm:handIn', 'serviceForm:confirm'];
const orm = () => server.database.orm;

beforeAll(async () => {
  server = await testServer();
  bench = await reportBench(server, { more: { reporter: forms, quality: forms } });
});
afterAll(() => server.close());

const add = async (project: number, formKind: string): Promise<AnyRow> =>
  (await bench.ask<Answer<AnyRow>>('reporter', 'POST', 'api/serviceForm/add', { formKind, project })).body
    .body as AnyRow;
const handIn = (id: number) =>
  bench.ask<ErrorBody>('reporter', 'PUT', 'api/serviceForm/move', { id, move: 'handIn', password: signingPassword });

describe('conversion records of a project', () => {
  it('the conversion record G.1 of a project takes over its results, and is refused once they changed', async () => {
    const project = await bench.tested('35.2', '60');
    const sheet = await add(project.id, 'airConversion');
    const rows = rowsOf(sheet['tables'] as FormTables, airResultTable);
    expect(rows).toMatchObject([
      { hazard: '甲苯', result: '35.2 mg/m³', mean: expect.stringContaining('35.2'), limit: '50' },
    ]);
    const { body: paper } = await bench.ask<PrintDocument>('reporter', 'GET', `api/serviceForm/paper/${sheet.id}`);
    expect(paper.corner).toContain('GBZ 331-2024 表G.1');
    expect(JSON.stringify(paper.blocks)).toContain('CTWA=(35.2×8)/8=35.2');
    const [row] = await orm().select().from(labSheetRowTable).where(eq(labSheetRowTable.reportText, '35.2'));
    const change = (text: string) =>
      orm()
        .update(labSheetRowTable)
        .set({ reportText: text, resultNum: text })
        .where(eq(labSheetRowTable.id, row?.id ?? 0));
    await change('36.1');
    const { status, body } = await handIn(sheet.id);
    expect([status, body.message]).toEqual([409, expect.stringContaining('与当前检测结果不一致')]);
    await change('35.2');
    expect((await handIn(sheet.id)).status).toBe(200);
  });

  it('the conversion record G.2 of a project without physical factors asks for the reason why it has no rows', async () => {
    const project = await bench.tested('35.2', '60');
    const { id } = await add(project.id, 'physicalConversion');
    expect((await handIn(id)).body.message).toContain('没有内容的请写原因');
  });
});

describe('loans of archives', () => {
  it('an overdue loan of an archive waits for the keeper of its register by its due day, and is notified once', async () => {
    const project = await bench.tested('35.2', '60');
    const { id } = await add(project.id, 'archiveLoans');
    const loan = {
      borrower: '张三',
      unit: '检测部',
      purpose: '客户异议核对',
      content: '原始记录第3～12页',
      way: '借出',
      lentOn: '2026-03-02',
      dueOn: '2026-03-09',
      lender: '李四',
    };
    const save = (more: object) =>
      orm()
        .update(serviceFormTable)
        .set({ tables: withTableRows({}, { key: 'loans' }, withRowNumbers([{ ...loan, ...more }])) })
        .where(eq(serviceFormTable.id, id));
    await save({ dueOn: '2099-01-01' });
    expect(await remindOfLoans(server.services)).toBeNull();
    await save({});
    const { body } = await bench.ask<{ waitingWork?: WaitingWork[] }>('reporter', 'GET', 'api/dashboard');
    expect(JSON.stringify(body)).toContain('"dueOn":"2026-03-09"');
    expect(await remindOfLoans(server.services)).toBe(loanTexts.reminded(1));
    expect(await remindOfLoans(server.services)).toBeNull();
    const messages = await orm()
      .select({ title: announcementTable.titile, person: announcementSendTable.userId })
      .from(announcementSendTable)
      .innerJoin(announcementTable, eq(announcementTable.id, announcementSendTable.anntId));
    expect(messages.filter(({ title }) => title === loanTexts.title(1))).toEqual([
      { title: loanTexts.title(1), person: bench.people.reporter.id },
    ]);
    await save({ dueOn: '2026-03-10', returnedOn: '2026-03-12', condition: '完好' });
    expect(await remindOfLoans(server.services)).toBeNull();
  });
});
