import { and, desc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { approvalMachine } from '@contract/features/reports/approval/approvalMachine';
import { reportMachine } from '@contract/features/reports/reportMachine';
import { reportTexts } from '@contract/features/reports/reportTexts';
import { failures } from '@contract/messages';
import { signingTexts } from '@contract/workflow/signatureTexts';
import type { Machine } from '@contract/workflow/stateMachine';
import { verifyAuditChain } from '@server/audit/auditHashChain';
import {
  approvalTable,
  auditLogTable,
  projectTable,
  reportContentTable,
  reportTable,
  signatureTable,
} from '@server/db/schema';
import { verifySignatures } from '@server/signing/verifySignatures';
import { stepsOf } from '@server/workflow/stepHistory';
import { type ByteChange, changesIn } from '../support/byteChanges';
import { measured } from '../support/measured';
import { oneOfEachKind, proofs } from '../support/proofs';
import { reportBench } from '../support/reportBench';
import { type TestServer, testServer } from '../support/server';

// QUALITY SIG and AUD for what is signed last: the approval and the report.

let server: TestServer;
let bench: Awaited<ReturnType<typeof reportBench>>;
let issued: Awaited<ReturnType<typeof bench.issued>>;

beforeAll(async () => {
  server = await testServer();
  bench = await reportBench(server);
  issued = await bench.issued();
});
afterAll(() => server.close());

const orm = () => server.database.orm;
const approvalRow = async (id: number) => (await orm().select().from(approvalTable).where(eq(approvalTable.id, id)))[0];
const reportRow = async (id: number) => (await orm().select().from(reportTable).where(eq(reportTable.id, id)))[0];
const signaturesOf = (machine: Machine, id: number) =>
  orm()
    .select()
    .from(signatureTable)
    .where(and(eq(signatureTable.machine, machine.name), eq(signatureTable.rowId, id)))
    .orderBy(desc(signatureTable.id));
const states = async (machine: Machine, id: number) =>
  [...(await verifySignatures(server.services, orm(), machine, id, await stepsOf(orm(), machine, id))).values()].map(
    ({ state }) => state,
  );

/** Returns the verdicts of the signatures after a statement past the triggers. */
async function verdictsAfter(machine: Machine, id: number, statement: string): Promise<string[]> {
  const undone = new Error('undone');
  let found: string[] = [];
  let changed = 0;
  await server.database
    .transaction(async (tx) => {
      await tx.execute(sql.raw('set local session_replication_role = replica'));
      changed =
        (
          (await tx.execute(
            sql.raw(`with changed as (${statement} returning 1) select count(*)::int as n from changed`),
          )) as unknown as { rows: { n: number }[] }
        ).rows[0]?.n ?? 0;
      found = [
        ...(await verifySignatures(server.services, tx, machine, id, await stepsOf(tx, machine, id))).values(),
      ].map(({ state }) => state);
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  expect(changed, statement).toBe(1);
  return found;
}

const chosenOf = (all: readonly ByteChange[]) =>
  oneOfEachKind(all, ({ table, column }) => `${table} ${column.length % 3}`);

describe('signatures of a report', () => {
  it('a report’s signatures are valid, and invalid once one byte of any signed column is changed in the database (SIG2)', async () => {
    const { report } = issued;
    expect(await states(reportMachine, report.id)).toEqual(['valid', 'valid', 'valid']);
    // File and notice come later, and the day of issue with the state; what issuing adds is signed by the last
    // signature.
    const all = await changesIn(
      server.database,
      { report: `id = ${report.id}`, report_content: `report_id = ${report.id}` },
      (table, column) =>
        !(table === 'report' ? ['stage_since', 'pdf', 'notice'] : ['report_id', 'create_time']).includes(column),
    );
    expect(all.length).toBeGreaterThan(25);
    for (const { table, column, statement } of chosenOf(all)) {
      if (table === 'report' && column === 'id') continue;
      expect(await verdictsAfter(reportMachine, report.id, statement), `${table}.${column}`).toEqual(
        column === 'issued_on' ? ['valid', 'valid', 'invalid'] : ['invalid', 'invalid', 'invalid'],
      );
    }
    expect(
      await verdictsAfter(
        reportMachine,
        report.id,
        `delete from signature where id = (select max(id) from signature
          where machine = 'report' and row_id = ${report.id})`,
      ),
    ).toContain('invalid');
  });

  it('a report is not signed if project or report changed since it was seen, nor without its version (SEC-15)', async () => {
    const hand = (who: 'analyst' | 'reporter', project: number, kind: string, version: unknown) =>
      bench.ask(who, 'POST', 'api/approval/submit', { project, kind, version, password: 'Demo-2026#lab' });
    const stale = { status: 409, body: { code: 'stale' } };
    const tested = await bench.tested();
    const [projectRow] = await orm().select().from(projectTable).where(eq(projectTable.id, tested.id));
    expect(await hand('analyst', tested.id, 'records', undefined)).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'version', message: signingTexts.noVersion }] },
    });
    expect(await hand('analyst', tested.id, 'records', (projectRow?.version ?? 0) - 1)).toMatchObject(stale);
    const { project, report } = await bench.reporting();
    const version = (await reportRow(report.id))?.version ?? 0;
    await bench.ask('reporter', 'PUT', 'api/report/edit', { ...report, version, conclusion: '改' });
    expect(await hand('reporter', project.id, 'report', version)).toMatchObject(stale);
    expect((await reportRow(report.id))?.state).toBe('drafting');
    expect((await hand('reporter', project.id, 'report', version + 1)).status).toBe(200);
  });

  it('a signed report refuses every write, in any locked state (SIG5)', async () => {
    const before = await reportRow(issued.report.id);
    let refused = 0;
    const edit = async (id: number) => {
      const answer = await bench.ask('reporter', 'PUT', 'api/report/edit', {
        ...issued.report,
        id,
        version: (await reportRow(id))?.version,
        conclusion: '改',
      });
      if (answer.status === 409) refused += 1;
      return answer;
    };
    expect((await edit(issued.report.id)).status).toBe(409);
    for (const [who, verb, path, body] of [
      ['reporter', 'POST', 'api/report/start', { project: issued.project.id }],
      [
        'reporter',
        'POST',
        'api/approval/submit',
        { project: issued.project.id, kind: 'report', password: 'Demo-2026#lab' },
      ],
    ] as const) {
      expect((await bench.ask(who, verb, path, body)).status, path).toBe(409);
      refused += 1;
    }
    expect(await reportRow(issued.report.id)).toEqual(before);
    // In progress: submitted, reviewed, waiting for its issue.
    const { project, report } = await bench.reporting();
    const approval = (await bench.submit('reporter', project.id, 'report')).body.body?.id ?? 0;
    for (const upTo of [null, ['reviewer', 'passFirst'], ['quality', 'passSecond']] as const) {
      if (upTo) expect((await bench.move(upTo[0], approval, upTo[1])).status).toBe(200);
      const stands = await reportRow(report.id);
      expect((await edit(report.id)).status, String(stands?.state)).toBe(409);
      expect(await reportRow(report.id)).toEqual(stands);
    }
    measured(`报告：送审至签发各步，${refused} 次写入均 409，内容不变`);
  });

  it('an issued report is corrected only with a reason, and its signatures stay readable (AUD4)', async () => {
    const { report } = await bench.issued();
    const said = async () =>
      (await bench.ask<{ content: { results: unknown } }>('reporter', 'GET', `api/report/content/${report.id}`)).body
        .content.results;
    const before = await said();
    const reasons = ['', ' ', undefined];
    for (const reason of reasons) {
      const refused = await bench.ask('reporter', 'POST', 'api/report/correct', { id: report.id, reason });
      expect([refused.status, refused.body.errors]).toEqual([
        400,
        [expect.objectContaining({ field: 'reason', message: reportTexts.reasonMissing })],
      ]);
    }
    expect(
      (await bench.ask('reporter', 'POST', 'api/report/correct', { id: report.id, reason: '采样点名称有误' })).status,
    ).toBe(200);
    expect(await said()).toEqual(before);
    expect(await states(reportMachine, report.id)).toEqual(['valid', 'valid', 'valid']);
    measured(`报告：无理由更正 ${reasons.length} 次均 400；更正后原报告内容与签名不变`);
  });
});

