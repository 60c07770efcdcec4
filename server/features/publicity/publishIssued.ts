import { createHash, randomUUID } from 'node:crypto';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { reportFormula } from '@contract/features/publicity/entities/reportFormula';
import { type PublicationRequest, publicationTexts } from '@contract/features/publicity/noticePublication';
import { publicityStatus } from '@contract/features/publicity/publicityWire';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import { idOf, type RowReference } from '@server/crud/assertSeenVersion';
import type { CrudContext } from '@server/crud/crudContext';
import { type OperationContext, findVisibleRows, insertRow, removeRows, updateRow } from '@server/crud/operations';
import { once } from '@server/crud/runOnce';
import type { Orm } from '@server/db/orm';
import { reportFormulaTable, reportSceneTable, reportTable, storedFileTable } from '@server/db/schema';
import { movedProject, projectOf } from '@server/features/projects/projectStage';
import type { StoredReport } from '@server/features/reports/compiledReport';
import { frozenContent, lockReport, movedReport, visibleReport } from '@server/features/reports/movedReport';
import { conflict } from '@server/http/errors';
import type { Call } from '@server/http/route';
import { requiredOrigin } from '@server/print/publicOrigin';
import { lockRows, moveRows } from '@server/workflow/moveRows';
import { checkedNotice } from './publicationPreview';
import { assertPictures, assertPublishable, signedFactsOf } from './publicationProposal';
import { copyRules, publicCopyPdf } from './publicCopy';
import { removeFromPublicPages, withdrawPublicRows } from './publishPublicRows';
import { publishReports } from './publishReport';

const deskOf = ({ services, registry }: CrudContext, call: Call<unknown>, name: string): OperationContext => ({
  services,
  registry,
  resource: registry.named(name),
  call,
});

/**
 * Returns the notice that a report had before its withdrawal, or that a person began with its number.
 * @throws Refusal 409 if a notice is public already
 */
async function earlierNotice(tx: Orm, report: StoredReport): Promise<number | null> {
  const [existingNotice] = await tx
    .select({ id: reportFormulaTable.id, title: reportFormulaTable.title, status: reportFormulaTable.status })
    .from(reportFormulaTable)
    .where(
      and(
        report.notice === null
          ? eq(reportFormulaTable.reportNo, report.reportNo ?? '')
          : eq(reportFormulaTable.id, report.notice),
        report.organizationId === null ? undefined : eq(reportFormulaTable.organizationId, report.organizationId),
        isNull(reportFormulaTable.deleteTime),
      ),
    );
  if (existingNotice?.status === publicityStatus.published)
    throw conflict(publicationTexts.numberTaken(existingNotice.title), 'duplicate');
  return existingNotice?.id ?? null;
}

/** Writes the requested notice with its pictures; a withdrawn notice is overwritten. */
async function writeNotice(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  report: StoredReport,
  draft: Readonly<Record<string, unknown>>,
  scenes: PublicationRequest['scenes'],
  reportFile: string | null,
): Promise<number> {
  const [noticeContext, sceneDesk] = [deskOf(context, call, reportFormula.name), deskOf(context, call, 'reportScene')];
  const earlierId = await earlierNotice(tx, report);
  const [before] = earlierId === null ? [] : await findVisibleRows(noticeContext, tx, [earlierId], true);
  const row = before
    ? await updateRow(noticeContext, tx, before, draft, { action: 'edit' })
    : await insertRow(noticeContext, tx, draft, { action: 'add' }, report.organizationId);
  if (before) {
    const existingNotices = await tx
      .select({ id: reportSceneTable.id })
      .from(reportSceneTable)
      .where(and(eq(reportSceneTable.formula, row.id), isNull(reportSceneTable.deleteTime)));
    if (existingNotices.length)
      await removeRows(
        sceneDesk,
        tx,
        await findVisibleRows(
          sceneDesk,
          tx,
          existingNotices.map(({ id }) => id),
          true,
        ),
      );
  }
  for (const [sort, scene] of scenes.entries())
    await insertRow(
      sceneDesk,
      tx,
      { ...scene, consented: true, formula: row.id, sort },
      { action: 'add' },
      report.organizationId,
    );
  const copyBefore = before?.reportFile ?? null;
  if (copyBefore !== reportFile) {
    await tx
      .update(reportFormulaTable)
      .set({ reportFile, copyRules: reportFile === null ? null : copyRules, version: row.version + 1 })
      .where(eq(reportFormulaTable.id, row.id));
    await recordAudit(tx, actorOf(call), [
      {
        action: 'edit',
        entity: reportFormula,
        entityId: row.id,
        title: String(row.title),
        organizationId: report.organizationId,
        before: { reportFile: copyBefore },
        after: { reportFile },
      },
    ]);
  }
  return row.id;
}

