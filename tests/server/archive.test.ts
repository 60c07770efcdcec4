import { createHash } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyRow } from '@contract/entity';
import { archiveTexts } from '@contract/features/archive/archiveTexts';
import type { ArchiveManifest, ArchiveView, ProjectQuality } from '@contract/features/archive/archiveWire';
import type { ProjectGap } from '@contract/features/archive/projectGaps';
import type { ProjectPapers } from '@contract/features/records/recordsWire';
import { reportTexts } from '@contract/features/reports/reportTexts';
import { failures } from '@contract/messages';
import type { PrintDocument } from '@contract/print/printDocument';
import type { Answer, ErrorBody, Page } from '@contract/wire';
import type { Timeline } from '@contract/workflow/workflowWire';
import {
  archiveContentTable,
  archiveFileTable,
  archiveReasonTable,
  auditLogTable,
  contractReviewTable,
  inspectUnitTable,
  labCheckTable,
  labSheetTable,
  projectTable,
  reportContentTable,
  reportTable,
  serviceFormTable,
  storedFileTable,
  userTable,
} from '@server/db/schema';
import { pdfPages, unspaced } from '../support/pdfText';
import { reportBench, signingPassword } from '../support/reportBench';
import { type TestServer, testServer } from '../support/server';
import { pdf, sendForm } from '../support/uploads';
import { wholeArchive } from '../support/wholeArchive';

let server: TestServer;
let bench: Awaited<ReturnType<typeof reportBench>>;
let keeper: string;

beforeAll(async () => {
  server = await testServer();
  bench = await reportBench(server);
  const permissions = [
    'qualityControl:list',
    'qualityControl:edit',
    'qualityControl:export',
    'archiveFile:add',
    'archiveFile:del',
    'project:list',
    'project:archive',
    'recordPageNewLyjc:list',
    'labSheet:list',
  ];
  await server.rows.user({
    userName: 'keeper',
    nickName: '吴归档',
    organizationId: bench.home,
    roles: [await server.rows.role({ permissions })],
    password: signingPassword,
  });
  keeper = await server.login('keeper');
});
afterAll(() => server.close());

const orm = () => server.database.orm;
const ask = <B = ErrorBody>(verb: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, token = keeper) =>
  server.ask<B>(verb, path, { token, ...(body === undefined ? {} : { body }) });
const viewOf = async (id: number) => (await ask<ArchiveView>('GET', `api/archive/${id}`)).body;
const archive = (id: number, password: string | undefined = signingPassword) =>
  ask('PUT', 'api/project/move', { id, move: 'archive', ...(password ? { password } : {}) });
/** What the strip 还缺什么 tells of the archive. */
const toldOf = async (id: number): Promise<readonly string[]> =>
  (await ask<ProjectGap[]>('GET', `api/archive/lacks/${id}`)).body.map(({ title, gate }) => `${gate} ${title}`);
const asTold = (titles: readonly string[]): readonly string[] => titles.map((title) => `archive ${title}`);
const rowOf = async (id: number) => (await orm().select().from(projectTable).where(eq(projectTable.id, id)))[0];
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const whole = () => wholeArchive(server, bench);

async function upload(project: number, title = '委托检测合同'): Promise<number> {
  const sent = await sendForm<Answer<{ id: string }>>(server, 'api/file/upload', {
    token: keeper,
    fields: { fileClass: 'document' },
    name: '合同.pdf',
    content: pdf(),
    type: 'application/pdf',
  });
  const added = await ask<Answer<AnyRow>>('POST', 'api/archiveFile/add', {
    project,
    fileKind: 'contract',
    title,
    content: sent.body.body?.id,
    remark: null,
  });
  return added.body.body?.id ?? 0;
}

async function zipOf(
  id: number,
): Promise<{ bytes: Uint8Array; files: Record<string, Uint8Array>; manifest: ArchiveManifest }> {
  const response = await server.app.request(`/api/archive/${id}/zip`, {
    headers: { authorization: `Bearer ${keeper}` },
  });
  if (response.status !== 200) throw new Error(await response.text());
  const bytes = new Uint8Array(await response.arrayBuffer());
  const inside = Object.fromEntries(
    Object.entries(unzipSync(bytes)).map(([path, content]) => [path.slice(path.indexOf('/') + 1), content]),
  );
  return {
    bytes,
    files: inside,
    manifest: JSON.parse(strFromU8(inside[archiveTexts.manifestName] as Uint8Array)) as ArchiveManifest,
  };
}

