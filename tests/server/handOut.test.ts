import { tmpdir } from 'node:os';
import { eq } from 'drizzle-orm';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyRow } from '@contract/entity';
import { handOutTexts, receiptCall } from '@contract/features/reports/handOut/handOutTexts';
import type { Answer, ErrorBody } from '@contract/wire';
import { reportHandOutTable, reportTable } from '@server/db/schema';
import { publicPages } from '@server/features/publicity/pages/routes';
import { reportBench } from '../support/reportBench';
import { type TestServer, testServer } from '../support/server';

// 报告发放: copies, courier number, further copies, and the receipt by a link.

let server: TestServer;
let bench: Awaited<ReturnType<typeof reportBench>>;
let report: AnyRow;
let pages: Hono;

beforeAll(async () => {
  server = await testServer();
  pages = new Hono();
  pages.route('/', publicPages(server.services, tmpdir()));
  bench = await reportBench(server, {
    more: {
      reporter: [
        ...['list', 'add', 'edit', 'del'].map((act) => `reportHandOut:${act}`),
        'serviceForm:list',
        'serviceForm:add',
      ],
    },
  });
  ({ report } = await bench.issued());
});
afterAll(() => server.close());

const path = 'api/reportHandOut';
const given = (changes: object = {}) => ({
  report: report.id,
  receiver: '某化工厂',
  copies: 2,
  controlNo: 'SK-01',
  way: 'courier',
  courier: 'SF100',
  ...changes,
});
const add = (changes: object = {}) =>
  bench.ask<Answer<AnyRow> & ErrorBody>('reporter', 'POST', `${path}/add`, given(changes));
const codeOf = async (id: number): Promise<string> => {
  const said = await bench.ask<{ path: string }>('reporter', 'GET', `${path}/receipt/${id}`);
  return said.body.path.split('receipt=')[1] ?? '';
};
const sign = (body: object) =>
  server.ask<Answer<{ name: string; at: string }> & ErrorBody>('POST', receiptCall, { body });
const page = async (code: string): Promise<{ status: number; html: string }> => {
  const response = await pages.request(`/orgReportFormulaDetails?receipt=${code}`);
  return { status: response.status, html: await response.text() };
};

describe('a hand-out of a report', () => {
  it('the hand-outs of a report’s copies are counted for each report, with copies and courier number', async () => {
    const [first, second] = [
      (await add()).body.body,
      (await add({ way: 'inPerson', courier: null, copies: 1 })).body.body,
    ];
    expect(first).toMatchObject({ reportNo: report.reportNo, times: 1, copies: 2, courier: 'SF100', receivedAt: null });
    expect(second).toMatchObject({ times: 2, copies: 1, way: 'inPerson' });
  });

  it('a hand-out of report copies is refused without a courier number, of a draft and of a voided report', async () => {
    expect((await add({ courier: ' ' })).body.message).toContain(handOutTexts.noCourier);
    expect((await add({ copies: 0 })).status).toBe(400);
    const { report: draft } = await bench.reporting();
    expect((await add({ report: draft.id })).body.message).toContain(handOutTexts.notIssued(String(draft.reportNo)));
    const { report: ended } = await bench.issued();
    await server.database.orm.update(reportTable).set({ state: 'voided' }).where(eq(reportTable.id, ended.id));
    expect((await add({ report: ended.id })).body.message).toContain(handOutTexts.ended(String(ended.reportNo)));
  });

  it('a hand-out of report copies is signed for once by its link, with name and time, and cannot be signed again', async () => {
    const row = (await add()).body.body as AnyRow;
    const code = await codeOf(row.id);
    const before = await page(code);
    expect(before.status).toBe(200);
    for (const text of [String(report.reportNo), 'SF100', handOutTexts.send, 'noindex'])
      expect(before.html).toContain(text);
    expect((await sign({ code, name: ' ' })).status).toBe(400);
    const signed = await sign({ code, name: '王收件' });
    expect(signed.body).toMatchObject({ message: handOutTexts.received, body: { name: '王收件' } });
    expect(signed.body.body?.at).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    const again = await sign({ code, name: '别人' });
    expect([again.status, again.body.message]).toEqual([409, handOutTexts.already]);
    const [reportHandOutRow] = await server.database.orm
      .select()
      .from(reportHandOutTable)
      .where(eq(reportHandOutTable.id, row.id));
    expect(reportHandOutRow?.receivedBy).toBe('王收件');
    const after = await page(code);
    expect(after.html).toContain(handOutTexts.receivedBy('王收件', signed.body.body?.at ?? ''));
    expect(after.html).not.toContain('data-receipt');
    const edit = await bench.ask<ErrorBody>('reporter', 'PUT', `${path}/edit`, {
      ...given({ copies: 5 }),
      id: row.id,
      version: reportHandOutRow?.version,
    });
    expect([edit.status, edit.body.message]).toEqual([409, handOutTexts.locked]);
  });

  it('a new register sheet N.9 takes over the newest hand-out of its project, with the receipt', async () => {
    const issued = await bench.issued();
    const newSheet = async () =>
      (
        await bench.ask<Answer<AnyRow>>('reporter', 'POST', 'api/serviceForm/add', {
          formKind: 'handOutSheet',
          project: issued.report.project,
        })
      ).body.body?.['values'];
    expect(await newSheet()).toEqual({});
    const row = (await add({ report: issued.report.id })).body.body as AnyRow;
    const answers = {
      reportNo: issued.report.reportNo,
      receiver: '某化工厂',
      copies: '2',
      controlNo: 'SK-01',
      way: '快递',
      courier: 'SF100',
    };
    expect(await newSheet()).toEqual(answers);
    await sign({ code: await codeOf(row.id), name: '王收件' });
    expect(await newSheet()).toEqual({ ...answers, receipt: expect.stringMatching(/^王收件，\d{4}-\d\d-\d\d$/) });
  });

  it('the link of a hand-out of report copies has a random code of 24 characters, and ends when the hand-out is deleted', async () => {
    const row = (await add()).body.body as AnyRow;
    const code = await codeOf(row.id);
    expect(code).toMatch(/^[\w-]{24}$/);
    expect((await sign({ code: 'x'.repeat(24), name: '王' })).body.message).toBe(handOutTexts.unknown);
    expect((await page('x'.repeat(24))).status).toBe(404);
    const gone = await bench.ask('reporter', 'DELETE', `${path}/delete`, [row.id]);
    expect(gone.status).toBe(200);
    expect((await sign({ code, name: '王' })).status).toBe(404);
    expect((await page(code)).status).toBe(404);
  });
});
