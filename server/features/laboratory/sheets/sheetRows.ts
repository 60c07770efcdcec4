import { and, asc, eq, inArray, isNotNull, isNull, ne } from 'drizzle-orm';
import { type StandardEdition, standardEditionOn } from '@contract/arithmetic/limits/standardEdition';
import { decimalsBesideLimit } from '@contract/arithmetic/numbers/roundingRules';
import { type BatchFacts, batchKeysOf } from '@contract/features/fieldwork/blanks/blankBatches';
import { labSheetRow } from '@contract/features/laboratory/entities/labSheetRow';
import type { OtherBlanks, RowFacts } from '@contract/features/laboratory/sheets/labWork';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import type { Orm } from '@server/db/orm';
import {
  blankRelationTable,
  labCurvePointTable,
  labSheetRowTable,
  labSheetTable,
  sampleTable,
  samplingDayTable,
} from '@server/db/schema';
import { limitsOfHazards } from '@server/features/library/hazards/storedLimits';
import type { Call } from '@server/http/route';

type StoredRow = typeof labSheetRowTable.$inferSelect;

/** A row of a record with the sampling data of its sample. */
interface FactRow extends RowFacts {
  readonly stored: StoredRow;
  readonly siteName: string;
  readonly sampledOn: string | null;
  /** Lot of the sample's collector. */
  readonly collectorLot: string | null;
  readonly clientSampleNo: string | null;
  readonly sampleForm: string | null;
  readonly keepUntil: string | null;
}

interface SheetRowFacts
  extends
    BatchFacts,
    Pick<FactRow, 'sampledOn' | 'volume' | 'temperature' | 'pressure' | 'clientSampleNo' | 'sampleForm' | 'keepUntil'> {
  readonly stored: StoredRow;
  readonly workshop: string | null;
  readonly place: string | null;
  readonly person: string | null;
}

const placeOf = ({
  workshop,
  place,
  person,
}: {
  workshop: string | null;
  place: string | null;
  person: string | null;
}): string => [[workshop, place].filter(Boolean).join('/'), person && `（${person}）`].filter(Boolean).join('');

type PlacedRow = Pick<StoredRow, 'sheet' | 'sample' | 'rowKind'> & BatchFacts;

/** Returns the undeleted blanks that a person assigned to samples; `[]` if all assigned blanks are voided. */
async function relatedByHand(orm: Orm, sampleIds: readonly number[]): Promise<ReadonlyMap<number, readonly number[]>> {
  if (!sampleIds.length) return new Map();
  const relations = await orm
    .select({ sample: blankRelationTable.sampleId, blank: blankRelationTable.blkId, state: sampleTable.state })
    .from(blankRelationTable)
    .innerJoin(sampleTable, eq(sampleTable.id, blankRelationTable.blkId))
    .where(and(inArray(blankRelationTable.sampleId, [...sampleIds]), isNull(blankRelationTable.deleteTime)));
  const blanksOf = new Map<number, readonly number[]>();
  for (const { sample, blank, state } of relations)
    blanksOf.set(sample, [...(blanksOf.get(sample) ?? []), ...(state === 'voided' ? [] : [blank])]);
  return blanksOf;
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string | null): ReadonlyMap<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key === null) continue;
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

const noIds: readonly number[] = [];

/**
 * Returns for each row the row ids of its blanks on the same record: the blanks that a person assigned, else the
 * blanks of its batch (GBZ 331-2024 5.2.6.2.3 e). The list may be empty: blanks of another batch are not subtracted
 * instead. Null stands for all blanks of the record, if there are no batches (incoming samples).
 */
