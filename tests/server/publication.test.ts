import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { and, count, eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyRow } from '@contract/entity';
import { clientNoticeTexts } from '@contract/features/customers/enterprise/clientMatters';
import {
  publicationTexts,
  type PublicationPreview,
  type PublicationProposal,
} from '@contract/features/publicity/noticePublication';
import {
  publicCalls,
  publicityTexts,
  type PublicReport,
  publicReportFile,
  type VerifiedReport,
} from '@contract/features/publicity/publicityWire';
import type { Answer, ErrorBody } from '@contract/wire';
import type { Timeline } from '@contract/workflow/workflowWire';
import {
  auditLogTable,
  organizationTable,
  projectTable,
  reportContentTable,
  reportFormulaTable,
  reportPaperTable,
  reportSceneTable,
  reportTable,
  sampleTable,
  siteMediaTable,
  storedFileTable,
} from '@server/db/schema';
import { redrawCopies } from '@server/features/publicity/redrawCopies';
import { asStored } from '../support/asStored';
import { pdfPages, unspaced } from '../support/pdfText';
import { exifWithPlace } from '../support/pictureBombs';
import { reportBench, reporterPermissions } from '../support/reportBench';
import { type Answered, type TestServer, testServer } from '../support/server';
import { png, sendForm } from '../support/uploads';

let server: TestServer;
let bench: Awaited<ReturnType<typeof reportBench>>;
let caller = 0;

beforeAll(async () => {
  server = await testServer();
  bench = await reportBench(server);
  await server.database.orm
    .update(organizationTable)
    .set({ phone: '13588063917' })
    .where(eq(organizationTable.id, bench.home));
});
afterAll(() => server.close());

const orm = () => server.database.orm;
const visit = <B>(path: string): Promise<Answered<B>> =>
  server.ask<B>('GET', path, { ip: `198.51.100.${(caller += 1) % 250}` });
const reportOf = async (id: number) => (await orm().select().from(reportTable).where(eq(reportTable.id, id)))[0];
const stageOf = async (id: number) =>
  (await orm().select({ stage: projectTable.stage }).from(projectTable).where(eq(projectTable.id, id)))[0]?.stage;
const archive = (id: number) => orm().update(projectTable).set({ stage: 'archived' }).where(eq(projectTable.id, id));
const upload = async (token = bench.people.reporter.token, content = png(), name = 'a.png'): Promise<string> =>
  (
    await sendForm<{ body: { id: string } }>(server, 'api/file/upload', {
      token,
      fields: { fileClass: 'image' },
      name,
      content,
    })
  ).body.body.id;
const notices = async () =>
  (await orm().select({ found: count() }).from(reportFormulaTable).where(isNull(reportFormulaTable.deleteTime)))[0]
    ?.found ?? 0;
const files = async () => (await orm().select({ found: count() }).from(storedFileTable))[0]?.found ?? 0;
const papers = async () => (await orm().select({ found: count() }).from(reportPaperTable))[0]?.found ?? 0;

const bytesOf = async (path: string, headers = {}): Promise<Buffer> =>
  Buffer.from(await (await server.app.request(`/${path}`, { headers })).arrayBuffer());
const paperOf = (id: number): Promise<Buffer> =>
  bytesOf(`api/report/pdf/${id}`, { authorization: `Bearer ${bench.people.reporter.token}` });
const textOfPdf = async (bytes: Uint8Array): Promise<string> =>
  (await pdfPages(new Uint8Array(bytes))).map((page) => page.text).join('');

const words = {
  region: '浙江省/杭州市/滨江区',
  address: '江虹南路382号',
  contact: '陈雅琴',
  contactPhone: '18768403517',
  leader: '王组长',
  team: '王组长、李检测',
  companion: '沈建国',
  samplers: '王采样',
  samplingFrom: '2026-05-10',
  samplingTo: '2026-05-10',
};
async function asked(id: number, more: object = {}) {
  return {
    id,
    draft: words,
    scenes: [
      {
        picture: await upload(),
        caption: '喷漆岗位采样，电话13857106241',
        activity: 'sampling',
        takenOn: '2026-05-10',
      },
    ],
    withReport: false,
    ...more,
  };
}
const publish = (body: object, who: 'reporter' | 'approver' = 'reporter') =>
  bench.ask<Answer<{ notice: number }> & ErrorBody>(who, 'PUT', 'api/report/publish', body);

