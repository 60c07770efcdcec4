import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { AnyRow } from '@contract/entity';
import { archiveProject, keepsArchives, seesArchives, takesArchives } from '@contract/features/archive/archiveProject';
import { archiveTexts } from '@contract/features/archive/archiveTexts';
import type { ArchiveView, CheckedDocument } from '@contract/features/archive/archiveWire';
import { documentName } from '@contract/features/archive/documents';
import { project as projectEntity } from '@contract/features/projects/entities/project';
import { projectMachine, type Stage } from '@contract/features/projects/projectMachine';
import { leastYears, retainedUntil } from '@contract/features/projects/retention';
import { actorOf, differenceOf, recordAudit } from '@server/audit/trail';
import { formatDay } from '@server/base/zone';
import { once } from '@server/crud/idempotent';
import { getRow } from '@server/crud/operations';
import { present } from '@server/crud/present';
import type { Registry } from '@server/crud/resource';
import { idParam, ok } from '@server/crud/routes';
import type { Orm } from '@server/db/orm';
import { organizationTable, projectTable } from '@server/db/schema';
import { projectOf } from '@server/features/projects/stage';
import { dueAfterIssue } from '@server/features/projects/workCalendar';
import { archivedByOf } from '@server/features/records/keptPaper';
import { issuedPdf } from '@server/features/reports/issuedPaper';
import { visibleReport } from '@server/features/reports/moved';
import { dispositionOf, shownName } from '@server/files/fileName';
import { conflict, invalid, notFound, stale } from '@server/http/errors';
import { type Call, readQuery, type Route, route } from '@server/http/route';
import { makePdf } from '@server/print/makePdf';
import type { Services } from '@server/services';
import { lastIssue, yearsOfProject } from './archiveMove';
import { archivePaper } from './archivePapers';
import { blockersOf, checkedDocuments } from './check';
import { explainMissing } from './explain';
import { listArchives } from './list';
import { qualityOf } from './quality';
import { archiveZip } from './zip';

const tag = archiveProject.label;
const placeText = z.string().trim().max(50, '不能超过50个字').nullable();
const placeBody = z.object({
  id: z
    .int({ error: () => '请求不完整，请刷新页面后重试' })
    .positive()
    .max(2_147_483_647),
  version: z.int(),
  shelfNo: placeText,
  boxNo: placeText,
  retainYears: z
    .int({ error: () => '保存年限应为整数' })
    .min(leastYears, `保存年限不能少于${leastYears}年`)
    .max(100, '保存年限不能超过100年')
    .nullable(),
});

export const reasonBody = z.object({
  id: z
    .int({ error: () => '请求不完整，请刷新页面后重试' })
    .positive()
    .max(2_147_483_647),
  key: z.string().min(1).max(80),
  reason: z
    .string({ error: () => archiveTexts.reasonMissing })
    .trim()
    .min(1, archiveTexts.reasonMissing)
    .max(300, '原因不能超过300个字'),
});

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const textOrNull = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/**
 * Routes of 质控归档: a project's checklist and quality control, its place and term, and all documents as one ZIP. 归档
 * itself is a move of the project.
 */
