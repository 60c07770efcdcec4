import type { RowFacts } from '@contract/record/labWork';
import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { blankRelationTable, labCurvePointTable, labSheetRowTable, sampleTable, samplingDayTable } from '../db/schema';
import type { Orm } from '../db/orm';

type StoredRow = typeof labSheetRowTable.$inferSelect;

/** A row of a record with the sampling's facts of its sample. */
export interface FactRow extends RowFacts {
  readonly stored: StoredRow;
  readonly siteName: string;
  readonly sampledOn: string | null;
  readonly clientSampleNo: string | null;
  readonly sampleForm: string | null;
  readonly keepUntil: string | null;
}

interface Found extends Pick<FactRow, 'sampledOn' | 'volume' | 'temperature' | 'pressure' | 'clientSampleNo' | 'sampleForm' | 'keepUntil'> {
  readonly stored: StoredRow;
  readonly workshop: string | null;
  readonly place: string | null;
  readonly person: string | null;
}

const placeOf = ({ workshop, place, person }: { workshop: string | null; place: string | null; person: string | null }): string =>
  [[workshop, place].filter(Boolean).join('/'), person && `（${person}）`].filter(Boolean).join('');

type Placed = Pick<StoredRow, 'sheet' | 'sample' | 'rowKind'>;

/**
 * Tells of each row the ids of the rows of its blanks, on the same record; null where nobody said which are its own. None where those that were said aren't there, as after
 * they were voided: another batch's blanks are not taken off in their place (DOMAIN §1.7).
 */
async function blanksOfRows(orm: Orm, rows: readonly (Placed & Pick<StoredRow, 'id'>)[]): Promise<(row: Placed) => number[] | null> {
  const samples = [...new Set(rows.map(({ sample }) => sample))];
  const relations = samples.length ? await orm.select({ sample: blankRelationTable.sampleId, blank: blankRelationTable.blkId }).from(blankRelationTable).where(and(inArray(blankRelationTable.sampleId, samples), isNull(blankRelationTable.deleteTime))) : [];
  if (!relations.length) return () => null;
  const place = (sheet: number, sample: number) => `${sheet}/${sample}`;
  const rowsAt = new Map<string, number[]>();
  for (const { id, sheet, sample } of rows) {
    const own = rowsAt.get(place(sheet, sample));
    if (own) own.push(id);
    else rowsAt.set(place(sheet, sample), [id]);
  }
  const blanksOf = new Map<number, number[]>();
  for (const { sample, blank } of relations) blanksOf.set(sample, [...(blanksOf.get(sample) ?? []), blank]);
  // The same list for all rows of a sample, which share the mean of their blanks.
  const told = new Map<string, number[] | null>();
  return ({ sheet, sample, rowKind }) => {
    if (rowKind === 'blank') return null;
    const at = place(sheet, sample);
    const known = told.get(at);
    if (known !== undefined) return known;
    const own = (blanksOf.get(sample) ?? []).flatMap((blank) => rowsAt.get(place(sheet, blank)) ?? []);
    told.set(at, blanksOf.has(sample) ? own : null);
    return told.get(at) ?? null;
  };
}

const row = labSheetRowTable;

/** What is stored of a row's calculation. */
export const outcomeColumns = {
  concentration: row.concentration, reportText: row.reportText, resultNum: row.resultNum, censored: row.censored, unit: row.unit, minimum: row.minimum, computed: row.computed, notes: row.notes, problem: row.problem,
};
export type Outcome = Pick<StoredRow, keyof typeof outcomeColumns>;

export interface RowToCalculate extends RowFacts, Outcome {
  readonly overrideText: string | null;
}

/** The rows of records in their order, by record, with all that a calculation reads, and what it came to the last time: a third of the columns of `factRows`, of whole projects at once. */
export async function rowsToCalculate(orm: Orm, sheetIds: readonly number[]): Promise<ReadonlyMap<number, RowToCalculate[]>> {
  const found = await orm
    .select({
      sheet: row.sheet, id: row.id, sample: row.sample, rowKind: row.rowKind, standardVolume: row.standardVolume, readings: row.readings, overrideText: row.overrideText, ...outcomeColumns,
      volume: sampleTable.volume, temperature: sampleTable.temperature, pressure: sampleTable.pressure,
    })
    .from(row)
    .innerJoin(sampleTable, eq(sampleTable.id, row.sample))
    .where(and(inArray(row.sheet, [...sheetIds]), isNull(row.deleteTime)))
    .orderBy(asc(row.rowSort), asc(row.id));
  const blanksOf = await blanksOfRows(orm, found);
  const bySheet = new Map(sheetIds.map((id): [number, RowToCalculate[]] => [id, []]));
  for (const one of found) bySheet.get(one.sheet)?.push({ ...one, readings: one.readings ?? {}, blanks: blanksOf(one) });
  return bySheet;
}

/** The rows of a record in their order, with what was measured when their samples were taken, and which blanks belong to each. */
export async function factRows(orm: Orm, sheetId: number): Promise<FactRow[]> {
  const one = sampleTable;
  // The joins' own type says less than their columns do.
  const found: readonly Found[] = await orm
    .select({
      stored: row, sampledOn: samplingDayTable.sampledOn, volume: one.volume, temperature: one.temperature, pressure: one.pressure, workshop: one.workshop, place: one.place, person: one.person,
      clientSampleNo: one.clientSampleNo, sampleForm: one.sampleForm, keepUntil: one.keepUntil,
    })
    .from(row)
    .innerJoin(one, eq(one.id, row.sample))
    .leftJoin(samplingDayTable, eq(samplingDayTable.id, one.samplingDay))
    .where(and(eq(row.sheet, sheetId), isNull(row.deleteTime)))
    .orderBy(asc(row.rowSort), asc(row.id));
  const blanksOf = await blanksOfRows(orm, found.map(({ stored }) => stored));
  return found.map(({ stored, workshop, place, person, ...facts }) => ({
    ...facts,
    stored,
    id: stored.id,
    sample: stored.sample,
    rowKind: stored.rowKind,
    siteName: placeOf({ workshop, place, person }),
    standardVolume: stored.standardVolume,
    blanks: blanksOf(stored),
    readings: stored.readings ?? {},
  }));
}

/** Contents of the tubes of the standard series that a record is compared with; none where it is read from a curve, or from nothing yet. */
export async function tubesOf(orm: Orm, { methodKind, curve }: { readonly methodKind: string | null; readonly curve?: number | null | undefined }): Promise<string[]> {
  if (methodKind !== 'visualColorimetry' || !curve) return [];
  const point = labCurvePointTable;
  const points = await orm.select({ x: point.x, excluded: point.excluded }).from(point).where(and(eq(point.curve, curve), isNull(point.deleteTime))).orderBy(asc(point.rowSort), asc(point.id));
  return points.flatMap(({ x, excluded }) => (x === null || excluded ? [] : [x]));
}