async function blanksOfRows(
  orm: Orm,
  rows: readonly (PlacedRow & Pick<StoredRow, 'id'>)[],
): Promise<(row: PlacedRow) => readonly number[] | null> {
  const byHand = await relatedByHand(orm, [
    ...new Set(rows.flatMap(({ sample, rowKind }) => (rowKind === 'blank' ? [] : [sample]))),
  ]);
  const rowsAt = groupBy(rows, ({ sheet, sample }) => `${sheet}/${sample}`);
  const ofBatch = new Map<string, readonly number[]>();
  const keyOn = new Map<number, (row: BatchFacts) => string | null>();
  for (const [sheet, sheetRows] of groupBy(rows, (sheetRow) => String(sheetRow.sheet))) {
    const keyOf = batchKeysOf(sheetRows);
    keyOn.set(Number(sheet), keyOf);
    for (const [key, blanks] of groupBy(
      sheetRows.filter(({ rowKind }) => rowKind === 'blank'),
      keyOf,
    ))
      ofBatch.set(
        `${sheet}/${key}`,
        blanks.map(({ id }) => id),
      );
  }
  // All rows of a sample get the same list, since they share the mean of their blanks.
  const blanksByKey = new Map<string, readonly number[]>();
  return (row) => {
    if (row.rowKind === 'blank') return null;
    const sampleHandOvers = byHand.get(row.sample);
    const key = keyOn.get(row.sheet)?.(row) ?? null;
    if (!sampleHandOvers || (sampleHandOvers.length === 0 && key !== null))
      return key === null ? null : (ofBatch.get(`${row.sheet}/${key}`) ?? noIds);
    const at = `${row.sheet}/${row.sample}`;
    const blankIds =
      blanksByKey.get(at) ??
      sampleHandOvers.flatMap((blank) => (rowsAt.get(`${row.sheet}/${blank}`) ?? []).map(({ id }) => id));
    blanksByKey.set(at, blankIds);
    return blankIds;
  };
}

const rowTable = labSheetRowTable;

type RulesOfRow = (
  row: Pick<StoredRow, 'sheet' | 'normSet'> & { readonly sampledOn: string | null },
) => Required<Pick<RowFacts, 'normSet' | 'resultDecimals'>>;

/** Returns by unit the highest number of decimals that the limits require of results compared with them. */
function decimalsByUnit(limits: readonly { readonly value: string; readonly unit: string }[]): Record<string, number> {
  const maxDecimals: Record<string, number> = {};
  for (const { value, unit } of limits)
    maxDecimals[unit] = Math.max(maxDecimals[unit] ?? 0, decimalsBesideLimit(value));
  return maxDecimals;
}

/**
 * Returns the rules by which each row is calculated: the rules of its sampling day (for an incoming sample, the day
 * of reception) and the digits required by the hazard's limits of that day. A submitted record keeps the rules stored
 * with its results.
 */
async function rulesOfRows(
  orm: Orm,
  sheetIds: readonly number[],
  days: readonly { readonly sheet: number; readonly sampledOn: string | null }[],
): Promise<RulesOfRow> {
  const { id, state, hazard, organizationId, receivedOn, testDate } = labSheetTable;
  const sheets = new Map(
    (sheetIds.length
      ? await orm
          .select({ id, state, hazard, organizationId, receivedOn, testDate })
          .from(labSheetTable)
          .where(inArray(id, [...sheetIds]))
      : []
    ).map((sheetRow) => [sheetRow.id, sheetRow]),
  );
  const dayOf = (sheet: number, sampledOn: string | null): string | null =>
    sampledOn ?? sheets.get(sheet)?.receivedOn ?? sheets.get(sheet)?.testDate ?? null;
  const decimalsByKey = new Map<string, Record<string, number>>();
  for (const { sheet, sampledOn } of days) {
    const [sheetFacts, day] = [sheets.get(sheet), dayOf(sheet, sampledOn)];
    const key = `${sheet}/${day}`;
    if (!sheetFacts || !day || decimalsByKey.has(key)) continue;
    decimalsByKey.set(
      key,
      decimalsByUnit(
        await limitsOfHazards(orm, { hazards: [sheetFacts.hazard], day, organizationId: sheetFacts.organizationId }),
      ),
    );
  }
  return ({ sheet, normSet, sampledOn }) => {
    const day = dayOf(sheet, sampledOn);
    const resultDecimals = decimalsByKey.get(`${sheet}/${day}`) ?? null;
    if (sheets.get(sheet)?.state !== 'drafting')
      return { normSet: (normSet as StandardEdition | null) ?? null, resultDecimals };
    return { normSet: day === null ? null : standardEditionOn(day), resultDecimals };
  };
}

