import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProjectGap } from '@contract/features/archive/projectGaps';
import { publicUrlTexts } from '@contract/features/publicity/publicityWire';
import { reportTexts } from '@contract/features/reports/reportTexts';
import type { Answer, ErrorBody } from '@contract/wire';
import { signedParts, signingTexts, signatureCheckTexts } from '@contract/workflow/signatureTexts';
import type { Timeline } from '@contract/workflow/workflowWire';
import { root } from '@server/base/root';
import {
  announcementTable,
  auditLogTable,
  organizationTable,
  reportPaperTable,
  reportTable,
  signatureTable,
  storedFileTable,
  workflowStepTable,
} from '@server/db/schema';
import { issueOf } from '@server/features/reports/reportPaper';
import { requiredOrigin } from '@server/print/publicOrigin';
import { hashOf } from '@server/signing/canonicalJson';
import { partHashes } from '@server/signing/signatureHash';
import { contentOf } from '@server/signing/signedContent';
import { sealedFields } from '@server/signing/signRows';
import { verifyInstallation } from '@server/signing/verifyInstallation';
import { pdfPages } from '../support/pdfText';
import { reportBench } from '../support/reportBench';
import { type TestServer, testServer } from '../support/server';

// What an insider can try: with the database, with the store, with an account.

let server: TestServer;
let bench: Awaited<ReturnType<typeof reportBench>>;

beforeAll(async () => {
  server = await testServer();
  bench = await reportBench(server);
  await server.rows.user({ userName: 'admin1', nickName: '平台管理员', isAdmin: true });
});
afterAll(() => server.close());

const orm = () => server.database.orm;
const rowOf = async (id: number) =>
  (await orm().select().from(reportTable).where(eq(reportTable.id, id)))[0] as typeof reportTable.$inferSelect;
const pdfOf = (id: number, token = bench.people.reporter.token) =>
  server.app.request(`/api/report/pdf/${id}`, { headers: { authorization: `Bearer ${token}`, host: 'evil.example' } });
const verdictOf = async (id: number) =>
  (await server.ask<{ verdict: string }>('GET', `api/public/verifyReport?code=${(await rowOf(id)).verifyCode ?? ''}`))
    .body;
const tamper = (...statements: string[]) =>
  server.database
    .execute(['begin', 'set local session_replication_role = replica', ...statements, 'commit'].join('; '))
    .catch(async (error: unknown) => {
      await server.database.execute('rollback');
      throw error;
    });
/** Makes a signature one from before the key, as if it had been the first. */
const aged = (id: number, values: object): string =>
  `insert into signature overriding system value
    select (jsonb_populate_record(signature, '${JSON.stringify({ person_account: null, ...values, id: -id }).replaceAll("'", "''")}')).* from signature where id = ${id}; delete from signature where id = ${id}`;
const text = (value: string): string => `'${value.replaceAll("'", "''")}'`;