/**
 * Publishes an issued report of an archived project in one step: the notice with its pictures and, on request, a copy
 * of the report. The report and the project move with the notice. All or nothing.
 * @throws Refusal 400 with `errors`; 404; 409 as `assertPublishable`, for missing data, and if the number is
 * published already
 */
export async function publishIssued(context: CrudContext, call: Call<PublicationRequest>): Promise<{ notice: number }> {
  const { services, registry } = context;
  const {
    database: { orm },
    database,
  } = services;
  const request = call.body;
  const storedReport = await visibleReport(orm, registry, call, request.id);
  const content =
    request.withReport && storedReport.state === 'issued' ? await frozenContent(orm, storedReport.id) : undefined;
  const visibleParts = {
    companionPublic: request.draft.companionPublic !== false,
    pictures: request.scenes.map(({ picture }) => picture),
  };
  // The copy is drawn before the transaction, so that no lock waits for it.
  const copy = content && {
    id: randomUUID(),
    bytes: await publicCopyPdf(
      services,
      orm,
      storedReport,
      content,
      visibleParts,
      await requiredOrigin(services, orm, storedReport.organizationId),
    ),
  };
  if (copy) await services.files.put(copy.id, copy.bytes);
  let isCopyKept = false;
  try {
    return await database.transaction((tx) =>
      once(tx, call, async () => {
        const project = await projectOf(tx, registry, call, Number(storedReport.project), 'update');
        const row = await lockReport(tx, registry, call, storedReport.id);
        const report = await visibleReport(tx, registry, call, storedReport.id);
        await assertPublishable(services, tx, report, project);
        const { facts } = await signedFactsOf(tx, report, project);
        const draft = checkedNotice(facts, request.draft);
        await assertPictures(tx, report, request.scenes);
        if (copy) {
          const sha256 = createHash('sha256').update(copy.bytes).digest('hex');
          await tx.insert(storedFileTable).values({
            id: copy.id,
            organizationId: report.organizationId,
            name: `${report.reportNo ?? ''} 公示副本.pdf`,
            mime: 'application/pdf',
            size: copy.bytes.length,
            sha256,
            fileClass: 'document',
            createBy: call.viewer.user.id,
            createTime: services.now(),
          });
        }
        const noticeId = await writeNotice(context, tx, call, report, draft, request.scenes, copy?.id ?? null);
        await publishReports(deskOf(context, call, reportFormula.name), tx, [noticeId]);
        await moveRows(services, tx, call, movedReport(registry), [row], 'publish', { changes: { notice: noticeId } });
        if (project.stage === 'archived')
          await moveRows(
            services,
            tx,
            call,
            movedProject(registry),
            await lockRows(movedProject(registry), tx, call, [project.id]),
            'publish',
            {},
          );
        isCopyKept = true;
        return { notice: noticeId };
      }),
    );
  } catch (error) {
    isCopyKept = false;
    throw error;
  } finally {
    // Removes the copy of a refused or repeated request.
    if (copy && !isCopyKept) await services.files.remove(copy.id);
  }
}