describe('归档', () => {
  it('archiving (归档) is refused while documents are missing; the message names each, and the project stays in its stage', async () => {
    const { project } = await bench.issued();
    const { blockers } = await viewOf(project.id);
    expect(blockers.map((words) => words.replace(/（.*/, ''))).toEqual([
      '缺少“合同评审记录”',
      '缺少“职业病危害现场调查记录”',
      '缺少“调查附件”',
      '缺少“现场调查影像”',
      '缺少“职业病危害因素采样方案”',
      '缺少“工作场所空气样品采集记录”',
      '缺少“陪同人签名”',
      '缺少“现场采样影像”',
      '缺少“样品流转单”',
      `缺少“原始谱图 ${project.code}-JL01”`,
    ]);
    const { status, body } = await archive(project.id);
    expect([status, body.message]).toEqual([409, archiveTexts.incomplete(blockers)]);
    expect(await rowOf(project.id)).toMatchObject({ stage: 'issuing', archivedOn: null });
  });

  it('archiving (归档) is refused with exactly the gaps that the page shows: documents, signatures and sheets', async () => {
    const { project } = await bench.issued();
    const { project: incoming, report } = await whole();
    await orm().update(reportContentTable).set({ content: {} }).where(eq(reportContentTable.reportId, report.id));
    const [sheet] = await orm()
      .insert(serviceFormTable)
      .values({
        formKind: 'handOutSheet',
        state: 'completed',
        project: (await bench.issued()).project.id,
        organizationId: bench.home,
        createTime: new Date('2020-01-01T00:00:00Z'),
      })
      .returning({ id: serviceFormTable.id });
    for (const [id, count] of [
      [project.id, 11],
      [incoming.id, 3],
    ] as const) {
      const { blockers } = await viewOf(id);
      expect(blockers, blockers.join('\n')).toHaveLength(count);
      expect(blockers.at(-1)).toBe('没有签完的报告发放登记表（N.9）');
      expect(await toldOf(id)).toEqual(asTold(blockers));
      expect((await archive(id)).body.message).toBe(archiveTexts.incomplete(blockers));
    }
    await orm()
      .delete(serviceFormTable)
      .where(eq(serviceFormTable.id, sheet?.id ?? 0));
  });

  it('archiving (归档) requires the password, closes the archive for the organization’s years, and is signed; a changed document breaks the signature', async () => {
    const { project } = await whole();
    const file = await upload(project.id);
    expect((await viewOf(project.id)).blockers).toEqual([]);
    expect((await ask('PUT', 'api/project/move', { id: project.id, move: 'archive' })).status).toBe(400);
    expect((await archive(project.id, 'Wrong-2026#')).body.message).toBe(failures.wrongPassword);
    expect((await archive(project.id)).status).toBe(200);
    const row = await rowOf(project.id);
    expect(row?.stage).toBe('archived');
    expect(Number(row?.retainUntil?.slice(0, 4)) - Number(row?.archivedOn?.slice(0, 4))).toBe(15);
    const signed = async () =>
      (await ask<Timeline>('GET', `api/project/timeline/${project.id}`)).body.steps.find(
        ({ move }) => move === 'archive',
      )?.signature;
    expect(await signed()).toMatchObject({ meaning: '归档', state: 'valid' });
    // Closed: existing files stay, later ones are marked.
    expect((await ask('DELETE', 'api/archiveFile/delete', [file])).body.message).toBe(archiveTexts.fileStays);
    await upload(project.id, '报告送达回执');
    const { documents } = await viewOf(project.id);
    expect(
      documents.filter(({ folder }) => folder === 'outside').map(({ title, isAddedLater }) => [title, isAddedLater]),
    ).toEqual([
      ['委托检测合同', false],
      ['报告送达回执', true],
    ]);
    expect(await signed()).toMatchObject({ state: 'valid' });
    // Drawn papers stay as they were, whatever was renamed since.
    const paper = async () => (await ask<PrintDocument>('GET', `api/archive/${project.id}/paper/review`)).body;
    const before = await paper();
    const unit = eq(inspectUnitTable.id, Number(row?.belongInspect));
    const [called] = await orm()
      .update(inspectUnitTable)
      .set({ unitName: '更名后的单位' })
      .where(unit)
      .returning({ name: inspectUnitTable.unitName });
    expect(called?.name).toBe('更名后的单位');
    expect(await paper()).toEqual(before);
    expect(JSON.stringify(before)).not.toContain('更名后的单位');
    expect(await signed()).toMatchObject({ state: 'valid' });
    // So does the name of the archivist.
    const [closer] = await orm()
      .update(userTable)
      .set({ nickName: '吴更名' })
      .where(eq(userTable.userName, 'keeper'))
      .returning({ id: userTable.id });
    expect([
      closer !== undefined,
      (await viewOf(project.id)).retention.archivedBy,
      (await zipOf(project.id)).manifest.archivedBy,
    ]).toEqual([true, '吴归档', '吴归档']);
    await orm().update(userTable).set({ nickName: '吴归档' }).where(eq(userTable.userName, 'keeper'));
    const [archiveContentRow] = await orm()
      .select({ papers: archiveContentTable.papers })
      .from(archiveContentTable)
      .where(eq(archiveContentTable.projectId, project.id));
    await orm()
      .update(archiveContentTable)
      .set({ papers: { ...(archiveContentRow?.papers as object), review: { ...before, corner: '改动' } } })
      .where(eq(archiveContentTable.projectId, project.id));
    expect(await signed()).toMatchObject({ state: 'invalid', changed: ['档案原文'] });
    // The list of papers names the signers of the stored ones.
    const papers = (archiveContentRow?.papers ?? {}) as Record<string, PrintDocument>;
    await orm()
      .update(archiveContentTable)
      .set({
        papers: {
          ...papers,
          incoming: { ...papers.incoming, signers: [{ label: '送样人', name: '孙晓琳', on: '2026-10-15' }] },
        },
      })
      .where(eq(archiveContentTable.projectId, project.id));
    expect(
      (await ask<ProjectPapers>('GET', `api/records/${project.id}`)).body.papers.find(({ key }) => key === 'incoming')
        ?.signers,
    ).toEqual([{ label: '送样人', name: '孙晓琳', on: '2026-10-15' }]);
    await orm()
      .update(archiveContentTable)
      .set({ papers: archiveContentRow?.papers })
      .where(eq(archiveContentTable.projectId, project.id));
    await orm()
      .update(contractReviewTable)
      .set({ conclusion: '不承接' })
      .where(eq(contractReviewTable.project, project.id));
    expect(await signed()).toMatchObject({ state: 'invalid', changed: ['合同评审'] });
  });

  it('archiving (归档) is refused for an invalid signature, and for an altered upload', async () => {
    const { project, report } = await whole();
    const file = await upload(project.id);
    const [stored] = await orm()
      .select({ id: archiveFileTable.content })
      .from(archiveFileTable)
      .where(eq(archiveFileTable.id, file));
    await server.services.files.put(stored?.id ?? '', new TextEncoder().encode('%PDF-1.7 altered'));
    expect((await archive(project.id)).body.message).toBe(
      archiveTexts.incomplete([archiveTexts.altered('“委托检测合同 合同或协议”')]),
    );
    const { manifest } = await zipOf(project.id);
    expect(manifest.files.find(({ title }) => title === '委托检测合同')?.uploaded?.same).toBe(false);
    await orm()
      .update(reportContentTable)
      .set({ content: { altered: true } })
      .where(eq(reportContentTable.reportId, report.id));
    const { status, body } = await archive(project.id);
    expect([status, body.message]).toEqual([
      409,
      expect.stringContaining(
        `“检测报告 ${String(report.reportNo)}”的签名无效（孙编制提交审核，被改动的部分：报告内容`,
      ),
    ]);
    expect((await rowOf(project.id))?.stage).toBe('issuing');
  });

  it('archiving (归档) stores the archivist’s shelf, box and retention, and never shortens the retention', async () => {
    const { project } = await whole();
    const place = async (more: object) =>
      ask('PUT', 'api/archive/place', {
        id: project.id,
        version: (await rowOf(project.id))?.version,
        shelfNo: 'A-01',
        boxNo: '12',
        retainYears: null,
        ...more,
      });
    // GBZ 331-2024: fifteen years, though the organization has ten.
    expect((await place({ retainYears: 8 })).body.errors?.[0]?.message).toBe(archiveTexts.yearsTooFew(15));
    expect((await place({ retainYears: 14 })).body.errors?.[0]?.message).toBe(archiveTexts.yearsTooFew(15));
    expect((await place({ retainYears: 30 })).status).toBe(200);
    expect((await archive(project.id)).status).toBe(200);
    const until = (await rowOf(project.id))?.retainUntil ?? '';
    expect((await place({ retainYears: null })).body.errors?.[0]?.message).toBe(archiveTexts.yearsShorter(until));
    expect((await place({ retainYears: 31, boxNo: '13' })).status).toBe(200);
    expect(await rowOf(project.id)).toMatchObject({
      boxNo: '13',
      retainUntil: `${Number(until.slice(0, 4)) + 1}${until.slice(4)}`,
    });
    expect((await place({ version: 1 })).status).toBe(409);
    expect(
      (await ask<Timeline>('GET', `api/project/timeline/${project.id}`)).body.steps.find(
        ({ move }) => move === 'archive',
      )?.signature?.state,
    ).toBe('valid');
  });
});