describe('paper of an issued report', () => {
  it('the PDF of a report is drawn in the step that issues it, and its hash is signed and recorded in the audit trail (SEC-12)', async () => {
    const { report } = await bench.issued();
    const [paper] = await orm().select().from(reportPaperTable).where(eq(reportPaperTable.reportId, report.id));
    expect(paper).toMatchObject({ signed: true });
    expect((await rowOf(report.id)).pdf).toBe(paper?.fileId);
    const [signature] = await orm()
      .select()
      .from(signatureTable)
      .where(
        and(
          eq(signatureTable.machine, 'report'),
          eq(signatureTable.rowId, report.id),
          eq(signatureTable.move, 'issue'),
        ),
      );
    expect(signature?.parts).toHaveProperty('print');
    const [line] = await orm()
      .select({ after: auditLogTable.after })
      .from(auditLogTable)
      .where(
        and(
          eq(auditLogTable.entity, 'report'),
          eq(auditLogTable.entityId, report.id),
          eq(auditLogTable.action, 'status'),
        ),
      )
      .orderBy(auditLogTable.id)
      .then((all) => all.slice(-1));
    expect(line?.after).toMatchObject({ hash: signature?.hash });
    const drawn = (await pdfPages(new Uint8Array(await (await pdfOf(report.id)).arrayBuffer())))
      .map((page) => page.text)
      .join('')
      .replace(/\s/g, '');
    expect(drawn).toContain('签发：钱签发');
  });

  it('an issued report replaced on disk is refused and reported to administrators 1 time, and its QR code no longer says valid (SEC-12)', async () => {
    const { report } = await bench.issued();
    const { pdf, reportNo } = await rowOf(report.id);
    const genuine = Buffer.from(await (await pdfOf(report.id)).arrayBuffer());
    await server.services.files.put(
      pdf ?? '',
      Buffer.from(genuine.toString('latin1').replace('/Producer', '/Producar'), 'latin1'),
    );
    const refused = await pdfOf(report.id);
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({
      code: 'paperAltered',
      message: reportTexts.paperAltered(reportNo ?? ''),
    });
    await pdfOf(report.id);
    const announcementRows = await orm()
      .select({ id: announcementTable.id })
      .from(announcementTable)
      .where(eq(announcementTable.titile, reportTexts.paperAlteredTitle(reportNo ?? '')));
    expect(announcementRows).toHaveLength(1);
    expect((await verdictOf(report.id)).verdict).toBe('altered');
    expect((await verifyInstallation(server.services)).broken).toContain(signatureCheckTexts.paper(reportNo ?? ''));
    await server.services.files.remove(pdf ?? '');
    expect(await (await pdfOf(report.id)).json()).toMatchObject({
      code: 'paperAltered',
      message: reportTexts.paperMissing(reportNo ?? ''),
    });
    expect((await verifyInstallation(server.services)).broken).toContain(
      signatureCheckTexts.paperMissing(reportNo ?? ''),
    );
    await server.services.files.put(pdf ?? '', genuine);
    expect((await verdictOf(report.id)).verdict).toBe('valid');
    expect(Buffer.from(await (await pdfOf(report.id)).arrayBuffer()).equals(genuine)).toBe(true);
  });

  it('an issued report replaced together with every hash in the database is invalid, since the signature covers the first hash (SEC-12)', async () => {
    const { report } = await bench.issued();
    const { pdf } = await rowOf(report.id);
    const forged = Buffer.from('%PDF-1.4 forged');
    const genuine = Buffer.from(await (await pdfOf(report.id)).arrayBuffer());
    await server.services.files.put(pdf ?? '', forged);
    const sha256 = (await import('node:crypto')).createHash('sha256').update(forged).digest('hex');
    const [before] = await orm().select().from(reportPaperTable).where(eq(reportPaperTable.reportId, report.id));
    await tamper(
      `update report_paper set sha256 = '${sha256}' where report_id = ${report.id}`,
      `update stored_file set sha256 = '${sha256}' where id = '${pdf ?? ''}'`,
    );
    expect((await verdictOf(report.id)).verdict).toBe('altered');
    // Nor as one issued before papers were signed.
    await tamper(`update report_paper set signed = false where report_id = ${report.id}`);
    expect((await verdictOf(report.id)).verdict).toBe('altered');
    await server.services.files.put(pdf ?? '', genuine);
    await tamper(
      `update report_paper set signed = true, sha256 = '${before?.sha256 ?? ''}' where report_id = ${report.id}`,
      `update stored_file set sha256 = '${before?.sha256 ?? ''}' where id = '${pdf ?? ''}'`,
    );
  });

  it('an issued report of an earlier program version is compared with the hash stored with it (SEC-12)', async () => {
    const { report } = await bench.issued();
    const { pdf } = await rowOf(report.id);
    // As after the upgrade: the signature covers no paper.
    await tamper(`update report_paper set signed = false where report_id = ${report.id}`);
    const [signature] = await orm()
      .select()
      .from(signatureTable)
      .where(
        and(
          eq(signatureTable.machine, 'report'),
          eq(signatureTable.rowId, report.id),
          eq(signatureTable.move, 'issue'),
        ),
      );
    const content = await contentOf(orm(), 'report', report.id, 'issue');
    const parts = partHashes(content as NonNullable<typeof content>);
    const old = { ...(signature as NonNullable<typeof signature>), personAccount: null, parts, hash: hashOf(parts) };
    // A key created later than it.
    await tamper(
      aged(old.id, { parts, hash: old.hash, seal: hashOf(sealedFields(old)) }),
      `update audit_log set after = after || '{"hash": "${old.hash}"}'
        where after ->> 'hash' = '${signature?.hash ?? ''}'`,
    );
    expect((await verdictOf(report.id)).verdict).toBe('valid');
    const genuine = Buffer.from(await (await pdfOf(report.id)).arrayBuffer());
    await server.services.files.put(pdf ?? '', Buffer.from('%PDF-1.4 forged'));
    expect([(await pdfOf(report.id)).status, (await verdictOf(report.id)).verdict]).toEqual([409, 'altered']);
    await server.services.files.put(pdf ?? '', genuine);
  });

  it('a report’s QR address comes from PUBLIC_URL or the organization, 0 times from a request; without one it is not issued (SEC-14)', async () => {
    const { project } = await bench.reporting();
    const approval = (await bench.submit('reporter', project.id, 'report')).body.body?.id ?? 0;
    await bench.pass(approval, 'second');
    await orm().update(organizationTable).set({ publicUrl: null }).where(eq(organizationTable.id, bench.home));
    const files = async () => (await orm().select({ id: storedFileTable.id }).from(storedFileTable)).length;
    const before = await files();
    // The project tells it before anybody types a password.
    const gaps = async () =>
      (await bench.ask<ProjectGap[]>('reporter', 'GET', `api/archive/lacks/${project.id}`)).body
        .filter(({ gate }) => gate === 'signReport')
        .map(({ title }) => title);
    expect(await gaps()).toEqual([publicUrlTexts.missing]);
    expect((await bench.move('approver', approval, 'sign')).body).toMatchObject({
      status: 409,
      code: 'publicUrlMissing',
      message: publicUrlTexts.missing,
    });
    expect(await files()).toBe(before);
    await orm()
      .update(organizationTable)
      .set({ publicUrl: 'https://lab.example.com/' })
      .where(eq(organizationTable.id, bench.home));
    expect(await gaps()).toEqual([]);
    expect((await bench.move('approver', approval, 'sign')).status).toBe(200);
    const [report] = await orm()
      .select({ id: reportTable.id })
      .from(reportTable)
      .where(eq(reportTable.project, project.id));
    const stored = await rowOf(report?.id ?? 0);
    const issue = await issueOf(
      server.services,
      orm(),
      stored,
      await requiredOrigin(server.services, orm(), bench.home),
    );
    expect(issue.verifyHref).toBe(`https://lab.example.com/orgReportFormulaDetails?code=${stored.verifyCode ?? ''}`);
    // Every drawing uses that function: nothing in the server builds an address from a request.
    const sources = readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.ts'),
    );
    expect(
      sources.filter((name) => /request\.url\)\.(origin|host)/.test(readFileSync(join(root, 'server', name), 'utf8'))),
    ).toEqual([]);
  });
});

