import { and, eq, isNull, ne } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { detectionFormOf } from '@contract/features/laboratory/detection/detection';
import { labDetectionTexts } from '@contract/features/laboratory/detection/detectionTexts';
import { determinationOutcome, type DeterminationOutcome } from '@contract/features/laboratory/detection/determination';
import {
  type DeterminationForm,
  determinationForms,
  determinationLabel,
  formOfDetermination,
} from '@contract/features/laboratory/detection/determinationForms';
import type { Readings } from '@contract/features/laboratory/methods/calculation/labRecord';
import type { FieldError } from '@contract/schema';
import { getRow, updateRow } from '@server/crud/operations';
import type { DeleteContext, Policy } from '@server/crud/policy';
import type { Orm } from '@server/db/orm';
import { labDetectionTable, labSheetTable } from '@server/db/schema';
import { conflict, invalid } from '@server/http/errors';
import { sheetPart } from '../sheets/part';
import { detectionContext, libraryLimitOf } from '../sheets/sheetDetection';
import { releaseEfficiency, applyEfficiency } from '../sheets/sheetEfficiencies';

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

const same = (a: unknown, b: unknown) => a === b || (a !== null && b !== null && Number(a) === Number(b));

/**
 * Sets the record's limit to its own or back to the library's; the record's policy then recalculates the results. If
 * a limit was typed over `held`, it stays.
 */
async function setLimit(
  { services, registry, tx, call }: DeleteContext,
  row: AnyRow,
  applied: boolean,
  held: unknown = row.lod,
): Promise<void> {
  const desk = { services, registry, resource: registry.named('labSheet'), call };
  const sheet = await getRow(desk, Number(row.sheet), tx);
  if (!applied && !same(sheet.lod, held)) return;
  const work = await detectionContext(tx, sheet.id);
  const limit = applied
    ? {
        lod: row.lod as string,
        lodUnit: detectionFormOf(work)?.unit ?? null,
        loq: (row.loq as string | null) ?? null,
      }
    : libraryLimitOf(work);
  // If the curve was changed, that change has already set this limit.
  if (same(sheet.lod, limit.lod) && same(sheet.loq, limit.loq) && sheet.lodUnit === limit.lodUnit) return;
  await updateRow(desk, tx, sheet, limit, { action: 'edit' });
}

type Draft = Readonly<Record<string, unknown>>;

/**
 * Requires that a record has at most one determination of each form; for forms that belong to a lot, one per lot.
 * @throws Refusal 409
 */
async function assertOnly(tx: Orm, draft: Draft, own: number | null, label: string): Promise<void> {
  const table = labDetectionTable;
  const form = formOfDetermination(draft);
  const lot = textOf(draft.collectorLot);
  const others = await tx
    .select({ form: table.form, collectorLot: table.collectorLot })
    .from(table)
    .where(
      and(eq(table.sheet, Number(draft.sheet)), isNull(table.deleteTime), own === null ? undefined : ne(table.id, own)),
    );
  const same = others.some(
    (one) => formOfDetermination(one) === form && (form === 'limit' || textOf(one.collectorLot) === lot),
  );
  if (!same) return;
  if (form === 'limit') throw conflict(labDetectionTexts.oneOnly);
  throw conflict(labDetectionTexts.oneOfLot(label, lot));
}

/** Returns why a determination can't be used for its record; null if it can. */
function whyNotUsed(
  form: DeterminationForm,
  label: string,
  outcome: DeterminationOutcome,
  draft: Draft,
): FieldError | null {
  const { problem, below } = outcome;
  if (form === 'limit') {
    const faulty = problem !== null || outcome.lod === null;
    return faulty ? { field: 'applied', message: labDetectionTexts.applyFaulty(problem ?? '') } : null;
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
  const [was, is] = [before?.applied === true ? before : null, row.applied === true ? row : null];
  const stays = was !== null && is !== null && was.efficiency === is.efficiency && was.collectorLot === is.collectorLot;
  if (stays) return;
  if (is) await applyEfficiency(tx, call, sheet, textOf(is.collectorLot), String(is.efficiency));
  if (!was || was.collectorLot === is?.collectorLot) return;
  await releaseEfficiency(tx, call, sheet, textOf(was.collectorLot), String(was.efficiency));
}

/**
 * Save rules of determinations, which the server calculates at each save. An `applied` determination is used for the
 * record's results.
 */
export const labDetectionPolicy: Policy = sheetPart({
  without: ['restore'],
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
    const why = draft.applied === true ? whyNotUsed(form, label, outcome, draft) : null;
    if (why) throw invalid([why]);
    const { computed, lod, loq, efficiency, problem } = outcome;
    const lot = textOf(draft.collectorLot);
    return { computed, lod, loq, efficiency, problem, title: lot ? `${label} ${lot}` : label };
  },
  async afterSave(row, context) {
    const form = formOfDetermination(row);
    if (form === 'efficiency') return followEfficiency(context, row, context.before);
    const was = context.before?.applied === true;
    const changed = row.applied === true ? !was || row.lod !== context.before?.lod : was;
    if (form === 'limit' && changed) await setLimit(context, row, row.applied === true, context.before?.lod ?? row.lod);
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
