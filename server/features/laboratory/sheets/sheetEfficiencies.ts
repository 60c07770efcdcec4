import { and, asc, desc, eq, inArray, isNotNull, isNull, ne, or } from 'drizzle-orm';
import { efficiencyLabel } from '@contract/features/laboratory/detection/determinationForms';
import {
  type EfficiencyDetermination,
  efficiencyOfLot,
  efficiencyTexts,
  samplesWithoutEfficiency,
  shownEfficiency,
} from '@contract/features/laboratory/detection/efficiencyDetermination';
import { labSheetRow } from '@contract/features/laboratory/entities/labSheetRow';
import { recalculationTexts } from '@contract/features/laboratory/sheetTexts';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import { personName } from '@server/db/distinctNames';
import type { Orm } from '@server/db/orm';
import { labDetectionTable, labSheetRowTable, labSheetTable, sampleTable, userTable } from '@server/db/schema';
import { updateEach } from '@server/db/writeMany';
import type { Call } from '@server/http/route';
import type { StoredSheet } from './openSheet';
import { recalculationCause, recalculateSheet } from './recalculate';

type SheetWithMethod = Pick<StoredSheet, 'id' | 'method' | 'hazard' | 'organizationId' | 'methodKind' | 'layout'>;

/** Loads the applied determinations for the method and hazard of a record, the latest record first. */
async function appliedDeterminations(orm: Orm, sheet: SheetWithMethod) {
  const [detection, labSheet, person] = [labDetectionTable, labSheetTable, userTable];
  const { organizationId } = sheet;
  const organization =
    organizationId === null ? isNull(labSheet.organizationId) : eq(labSheet.organizationId, organizationId);
  return orm
    .select({
      sheet: labSheet.id,
      sheetNo: labSheet.sheetNo,
      project: labSheet.project,
      collectorLot: detection.collectorLot,
      testedOn: detection.testedOn,
      testDate: labSheet.testDate,
      analyst: personName(person),
      efficiency: detection.efficiency,
      computed: detection.computed,
      remark: detection.remark,
    })
    .from(detection)
    .innerJoin(labSheet, eq(labSheet.id, detection.sheet))
    .leftJoin(person, eq(person.id, labSheet.analyst))
    .where(
      and(
        eq(detection.form, 'efficiency'),
        eq(detection.applied, true),
        isNotNull(detection.efficiency),
        isNotNull(detection.collectorLot),
        isNull(detection.deleteTime),
        isNull(labSheet.deleteTime),
        eq(labSheet.method, sheet.method),
        eq(labSheet.hazard, sheet.hazard),
        organization,
        or(eq(labSheet.id, sheet.id), eq(labSheet.state, 'approved')),
      ),
    )
    .orderBy(desc(labSheet.id), desc(detection.id));
}

/**
 * Returns the determinations that may give a record its efficiency, one per lot: the record's own if it is applied,
 * else the last applied one of an approved record of the same organization, method and hazard.
 */
export async function efficienciesOf(orm: Orm, sheet: SheetWithMethod): Promise<EfficiencyDetermination[]> {
  if (efficiencyLabel({ sheet }) === null) return [];
  const determinations = await appliedDeterminations(orm, sheet);
  const determinationByLot = new Map<string, EfficiencyDetermination>();
  const ownFirst = [
    ...determinations.filter((determination) => determination.sheet === sheet.id),
    ...determinations.filter((determination) => determination.sheet !== sheet.id),
  ];
  for (const {
    testDate,
    sheetNo,
    testedOn,
    analyst,
    collectorLot,
    efficiency,
    computed,
    ...determinationValues
  } of ownFirst) {
    if (!collectorLot || efficiency === null || determinationByLot.has(collectorLot)) continue;
    determinationByLot.set(collectorLot, {
      ...determinationValues,
      collectorLot,
      efficiency,
      sheetNo: sheetNo ?? '',
      testedOn: testedOn ?? testDate,
      analyst: analyst ?? '',
      computed: computed ?? {},
    });
  }
  return [...determinationByLot.values()];
}

interface RowWithLot {
  readonly id: number;
  readonly version: number;
  readonly organizationId: number | null;
  readonly sampleNo: string;
  readonly rowKind: string;
  readonly readings: Readonly<Record<string, string>>;
  readonly collectorLot: string | null;
}

/** Returns the samples of a record with the lots of their collectors, without blanks. */
async function rowsWithLots(tx: Orm, sheetId: number): Promise<RowWithLot[]> {
  const row = labSheetRowTable;
  const rows = await tx
    .select({
      id: row.id,
      version: row.version,
      organizationId: row.organizationId,
      sampleNo: row.sampleNo,
      rowKind: row.rowKind,
      readings: row.readings,
      collectorLot: sampleTable.collectorLot,
    })
    .from(row)
    .innerJoin(sampleTable, eq(sampleTable.id, row.sample))
    .where(and(eq(row.sheet, sheetId), ne(row.rowKind, 'blank'), isNull(row.deleteTime)))
    .orderBy(asc(row.rowSort), asc(row.id));
  return rows.map(({ readings, ...one }) => ({ ...one, readings: readings ?? {} }));
}