describe('signature', () => {
  /** Forges an approval with the database and the source, but without the key. */
  async function forgedApproval() {
    const { report } = await bench.issued();
    const conclusion = '各岗位均符合职业接触限值。';
    await tamper(
      `update report_content
        set content = jsonb_set(content, '{texts,conclusion}', to_jsonb(${text(conclusion)}::text))
        where report_id = ${report.id}`,
    );
    for (const signature of await orm()
      .select()
      .from(signatureTable)
      .where(and(eq(signatureTable.machine, 'report'), eq(signatureTable.rowId, report.id)))) {
      const content = await contentOf(orm(), 'report', report.id, signature.move);
      const parts = partHashes(content as NonNullable<typeof content>);
      const forged = { ...signature, parts, hash: hashOf(parts) };
      await tamper(
        `update signature
          set parts = '${JSON.stringify(parts)}', hash = '${forged.hash}', seal = '${hashOf(sealedFields(forged))}'
          where id = ${signature.id}`,
      );
    }
    return report;
  }

  it('a signature recalculated with hash and seal by a database account is invalid, and the verification reports it (SEC-13)', async () => {
    const report = await forgedApproval();
    expect((await verdictOf(report.id)).verdict).toBe('altered');
    const { steps } = (await bench.ask<Timeline>('reporter', 'GET', `api/report/timeline/${report.id}`)).body;
    expect(steps.filter(({ signed }) => signed).map(({ signature }) => [signature?.state, signature?.changed])).toEqual(
      [0, 1, 2].map(() => ['invalid', [signedParts['signature']]]),
    );
    expect(
      (await verifyInstallation(server.services)).broken.filter((one) => one.includes(`编号${report.id}`)),
    ).not.toEqual([]);
  });

  it('a signature from before the signing key is compared with the hash in the audit trail and with its state when the key began (SEC-13)', async () => {
    const { report } = await bench.issued();
    // An earlier one: without the key, and recorded in the audit trail.
    const [signature] = await orm()
      .select()
      .from(signatureTable)
      .where(
        and(
          eq(signatureTable.machine, 'report'),
          eq(signatureTable.rowId, report.id),
          eq(signatureTable.move, 'submit'),
        ),
      );
    const old = { ...(signature as NonNullable<typeof signature>), personAccount: null };
    await tamper(aged(old.id, { seal: hashOf(sealedFields(old)) }));
    expect((await verdictOf(report.id)).verdict).toBe('valid');
    // It did not exist when the key was created.
    expect((await verifyInstallation(server.services)).broken).toContain(signatureCheckTexts.sealedBefore(1));
    await tamper(`update report set conclusion = '改' where id = ${report.id}`);
    const content = await contentOf(orm(), 'report', report.id, 'submit');
    const parts = partHashes(content as NonNullable<typeof content>);
    const forged = { ...old, parts, hash: hashOf(parts) };
    await tamper(
      `update signature
        set parts = '${JSON.stringify(parts)}', hash = '${forged.hash}', seal = '${hashOf(sealedFields(forged))}'
        where id = ${-old.id}`,
    );
    const { steps } = (await bench.ask<Timeline>('reporter', 'GET', `api/report/timeline/${report.id}`)).body;
    expect(steps.find(({ move }) => move === 'submit')?.signature).toMatchObject({
      state: 'invalid',
      changed: [signedParts['trail']],
    });
  });

  it('a signature deleted together with its step is reported as missing by the check against the audit trail (SEC-13)', async () => {
    const { report } = await bench.issued();
    await tamper(
      `delete from signature where machine = 'report' and row_id = ${report.id} and move = 'review'`,
      `delete from workflow_step where machine = 'report' and row_id = ${report.id} and move = 'review'`,
    );
    expect((await verifyInstallation(server.services)).broken).toContainEqual(
      expect.stringMatching(new RegExp(`^报告“${report.reportNo as string}”：审计日志（编号\\d+）记录的签名已不存在$`)),
    );
  });
});