describe('ZIP of an archive', () => {
  it('the ZIP of an archive contains every document in its folder with valid hashes, is identical each time, and writes an audit line', async () => {
    const { project, report } = await whole();
    await upload(project.id);
    await archive(project.id);
    const { bytes, files, manifest } = await zipOf(project.id);
    expect(manifest.files.map(({ path }) => path)).toEqual([
      '01 合同评审/01 合同评审记录.pdf',
      '06 样品交接/01 来样接收登记表 1个样品.pdf',
      expect.stringMatching(/^07 检测原始记录\/01 .*-JL01\.pdf$/),
      '10 质量控制/01 质量控制汇总表.pdf',
      expect.stringMatching(/^11 审批\/01 检测记录审批 /),
      expect.stringMatching(/^11 审批\/02 报告审批 /),
      `12 检测报告/01 检测报告 ${String(report.reportNo)}.pdf`,
      '14 外来文件/01 委托检测合同.pdf',
    ]);
    for (const { path, bytes: size, sha256: told } of manifest.files)
      expect([path, files[path]?.length, sha256(files[path] as Uint8Array)]).toEqual([path, size, told]);
    const sums = strFromU8(files[archiveTexts.sumsName] as Uint8Array)
      .trim()
      .split('\n')
      .map((line) => line.split('  ') as [string, string]);
    expect(sums.map(([, path]) => path)).toEqual([
      ...manifest.files.map(({ path }) => path),
      archiveTexts.manifestName,
      archiveTexts.listName,
    ]);
    for (const [told, path] of sums) expect(sha256(files[path] as Uint8Array)).toBe(told);
    // One changed byte makes the line of a document invalid.
    const altered = Uint8Array.from(files[sums[0]?.[1] ?? ''] as Uint8Array);
    altered[altered.length - 10] = (altered[altered.length - 10] ?? 0) ^ 1;
    expect(sha256(altered)).not.toBe(sums[0]?.[0]);
    expect(
      manifest.files
        .find(({ key }) => key.startsWith('report-'))
        ?.signatures.map(({ meaning, name, verdict }) => [meaning, name, verdict]),
    ).toEqual([
      ['提交审核', '孙编制', '签名有效'],
      ['审核通过', '周二审', '签名有效'],
      ['签发', '钱签发', '签名有效'],
    ]);
    expect(manifest).toMatchObject({
      archivedBy: '吴归档',
      absent: expect.arrayContaining([
        { folder: '现场调查', title: '职业病危害现场调查记录', status: '不需要', why: archiveTexts.why.incomingSurvey },
      ]),
    });
    const list = strFromU8(files[archiveTexts.listName] as Uint8Array);
    for (const words of [String(project.code), '吴归档', '签名有效　签发　钱签发', sums[0]?.[0] ?? ''])
      expect(list).toContain(words);
    const approved = manifest.files.find(({ path }) => path.startsWith('11 审批/02'));
    const text = unspaced(
      (await pdfPages(files[approved?.path ?? ''] as Uint8Array)).map((page) => page.text).join(''),
    );
    for (const words of ['报告审批单', '钱签发', '签名有效']) expect(text).toContain(words);
    expect(sha256((await zipOf(project.id)).bytes)).toBe(sha256(bytes));
    const lines = await orm()
      .select()
      .from(auditLogTable)
      .where(
        and(
          eq(auditLogTable.entity, 'project'),
          eq(auditLogTable.entityId, project.id),
          eq(auditLogTable.action, 'download'),
        ),
      );
    expect(lines.map(({ title }) => title)).toEqual([
      `${archiveTexts.zipFile(String(project.code))}.zip`,
      `${archiveTexts.zipFile(String(project.code))}.zip`,
    ]);
  });

  it('the ZIP of an archive is refused before its first byte if a file is missing in the file store', async () => {
    const { project } = await whole();
    const file = await upload(project.id);
    const [stored] = await orm()
      .select({ id: storedFileTable.id })
      .from(storedFileTable)
      .innerJoin(archiveFileTable, eq(archiveFileTable.content, storedFileTable.id))
      .where(eq(archiveFileTable.id, file));
    await server.services.files.remove(stored?.id ?? '');
    expect((await ask('GET', `api/archive/${project.id}/zip`)).body.message).toBe(
      archiveTexts.filesGone('“委托检测合同 合同或协议”'),
    );
  });
});

