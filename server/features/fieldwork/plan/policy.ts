import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { isGrabbed, isMeasured } from '@contract/features/fieldwork/plan/planFacts';
import { samplePlanMachine } from '@contract/features/fieldwork/plan/samplePlanMachine';
import { siteNumbers } from '@contract/features/fieldwork/plan/siteNumbers';
import {
  untestedFaults,
  untestedHazards,
  untestedLines,
  type UntestedMap,
} from '@contract/features/fieldwork/plan/untestedHazards';
import { planningStages } from '@contract/features/projects/editableStages';
import { projectTexts } from '@contract/features/projects/projectTexts';
import { mayEdit } from '@contract/workflow/stateMachine';
import { updateRow } from '@server/crud/operations';
import type { Policy, SaveContext } from '@server/crud/policy';
import type { Orm } from '@server/db/orm';
import { hazardTable, labMethodTable, sampleSiteHazardTable } from '@server/db/schema';
import { fillFromMethod } from '@server/features/library/methods/methodDefaults';
import { nextRowSort } from '@server/features/projects/nextRowSort';
import { projectPart } from '@server/features/projects/projectPart';
import { conflict, Refusal } from '@server/http/errors';

/**
 * Generates the lines of 不检测的因素及原因 from the choices; lines of a plan without choices stay unchanged.
 * @throws Refusal 400 where a choice lacks the refusal's day and person, or its note
 */
async function untestedLinesFromChoices(draft: Record<string, unknown>, { tx, before }: SaveContext) {
  if (draft.untested === undefined) return {};
  const untestedMap = (draft.untested as UntestedMap | null) ?? {};
  const ids = untestedHazards(untestedMap);
  if (!ids.length) return untestedHazards(before?.untested as UntestedMap | null).length ? { notTested: null } : {};
  const rows = await tx
    .select({ id: hazardTable.id, name: hazardTable.name })
    .from(hazardTable)
    .where(inArray(hazardTable.id, ids));
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  const faults = untestedFaults(untestedMap, names);
  if (faults.length)
    throw new Refusal(400, 'invalid', faults[0] ?? '', {
      errors: faults.map((message) => ({ field: 'untested', message })),
    });
  return { notTested: untestedLines(untestedMap, names) };
}

/** Save rules of the head of a plan: the project's stage creates it, and its state machine changes its state. */
export const samplePlanPolicy: Policy = projectPart(planningStages, {
  disabledOperations: ['add', 'del', 'restore'],
  beforeSave: untestedLinesFromChoices,
  async assertOpen(row) {
    if (!mayEdit(samplePlanMachine, String(row.state))) throw conflict(projectTexts.planLocked, 'locked');
  },
});

/**
 * Completes a draft by its method: direct readings need no medium, flow or blanks; grab samples need no flow. Other
 * empty fields come from the method library.
 */
async function completeByMethod(draft: Record<string, unknown>, tx: Orm): Promise<Record<string, unknown>> {
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
  const filledFields = await fillFromMethod(draft, tx);
  return isGrabbed(method) ? { medium: filledFields.medium } : filledFields;
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

/**
 * Save rules of plan rows: they are typed as one grid in their own order, and places are numbered in order of
 * appearance.
 */
export const planRowPolicy: Policy = projectPart(planningStages, {
  savedTogether: true,
  /** Resets the values to those of the method library. */
  async resets(row, { services, registry, tx, call }) {
    const context = { services, registry, resource: registry.named('sampleSiteHazard'), call };
    await updateRow(context, tx, row, { medium: null, flow: null, minutes: null }, { action: 'edit' });
  },
  async beforeSave(draft, { tx }) {
    return {
      ...(await completeByMethod(draft, tx)),
      ...(draft.siteNo ? {} : { siteNo: await siteNoOf(draft, tx) }),
      ...(draft.rowSort === null || draft.rowSort === undefined
        ? { rowSort: await nextRowSort(tx, sampleSiteHazardTable, Number(draft.project)) }
        : {}),
    };
  },
});