describe('name under a signature', () => {
  const edit = (token: string, id: number, body: object, reason?: string) =>
    server.ask<ErrorBody & Answer<unknown>>('PUT', 'api/user/edit', {
      token,
      body: { id, ...body },
      ...(reason ? { headers: { 'x-reason': encodeURIComponent(reason) } } : {}),
    });

  it('people cannot change the name under their own signatures (SEC-10)', async () => {
    const { token } = bench.people.analyst;
    expect(
      (await server.ask<ErrorBody>('PUT', 'api/user/center', { token, body: { nickName: '钱签发' } })).body,
    ).toMatchObject({ status: 403, message: signingTexts.ownName });
    expect(
      (await server.ask('PUT', 'api/user/center', { token, body: { nickName: '李检测', phone: '13800001111' } }))
        .status,
    ).toBe(200);
  });

  it('a person’s name is changed by an administrator only with a reason, and not while the person signs (SEC-10)', async () => {
    const admin = await server.login('admin1');
    const organizationId = bench.home;
    const id = await server.rows.user({ userName: 'married', nickName: '王小红', organizationId });
    const row = async () =>
      (
        await server.ask<Answer<Record<string, unknown>> & Record<string, unknown>>('GET', `api/user/${id}`, {
          token: admin,
        })
      ).body;
    const draft = async () => ({ ...(await row()), nickName: '王晓红' });
    expect((await edit(admin, id, await draft())).body).toMatchObject({
      status: 400,
      errors: [{ field: 'nickName', message: signingTexts.renameReason }],
    });
    expect((await edit(admin, id, await draft(), '户口本更名')).status).toBe(200);
    const [line] = await orm()
      .select({ reason: auditLogTable.reason, after: auditLogTable.after })
      .from(auditLogTable)
      .where(and(eq(auditLogTable.entity, 'user'), eq(auditLogTable.entityId, id)))
      .orderBy(auditLogTable.id)
      .then((all) => all.slice(-1));
    expect(line).toMatchObject({ reason: '户口本更名', after: { nickName: '王晓红' } });
    // Signed in this session, and the signed work is still in approval.
    const { project } = await bench.reporting();
    await bench.submit('reporter', project.id, 'report');
    const { id: reporter } = bench.people.reporter;
    const theirs = (await server.ask<Record<string, unknown>>('GET', `api/user/${reporter}`, { token: admin })).body;
    const refused = (await edit(admin, reporter, { ...theirs, nickName: '孙某' }, '更名')).body;
    expect(refused).toMatchObject({ status: 409, code: 'signing', message: expect.stringContaining('尚未办结') });
    const { id: approver } = bench.people.approver;
    const other = (await server.ask<Record<string, unknown>>('GET', `api/user/${approver}`, { token: admin })).body;
    expect((await edit(admin, approver, { ...other, nickName: '钱某' }, '更名')).body).toMatchObject({
      status: 409,
      code: 'signing',
      message: signingTexts.renameSession('钱签发'),
    });
  });

  it('a signature is printed with the person’s account, which tells 2 people of one name apart on paper (SEC-10)', async () => {
    const twin = await server.rows.user({ userName: 'approver2', nickName: '钱签发', organizationId: bench.home });
    const { report } = await bench.issued();
    const { steps } = (await bench.ask<Timeline>('reporter', 'GET', `api/report/timeline/${report.id}`)).body;
    expect(steps.find(({ move }) => move === 'issue')).toMatchObject({
      personName: '钱签发（approver）',
      signature: { account: 'approver', state: 'valid' },
    });
    const drawn = (await pdfPages(new Uint8Array(await (await pdfOf(report.id)).arrayBuffer())))
      .map((page) => page.text)
      .join('')
      .replace(/\s/g, '');
    expect(drawn).toContain('签发：钱签发（approver）');
    expect(
      (
        await orm()
          .select({ account: signatureTable.personAccount })
          .from(signatureTable)
          .innerJoin(workflowStepTable, eq(workflowStepTable.id, signatureTable.step))
          .where(and(eq(signatureTable.machine, 'report'), eq(signatureTable.rowId, report.id)))
      ).map(({ account }) => account),
    ).toEqual(['reporter', 'quality', 'approver']);
    expect(twin).toBeGreaterThan(0);
  });
});