/** Returns the efficiencies by the lot of the sample, for the first readings of the rows. */
export async function startingEfficiencies(
  tx: Orm,
  sheet: SheetWithMethod,
  sampleIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const knownEfficiencies = await efficienciesOf(tx, sheet);
  if (!knownEfficiencies.length || !sampleIds.length) return new Map();
  const { id, collectorLot } = sampleTable;
  const samples = await tx
    .select({ id, collectorLot })
    .from(sampleTable)
    .where(inArray(id, [...sampleIds]));
  return new Map(
    samples.flatMap((sample): [number, string][] => {
      const lotEfficiency = efficiencyOfLot(knownEfficiencies, sample.collectorLot);
      return lotEfficiency ? [[sample.id, shownEfficiency(lotEfficiency.efficiency)]] : [];
    }),
  );
}

/** Writes an efficiency, or null, to rows with an audit line each, and recalculates the record. */
async function writeEfficiency(
  tx: Orm,
  call: Call<unknown>,
  sheetId: number,
  rows: readonly RowWithLot[],
  efficiency: string | null,
  reason: string,
): Promise<void> {
  const differingRows = rows.filter(({ readings }) => (readings['efficiency'] ?? null) !== efficiency);
  if (!differingRows.length) return;
  await updateEach(
    tx,
    labSheetRowTable,
    differingRows.map(({ id, version, readings: { efficiency: _before, ...otherReadings } }) => {
      const readings = efficiency === null ? otherReadings : { ...otherReadings, efficiency };
      return { id, set: { readings, version: version + 1 } };
    }),
  );
  await recordAudit(
    tx,
    { ...actorOf(call), reason },
    differingRows.map(({ id, sampleNo, organizationId, readings }) => ({
      action: 'edit' as const,
      entity: labSheetRow,
      entityId: id,
      title: sampleNo,
      organizationId,
      before: { efficiency: readings['efficiency'] ?? null },
      after: { efficiency },
    })),
  );
  await recalculateSheet(tx, sheetId, recalculationCause(call, recalculationTexts.efficiency));
}

/**
 * Fills in efficiencies that are not typed, from the determinations of the samples' lots. The caller has locked the
 * record.
 */
export async function fillEfficiencies(tx: Orm, call: Call<unknown>, sheet: SheetWithMethod): Promise<void> {
  for (const { collectorLot, efficiency, sheetNo } of await efficienciesOf(tx, sheet)) {
    const openRows = (await rowsWithLots(tx, sheet.id)).filter(
      (row) => row.collectorLot === collectorLot && !row.readings['efficiency']?.trim(),
    );
    const reason = efficiencyTexts.taken(sheetNo, collectorLot);
    await writeEfficiency(tx, call, sheet.id, openRows, shownEfficiency(efficiency), reason);
  }
}

type NumberedSheet = SheetWithMethod & Pick<StoredSheet, 'sheetNo'>;

/**
 * Writes the efficiency determined on a lot to all samples of that lot on the record.
 * @param unrounded %
 */
export async function applyEfficiency(
  tx: Orm,
  call: Call<unknown>,
  sheet: NumberedSheet,
  lot: string,
  unrounded: string,
): Promise<void> {
  const rows = (await rowsWithLots(tx, sheet.id)).filter(({ collectorLot }) => collectorLot === lot);
  const reason = efficiencyTexts.taken(sheet.sheetNo ?? '', lot);
  await writeEfficiency(tx, call, sheet.id, rows, shownEfficiency(unrounded), reason);
}

/**
 * Removes a determination from the samples that use it. Another determination of their lot applies instead, or none.
 * @param unrounded %
 */
export async function releaseEfficiency(
  tx: Orm,
  call: Call<unknown>,
  sheet: NumberedSheet,
  lot: string,
  unrounded: string,
): Promise<void> {
  const next = efficiencyOfLot(await efficienciesOf(tx, sheet), lot);
  const heldText = shownEfficiency(unrounded);
  const rows = (await rowsWithLots(tx, sheet.id)).filter(
    ({ collectorLot, readings }) => collectorLot === lot && readings['efficiency'] === heldText,
  );
  const reason = efficiencyTexts.released(sheet.sheetNo ?? '', lot);
  await writeEfficiency(tx, call, sheet.id, rows, next ? shownEfficiency(next.efficiency) : null, reason);
}

/** Returns the numbers of the samples whose efficiency does not come from a determination of their lot. */
export async function unmeasuredSamples(tx: Orm, sheet: SheetWithMethod): Promise<string[]> {
  // Stored and presented rows differ only in times and names, which this check does not read.
  const recordFacts = { sheet: sheet as never, efficiencies: await efficienciesOf(tx, sheet) };
  return samplesWithoutEfficiency(recordFacts, await rowsWithLots(tx, sheet.id));
}
