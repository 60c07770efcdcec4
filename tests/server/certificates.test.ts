import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { and, desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { AnyRow } from '@contract/entity';
import { publicCalls, type VerifiedReport } from '@contract/features/publicity/publicityWire';
import { certificateTexts, type OwnCertificate } from '@contract/features/reports/certificates/certificateTexts';
import { certificateAgreement } from '@contract/features/signIn/legal/certificateAgreement';
import { failures } from '@contract/messages';
import type { Answer, ErrorBody } from '@contract/wire';
import { certifiedTexts } from '@contract/workflow/certifiedTexts';
import { formatDay } from '@server/base/zone';
import {
  announcementTable,
  auditLogTable,
  reportPaperTable,
  reportTable,
  signingCertificateTable,
} from '@server/db/schema';
import { remindOfCertificates } from '@server/features/reports/certificates/certificateReminders';
import { issuedFile } from '@server/features/reports/certificates/issuedFile';
import { isSignedAndUnchanged, verifyPdf } from '@server/signing/certified/verifyPdf';
import { reportBench, signingPassword } from '../support/reportBench';
import { type TestServer, testServer } from '../support/server';
import { timestampServer } from '../support/timestampServer';

// 数字证书: how an organization and its people get one, and what issuing a report does with it. Each group has an
// organization of its own.

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const path = 'api/signingCertificate';
const orm = () => server.database.orm;
type Bench = Awaited<ReturnType<typeof reportBench>>;

async function house(mark: string) {
  const home = await server.rows.organization({ name: `${mark}检测中心`, code: `Z${mark}` });
  const bench = await reportBench(server, { home, mark });
  const userName = `keeper${mark}`;
  await server.rows.user({
    userName,
    organizationId: home,
    roles: [
      await server.rows.role({
        permissions: ['signingCertificate:list', 'signingCertificate:add', 'signingCertificate:status'],
      }),
    ],
  });
  const token = await server.login(userName);
  const keeper = <B = Answer<{ id: number }> & ErrorBody>(verb: 'GET' | 'POST' | 'PUT', to: string, body?: unknown) =>
    server.ask<B>(verb, `${path}${to}`, { token, ...(body === undefined ? {} : { body }) });
  const rows = () =>
    orm()
      .select()
      .from(signingCertificateTable)
      .where(eq(signingCertificateTable.organizationId, home))
      .orderBy(signingCertificateTable.id);
  const own = (password: string | undefined = signingPassword, agreement = certificateAgreement.version) =>
    bench.ask<Answer<{ id: number }> & ErrorBody>('approver', 'POST', `${path}/own`, { password, agreement });
  return { home, bench, keeper, rows, own };
}

async function paperOf({ ask }: Bench, report: number): Promise<Uint8Array> {
  const [reportPaperRow] = await orm().select().from(reportPaperTable).where(eq(reportPaperTable.reportId, report));
  const stream = await server.services.files.read(String(reportPaperRow?.fileId));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(reportPaperRow?.sha256);
  const served = await ask('reporter', 'GET', `api/report/pdf/${report}`);
  expect(served.status).toBe(200);
  return bytes;
}

const codeOf = async (report: number): Promise<string> => {
  const [row] = await orm()
    .select({ code: reportTable.verifyCode })
    .from(reportTable)
    .where(eq(reportTable.id, report));
  return row?.code ?? '';
};

const linesOf = (title: string) =>
  orm()
    .select()
    .from(auditLogTable)
    .where(and(eq(auditLogTable.entityLabel, certificateTexts.signedPaper), eq(auditLogTable.title, title)))
    .orderBy(desc(auditLogTable.id));

describe('issued report signed by certificate', () => {
  it('an issued report is signed by the certificates of the issuing person and the organization, and exactly this file is served', async () => {
    const { bench, keeper, rows, own } = await house('A');
    expect((await keeper('POST', '/make')).body.message).toBe(certificateTexts.made);
    expect((await own()).status).toBe(200);
    expect((await rows()).map(({ kind, state, holder }) => [kind, state, holder])).toEqual([
      ['authority', 'inUse', 'A检测中心数字证书'],
      ['organization', 'inUse', 'A检测中心'],
      ['person', 'inUse', '钱签发'],
    ]);
    const { report } = await bench.issued();
    const bytes = await paperOf(bench, report.id);
    const verdicts = await verifyPdf(bytes);
    expect(isSignedAndUnchanged(verdicts)).toBe(true);
    expect(verdicts.map(({ certificate }) => certificate?.holder)).toEqual(['钱签发', 'A检测中心']);
    const [line] = await linesOf(String(report.reportNo));
    expect(line).toMatchObject({ reason: null });
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const known = { reportNo: report.reportNo, voided: false, replacedBy: null };
    expect(await issuedFile(orm(), sha256)).toEqual(known);
    expect(
      await issuedFile(
        orm(),
        sha256.replace(/^./, (sign) => (sign === '0' ? '1' : '0')),
      ),
    ).toBeUndefined();
    const seen = await server.ask<VerifiedReport>('GET', `${publicCalls.verify}?code=${await codeOf(report.id)}`);
    expect(seen.body).toMatchObject({ verdict: 'valid', sha256 });
  });

  it('an issued report without any certificate stays as it was before certificates existed', async () => {
    const { bench } = await house('B');
    const { report } = await bench.issued();
    expect(await verifyPdf(await paperOf(bench, report.id))).toEqual([]);
  });

  it('an issued report has a timestamp if TSA_URL is set; without the authority’s answer it is issued, and the audit trail and administrators are told', async () => {
    const { bench, keeper } = await house('C');
    await keeper('POST', '/make');
    await server.rows.user({ userName: 'platformC', isAdmin: true, organizationId: null });
    const tsa = await timestampServer();
    onTestFinished(tsa.close);
    const { env } = server.services as { env: { tsaUrl: string | undefined } };
    onTestFinished(() => void (env.tsaUrl = undefined));
    env.tsaUrl = tsa.url;
    const { report } = await bench.issued();
    const [stamped] = await verifyPdf(await paperOf(bench, report.id));
    expect(stamped?.stampedAt).toBeInstanceOf(Date);
    env.tsaUrl = 'http://127.0.0.1:9/';
    const { report: next } = await bench.issued();
    const verdicts = await verifyPdf(await paperOf(bench, next.id));
    expect(isSignedAndUnchanged(verdicts)).toBe(true);
    expect(verdicts[0]?.stampedAt).toBeNull();
    expect((await linesOf(String(next.reportNo)))[0]?.reason).toBe(certifiedTexts.timestampUnreachable);
    const [announcementRow] = await orm().select().from(announcementTable).orderBy(desc(announcementTable.id)).limit(1);
    expect(announcementRow?.titile).toBe(certificateTexts.unstampedTitle(String(next.reportNo)));
  });

  it('a report is not issued with a certificate that is expired, not yet valid, revoked or encrypted with another key; a sentence says what to do', async () => {
    const { home, bench, keeper, rows, own } = await house('D');
    await keeper('POST', '/make');
    const made = await bench.reporting();
    const approval = (await bench.submit('reporter', made.project.id, 'report')).body.body?.id ?? 0;
    await bench.pass(approval, 'second');
    const ofHouse = and(
      eq(signingCertificateTable.organizationId, home),
      eq(signingCertificateTable.kind, 'organization'),
    );
    const kept = (await rows()).find(({ kind }) => kind === 'organization');
    const right = {
      validFrom: kept?.validFrom ?? '',
      validUntil: kept?.validUntil ?? '',
      keyStored: kept?.keyStored ?? '',
    };
    const refused = async (changes: Partial<typeof right>, said: string) => {
      await orm()
        .update(signingCertificateTable)
        .set({ ...right, ...changes })
        .where(ofHouse);
      const { status, body } = await bench.move('approver', approval, 'sign');
      expect([status, body.code, body.message]).toEqual([409, 'certificate', said]);
    };
    const { organization: cure } = certificateTexts.cure;
    const name = 'D检测中心';
    await refused({ validUntil: '2020-01-01' }, certificateTexts.expired(name, '2020-01-01', cure));
    await refused({ validFrom: '2099-01-01' }, certificateTexts.notYet(name, '2099-01-01'));
    const foreign = `sealed:1:${Buffer.alloc(60).toString('base64')}`;
    await refused({ keyStored: foreign }, certificateTexts.unreadable(name, cure));
    const revoked = await keeper('PUT', '/revoke', { id: kept?.id, reason: '私钥泄露' });
    expect(revoked.body.message).toBe(certificateTexts.ended);
    await refused({}, certificateTexts.revoked(name, cure));
    // Renewed, the report is issued; of a person's own expired one it is said who renews it.
    await keeper('POST', '/make');
    await own();
    await orm()
      .update(signingCertificateTable)
      .set({ validUntil: '2020-01-01' })
      .where(and(eq(signingCertificateTable.organizationId, home), eq(signingCertificateTable.kind, 'person')));
    const late = await bench.move('approver', approval, 'sign');
    expect(late.body.message).toBe(certificateTexts.expired('钱签发', '2020-01-01', certificateTexts.cure.person));
    await own();
    expect((await bench.move('approver', approval, 'sign')).status).toBe(200);
    expect(isSignedAndUnchanged(await verifyPdf(await paperOf(bench, made.report.id)))).toBe(true);
  });
});

describe('certificate', () => {
  it('a personal certificate needs the accepted current agreement and the password, and the acceptance is kept ten years after its end', async () => {
    const { rows, own } = await house('E');
    expect((await own('wrong-Pass1!')).body.message).toBe(failures.wrongPassword);
    expect((await own(signingPassword, '2020年1月1日')).body.message).toBe(certificateTexts.outdated);
    expect(await rows()).toEqual([]);
    await server.rows.user({ userName: 'platformE', isAdmin: true, organizationId: null });
    const admin = await server.ask<ErrorBody>('POST', `${path}/own`, {
      token: await server.login('platformE'),
      body: { password: signingPassword, agreement: certificateAgreement.version },
    });
    expect([admin.status, admin.body.message]).toEqual([409, certificateTexts.onlySigners]);
    expect((await own()).status).toBe(200);
    expect((await own()).status).toBe(200);
    const all = await rows();
    expect(all.map(({ kind, state }) => [kind, state])).toEqual([
      ['authority', 'inUse'],
      ['person', 'replaced'],
      ['person', 'inUse'],
    ]);
    const newest = all.at(-1);
    expect(newest?.agreement).toBe(certificateAgreement.version);
    expect(newest?.acceptedAt).toBeInstanceOf(Date);
    expect(newest?.keptUntil).toBe(`${Number(newest?.validUntil?.slice(0, 4)) + 10}${newest?.validUntil?.slice(4)}`);
  });

  it('a certificate is shown to its owner, and no call returns a private key', async () => {
    const { bench, keeper, own } = await house('F');
    const mine = () => bench.ask<OwnCertificate>('approver', 'GET', `${path}/own`);
    expect((await mine()).body).toEqual({ agreement: certificateAgreement.version, isAvailable: true, current: null });
    await own();
    const { body, text } = await mine();
    expect(body.current).toMatchObject({ holder: '钱签发', state: 'inUse' });
    const list = await keeper<{ content: AnyRow[] }>('GET', '');
    expect(list.body.content).toHaveLength(2);
    for (const said of [text, list.text, (await keeper('GET', `/${String(list.body.content[0]?.id)}`)).text])
      expect(said).not.toMatch(/PRIVATE KEY|sealed:|keyStored|BEGIN/);
  });

  it('a certificate is loaded from a p12 file with its password; a faulty file is refused with the reason, and nothing of it is kept', async () => {
    const { bench, keeper, rows } = await house('G');
    const directory = mkdtempSync(join(tmpdir(), 'occhealth-p12-'));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    const run = (...args: string[]) => spawnSync('openssl', args, { cwd: directory, encoding: 'utf8' });
    const file = (days: string): string => {
      run(
        'req',
        '-x509',
        '-newkey',
        'rsa:2048',
        '-nodes',
        '-keyout',
        'k',
        '-out',
        'c',
        '-days',
        days,
        '-subj',
        '/CN=G',
      );
      run('pkcs12', '-export', '-inkey', 'k', '-in', 'c', '-passout', 'pass:Secret1', '-out', 'p');
      return readFileSync(join(directory, 'p')).toString('base64');
    };
    const good = file('400');
    const load = async (body: object) => (await keeper('POST', '/load', body)).body;
    expect((await load({ file: good, password: 'Other1' })).message).toContain(certifiedTexts.wrongP12Password);
    expect((await load({ file: Buffer.from('no').toString('base64'), password: 'x' })).message).toContain(
      certifiedTexts.notP12,
    );
    expect((await load({ password: 'x' })).message).toContain(certificateTexts.noFile);
    expect(await rows()).toEqual([]);
    expect((await load({ file: good, password: 'Secret1' })).message).toBe(certificateTexts.loaded);
    const [kept] = await rows();
    expect(kept).toMatchObject({ holder: 'G', kind: 'organization', source: 'loaded', state: 'inUse' });
    expect(kept?.keyStored).toMatch(/^sealed:1:/);
    const { report } = await bench.issued();
    expect(await verifyPdf(await paperOf(bench, report.id))).toMatchObject([{ intact: true, coversWholeFile: true }]);
  });

  it('a certificate is revoked once, with a reason, by a person with the permission; an authority’s certificate cannot be revoked', async () => {
    const { bench, keeper, rows } = await house('H');
    await keeper('POST', '/make');
    const [authority, own] = await rows();
    expect((await keeper('PUT', '/revoke', { id: own?.id, reason: ' ' })).body.message).toContain(
      certificateTexts.noReason,
    );
    expect((await keeper('PUT', '/revoke', { id: authority?.id, reason: '停用' })).body.message).toBe(
      certificateTexts.notAuthority('H检测中心数字证书'),
    );
    expect((await bench.ask('approver', 'PUT', `${path}/revoke`, { id: own?.id, reason: '停用' })).status).toBe(403);
    const other = await house('I');
    expect((await other.keeper('PUT', '/revoke', { id: own?.id, reason: '停用' })).status).toBe(404);
    expect((await keeper('PUT', '/revoke', { id: own?.id, reason: '停用' })).status).toBe(200);
    expect((await keeper('PUT', '/revoke', { id: own?.id, reason: '停用' })).body.message).toBe(
      certificateTexts.alreadyEnded('H检测中心'),
    );
  });

  it('a certificate that ends soon is announced once to its holder, and the organization’s certificate to the people who renew it', async () => {
    const { home, keeper, own } = await house('J');
    await keeper('POST', '/make');
    await own();
    await remindOfCertificates(server.services);
    const told = async () =>
      (await orm().select().from(announcementTable).where(eq(announcementTable.organizationId, home))).map(
        ({ titile, msgAbstract }) => [titile, msgAbstract],
      );
    expect(await told()).toEqual([]);
    const day = formatDay(new Date(server.services.now().getTime() + 10 * 86_400_000), server.services.env.zone);
    await orm()
      .update(signingCertificateTable)
      .set({ validUntil: day })
      .where(eq(signingCertificateTable.organizationId, home));
    await remindOfCertificates(server.services);
    await remindOfCertificates(server.services);
    expect(await told()).toEqual(
      [
        ['J检测中心', certificateTexts.cure.organization],
        ['钱签发', certificateTexts.cure.person],
      ].map(([holder = '', cure = '']) => [
        certificateTexts.endingTitle(holder, day, false),
        certificateTexts.endingText(cure),
      ]),
    );
  });
});
