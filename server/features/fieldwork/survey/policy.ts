import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import { sampleSiteHazard } from '@contract/features/fieldwork/entities/sampleSiteHazard';
import { planningStages, surveyStages } from '@contract/features/projects/editableStages';
import { isPrintable, notPrintable } from '@contract/print/printedPicture';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import type { DeleteContext, Policy } from '@server/crud/policy';
import type { Orm } from '@server/db/orm';
import { sampleSiteHazardTable, siteHazardTable, storedFileTable, surveyFileTable } from '@server/db/schema';
import { nextRowSort } from '@server/features/projects/nextRowSort';
import { projectPart } from '@server/features/projects/projectPart';
import { invalid } from '@server/http/errors';

/** Save rules of the head of a survey: created with the project's stage, deleted with the project. */
export const siteSurveyPolicy: Policy = projectPart(surveyStages, { disabledOperations: ['add', 'del', 'restore'] });

/** Detaches plan rows from deleted survey rows. A reopened survey may lose rows; the rows of the plan stay. */
async function letGo(ids: readonly number[], { tx, call }: DeleteContext): Promise<void> {
  const table = sampleSiteHazardTable;
  const freedPoints = await tx
    .update(table)
    .set({ siteHazardId: null, version: sql`${table.version} + 1` })
    .where(and(inArray(table.siteHazardId, [...ids]), isNull(table.deleteTime)))
    .returning({ id: table.id, place: table.place, organizationId: table.organizationId });
  await recordAudit(
    tx,
    actorOf(call),
    freedPoints.map(({ id, place, organizationId }) => ({
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

/** Save rules of survey rows: all rows of a survey are saved together, in the order in which they were typed. */
export const siteHazardPolicy: Policy = projectPart(surveyStages, {
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

/**
 * Refuses a layout that is not an image, because the report prints it. Such a drawing is uploaded as another kind of
 * file.
 */
async function assertPrintable(tx: Orm, { fileKind, content }: Readonly<Record<string, unknown>>): Promise<void> {
  if (fileKind !== 'layout' || typeof content !== 'string') return;
  const [file] = await tx
    .select({ mime: storedFileTable.mime })
    .from(storedFileTable)
    .where(eq(storedFileTable.id, content));
  if (file?.mime.startsWith('image/') && !isPrintable(file.mime))
    throw invalid([{ field: 'content', message: notPrintable('设备布局') }]);
}

/**
 * Condition for files of the survey itself, which are counted and copied with it: all but the drawing of sampling
 * places.
 */
export const ofSurvey = ne(surveyFileTable.fileKind, 'sites');

/**
 * Save rules of survey files. The drawing of sampling places is added while the plan is made, all other files during
 * the survey.
 */
export const surveyFilePolicy: Policy = projectPart(
  ({ fileKind }) => (fileKind === 'sites' ? planningStages : surveyStages),
  {
    savedTogether: true,
    async beforeSave(draft, { tx }) {
      await assertPrintable(tx, draft);
      return draft.rowSort === null || draft.rowSort === undefined
        ? { rowSort: await nextRowSort(tx, surveyFileTable, Number(draft.project), 9999) }
        : {};
    },
  },
);