async function archived() {
  const made = await bench.issued();
  await archive(made.project.id);
  return made;
}
async function published(more: object = {}) {
  const made = await archived();
  const { status, body, text } = await publish(await asked(made.report.id, more));
  expect(status, text).toBe(200);
  return { ...made, notice: body.body?.notice ?? 0 };
}

describe('publishing an issued report', () => {
  it('publishing an issued report is one step: the preview equals the masked public page, and report and project change state with it', async () => {
    const { project, report } = await archived();
    const file = await upload();
    await orm()
      .insert(siteMediaTable)
      .values({
        project: project.id,
        activity: 'sampling',
        place: '喷漆岗位',
        content: file,
        takenAt: new Date('2026-05-10T02:00:00Z'),
        organizationId: bench.home,
      });
    const proposal = (await bench.ask<PublicationProposal>('reporter', 'GET', `api/report/publication/${report.id}`))
      .body;
    expect(proposal).toMatchObject({
      blocked: null,
      draft: { reportNo: report.reportNo, testers: '李检测', testFrom: '2026-05-13', unitName: report.unitName },
      scenes: [{ picture: file, caption: '喷漆岗位', takenOn: '2026-05-10' }],
    });
    expect(proposal.fixed).toEqual(expect.arrayContaining(['reportNo', 'testers', 'testFrom', 'unitName']));
    // Nobody can set another tester, or another number, than the report was signed with.
    const body = await asked(report.id, { draft: { ...words, testers: '别人', reportNo: 'X-1' }, withReport: true });
    const preview = (await bench.ask<PublicationPreview>('reporter', 'POST', 'api/report/publicationPreview', body))
      .body;
    expect([preview.gaps, preview.pictures, await notices()]).toEqual([
      [],
      body.scenes.map(({ picture }) => picture),
      0,
    ]);
    const done = await publish(body);
    expect([done.status, done.body.message], done.text).toEqual([200, publicationTexts.published]);
    const notice = done.body.body?.notice ?? 0;
    const read = (await visit<PublicReport>(`${publicCalls.reports}/${notice}`)).body;
    expect(read).toEqual({
      ...preview.report,
      id: notice,
      publishTime: read.publishTime,
      scenes: preview.report.scenes.map((scene, index) => ({ ...scene, id: read.scenes[index]?.id })),
    });
    expect(read).toMatchObject({
      reportNo: report.reportNo,
      contactPhone: '187****3517',
      test: { people: '李检测' },
      companion: '沈建国',
      hasReport: true,
      scenes: [{ caption: '喷漆岗位采样，电话138****6241' }],
    });
    expect([
      (await reportOf(report.id))?.state,
      (await reportOf(report.id))?.notice,
      await stageOf(project.id),
    ]).toEqual(['published', notice, 'published']);
    const { steps, moves } = (await bench.ask<Timeline>('reporter', 'GET', `api/report/timeline/${report.id}`)).body;
    expect([
      steps.at(-1)?.label,
      steps.filter(({ signed }) => signed).map(({ signature }) => signature?.state),
      moves.map(({ key }) => key),
    ]).toEqual(['公示', ['valid', 'valid', 'valid'], ['withdraw', 'correct']]);
    expect(
      (await bench.ask<Timeline>('reporter', 'GET', `api/project/timeline/${project.id}`)).body.steps.at(-1),
    ).toMatchObject({ label: '公示', personName: '孙编制' });
  });

  it('publishing an issued report includes, on request, a copy with masked numbers, names without specimen signatures, and the verdicts as signed', async () => {
    const { report, notice } = await published({ withReport: true, draft: { ...words, companionPublic: false } });
    const textOf = async (response: Response): Promise<string> => {
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf']);
      return unspaced((await pdfPages(new Uint8Array(await response.arrayBuffer()))).map((page) => page.text).join(''));
    };
    const text = await textOf(await server.app.request(`/${publicReportFile(notice)}`));
    for (const said of [
      publicationTexts.copyMark,
      String(report.reportNo),
      '检测结果(mg/m³)',
      '48.2',
      '编制：孙编制',
      '签发：钱签发',
    ])
      expect(text).toContain(unspaced(said));
    // No unmasked number except the agency's own, which its paper needs (QUALITY AZ10).
    expect(text).toContain('13588063917');
    const others = (said: string) => said.replaceAll('13588063917', '（机构电话）').match(/1[3-9]\d{9}/g);
    expect(others(text)).toBeNull();
    const headers = { authorization: `Bearer ${bench.people.reporter.token}`, 'content-type': 'application/json' };
    const shown = await textOf(
      await server.app.request('/api/report/publicationCopy', {
        method: 'POST',
        headers,
        body: JSON.stringify(await asked(report.id, { draft: { ...words, companionPublic: false } })),
      }),
    );
    expect(shown).toContain(unspaced(publicationTexts.copyMark));
    expect(others(shown)).toBeNull();
    expect((await visit(publicReportFile((await published()).notice))).status).toBe(404);
  });

  it('publishing an issued report names no worker on any public paper, and shows the publisher each masked text', async () => {
    const { project, report } = await bench.reporting();
    const [own] = await orm()
      .select({ id: sampleTable.id })
      .from(sampleTable)
      .where(and(eq(sampleTable.project, project.id), eq(sampleTable.period, 'long')));
    await orm()
      .update(sampleTable)
      .set({ person: '诸葛建国', mode: 'personal' })
      .where(eq(sampleTable.id, own?.id ?? 0));
    await bench.pass((await bench.submit('reporter', project.id, 'report')).body.body?.id ?? 0, 'sign');
    await archive(project.id);
    const signed = await paperOf(report.id);
    expect(unspaced(await textOfPdf(signed))).toContain('诸葛建国');
    const picture = await upload();
    const body = {
      id: report.id,
      draft: { ...words, conclusion: '诸葛建国所在岗位符合要求' },
      scenes: [{ picture, caption: '诸葛建国佩戴采样泵', activity: 'sampling', takenOn: null }],
      withReport: true,
    };
    const { copy, report: page } = (
      await bench.ask<PublicationPreview>('reporter', 'POST', 'api/report/publicationPreview', body)
    ).body;
    expect(copy?.hidden).toContainEqual({
      where: '涂装车间 喷漆岗位 甲苯 2026-05-13',
      before: '诸葛建国',
      after: '诸**',
    });
    expect([page.conclusion, page.scenes[0]?.caption]).toEqual(['诸**所在岗位符合要求', '诸**佩戴采样泵']);
    expect(JSON.stringify([copy?.document, page])).not.toContain('诸葛');
    const notice = (await publish(body)).body.body?.notice ?? 0;
    const told = unspaced(await textOfPdf(await bytesOf(publicReportFile(notice))));
    expect([
      told.includes('诸葛'),
      told.includes('诸**'),
      JSON.stringify((await visit<PublicReport>(`${publicCalls.reports}/${notice}`)).body).includes('诸葛'),
    ]).toEqual([false, true, false]);
    expect(Buffer.compare(await paperOf(report.id), signed)).toBe(0);
  });

  it('the public copy of a report made under earlier masking rules is drawn again; the signed PDF stays byte for byte', async () => {
    const { report, notice } = await published({ withReport: true });
    const signed = await paperOf(report.id);
    const [before] = await orm().select().from(reportFormulaTable).where(eq(reportFormulaTable.id, notice));
    await orm().update(reportFormulaTable).set({ copyRules: 1 }).where(eq(reportFormulaTable.id, notice));
    expect((await visit<ErrorBody>(publicReportFile(notice))).body.message).toBe(publicationTexts.redrawing);
    expect(await redrawCopies(server.services)).toBe(1);
    const [after] = await orm().select().from(reportFormulaTable).where(eq(reportFormulaTable.id, notice));
    expect([
      after?.reportFile === before?.reportFile,
      await server.services.files.stat(before?.reportFile ?? ''),
    ]).toEqual([false, undefined]);
    expect((await bytesOf(publicReportFile(notice))).subarray(0, 5).toString()).toBe('%PDF-');
    expect([Buffer.compare(await paperOf(report.id), signed), await redrawCopies(server.services)]).toEqual([0, 0]);
  });

  it('the public copy of a report contains photographs without their location; the report itself keeps it', async () => {
    const { project, report } = await bench.reporting();
    const camera = readFileSync(join(import.meta.dirname, '../../server/seed/demo/pictures/sampling.jpg'));
    const located = Buffer.concat([camera.subarray(0, 2), exifWithPlace(), camera.subarray(2)]);
    const picture = await upload(bench.people.reporter.token, located, '现场.jpg');
    await orm()
      .insert(siteMediaTable)
      .values({
        project: project.id,
        activity: 'sampling',
        place: '喷漆岗位',
        content: picture,
        takenAt: new Date('2026-05-10T02:00:00Z'),
        organizationId: bench.home,
      });
    await bench.pass((await bench.submit('reporter', project.id, 'report')).body.body?.id ?? 0, 'sign');
    await archive(project.id);
    const published = await publish({
      ...(await asked(report.id)),
      scenes: [{ picture, caption: '喷漆岗位采样', activity: 'sampling', takenOn: '2026-05-10' }],
      withReport: true,
    });
    const [copy, own] = [
      await bytesOf(publicReportFile(published.body.body?.notice ?? 0)),
      await bytesOf(`api/report/pdf/${report.id}`, { authorization: `Bearer ${bench.people.reporter.token}` }),
    ];
    const picturesEnd = camera.subarray(-2000);
    expect([
      copy.includes(picturesEnd),
      own.includes(picturesEnd),
      copy.includes('Exif'),
      own.includes('Exif'),
    ]).toEqual([true, true, false, true]);
  });

  it('publishing a report is refused with the reason before its issue, before the archive, twice, and without the permission', async () => {
    const { project, report } = await bench.reporting();
    const before = [await notices(), await files()];
    const early = { ...(await asked(report.id)), withReport: true };
    for (const path of ['publicationPreview', 'publicationCopy']) {
      const { status, body } = await bench.ask('reporter', 'POST', `api/report/${path}`, early);
      expect([status, body.message], path).toEqual([404, '报告内容不存在']);
    }
    const papersBefore = await papers();
    // The file drawn at issue is the report's paper, and no part of the publication.
    const written = async () => [
      (await notices()) - (before[0] ?? 0),
      (await files()) - (before[1] ?? 0) - 1 - ((await papers()) - papersBefore),
    ];
    expect((await publish(early)).body.message).toBe(publicationTexts.notIssued('编制中'));
    const approval = (await bench.submit('reporter', project.id, 'report')).body.body?.id ?? 0;
    expect((await publish(early)).body.message).toBe(publicationTexts.notIssued('待审核'));
    await bench.pass(approval, 'sign');
    const open = await publish(early);
    expect([open.status, open.body.code, open.body.message]).toEqual([
      409,
      'notArchived',
      publicationTexts.notArchived('报告签发'),
    ]);
    await archive(project.id);
    expect((await publish(early, 'approver')).status).toBe(403);
    const lacking = await publish({ ...early, scenes: [], draft: { ...words, companion: null } });
    expect([lacking.status, lacking.body.message]).toEqual([409, expect.stringContaining('现场影像')]);
    expect((await publish({ ...early, draft: { ...words, contact: '' } })).body.errors).toMatchObject([
      { field: 'contact' },
    ]);
    expect([await written(), (await reportOf(report.id))?.state, await stageOf(project.id)]).toEqual([
      [0, 0],
      'issued',
      'archived',
    ]);
    expect((await publish(early)).status).toBe(200);
    expect([(await publish(early)).body.message, await written()]).toEqual([
      publicationTexts.alreadyPublished(String(report.reportNo)),
      [1, 1],
    ]);
  });

  it('publishing a report is refused for an invalid signature, a voided report, another organization’s report, and foreign pictures', async () => {
    const altered = await archived();
    await orm()
      .update(reportContentTable)
      .set({ content: { altered: true } })
      .where(eq(reportContentTable.reportId, altered.report.id));
    const bad = await publish(await asked(altered.report.id));
    expect([bad.status, bad.body.code, bad.body.message]).toEqual([
      409,
      'signatureInvalid',
      publicationTexts.badSignature('报告内容'),
    ]);
    // Scanning its code gives the same answer.
    const [{ verifyCode } = { verifyCode: '' }] = await orm()
      .select({ verifyCode: reportTable.verifyCode })
      .from(reportTable)
      .where(eq(reportTable.id, altered.report.id));
    expect((await visit<VerifiedReport>(`${publicCalls.verify}?code=${verifyCode}`)).body.verdict).toBe('altered');
    const { report } = await archived();
    await bench.ask('approver', 'PUT', 'api/report/void', { id: report.id, reason: '客户撤销' });
    expect((await publish(await asked(report.id))).body.message).toBe(publicationTexts.voided);
    const other = await archived();
    await server.rows.user({
      userName: 'elsewhere',
      organizationId: await server.rows.organization({ name: '丙检测中心' }),
      roles: [await server.rows.role({ permissions: [...reporterPermissions, 'file:list'] })],
    });
    const token = await server.login('elsewhere');
    const foreign = await asked(other.report.id);
    for (const [verb, path] of [
      ['PUT', 'publish'],
      ['POST', 'publicationPreview'],
      ['POST', 'publicationCopy'],
    ] as const)
      expect((await server.ask(verb, `api/report/${path}`, { token, body: foreign })).status).toBe(404);
    const theirs = await upload(token);
    expect(
      (await publish({ ...foreign, scenes: foreign.scenes.map((scene) => ({ ...scene, picture: theirs })) })).body
        .message,
    ).toBe(publicationTexts.foreignPicture);
    expect((await reportOf(other.report.id))?.state).toBe('issued');
  });

  it('publishing a report is refused if a notice entered by hand is public under its number', async () => {
    const { project, report } = await archived();
    const title = '手工编写的报告公示';
    await orm()
      .insert(reportFormulaTable)
      .values({
        organizationId: bench.home,
        title,
        unitName: '某单位',
        reportNo: String(report.reportNo),
        reportType: 'DQ',
        reportDate: '2026-05-20',
        region: words.region,
        address: words.address,
        contact: words.contact,
        contactPhone: words.contactPhone,
        leader: words.leader,
        team: words.team,
        companionPublic: true,
        status: '1',
        publishTime: new Date(),
      });
    const before = await notices();
    const refused = await publish(await asked(report.id));
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      409,
      'duplicate',
      publicationTexts.numberTaken(title),
    ]);
    expect([await notices(), (await reportOf(report.id))?.state, await stageOf(project.id)]).toEqual([
      before,
      'issued',
      'archived',
    ]);
  });

  it('publishing a report by the same request sent twice at once creates one notice', async () => {
    const { report } = await archived();
    const body = await asked(report.id);
    const send = () =>
      server.ask<Answer<{ notice: number }>>('PUT', 'api/report/publish', {
        token: bench.people.reporter.token,
        body,
        headers: { 'idempotency-key': 'publish-once' },
      });
    const [one, two] = await Promise.all([send(), send()]);
    expect([one.status, two.status, one.body.body]).toEqual([200, 200, two.body.body]);
    expect(
      await orm()
        .select()
        .from(reportSceneTable)
        .where(and(eq(reportSceneTable.formula, one.body.body?.notice ?? 0), isNull(reportSceneTable.deleteTime))),
    ).toHaveLength(1);
  });
});