/** Stored columns of a row that its calculation writes. */
export const outcomeColumns = {
  concentration: rowTable.concentration,
  reportText: rowTable.reportText,
  resultNum: rowTable.resultNum,
  censored: rowTable.censored,
  unit: rowTable.unit,
  minimum: rowTable.minimum,
  normSet: rowTable.normSet,
  computed: rowTable.computed,
  notes: rowTable.notes,
  problem: rowTable.problem,
};
export type Outcome = Pick<StoredRow, keyof typeof outcomeColumns>;

export interface RowToCalculate extends Omit<RowFacts, 'normSet'>, Outcome {
  /** Rules of the sampling day. `normSet` names the rules of the stored result. */
  readonly rules: StandardEdition | null;
  readonly sampleNo: string;
  readonly overrideText: string | null;
}

/**
 * Returns the rows by record, in order, with the input of a calculation and the last outcome. It reads a third of the
 * columns of `factRows`, for whole projects at once.
 * @param edits readings that replace the stored ones, by row id
 */
export async function rowsToCalculate(
  orm: Orm,
  sheetIds: readonly number[],
  edits: ReadonlyMap<number, Pick<StoredRow, 'readings'>>,
): Promise<ReadonlyMap<number, RowToCalculate[]>> {
  const foundRows = await orm
    .select({
      sheet: rowTable.sheet,
      id: rowTable.id,
      sample: rowTable.sample,
      sampleNo: rowTable.sampleNo,
      rowKind: rowTable.rowKind,
      standardVolume: rowTable.standardVolume,
      readings: rowTable.readings,
      overrideText: rowTable.overrideText,
      ...outcomeColumns,
      volume: sampleTable.volume,
      temperature: sampleTable.temperature,
      pressure: sampleTable.pressure,
      samplingDay: sampleTable.samplingDay,
      collectorLot: sampleTable.collectorLot,
      sampledOn: samplingDayTable.sampledOn,
    })
    .from(rowTable)
    .innerJoin(sampleTable, eq(sampleTable.id, rowTable.sample))
    .leftJoin(samplingDayTable, eq(samplingDayTable.id, sampleTable.samplingDay))
    .where(and(inArray(rowTable.sheet, [...sheetIds]), isNull(rowTable.deleteTime)))
    .orderBy(asc(rowTable.rowSort), asc(rowTable.id));
  const blanksOf = await blanksOfRows(orm, foundRows);
  const bySheet = new Map(sheetIds.map((id): [number, RowToCalculate[]] => [id, []]));
  const rulesOf = await rulesOfRows(orm, sheetIds, foundRows);
  for (const foundRow of foundRows) {
    const { normSet: rules, resultDecimals } = rulesOf(foundRow);
    bySheet.get(foundRow.sheet)?.push({
      ...foundRow,
      readings: (edits.get(foundRow.id) ?? foundRow).readings ?? {},
      blanks: blanksOf(foundRow),
      rules: rules ?? null,
      resultDecimals: resultDecimals ?? null,
    });
  }
  return bySheet;
}

