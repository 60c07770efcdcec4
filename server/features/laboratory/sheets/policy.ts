import { and, eq, inArray, isNull } from 'drizzle-orm';
import { fixedDictionaries } from '@contract/dictionaries';
import type { AnyRow } from '@contract/entity';
import { labCheckTexts } from '@contract/features/laboratory/checks/checkTexts';
import { curvePartOf } from '@contract/features/laboratory/curves/curvePlan';
import { labAttachment } from '@contract/features/laboratory/entities/labAttachment';
import { labCheck } from '@contract/features/laboratory/entities/labCheck';
import { labDetection } from '@contract/features/laboratory/entities/labDetection';
import { labPeak } from '@contract/features/laboratory/entities/labPeak';
import { labSheet } from '@contract/features/laboratory/entities/labSheet';
import { sheetOf } from '@contract/features/laboratory/sheets/labWork';
import { labSheetTexts, recalculationTexts } from '@contract/features/laboratory/sheetTexts';
import { type UnfitOverride, itemFitnessTexts } from '@contract/features/stock/itemFitness';
import { formatDay } from '@server/base/zone';
import type { CrudContext } from '@server/crud/crudContext';
import type { DeleteContext, Policy } from '@server/crud/policy';
import { removeParts } from '@server/crud/removeParts';
import type { Orm } from '@server/db/orm';
import {
  labAttachmentTable,
  labCheckTable,
  inspectUnitTable,
  labCurveTable,
  labDetectionTable,
  labMethodItemTable,
  labPeakTable,
  labSheetRowTable,
  projectTable,
} from '@server/db/schema';
import { overrideBody, assertUsableOrOverridden, type UsedItems } from '@server/features/stock/itemFitness';
import { assertFits, purposeOfTest } from '@server/features/stock/purposeFitness';
import { conflict, invalid } from '@server/http/errors';
import type { Call } from '@server/http/route';
import { returnRowsToTasks } from './editRows';
import { leaveGroupsOf, shareHead } from './group/sheetGroup';
import { openSheet } from './openSheet';
import { recalculationCause, recalculateSheet } from './recalculate';
import { settingFields } from './rowFields';
import { recalculateByCurrentCurve, limitByCurve, detachMeasuredLimit } from './sheetDetection';
import { roomAirOf } from './start/roomAir';

const curveStates: ReadonlyMap<string, string> = new Map(
  fixedDictionaries.labCurveState.map(({ value, label }) => [value, label]),
);

/** Returns the reason for using expired equipment or material, if the request gives one. */
function overrideOf(call: Call<unknown>): UnfitOverride | undefined {
  const parsedOverride = overrideBody.safeParse(
    ((call.body ?? {}) as { readonly override?: unknown }).override ?? undefined,
  );
  if (!parsedOverride.success) throw invalid([{ field: 'override.reason', message: itemFitnessTexts.reasonNeeded }]);
  return parsedOverride.data;
}

/**
 * Checks that instrument, standard and reagents of a record were valid on the last day of its test. Expired ones need a
 * reason and a nonconformity.
 */
export async function assertSheetItemsUsable(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  sheet: {
    readonly id: number;
    readonly sheetNo: unknown;
    readonly project: number;
    readonly organizationId: number | null;
  },
  usedItems: UsedItems,
  day: string,
  override?: UnfitOverride,
): Promise<void> {
  await assertUsableOrOverridden(
    context,
    tx,
    call,
    usedItems,
    day,
    {
      about: `检测记录${String(sheet.sheetNo)}`,
      organizationId: sheet.organizationId,
      project: sheet.project,
      sheet: sheet.id,
    },
    override,
  );
}

/**
 * Requires an approved curve of this method and hazard that was prepared before the test ended and is valid on its last
 * day.
 */
async function assertCurve(
  tx: Orm,
  id: number,
  sheet: { readonly method: unknown; readonly hazard: unknown; readonly layout: unknown },
  day: string | null,
  endDay: string | null,
): Promise<void> {
  const [curve] = await tx
    .select()
    .from(labCurveTable)
    .where(and(eq(labCurveTable.id, id), isNull(labCurveTable.deleteTime)));
  const invalidCurve = (message: string) => invalid([{ field: 'curve', message }]);
  if (
    !curve ||
    curve.method !== sheet.method ||
    curve.hazard !== sheet.hazard ||
    curve.part !== curvePartOf(sheet.layout as string | null)
  )
    throw invalidCurve(labSheetTexts.curveOther);
  if (curve.state !== 'approved')
    throw invalidCurve(
      labSheetTexts.curveNotApproved(String(curve.curveNo), curveStates.get(String(curve.state)) ?? ''),
    );
  const lastTestDay = endDay ?? day;
  if (lastTestDay && curve.validUntil && curve.validUntil < lastTestDay)
    throw invalidCurve(labSheetTexts.curveExpired(String(curve.curveNo), curve.validUntil));
  if (lastTestDay && curve.preparedOn && curve.preparedOn > lastTestDay)
    throw invalidCurve(labSheetTexts.curveLater(String(curve.curveNo), curve.preparedOn));
}