describe('client of a report', () => {
  it('the enterprise users of a report’s enterprise are notified when it is issued, replaced and voided; no other enterprise users are', async () => {
    const made = await bench.reporting();
    const [{ unit } = { unit: 0 }] = await orm()
      .select({ unit: projectTable.belongInspect })
      .from(projectTable)
      .where(eq(projectTable.id, made.project.id));
    const others = await server.rows.inspectUnit({ organizationId: bench.home });
    await server.rows.user({ userName: 'its-client', organizationId: bench.home, isQy: true, units: [unit] });
    await server.rows.user({ userName: 'other-client', organizationId: bench.home, isQy: true, units: [others] });
    const [own, other] = [await server.login('its-client'), await server.login('other-client')];
    const titles = async (token: string) =>
      JSON.stringify(
        (
          await server.ask(
            'GET',
            'api/ohitAnnouncementSend/querySendInfo?readFlag=0&sendStatus=1&pageNumber=0&pageSize=50',
            { token },
          )
        ).body,
      );
    await bench.pass((await bench.submit('reporter', made.project.id, 'report')).body.body?.id ?? 0, 'sign');
    const no = String(made.report.reportNo);
    expect([
      (await titles(own)).includes(clientNoticeTexts.issuedTitle(no)),
      (await titles(other)).includes(no),
    ]).toEqual([true, false]);
    const correction = (
      await bench.ask<Answer<AnyRow>>('reporter', 'POST', 'api/report/correct', {
        id: made.report.id,
        reason: '单位名称有误',
      })
    ).body.body;
    await bench.pass((await bench.submit('reporter', made.project.id, 'report')).body.body?.id ?? 0, 'sign');
    expect(await titles(own)).toContain(clientNoticeTexts.replacedTitle(no));
    expect(
      (await bench.ask('approver', 'PUT', 'api/report/void', { id: correction?.id, reason: '客户撤销' })).status,
    ).toBe(200);
    expect(await titles(own)).toContain(clientNoticeTexts.voidedTitle(String(correction?.reportNo)));
    expect(await titles(other)).not.toContain(no);
  });
});