export function archiveRoutes(services: Services, registry: Registry): Route[] {
  const { path } = archiveProject;
  const { database, env } = services;
  const { orm } = database;
  const context = { services, registry };

  /**
   * Returns a project in API form.
   * @throws Refusal 404 for another organization's
   */
  async function shown(call: Call<unknown>, id: number): Promise<AnyRow> {
    const [project] = await present(
      orm,
      registry,
      registry.named('project'),
      [await projectOf(orm, registry, call, id)],
      env.zone,
    );
    return project as AnyRow;
  }

  async function pdfOf(
    call: Call<unknown>,
    project: AnyRow,
    key: string,
    made: Date,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const document = await archivePaper({ context, orm, call, project }, key);
    return makePdf(document, document.agency, new Map(), document.title, made);
  }

  const reportFile = async (call: Call<unknown>, key: string): Promise<string> =>
    issuedPdf(services, await visibleReport(orm, registry, call, Number(key.split('-')[1])));

  async function contentOf(id: string): Promise<AsyncIterable<Uint8Array>> {
    const content = await services.files.read(id);
    if (!content) throw notFound(archiveTexts.why.fileGone);
    return content as unknown as AsyncIterable<Uint8Array>;
  }

  /**
   * Returns the uploads of an archive by the keys of their documents.
   * @throws Refusal 409 where one has no content any more, before the first byte is sent
   */
  async function storedOf(
    call: Call<unknown>,
    documents: readonly CheckedDocument[],
  ): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>();
    const lost: string[] = [];
    for (const document of documents) {
      if (document.status !== 'present' || document.form === 'paper') continue;
      const id = document.form === 'report' ? await reportFile(call, document.key) : (document.file?.id ?? '');
      if (await services.files.stat(id)) found.set(document.key, id);
      else lost.push(documentName(document));
    }
    if (lost.length > 0) throw conflict(archiveTexts.filesGone(lost.join('、')), 'filesGone');
    return found;
  }

  async function agencyOf(project: AnyRow): Promise<string> {
    const [agency] =
      project.organizationId === null
        ? []
        : await orm
            .select({ name: organizationTable.name })
            .from(organizationTable)
            .where(eq(organizationTable.id, project.organizationId));
    return agency?.name ?? '';
  }

  /** Returns the date of the file: the start of the project's stage, not the time of the download. */
  const madeOn = async (id: number): Promise<Date> => {
    const [found] = await orm
      .select({ since: projectTable.stageSince, made: projectTable.createTime })
      .from(projectTable)
      .where(eq(projectTable.id, id));
    return found?.since ?? found?.made ?? services.now();
  };

  const sent = (body: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>, type: string, name: string): Response =>
    new Response(body, {
      headers: {
        'content-type': type,
        'content-disposition': dispositionOf(name, false),
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      },
    });

  const note = (call: Call<unknown>, project: AnyRow, title: string, after: Record<string, unknown>) =>
    database.transaction((tx) =>
      recordAudit(tx, actorOf(call), [
        {
          action: 'download',
          entity: projectEntity,
          entityId: project.id,
          title,
          organizationId: project.organizationId,
          after,
        },
      ]),
    );

  async function setPlace(tx: Orm, call: Call<z.output<typeof placeBody>>): Promise<{ id: number }> {
    const { id, version, shelfNo, boxNo, retainYears } = call.body;
    const row = await projectOf(tx, registry, call, id, 'update');
    if (row.version !== version)
      throw stale(await getRow({ services, registry, resource: registry.named('project'), call }, id, tx));
    const rule = await yearsOfProject(tx, row, formatDay(services.now(), services.env.zone));
    const fault = (message: string) => invalid([{ field: 'retainYears', message }]);
    if (retainYears !== null && retainYears < rule) throw fault(archiveTexts.yearsTooFew(rule));
    const until = row.archivedOn === null ? null : retainedUntil(row.archivedOn, retainYears ?? rule);
    if (until !== null && row.retainUntil !== null && until < row.retainUntil)
      throw fault(archiveTexts.yearsShorter(row.retainUntil));
    const after = { shelfNo: shelfNo || null, boxNo: boxNo || null, retainYears, retainUntil: until };
    await tx
      .update(projectTable)
      .set({ ...after, version: row.version + 1, updateBy: call.viewer.user.id, updateTime: services.now() })
      .where(eq(projectTable.id, id));
    const { before, after: changed } = differenceOf({ ...row }, after, Object.keys(after));
    await recordAudit(tx, actorOf(call), [
      {
        action: 'edit',
        entity: projectEntity,
        entityId: id,
        title: row.code,
        organizationId: row.organizationId,
        before,
        after: changed,
      },
    ]);
    return { id };
  }

  return [
    route({
      method: 'GET',
      path,
      permission: seesArchives,
      tag,
      summary: '项目及其档案：报告编号、签发日期、档案文件是否齐全',
      query: { page: '页码，从0开始', size: '每页条数', sort: '排序', reportNos: '报告编号' },
      handle: async (call) => listArchives(context, call, readQuery(call.request.url)),
    }),
    route({
      method: 'GET',
      path: `${path}/:id`,
      permission: seesArchives,
      tag,
      summary: '项目的档案：每份文件是否已有、签名是否有效、保存期限、存放位置',
      async handle(call): Promise<ArchiveView> {
        const project = await shown(call, idParam(call));
        const documents = await checkedDocuments(services, orm, {
          id: project.id,
          stage: project.stage,
          incoming: project.incoming,
        });
        const rule = await yearsOfProject(orm, project, formatDay(services.now(), services.env.zone));
        const own = typeof project.retainYears === 'number' ? project.retainYears : null;
        return {
          project: {
            id: project.id,
            version: project.version,
            code: text(project.code),
            projectName: text(project.projectName),
            unitName: text(project.belongInspectName),
            stage: text(project.stage),
            incoming: project.incoming === true,
          },
          documents,
          blockers: blockersOf(documents),
          retention: {
            archivedOn: textOrNull(project.archivedOn),
            archivedBy: await archivedByOf(orm, project),
            years: own ?? rule,
            own: own !== null,
            ruleYears: rule,
            until: textOrNull(project.retainUntil),
            dueOn:
              (await dueAfterIssue(orm, project.organizationId, await lastIssue(orm, project.id)))?.archiveBy ?? null,
          },
          place: { shelfNo: textOrNull(project.shelfNo), boxNo: textOrNull(project.boxNo) },
        };
      },
    }),
    route({
      method: 'GET',
      path: `${path}/:id/quality`,
      permission: seesArchives,
      tag,
      summary: '项目的质控：每份检测记录应做、完成、合格的质控与逐项判定',
      async handle(call) {
        const project = await projectOf(orm, registry, call, idParam(call));
        return qualityOf(context, orm, call, project.id);
      },
    }),
    route({
      method: 'GET',
      path: `${path}/:id/paper/:key`,
      permission: seesArchives,
      tag,
      summary: '档案中的一份文件：可打印的内容',
      async handle(call) {
        const project = await shown(call, idParam(call));
        return archivePaper({ context, orm, call, project }, String(call.params.key));
      },
    }),
    route({
      method: 'GET',
      path: `${path}/:id/pdf/:key`,
      permission: seesArchives,
      tag,
      summary: '下载档案中的一份文件（PDF）',
      async handle(call) {
        const project = await shown(call, idParam(call));
        const key = String(call.params.key);
        const found = (
          await checkedDocuments(services, orm, { id: project.id, stage: project.stage, incoming: project.incoming })
        ).find((document) => document.key === key);
        if (!found) throw notFound(archiveTexts.gone);
        if (found.form !== 'paper' && found.form !== 'report') throw conflict(archiveTexts.nothingToOpen, 'nothing');
        const name = shownName(`${text(project.code)} ${documentName(found).slice(1, -1)}.pdf`);
        const body =
          found.form === 'report'
            ? Buffer.from(
                await new Response(
                  (await contentOf(await reportFile(call, key))) as unknown as ReadableStream,
                ).arrayBuffer(),
              )
            : await pdfOf(call, project, key, await madeOn(project.id));
        await note(call, project, name, { archive: [documentName(found)] });
        return sent(body, 'application/pdf', name);
      },
    }),
    route({
      method: 'GET',
      path: `${path}/:id/zip`,
      permission: takesArchives,
      tag,
      summary: '下载项目的全部档案（ZIP），附清单与散列值',
      async handle(call) {
        const project = await shown(call, idParam(call));
        const documents = await checkedDocuments(services, orm, {
          id: project.id,
          stage: project.stage,
          incoming: project.incoming,
        });
        const stored = await storedOf(call, documents);
        const made = await madeOn(project.id);
        const code = text(project.code);
        const name = shownName(`${archiveTexts.zipFile(code)}.zip`);
        await note(call, project, name, {
          archive: documents.filter(({ status }) => status === 'present').map(documentName),
        });
        const head = {
          agency: await agencyOf(project),
          project: {
            code,
            projectName: text(project.projectName),
            unitName: text(project.belongInspectName),
            stage: projectMachine.states[project.stage as Stage].label,
          },
          archivedOn: textOrNull(project.archivedOn),
          archivedBy: await archivedByOf(orm, project),
          retainUntil: textOrNull(project.retainUntil),
        };
        const open = async ({ key, form }: CheckedDocument) =>
          form === 'paper' ? [await pdfOf(call, project, key, made)] : contentOf(stored.get(key) ?? '');
        return sent(
          archiveZip({ head, documents, made, folder: shownName(archiveTexts.zipFile(code)), open }),
          'application/zip',
          name,
        );
      },
    }),
    route({
      method: 'PUT',
      path: `${path}/reason`,
      permission: keepsArchives,
      tag,
      summary: '说明档案中缺失文件的原因',
      body: reasonBody,
      async handle(call) {
        await database.transaction((tx) =>
          once(tx, call, async () => {
            const row = await projectOf(tx, registry, call, call.body.id, 'update');
            await explainMissing(services, tx, call, row);
            return { id: row.id };
          }),
        );
        return ok(archiveTexts.explainedSaved);
      },
    }),
    route({
      method: 'PUT',
      path: `${path}/place`,
      permission: keepsArchives,
      tag,
      summary: '填写档案的架号、盒号与保存年限',
      body: placeBody,
      async handle(call) {
        await database.transaction((tx) => once(tx, call, () => setPlace(tx, call)));
        return ok(archiveTexts.placeSaved);
      },
    }),
  ];
}