describe('document of an archive', () => {
  it('the archive answers 404 for a kind of document that the project lacks, both for the page and for the file', async () => {
    const { project } = await bench.issued();
    for (const key of [
      'review',
      'equipment',
      'nonconformity',
      'approval-999999999',
      'curve-999999999',
      'notice-999999999',
      'approval',
      'curve',
      'notice',
    ]) {
      const { status, body } = await ask('GET', `api/archive/${project.id}/paper/${key}`);
      expect([key, status, body.message]).toEqual([key, 404, archiveTexts.gone]);
    }
    const file = async (key: string) => {
      const { status, body } = await ask('GET', `api/archive/${project.id}/pdf/${key}`);
      return [status, body.message];
    };
    expect([await file('record-999999999'), await file('review')]).toEqual([
      [404, archiveTexts.gone],
      [409, archiveTexts.nothingToOpen],
    ]);
  });

  it('a document of an archive is refused instead of sent empty if its file is missing in the file store', async () => {
    const { project, report } = await bench.issued();
    const path = `api/archive/${project.id}/pdf/report-${report.id}`;
    expect((await ask('GET', path)).status).toBe(200);
    const [drawn] = await orm()
      .select({ file: reportTable.pdf })
      .from(reportTable)
      .where(eq(reportTable.id, report.id));
    await server.services.files.remove(drawn?.file ?? '');
    const message = reportTexts.paperMissing(String(report.reportNo));
    expect(await ask('GET', path)).toMatchObject({ status: 409, body: { code: 'paperAltered', message } });
  });
});