async function assertMeasuresHazard(tx: Orm, methodId: number, hazardId: number): Promise<void> {
  const [methodItem] = await tx
    .select({ id: labMethodItemTable.id })
    .from(labMethodItemTable)
    .where(
      and(
        eq(labMethodItemTable.method, methodId),
        eq(labMethodItemTable.hazard, hazardId),
        isNull(labMethodItemTable.deleteTime),
      ),
    )
    .limit(1);
  if (!methodItem) throw invalid([{ field: 'method', message: labSheetTexts.methodOther }]);
}

/** Fields of a record's head that affect its results. */
const resultFields = ['method', 'curve', 'lod', 'lodUnit', 'publishedMinimum', 'settings', 'incomingUnit'] as const;

/** Returns the labels of the fields that differ. */
const changedLabels = (before: AnyRow, after: AnyRow): string[] =>
  resultFields.flatMap((name) =>
    JSON.stringify(before[name] ?? null) === JSON.stringify(after[name] ?? null) ? [] : [labSheet.fields[name].label],
  );

/**
 * Returns the name of the inspected unit of each record, in the order of the records. People do not recognise projects
 * by number.
 */
async function unitNamesOf(orm: Orm, rows: readonly AnyRow[]) {
  const ids = [...new Set(rows.map((row) => Number(row.project)))];
  const unitRows = await orm
    .select({ id: projectTable.id, unit: inspectUnitTable.unitName })
    .from(projectTable)
    .innerJoin(inspectUnitTable, eq(inspectUnitTable.id, projectTable.belongInspect))
    .where(inArray(projectTable.id, ids));
  const units = new Map(unitRows.map(({ id, unit }) => [id, unit]));
  return rows.map((row) => ({ unitName: units.get(Number(row.project)) ?? null }));
}

const sameNumber = (firstValue: unknown, otherValue: unknown): boolean =>
  firstValue === otherValue ||
  (firstValue !== null && otherValue !== null && Number(firstValue) === Number(otherValue));

/**
 * Returns the change that clears the LOQ where another LOD is typed and the LOQ is unchanged, because a LOQ belongs to
 * its LOD; no change otherwise.
 * @throws Refusal 400 on a LOQ below the LOD
 */
function clearLoqOfOldLod(
  draft: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>>,
): { loq?: null } {
  const [lod, loq] = [draft['lod'] ?? null, draft['loq'] ?? null];
  const isLoqOfOldLod =
    sameNumber(loq, before['loq'] ?? null) &&
    !(sameNumber(lod, before['lod'] ?? null) && (draft['lodUnit'] ?? null) === (before['lodUnit'] ?? null));
  if (isLoqOfOldLod) return loq === null ? {} : { loq: null };
  if (lod !== null && loq !== null && Number(loq) < Number(lod))
    throw invalid([{ field: 'loq', message: labSheetTexts.loqBelowLod }]);
  return {};
}

/** Returns the air of the instrument's room, where the head states none. */
async function missingRoomAir(
  tx: Orm,
  draft: Readonly<Record<string, unknown>>,
  organizationId: number | null,
  zone: string,
): Promise<Record<string, unknown>> {
  const dayText = (value: unknown) => (typeof value === 'string' && value ? value : null);
  if (draft.envTemperature != null || draft.envHumidity != null) return {};
  const instrumentId = (draft.instrument as number | null | undefined) ?? null;
  const days = { from: dayText(draft.testDate), until: dayText(draft.testUntil) };
  return { ...(await roomAirOf(tx, { organizationId, instrument: instrumentId, ...days }, zone)) };
}

/**
 * Save rules of a record without its rows: its analyst edits it while it is open. Project, hazard and method kind
 * can't be changed after the start.
 */
