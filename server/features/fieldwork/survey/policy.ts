import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import { sampleSiteHazard } from '@contract/features/fieldwork/entities/sampleSiteHazard';
import { whilePlanning, whileSurveying } from '@contract/features/projects/openWhile';
import { isPrintable, notPrintable } from '@contract/print/printedPicture';
import { actorOf, recordAudit } from '@server/audit/trail';
import type { DeleteContext, Policy } from '@server/crud/policy';
import type { Registry } from '@server/crud/resource';
import type { Orm } from '@server/db/orm';
import { sampleSiteHazardTable, siteHazardTable, storedFileTable, surveyFileTable } from '@server/db/schema';
import { projectPart } from '@server/features/projects/part';
import { nextRowSort } from '@server/features/projects/rowSort';
import { invalid } from '@server/http/errors';

/** The head comes with the project's stage, and goes with the project. */
export const siteSurveyPolicy = (registry: () => Registry): Policy =>
  projectPart(registry, whileSurveying, { without: ['add', 'del', 'restore'] });

/** A survey that was opened again may lose rows that a plan was made from: the plan's rows stay, on their own. */
async function letGo(ids: readonly number[], { tx, call }: DeleteContext): Promise<void> {
  const table = sampleSiteHazardTable;
  const freed = await tx
    .update(table)
    .set({ siteHazardId: null, version: sql`${table.version} + 1` })
    .where(and(inArray(table.siteHazardId, [...ids]), isNull(table.deleteTime)))
    .returning({ id: table.id, place: table.place, organizationId: table.organizationId });
  await recordAudit(
    tx,
    actorOf(call),
    freed.map(({ id, place, organizationId }) => ({
      action: 'edit',
      entity: sampleSiteHazard,
      entityId: id,
      title: place,
      organizationId,
      after: { siteHazardId: null },
      reason: '调查行已删除',
    })),
  );
}

/** Rows are typed as one sheet, in an order of their own. */
export const siteHazardPolicy = (registry: () => Registry): Policy =>
  projectPart(registry, whileSurveying, {
    savedTogether: true,
    async beforeSave(draft, { tx }) {
      return draft.rowSort === null || draft.rowSort === undefined
        ? { rowSort: await nextRowSort(tx, siteHazardTable, Number(draft.project)) }
        : {};
    },
    beforeDelete: (rows, context) =>
      letGo(
        rows.map(({ id }) => id),
        context,
      ),
  });

/** A layout goes into the report; a drawing that is no picture stays a file of the project. */
async function assertPrintable(tx: Orm, { fileKind, content }: Readonly<Record<string, unknown>>): Promise<void> {
  if (fileKind !== 'layout' || typeof content !== 'string') return;
  const [file] = await tx
    .select({ mime: storedFileTable.mime })
    .from(storedFileTable)
    .where(eq(storedFileTable.id, content));
  if (file?.mime.startsWith('image/') && !isPrintable(file.mime))
    throw invalid([{ field: 'content', message: notPrintable('设备布局') }]);
}

/** The files of the survey itself: they are counted with it, and go along when it is copied. */
export const ofSurvey = ne(surveyFileTable.fileKind, 'sites');

/** Where a plan samples is drawn while the plan is made; everything else belongs to the survey. */
export const surveyFilePolicy = (registry: () => Registry): Policy =>
  projectPart(registry, ({ fileKind }) => (fileKind === 'sites' ? whilePlanning : whileSurveying), {
    savedTogether: true,
    async beforeSave(draft, { tx }) {
      await assertPrintable(tx, draft);
      return draft.rowSort === null || draft.rowSort === undefined
        ? { rowSort: await nextRowSort(tx, surveyFileTable, Number(draft.project), 9999) }
        : {};
    },
  });