describe('later changes of a publication', () => {
  it('a published report can be withdrawn with a reason, and published again under the same address', async () => {
    const { project, report, notice } = await published();
    expect((await bench.ask('reporter', 'PUT', 'api/report/withdraw', { id: report.id, reason: ' ' })).status).toBe(
      400,
    );
    expect(
      (await bench.ask('reporter', 'PUT', 'api/report/withdraw', { id: report.id, reason: '联系人有误' })).body.message,
    ).toBe(publicationTexts.withdrawn);
    expect([
      (await visit<ErrorBody>(`${publicCalls.reports}/${notice}`)).body.message,
      (await reportOf(report.id))?.state,
      await stageOf(project.id),
    ]).toEqual([publicityTexts.goneReport, 'issued', 'archived']);
    expect(
      (await bench.ask('reporter', 'PUT', 'api/report/withdraw', { id: report.id, reason: '再一次' })).body.message,
    ).toBe(publicationTexts.notPublished);
    const { steps } = (await bench.ask<Timeline>('reporter', 'GET', `api/project/timeline/${project.id}`)).body;
    expect(steps.at(-1)).toMatchObject({ label: '撤回公示', reason: '联系人有误' });
    const lines = await orm()
      .select({ entity: auditLogTable.entity, reason: auditLogTable.reason })
      .from(auditLogTable)
      .where(eq(auditLogTable.reason, '联系人有误'));
    expect(lines.map(({ entity }) => entity).sort()).toEqual(['project', 'report', 'reportFormula']);
    const again = await publish(await asked(report.id, { draft: { ...words, contact: '周敏' } }));
    expect([
      again.body.body?.notice,
      (await visit<PublicReport>(`${publicCalls.reports}/${notice}`)).body.contact,
    ]).toEqual([notice, '周敏']);
  });

  it('withdrawing a public notice withdraws the public copy of its report, and the notice cannot be published again by hand', async () => {
    const { project, report, notice } = await published();
    expect(
      (
        await bench.ask('reporter', 'PUT', 'api/reportFormula/withdraw', {
          rows: await asStored(server, reportFormulaTable, [notice]),
          reason: '重拍照片',
        })
      ).status,
    ).toBe(200);
    expect([(await reportOf(report.id))?.state, await stageOf(project.id)]).toEqual(['issued', 'archived']);
    expect(
      (
        await bench.ask('reporter', 'PUT', 'api/reportFormula/publish', {
          rows: await asStored(server, reportFormulaTable, [notice]),
        })
      ).body.message,
    ).toBe(publicationTexts.fromReport(String(report.reportNo)));
    const draft = await bench.reporting();
    const [row] = await orm()
      .insert(reportFormulaTable)
      .values({
        companionPublic: true,
        title: '手工',
        unitName: '甲',
        reportNo: String(draft.report.reportNo),
        reportType: 'DQ',
        reportDate: '2026-03-20',
        region: '浙江省',
        address: '甲',
        contact: '甲',
        leader: '甲',
        team: '甲',
        status: '0',
        organizationId: bench.home,
      })
      .returning({ id: reportFormulaTable.id });
    expect(
      (
        await bench.ask('reporter', 'PUT', 'api/reportFormula/publish', {
          rows: await asStored(server, reportFormulaTable, [row?.id]),
        })
      ).body.message,
    ).toBe(publicationTexts.fromReport(String(draft.report.reportNo)));
  });

  it('the public page of a report shows 已被替换 once a correction is issued, which can be published as well', async () => {
    const { project, report, notice } = await published();
    const made = (
      await bench.ask<Answer<AnyRow>>('reporter', 'POST', 'api/report/correct', {
        id: report.id,
        reason: '单位名称有误',
      })
    ).body.body as AnyRow;
    expect((await visit(`${publicCalls.reports}/${notice}`)).status).toBe(200);
    await bench.pass((await bench.submit('reporter', project.id, 'report')).body.body?.id ?? 0, 'sign');
    const gone = await visit<ErrorBody>(`${publicCalls.reports}/${notice}`);
    expect([gone.status, gone.body.code, gone.body.message, gone.body.current]).toEqual([
      404,
      'replaced',
      publicityTexts.replacedReport(String(made.reportNo)),
      { reportNo: made.reportNo, notice: null },
    ]);
    expect([(await reportOf(report.id))?.state, await stageOf(project.id)]).toEqual(['corrected', 'archived']);
    expect((await publish(await asked(report.id))).body.message).toBe(
      publicationTexts.corrected(String(made.reportNo)),
    );
    const next = (await publish(await asked(made.id))).body.body?.notice;
    expect([
      await stageOf(project.id),
      (await visit<ErrorBody>(`${publicCalls.reports}/${notice}`)).body.current,
    ]).toEqual(['published', { reportNo: made.reportNo, notice: next }]);
    const verified = await visit<VerifiedReport>(
      `${publicCalls.verify}?code=${String((await reportOf(report.id))?.verifyCode)}`,
    );
    expect(verified.body).toMatchObject({
      verdict: 'replaced',
      replacedBy: made.reportNo,
      replacingNotice: next,
      notice: null,
    });
  });

  it('voiding a report removes its public copy and notice from the public pages', async () => {
    const { project, report, notice } = await published({ withReport: true });
    expect((await bench.ask('approver', 'PUT', 'api/report/void', { id: report.id, reason: '客户撤销' })).status).toBe(
      200,
    );
    expect([
      (await visit<ErrorBody>(`${publicCalls.reports}/${notice}`)).body.message,
      (await visit(publicReportFile(notice))).status,
      await stageOf(project.id),
    ]).toEqual([publicityTexts.voidedReport, 404, 'archived']);
  });
});