export const labSheetPolicy: Policy = {
  ignoresDataScope: true,
  addDisplayValues: unitNamesOf,
  disabledOperations: ['add', 'copy', 'status', 'restore', 'import'],
  rowFields: async () => settingFields,
  async beforeSave(draft, { services, registry, tx, call, before }) {
    if (!before) return {};
    for (const name of ['project', 'hazard'] as const)
      if (draft[name] !== before[name])
        throw conflict('项目与检测项目由样品决定，不能更改；需要更改的请移出样品后另建记录');
    const today = formatDay(services.now(), services.env.zone);
    const unknownCheckKinds = Object.keys((draft.checkReasons ?? {}) as object).filter(
      (kind) =>
        !(sheetOf({ methodKind: before.methodKind as string | null }).checks as readonly string[]).includes(kind),
    );
    if (unknownCheckKinds.length) throw invalid([{ field: 'checkReasons', message: labCheckTexts.reasonsOnly }]);
    const testDate = (draft.testDate as string | null) ?? null;
    if (testDate && testDate > today) throw invalid([{ field: 'testDate', message: labSheetTexts.testedInFuture }]);
    // A test that has not ended has no results yet (DOMAIN §8.3: test ≤ sign).
    if (typeof draft.testUntil === 'string' && draft.testUntil > today)
      throw invalid([{ field: 'testUntil', message: labSheetTexts.endsInFuture }]);
    if (testDate && before.receivedOn && testDate < String(before.receivedOn))
      throw invalid([{ field: 'testDate', message: labSheetTexts.testedBeforeReceived(String(before.receivedOn)) }]);
    if (draft.method !== before.method) await assertMeasuresHazard(tx, Number(draft.method), Number(draft.hazard));
    if (
      typeof draft.curve === 'number' &&
      (draft.curve !== before.curve ||
        draft.method !== before.method ||
        testDate !== before.testDate ||
        draft.testUntil !== before.testUntil)
    )
      await assertCurve(
        tx,
        draft.curve,
        { method: draft.method, hazard: draft.hazard, layout: before.layout },
        testDate,
        (draft.testUntil as string | null) ?? null,
      );
    const usedItems = {
      instrument: (draft.instrument as number | null) ?? null,
      standard: (draft.standard as number | null) ?? null,
      reagents: (draft.reagents as number[] | undefined) ?? [],
    };
    const isChanged = (name: string): boolean => (draft[name] ?? null) !== (before[name] ?? null);
    // Only changed fields are compared here. Values from before this rule are refused when the record is submitted.
    if (isChanged('instrument') || isChanged('instrumentReason') || isChanged('standard') || isChanged('curve')) {
      await assertFits(tx, await purposeOfTest(tx, String(before.methodKind), Number(draft.hazard)), {
        ...(isChanged('instrument') || isChanged('instrumentReason')
          ? { instrument: usedItems.instrument, instrumentReason: (draft.instrumentReason as string | null) ?? null }
          : {}),
        ...(isChanged('standard') ? { standard: usedItems.standard } : {}),
        ...(isChanged('curve') ? { curve: (draft.curve as number | null) ?? null } : {}),
      });
    }
    const hasChangedItems = (['instrument', 'standard', 'reagents', 'testDate', 'testUntil'] as const).some(
      (name) => JSON.stringify(draft[name] ?? null) !== JSON.stringify(before[name] ?? null),
    );
    if (hasChangedItems)
      await assertSheetItemsUsable(
        { services, registry },
        tx,
        call,
        {
          id: before.id,
          sheetNo: before.sheetNo,
          project: Number(before.project),
          organizationId: before.organizationId,
        },
        usedItems,
        (draft.testUntil as string | null) ?? testDate ?? today,
        overrideOf(call),
      );
    // The record's own limit was calculated with the slope of its curve.
    const limitsByCurve =
      draft.curve !== before.curve ? await limitByCurve(tx, before.id, (draft.curve as number | null) ?? null) : null;
    const roomAir = await missingRoomAir(tx, draft, before.organizationId, services.env.zone);
    // A person who saves the head has checked the values that were taken over.
    return { ...(limitsByCurve ?? clearLoqOfOldLod(draft, before)), ...roomAir, carriedFrom: null };
  },
  async afterSave(row, { services, registry, tx, call, before }) {
    const context = { services, registry };
    if (before && row.curve !== before.curve) await recalculateByCurrentCurve(context, tx, call, row.id);
    else if (before && (row.lod !== before.lod || row.lodUnit !== before.lodUnit))
      await detachMeasuredLimit(context, tx, call, row);
    await recalculateSheet(
      tx,
      row.id,
      before ? recalculationCause(call, recalculationTexts.head(changedLabels(before, row))) : null,
    );
    if (before) await shareHead(context, tx, call, before, row);
  },
  async assertOpen(row, { tx, registry, call }) {
    await openSheet(tx, registry, call, row.id);
  },
  // Deletes the parts of the record; its tasks return to the analyst's open tasks.
  async beforeDelete(rows, { services, registry, tx, call }: DeleteContext) {
    const ids = rows.map(({ id }) => id);
    await leaveGroupsOf({ services, registry }, tx, call, rows);
    for (const [entity, table] of [
      [labPeak, labPeakTable],
      [labAttachment, labAttachmentTable],
      [labCheck, labCheckTable],
      [labDetection, labDetectionTable],
    ] as const)
      await removeParts({ services, registry, tx, call }, { entity, table, parentColumn: table.sheet }, ids);
    const ownRows = await tx
      .select()
      .from(labSheetRowTable)
      .where(and(inArray(labSheetRowTable.sheet, ids), isNull(labSheetRowTable.deleteTime)));
    await returnRowsToTasks({ services, registry }, tx, call, ownRows);
  },
};