describe('list of archives', () => {
  it('the list of archives finds projects by a part of a report number, even if many of another organization match', async () => {
    const away = await server.rows.organization({ name: '报告很多的机构' });
    const unit = await server.rows.inspectUnit({ organizationId: away });
    const others = await orm()
      .insert(projectTable)
      .values(
        Array.from({ length: 5000 }, (_none, index) => ({
          organizationId: away,
          belongInspect: unit,
          code: `BG${index}`,
          projectName: '定期检测',
          type: 'regular',
          jcbgFlag: true,
          incoming: false,
        })),
      )
      .returning({ id: projectTable.id });
    const mine = [(await whole()).project.id, (await whole()).project.id, (await whole()).project.id];
    const numbers = await orm()
      .select({ no: reportTable.reportNo })
      .from(reportTable)
      .where(inArray(reportTable.project, mine));
    const part = String(numbers[0]?.no).slice(0, -3);
    expect(numbers.every(({ no }) => no?.includes(part))).toBe(true);
    await orm()
      .insert(reportTable)
      .values(
        others.map(({ id }, index) => ({
          organizationId: away,
          project: id,
          reportNo: `BG-${index}-${part}`,
          title: '检测报告',
          unitName: '远方的单位',
          kind: 'periodic',
          state: 'issued',
        })) as never,
      );
    const { body } = await ask<Page<AnyRow>>('GET', `api/archive?reportNos=${encodeURIComponent(part)}&size=500`);
    expect(body.content.map(({ id }) => id)).toEqual(expect.arrayContaining(mine));
    expect(body.totalElements).toBe(body.content.length);
  });

  it('the list of archives finds projects by a report number, and shows how complete each archive is', async () => {
    const { project, report } = await whole();
    const { body } = await ask<Page<AnyRow>>(
      'GET',
      `api/archive?reportNos=${encodeURIComponent(String(report.reportNo))}`,
    );
    expect(body.content).toMatchObject([
      { id: project.id, stage: 'issuing', reportNos: report.reportNo, documentsPresent: 7, documentsNeeded: 7 },
    ]);
    expect((await ask<Page<AnyRow>>('GET', 'api/archive?reportNos=NONE-1')).body.totalElements).toBe(0);
  });

  it('the archive shows the judged quality-control checks of each record', async () => {
    const { project } = await whole();
    const [sheet] = await orm()
      .select({ id: labSheetTable.id })
      .from(labSheetTable)
      .where(eq(labSheetTable.project, project.id));
    await orm()
      .insert(labCheckTable)
      .values({
        sheet: sheet?.id ?? 0,
        checkKind: 'parallel',
        sampleNo: 'S-1',
        values: { first: '10.0', second: '14.0' },
        computed: { verdict: '不合格' },
        judged: true,
        passes: false,
        organizationId: bench.home,
      });
    const { body } = await ask<ProjectQuality>('GET', `api/archive/${project.id}/quality`);
    expect(body.sheets).toHaveLength(1);
    expect(body.sheets[0]?.summary.lines.find(({ kind }) => kind === 'parallel')).toMatchObject({
      judged: 1,
      passed: 0,
      failed: 1,
    });
    expect(body.sheets[0]?.tables).toMatchObject([{ failed: [0] }]);
  });

  it('the ZIP and the storage place of an archive need another permission, and another organization sees nothing', async () => {
    const { project } = await whole();
    const token = async (userName: string, organizationId: number, permissions: readonly string[]) => {
      await server.rows.user({ userName, organizationId, roles: [await server.rows.role({ permissions })] });
      return server.login(userName);
    };
    const viewer = await token('viewer', bench.home, ['qualityControl:list']);
    expect((await ask('GET', `api/archive/${project.id}`, undefined, viewer)).status).toBe(200);
    expect((await ask('GET', `api/archive/${project.id}/zip`, undefined, viewer)).status).toBe(403);
    expect(
      (
        await ask(
          'PUT',
          'api/archive/place',
          { id: project.id, version: 1, shelfNo: null, boxNo: null, retainYears: null },
          viewer,
        )
      ).status,
    ).toBe(403);
    expect(
      (await ask('PUT', 'api/project/move', { id: project.id, move: 'archive', password: signingPassword }, viewer))
        .status,
    ).toBe(403);
    const stranger = await token('stranger', await server.rows.organization({ name: '乙检测中心' }), [
      'qualityControl:list',
      'qualityControl:export',
      'qualityControl:edit',
    ]);
    for (const path of ['', '/zip', '/quality', '/paper/review', '/pdf/review'])
      expect((await ask('GET', `api/archive/${project.id}${path}`, undefined, stranger)).status).toBe(404);
    expect(
      (
        await ask(
          'PUT',
          'api/archive/place',
          { id: project.id, version: 1, shelfNo: null, boxNo: null, retainYears: null },
          stranger,
        )
      ).status,
    ).toBe(404);
    expect((await ask<Page<AnyRow>>('GET', 'api/archive?size=50', undefined, stranger)).body.content).toEqual([]);
  });
});

describe('original data of an instrument', () => {
  it('missing original data of an instrument can be explained with a reason while the archive is open; other documents cannot', async () => {
    const { project } = await whole();
    await server.database.orm.delete(archiveReasonTable).where(eq(archiveReasonTable.projectId, project.id));
    const documents = async () => (await ask<ArchiveView>('GET', `api/archive/${project.id}`)).body.documents;
    const raw = async () => (await documents()).find(({ key }) => key.startsWith('raw-'));
    expect(await raw()).toMatchObject({ status: 'missing', why: archiveTexts.why.noRaw });
    const explain = (key: string, reason: string) =>
      ask<ErrorBody>('PUT', 'api/archive/reason', { id: project.id, key, reason });
    expect((await explain('review', '没有')).body).toMatchObject({
      code: 'notMissing',
      message: archiveTexts.notMissing,
    });
    expect((await explain('raw-999999', '没有')).status).toBe(409);
    expect((await explain(String((await raw())?.key), ' ')).status).toBe(400);
    expect((await explain(String((await raw())?.key), '工作站数据损坏，无法导出')).status).toBe(200);
    expect(await raw()).toMatchObject({
      status: 'explained',
      why: expect.stringContaining('工作站数据损坏，无法导出'),
    });
  });
});