/** Returns the rows of a record in order, with the measurements made at sampling and the blanks of each row. */
export async function factRows(orm: Orm, sheetId: number): Promise<FactRow[]> {
  const sampleColumns = sampleTable;
  // The inferred type of the joins is less exact than the type of the columns.
  const foundRows: readonly SheetRowFacts[] = await orm
    .select({
      stored: rowTable,
      sampledOn: samplingDayTable.sampledOn,
      volume: sampleColumns.volume,
      temperature: sampleColumns.temperature,
      pressure: sampleColumns.pressure,
      workshop: sampleColumns.workshop,
      place: sampleColumns.place,
      person: sampleColumns.person,
      clientSampleNo: sampleColumns.clientSampleNo,
      sampleForm: sampleColumns.sampleForm,
      keepUntil: sampleColumns.keepUntil,
      samplingDay: sampleColumns.samplingDay,
      collectorLot: sampleColumns.collectorLot,
    })
    .from(rowTable)
    .innerJoin(sampleColumns, eq(sampleColumns.id, rowTable.sample))
    .leftJoin(samplingDayTable, eq(samplingDayTable.id, sampleColumns.samplingDay))
    .where(and(eq(rowTable.sheet, sheetId), isNull(rowTable.deleteTime)))
    .orderBy(asc(rowTable.rowSort), asc(rowTable.id));
  const placedRows = foundRows.map(({ stored: { id, sheet, sample, rowKind }, samplingDay, collectorLot }) => ({
    id,
    sheet,
    sample,
    rowKind,
    samplingDay,
    collectorLot,
  }));
  const blanksOf = await blanksOfRows(orm, placedRows);
  const rulesOf = await rulesOfRows(
    orm,
    [sheetId],
    foundRows.map(({ stored, sampledOn }) => ({ sheet: stored.sheet, sampledOn })),
  );
  return foundRows.map(({ stored, workshop, place, person, samplingDay, collectorLot, ...facts }) => ({
    ...facts,
    collectorLot,
    ...rulesOf({ ...stored, sampledOn: facts.sampledOn }),
    stored,
    id: stored.id,
    sample: stored.sample,
    rowKind: stored.rowKind,
    siteName: placeOf({ workshop, place, person }),
    standardVolume: stored.standardVolume,
    blanks: blanksOf({
      sheet: stored.sheet,
      sample: stored.sample,
      rowKind: stored.rowKind,
      samplingDay,
      collectorLot,
    }),
    readings: stored.readings ?? {},
  }));
}

/** Returns the samples of a record from which blanks of another batch are subtracted, with the reasons given. */
export async function otherBlanksOf(orm: Orm, sheetId: number): Promise<OtherBlanks[]> {
  const [relation, blank] = [blankRelationTable, sampleTable];
  const relationRows = await orm
    .selectDistinct({ sampleNo: rowTable.sampleNo, blankNo: blank.sampleNo, reason: relation.reason })
    .from(rowTable)
    .innerJoin(
      relation,
      and(eq(relation.sampleId, rowTable.sample), isNull(relation.deleteTime), isNotNull(relation.reason)),
    )
    .innerJoin(blank, and(eq(blank.id, relation.blkId), ne(blank.state, 'voided')))
    .where(and(eq(rowTable.sheet, sheetId), isNull(rowTable.deleteTime)))
    .orderBy(asc(rowTable.sampleNo), asc(blank.sampleNo));
  return [...groupBy(relationRows, ({ sampleNo, reason }) => `${sampleNo}\u0000${reason ?? ''}`).values()].flatMap(
    (sampleGroup) => {
      const [first] = sampleGroup;
      return first
        ? [{ sampleNo: first.sampleNo, blanks: sampleGroup.map(({ blankNo }) => blankNo), reason: first.reason ?? '' }]
        : [];
    },
  );
}

/**
 * Returns the contents of the tubes of the standard series that a record is compared with. Returns an empty list if
 * the record uses a curve, or neither.
 */
export async function tubesOf(
  orm: Orm,
  { methodKind, curve }: { readonly methodKind: string | null; readonly curve?: number | null | undefined },
): Promise<string[]> {
  if (methodKind !== 'visualColorimetry' || !curve) return [];
  const point = labCurvePointTable;
  const points = await orm
    .select({ x: point.x, excluded: point.excluded })
    .from(point)
    .where(and(eq(point.curve, curve), isNull(point.deleteTime)))
    .orderBy(asc(point.rowSort), asc(point.id));
  return points.flatMap(({ x, excluded }) => (x === null || excluded ? [] : [x]));
}

/** Writes the audit lines of rows that were added to a record. */
export const auditAddedRows = (tx: Orm, call: Call<unknown>, addedRows: readonly StoredRow[]): Promise<unknown> =>
  recordAudit(
    tx,
    actorOf(call),
    addedRows.map((addedRow) => ({
      action: 'add' as const,
      entity: labSheetRow,
      entityId: addedRow.id,
      title: addedRow.sampleNo,
      organizationId: addedRow.organizationId,
      after: { sheet: addedRow.sheet, rowKind: addedRow.rowKind },
    })),
  );
