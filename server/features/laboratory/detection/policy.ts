import { and, eq, isNull, ne } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { detectionFormOf } from '@contract/features/laboratory/detection/detectionLimitForm';
import { labDetectionTexts } from '@contract/features/laboratory/detection/detectionTexts';
import {
  type DeterminationForm,
  determinationForms,
  determinationLabel,
  formOfDetermination,
} from '@contract/features/laboratory/detection/determinationForms';
import {
  determinationOutcome,
  type DeterminationOutcome,
} from '@contract/features/laboratory/detection/determinationOutcome';
import type { Readings } from '@contract/features/laboratory/methods/calculation/labRecord';
import type { FieldError } from '@contract/schema';
import { getRow, updateRow } from '@server/crud/operations';
import type { DeleteContext, Policy } from '@server/crud/policy';
import type { Orm } from '@server/db/orm';
import { labDetectionTable, labSheetTable } from '@server/db/schema';
import { conflict, invalid } from '@server/http/errors';
import { detectionContext, libraryLimitOf } from '../sheets/sheetDetection';
import { releaseEfficiency, applyEfficiency } from '../sheets/sheetEfficiencies';
import { sheetPartPolicy } from '../sheets/sheetPartPolicy';

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

const isSameNumber = (a: unknown, b: unknown) => a === b || (a !== null && b !== null && Number(a) === Number(b));

/**
 * Sets the record's limit to its own or back to the library's; the record's policy then recalculates the results. If
 * a limit was typed over `heldLod`, it stays.
 */
async function setLimit(
  { services, registry, tx, call }: DeleteContext,
  row: AnyRow,
  isApplied: boolean,
  heldLod: unknown = row.lod,
): Promise<void> {
  const context = { services, registry, resource: registry.named('labSheet'), call };
  const sheet = await getRow(context, Number(row.sheet), tx);
  if (!isApplied && !isSameNumber(sheet.lod, heldLod)) return;
  const work = await detectionContext(tx, sheet.id);
  const limit = isApplied
    ? {
        lod: row.lod as string,
        lodUnit: detectionFormOf(work)?.unit ?? null,
        loq: (row.loq as string | null) ?? null,
      }
    : libraryLimitOf(work);
  // If the curve was changed, that change has already set this limit.
  if (isSameNumber(sheet.lod, limit.lod) && isSameNumber(sheet.loq, limit.loq) && sheet.lodUnit === limit.lodUnit)
    return;
  await updateRow(context, tx, sheet, limit, { action: 'edit' });
}

type DetectionDraft = Readonly<Record<string, unknown>>;

/**
 * Requires that a record has at most one determination of each form; for forms that belong to a lot, one per lot.
 * @throws Refusal 409
 */
async function assertOnly(tx: Orm, draft: DetectionDraft, ownId: number | null, label: string): Promise<void> {
  const table = labDetectionTable;
  const form = formOfDetermination(draft);
  const lot = textOf(draft.collectorLot);
  const otherRows = await tx
    .select({ form: table.form, collectorLot: table.collectorLot })
    .from(table)
    .where(
      and(
        eq(table.sheet, Number(draft.sheet)),
        isNull(table.deleteTime),
        ownId === null ? undefined : ne(table.id, ownId),
      ),
    );
  const isRepeated = otherRows.some(
    (otherRow) => formOfDetermination(otherRow) === form && (form === 'limit' || textOf(otherRow.collectorLot) === lot),
  );
  if (!isRepeated) return;
  if (form === 'limit') throw conflict(labDetectionTexts.oneOnly);
  throw conflict(labDetectionTexts.oneOfLot(label, lot));
}

/** Returns why a determination can't be used for its record; null if it can. */
function whyNotUsed(
  form: DeterminationForm,
  label: string,
  outcome: DeterminationOutcome,
  draft: DetectionDraft,
): FieldError | null {
  const { problem, below } = outcome;
  if (form === 'limit') {
    const isFaulty = problem !== null || outcome.lod === null;
    return isFaulty ? { field: 'applied', message: labDetectionTexts.applyFaulty(problem ?? '') } : null;
  }
  if (problem !== null) return { field: 'applied', message: labDetectionTexts.efficiencyFaulty(label, problem) };
  if (textOf(draft.collectorLot) === '') return { field: 'collectorLot', message: labDetectionTexts.noLot };
  return below !== null && textOf(draft.remark) === '' ? { field: 'remark', message: below } : null;
}

/**
 * Recalculates the record's samples of the lot with the determined efficiency, or without it if it no longer applies.
 */
async function followEfficiency({ tx, call }: DeleteContext, row: AnyRow, before: AnyRow | null): Promise<void> {
  const [sheet] = await tx
    .select()
    .from(labSheetTable)
    .where(eq(labSheetTable.id, Number(row.sheet)));
  if (!sheet) return;
  const [previous, current] = [before?.applied === true ? before : null, row.applied === true ? row : null];
  const staysApplied =
    previous !== null &&
    current !== null &&
    previous.efficiency === current.efficiency &&
    previous.collectorLot === current.collectorLot;
  if (staysApplied) return;
  if (current) await applyEfficiency(tx, call, sheet, textOf(current.collectorLot), String(current.efficiency));
  if (!previous || previous.collectorLot === current?.collectorLot) return;
  await releaseEfficiency(tx, call, sheet, textOf(previous.collectorLot), String(previous.efficiency));
}

/**
 * Save rules of determinations, which the server calculates at each save. An `applied` determination is used for the
 * record's results.
 */
export const labDetectionPolicy: Policy = sheetPartPolicy({
  disabledOperations: ['restore'],
  async beforeSave(draft, { tx, before }) {
    const form = formOfDetermination(draft);
    if (before && formOfDetermination(before) !== form) throw conflict(labDetectionTexts.formStays);
    const work = await detectionContext(tx, Number(draft.sheet));
    const label = determinationLabel(work, form);
    await assertOnly(tx, draft, before?.id ?? null, label);
    if (!determinationForms(work).includes(form)) {
      const message = form === 'limit' ? labDetectionTexts.noDetection : labDetectionTexts.noForm(label);
      throw invalid([{ field: 'values', message }]);
    }
    const outcome = determinationOutcome(work, form, (draft.values ?? {}) as Readings);
    const fault = draft.applied === true ? whyNotUsed(form, label, outcome, draft) : null;
    if (fault) throw invalid([fault]);
    const { computed, lod, loq, efficiency, problem } = outcome;
    const lot = textOf(draft.collectorLot);
    return { computed, lod, loq, efficiency, problem, title: lot ? `${label} ${lot}` : label };
  },
  async afterSave(row, context) {
    const form = formOfDetermination(row);
    if (form === 'efficiency') return followEfficiency(context, row, context.before);
    const wasApplied = context.before?.applied === true;
    const hasChanged = row.applied === true ? !wasApplied || row.lod !== context.before?.lod : wasApplied;
    if (form === 'limit' && hasChanged)
      await setLimit(context, row, row.applied === true, context.before?.lod ?? row.lod);
  },
  async afterDelete(rows, context) {
    for (const row of rows) {
      if (row.applied !== true) continue;
      const form = formOfDetermination(row);
      if (form === 'limit') await setLimit(context, row, false);
      if (form === 'efficiency') await followEfficiency(context, { ...row, applied: false }, row);
    }
  },
});
