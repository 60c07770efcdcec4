import { and, asc, eq, isNull } from 'drizzle-orm';
import { isGrabbed, isMeasured } from '@contract/features/fieldwork/plan/planFacts';
import { samplePlanMachine } from '@contract/features/fieldwork/plan/samplePlanMachine';
import { siteNumbers } from '@contract/features/fieldwork/plan/siteNumbers';
import { whilePlanning } from '@contract/features/projects/openWhile';
import { projectTexts } from '@contract/features/projects/projectTexts';
import { mayEdit } from '@contract/workflow/machine';
import { updateRow } from '@server/crud/operations';
import type { Policy } from '@server/crud/policy';
import type { Orm } from '@server/db/orm';
import { hazardTable, labMethodTable, sampleSiteHazardTable } from '@server/db/schema';
import { fillFromMethod } from '@server/features/library/methods/methodDefaults';
import { projectPart } from '@server/features/projects/projectPart';
import { nextRowSort } from '@server/features/projects/rowSort';
import { conflict } from '@server/http/errors';

/** Save rules of the head of a plan: created with the project's stage, moved by its state machine. */
export const samplePlanPolicy: Policy = projectPart(whilePlanning, {
  without: ['add', 'del', 'restore'],
  async assertOpen(row) {
    if (!mayEdit(samplePlanMachine, String(row.state))) throw conflict(projectTexts.planLocked, 'locked');
  },
});

/**
 * Completes a draft by its method: direct readings need no medium, flow or blanks; grab samples need no flow. Other
 * empty fields come from the method library.
 */
async function byMethod(draft: Record<string, unknown>, tx: Orm): Promise<Record<string, unknown>> {
  const [hazard] = await tx
    .select({ category: hazardTable.category })
    .from(hazardTable)
    .where(eq(hazardTable.id, Number(draft.hazard)));
  const [method] =
    typeof draft.method === 'number'
      ? await tx
          .select({ resultRoute: labMethodTable.resultRoute })
          .from(labMethodTable)
          .where(eq(labMethodTable.id, draft.method))
      : [];
  if (isMeasured(hazard, method)) return { blanks: 0 };
  const filled = await fillFromMethod(draft, tx);
  return isGrabbed(method) ? { medium: filled.medium } : filled;
}

async function siteNoOf(draft: Record<string, unknown>, tx: Orm): Promise<string> {
  const table = sampleSiteHazardTable;
  const rows = await tx
    .select({ siteNo: table.siteNo, workshop: table.workshop, place: table.place, points: table.points })
    .from(table)
    .where(and(eq(table.project, Number(draft.project)), isNull(table.deleteTime)))
    .orderBy(asc(table.rowSort), asc(table.id));
  const site = {
    workshop: (draft.workshop as string | null) ?? null,
    place: String(draft.place),
    points: Number(draft.points),
  };
  return siteNumbers(rows, [site])(site);
}

/** Save rules of plan rows: typed as one sheet in their own order; places are numbered in order of appearance. */
export const planRowPolicy: Policy = projectPart(whilePlanning, {
  savedTogether: true,
  /** Returns the values to those of the method library. */
  async resets(row, { services, registry, tx, call }) {
    const desk = { services, registry, resource: registry.named('sampleSiteHazard'), call };
    await updateRow(desk, tx, row, { medium: null, flow: null, minutes: null }, { action: 'edit' });
  },
  async beforeSave(draft, { tx }) {
    return {
      ...(await byMethod(draft, tx)),
      ...(draft.siteNo ? {} : { siteNo: await siteNoOf(draft, tx) }),
      ...(draft.rowSort === null || draft.rowSort === undefined
        ? { rowSort: await nextRowSort(tx, sampleSiteHazardTable, Number(draft.project)) }
        : {}),
    };
  },
});
