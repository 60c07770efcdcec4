import { sampleSiteHazard } from '@contract/entities/siteSample/sampleSiteHazard';
import { whileSurveying } from '@contract/workflow/openWhile';
import { and, inArray, isNull, sql } from 'drizzle-orm';
import { actorOf, recordAudit } from '../../audit';
import type { DeleteContext, Policy } from '../../crud/policy';
import type { Registry } from '../../crud/resource';
import { sampleSiteHazardTable, siteHazardTable, surveyFileTable } from '../../db/schema';
import { projectPart } from '../../projects/part';
import { nextRowSort } from '../../projects/rowSort';

/** The head comes with the project's stage, and goes with the project. */
export const siteSurveyPolicy = (registry: () => Registry): Policy => projectPart(registry, whileSurveying, { without: ['add', 'del', 'restore'] });

/** A survey that was opened again may lose rows that a plan was made from: the plan's rows stay, on their own. */
async function letGo(ids: readonly number[], { tx, call }: DeleteContext): Promise<void> {
  const table = sampleSiteHazardTable;
  const freed = await tx
    .update(table)
    .set({ siteHazardId: null, version: sql`${table.version} + 1` })
    .where(and(inArray(table.siteHazardId, [...ids]), isNull(table.deleteTime)))
    .returning({ id: table.id, place: table.place, organizationId: table.organizationId });
  await recordAudit(tx, actorOf(call), freed.map(({ id, place, organizationId }) => ({ action: 'edit', entity: sampleSiteHazard, entityId: id, title: place, organizationId, after: { siteHazardId: null }, reason: '调查行已删除' })));
}

/** Rows are typed as one sheet, in an order of their own. */
export const siteHazardPolicy = (registry: () => Registry): Policy =>
  projectPart(registry, whileSurveying, {
    savedTogether: true,
    async beforeSave(draft, { tx }) {
      return draft.rowSort === null || draft.rowSort === undefined ? { rowSort: await nextRowSort(tx, siteHazardTable, Number(draft.project)) } : {};
    },
    beforeDelete: (rows, context) => letGo(rows.map(({ id }) => id), context),
  });

export const surveyFilePolicy = (registry: () => Registry): Policy =>
  projectPart(registry, whileSurveying, {
    savedTogether: true,
    async beforeSave(draft, { tx }) {
      return draft.rowSort === null || draft.rowSort === undefined ? { rowSort: await nextRowSort(tx, surveyFileTable, Number(draft.project), 9999) } : {};
    },
  });
