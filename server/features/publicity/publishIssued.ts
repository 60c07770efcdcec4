import { createHash, randomUUID } from 'node:crypto';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { reportFormula } from '@contract/features/publicity/entities/reportFormula';
import { type PublicationAsked, publicationTexts } from '@contract/features/publicity/publication';
import { publicityStatus } from '@contract/features/publicity/publicity';
import { actorOf, recordAudit } from '@server/audit/trail';
import { idOf, type Wanted } from '@server/crud/asShown';
import type { Context } from '@server/crud/context';
import { once } from '@server/crud/idempotent';
import { type Desk, find, insertRow, removeRows, updateRow } from '@server/crud/operations';
import type { Orm } from '@server/db/orm';
import { reportFormulaTable, reportSceneTable, reportTable, storedFileTable } from '@server/db/schema';
import { movedProject, projectOf } from '@server/features/projects/stage';
import type { StoredReport } from '@server/features/reports/compiledReport';
import { frozenContent, lockReport, movedReport, visibleReport } from '@server/features/reports/movedReport';
import { conflict } from '@server/http/errors';
import type { Call } from '@server/http/route';
import { requiredOrigin } from '@server/print/publicOrigin';
import { lockRows, moveRows } from '@server/workflow/move';
import { assertPictures, assertPublishable, signedFactsOf } from './proposal';
import { checkedNotice } from './publicationPreview';
import { copyRules, publicCopyPdf } from './publicCopy';
import { takeOff, withdraw } from './publishing';
import { publishReports } from './publishReport';