/**
 * Removes the notice of a report from the public page in any state of the report; its project moves back to archived.
 * The caller has locked the project.
 */
export async function removeNoticeOfReport(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  report: Pick<AnyRow, string>,
  reason: string,
): Promise<void> {
  const { services, registry } = context;
  if (typeof report.notice === 'number')
    await removeFromPublicPages(deskOf(context, call, reportFormula.name), tx, report.notice, reason);
  const [project] = await lockRows(movedProject(registry), tx, call, [Number(report.project)]);
  if (project?.stage === 'published')
    await moveRows(services, tx, call, movedProject(registry), [project], 'withdraw', { reason });
}

/**
 * Performs 撤回公示 of a report, with its notice and its project.
 * @throws Refusal 404, 409
 */
export async function withdrawPublished(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  id: number,
  reason: string,
): Promise<void> {
  const { services, registry } = context;
  const storedReport = await visibleReport(tx, registry, call, id);
  await projectOf(tx, registry, call, Number(storedReport.project), 'update');
  const row = await lockReport(tx, registry, call, id);
  if (row.state !== 'published') throw conflict(publicationTexts.notPublished, 'wrongState');
  await moveRows(services, tx, call, movedReport(registry), [row], 'withdraw', { reason });
  await removeNoticeOfReport(context, tx, call, row, reason);
}

/** Withdraws notices from their own list. Reports of these notices move with them. */
export async function withdrawNotices(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  requestedRows: readonly RowReference[],
  reason: string,
): Promise<void> {
  const { services, registry } = context;
  const publishedReports = await tx
    .select({ id: reportTable.id, project: reportTable.project })
    .from(reportTable)
    .where(
      and(
        inArray(reportTable.notice, requestedRows.map(idOf)),
        eq(reportTable.state, 'published'),
        isNull(reportTable.deleteTime),
      ),
    )
    .orderBy(reportTable.project, reportTable.id);
  for (const { project } of publishedReports) await projectOf(tx, registry, call, Number(project), 'update');
  const reports = publishedReports.length
    ? await lockRows(
        movedReport(registry),
        tx,
        call,
        publishedReports.map(({ id }) => id),
      )
    : [];
  await withdrawPublicRows(deskOf(context, call, reportFormula.name), tx, requestedRows, reason);
  for (const row of reports) {
    await moveRows(services, tx, call, movedReport(registry), [row], 'withdraw', { reason });
    await removeNoticeOfReport(context, tx, call, row, reason);
  }
}

/**
 * Publishes notices written by people. The notice of a report issued by the product is published only with that
 * report.
 * @throws Refusal 404 unless all exist, 409
 */
export async function publishByHand(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  requestedRows: readonly RowReference[],
): Promise<void> {
  await publishReports(
    deskOf(context, call, reportFormula.name),
    tx,
    requestedRows,
    async ({ id, reportNo, project, organizationId }) => {
      const isLiving = and(
        isNull(reportTable.deleteTime),
        organizationId === null ? undefined : eq(reportTable.organizationId, organizationId),
      );
      const [linkedReport] = await tx
        .select({ no: reportTable.reportNo })
        .from(reportTable)
        .where(and(isLiving, eq(reportTable.notice, id)));
      const [numberedReport] = linkedReport
        ? [linkedReport]
        : await tx
            .select({ no: reportTable.reportNo })
            .from(reportTable)
            .where(and(isLiving, eq(reportTable.reportNo, String(reportNo))));
      const [conflictingReport] =
        numberedReport || typeof project !== 'number'
          ? [numberedReport]
          : await tx
              .select({ no: reportTable.reportNo })
              .from(reportTable)
              .where(and(isLiving, eq(reportTable.project, project)));
      if (conflictingReport) throw conflict(publicationTexts.fromReport(conflictingReport.no ?? ''), 'fromReport');
    },
  );
}