describe('signatures of an approval', () => {
  it('signing an approval with a wrong password changes the state of 0 objects and writes 1 audit line (SIG1)', async () => {
    const { project } = await bench.reporting();
    const approval = (await bench.submit('reporter', project.id, 'report')).body.body?.id ?? 0;
    const before = await approvalRow(approval);
    const refused = await bench.move('reviewer', approval, 'passFirst', { password: 'Falsch-2026#x' });
    expect([refused.status, refused.body.message]).toEqual([400, failures.wrongPassword]);
    expect(await approvalRow(approval)).toEqual(before);
    expect((await signaturesOf(approvalMachine, approval)).map(({ move }) => move)).toEqual(['submit']);
    const lines = await orm()
      .select({ action: auditLogTable.action })
      .from(auditLogTable)
      .where(eq(auditLogTable.requestId, refused.headers.get('x-request-id') ?? ''));
    expect(lines).toEqual([{ action: 'loginFailed' }]);
    measured(`审批：口令错误后状态不变，审计 ${lines.length} 条`);
  });

  it('an approval’s signatures are invalid after a change of approval, subject or signature in the database (SIG2)', async () => {
    const all = await changesIn(
      server.database,
      {
        approval: `id = ${issued.approval}`,
        report_content: `report_id = ${issued.report.id}`,
        signature: `id = (select max(id) from signature where machine = 'approval' and row_id = ${issued.approval})`,
      },
      (table, column) =>
        !(
          table === 'approval' ? ['id', 'stage_since'] : table === 'report_content' ? ['report_id', 'create_time'] : []
        ).includes(column),
    );
    const whole = await states(approvalMachine, issued.approval);
    expect(whole).toEqual(whole.map(() => 'valid'));
    for (const { table, column, statement } of chosenOf(all)) {
      const found = await verdictsAfter(approvalMachine, issued.approval, statement);
      expect(found, `${table}.${column}`).toEqual(
        table === 'signature' ? expect.arrayContaining(['invalid']) : whole.map(() => 'invalid'),
      );
    }
  });

  it('an approval’s signatures never cover other content than the stored content, even with a simultaneous edit (SIG3)', async () => {
    for (let trial = 0; trial < (proofs ? 100 : 2); trial += 1) {
      const { project, report } = await bench.reporting();
      const edit = () =>
        bench.ask('reporter', 'PUT', 'api/report/edit', { ...report, conclusion: `经评审，结论${trial}。` });
      const hand = () => bench.submit('reporter', project.id, 'report');
      const [first, second] = await Promise.all(trial % 2 ? [edit(), hand()] : [hand(), edit()]);
      for (const { status } of [first, second]) expect([200, 409]).toContain(status);
      // Handed in as it was before the edit, it is not signed until it was seen again.
      if ((trial % 2 ? second : first).status === 409) {
        expect(await states(reportMachine, report.id)).toEqual([]);
        expect((await hand()).status).toBe(200);
      }
      const [reportContentRow] = await orm()
        .select({ content: reportContentTable.content })
        .from(reportContentTable)
        .where(eq(reportContentTable.reportId, report.id));
      const now = await reportRow(report.id);
      expect(await states(reportMachine, report.id)).toEqual(['valid']);
      // The signed content equals the report's own row.
      const { texts } = (reportContentRow ?? { content: {} }).content as {
        readonly texts: { readonly conclusion: string };
      };
      if (now?.conclusion) expect(texts.conclusion).toBe(now.conclusion);
      expect(
        (await bench.ask('reporter', 'PUT', 'api/report/edit', { ...report, version: now?.version, conclusion: '改' }))
          .status,
      ).toBe(409);
    }
  });
});

it('the audit trail has 0 gaps over everything signed, returned, corrected and refused in these tests (AUD1)', async () => {
  expect(await verifyAuditChain(orm())).toMatchObject({ broken: [] });
  const [numbers] = await server.database.query<{ lines: number; links: number; span: number }>(
    `select (select count(*)::int
      from audit_log) as lines, count(*)::int as links, (max(seq) - min(seq) + 1)::int as span from audit_chain`,
  );
  expect(numbers?.lines).toBeGreaterThan(30);
  expect([numbers?.links, numbers?.span]).toEqual([numbers?.lines, numbers?.lines]);
  measured(
    `签名、退回、更正、拒绝之后：${numbers?.lines} 条审计、${numbers?.links} 个链节，${(numbers?.span ?? 0) - (numbers?.links ?? 0)} 个缺口`,
  );
});