const deskOf = ({ services, registry }: Context, call: Call<unknown>, name: string): Desk => ({
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
  const [own] = await tx
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
  if (own?.status === publicityStatus.published) throw conflict(publicationTexts.numberTaken(own.title), 'duplicate');
  return own?.id ?? null;
}

/** Writes the requested notice with its pictures; a withdrawn notice is overwritten. */
async function writeNotice(
  context: Context,
  tx: Orm,
  call: Call<unknown>,
  report: StoredReport,
  draft: Readonly<Record<string, unknown>>,
  scenes: PublicationAsked['scenes'],
  reportFile: string | null,
): Promise<number> {
  const [desk, sceneDesk] = [deskOf(context, call, reportFormula.name), deskOf(context, call, 'reportScene')];
  const earlier = await earlierNotice(tx, report);
  const [before] = earlier === null ? [] : await find(desk, tx, [earlier], true);
  const row = before
    ? await updateRow(desk, tx, before, draft, { action: 'edit' })
    : await insertRow(desk, tx, draft, { action: 'add' }, report.organizationId);
  if (before) {
    const old = await tx
      .select({ id: reportSceneTable.id })
      .from(reportSceneTable)
      .where(and(eq(reportSceneTable.formula, row.id), isNull(reportSceneTable.deleteTime)));
    if (old.length)
      await removeRows(
        sceneDesk,
        tx,
        await find(
          sceneDesk,
          tx,
          old.map(({ id }) => id),
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
export async function publishIssued(context: Context, call: Call<PublicationAsked>): Promise<{ notice: number }> {
  const { services, registry } = context;
  const {
    database: { orm },
    database,
  } = services;
  const asked = call.body;
  const seen = await visibleReport(orm, registry, call, asked.id);
  const content = asked.withReport && seen.state === 'issued' ? await frozenContent(orm, seen.id) : undefined;
  const shown = {
    companionPublic: asked.draft.companionPublic !== false,
    pictures: asked.scenes.map(({ picture }) => picture),
  };
  // The copy is drawn before the transaction, so that no lock waits for it.
  const copy = content && {
    id: randomUUID(),
    bytes: await publicCopyPdf(
      services,
      orm,
      seen,
      content,
      shown,
      await requiredOrigin(services, orm, seen.organizationId),
    ),
  };
  if (copy) await services.files.put(copy.id, copy.bytes);
  let kept = false;
  try {
    return await database.transaction((tx) =>
      once(tx, call, async () => {
        const project = await projectOf(tx, registry, call, Number(seen.project), 'update');
        const row = await lockReport(tx, registry, call, seen.id);
        const report = await visibleReport(tx, registry, call, seen.id);
        await assertPublishable(services, tx, report, project);
        const { facts } = await signedFactsOf(tx, report, project);
        const draft = checkedNotice(facts, asked.draft);
        await assertPictures(tx, report, asked.scenes);
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
        const notice = await writeNotice(context, tx, call, report, draft, asked.scenes, copy?.id ?? null);
        await publishReports(deskOf(context, call, reportFormula.name), tx, [notice]);
        await moveRows(services, tx, call, movedReport(registry), [row], 'publish', { changes: { notice } });
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
        kept = true;
        return { notice };
      }),
    );
  } catch (error) {
    kept = false;
    throw error;
  } finally {
    // Removes the copy of a refused or repeated request.
    if (copy && !kept) await services.files.remove(copy.id);
  }
}

/**
 * Removes the notice of a report from the public page in any state of the report; its project moves back to archived.
 * The caller has locked the project.
 */
export async function takeDown(
  context: Context,
  tx: Orm,
  call: Call<unknown>,
  report: Pick<AnyRow, string>,
  reason: string,
): Promise<void> {
  const { services, registry } = context;
  if (typeof report.notice === 'number')
    await takeOff(deskOf(context, call, reportFormula.name), tx, report.notice, reason);
  const [project] = await lockRows(movedProject(registry), tx, call, [Number(report.project)]);
  if (project?.stage === 'published')
    await moveRows(services, tx, call, movedProject(registry), [project], 'withdraw', { reason });
}

/**
 * Performs 撤回公示 of a report, with its notice and its project.
 * @throws Refusal 404, 409
 */
export async function withdrawPublished(
  context: Context,
  tx: Orm,
  call: Call<unknown>,
  id: number,
  reason: string,
): Promise<void> {
  const { services, registry } = context;
  const seen = await visibleReport(tx, registry, call, id);
  await projectOf(tx, registry, call, Number(seen.project), 'update');
  const row = await lockReport(tx, registry, call, id);
  if (row.state !== 'published') throw conflict(publicationTexts.notPublished, 'wrongState');
  await moveRows(services, tx, call, movedReport(registry), [row], 'withdraw', { reason });
  await takeDown(context, tx, call, row, reason);
}

/** Withdraws notices from their own list. Reports of these notices move with them. */
export async function withdrawNotices(
  context: Context,
  tx: Orm,
  call: Call<unknown>,
  shown: readonly Wanted[],
  reason: string,
): Promise<void> {
  const { services, registry } = context;
  const own = await tx
    .select({ id: reportTable.id, project: reportTable.project })
    .from(reportTable)
    .where(
      and(
        inArray(reportTable.notice, shown.map(idOf)),
        eq(reportTable.state, 'published'),
        isNull(reportTable.deleteTime),
      ),
    )
    .orderBy(reportTable.project, reportTable.id);
  for (const { project } of own) await projectOf(tx, registry, call, Number(project), 'update');
  const reports = own.length
    ? await lockRows(
        movedReport(registry),
        tx,
        call,
        own.map(({ id }) => id),
      )
    : [];
  await withdraw(deskOf(context, call, reportFormula.name), tx, shown, reason);
  for (const row of reports) {
    await moveRows(services, tx, call, movedReport(registry), [row], 'withdraw', { reason });
    await takeDown(context, tx, call, row, reason);
  }
}

/**
 * Publishes notices written by people. The notice of a report issued by the product is published only with that
 * report.
 * @throws Refusal 404 unless all exist, 409
 */
export async function publishByHand(
  context: Context,
  tx: Orm,
  call: Call<unknown>,
  shown: readonly Wanted[],
): Promise<void> {
  await publishReports(
    deskOf(context, call, reportFormula.name),
    tx,
    shown,
    async ({ id, reportNo, project, organizationId }) => {
      const living = and(
        isNull(reportTable.deleteTime),
        organizationId === null ? undefined : eq(reportTable.organizationId, organizationId),
      );
      const [linked] = await tx
        .select({ no: reportTable.reportNo })
        .from(reportTable)
        .where(and(living, eq(reportTable.notice, id)));
      const [named] = linked
        ? [linked]
        : await tx
            .select({ no: reportTable.reportNo })
            .from(reportTable)
            .where(and(living, eq(reportTable.reportNo, String(reportNo))));
      const [own] =
        named || typeof project !== 'number'
          ? [named]
          : await tx
              .select({ no: reportTable.reportNo })
              .from(reportTable)
              .where(and(living, eq(reportTable.project, project)));
      if (own) throw conflict(publicationTexts.fromReport(own.no ?? ''), 'fromReport');
    },
  );
}
