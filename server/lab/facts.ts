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

/** Tells of each sample on a record the ids of the rows of its blanks; null where nobody said which are its own. */
async function blanksOfRows(orm: Orm, rows: readonly Pick<StoredRow, 'id' | 'sample'>[]): Promise<(row: Pick<StoredRow, 'sample' | 'rowKind'>) => number[] | null> {
  const samples = [...new Set(rows.map(({ sample }) => sample))];
  const relations = samples.length ? await orm.select({ sample: blankRelationTable.sampleId, blank: blankRelationTable.blkId }).from(blankRelationTable).where(and(inArray(blankRelationTable.sampleId, samples), isNull(blankRelationTable.deleteTime))) : [];
  const rowsOfSample = new Map<number, number[]>();
  for (const { id, sample } of rows) {
    const own = rowsOfSample.get(sample);
    if (own) own.push(id);
    else rowsOfSample.set(sample, [id]);
  }
  const blankRows = new Map<number, number[]>();
  for (const { sample, blank } of relations) blankRows.set(sample, [...(blankRows.get(sample) ?? []), ...(rowsOfSample.get(blank) ?? [])]);
  return ({ sample, rowKind }) => {
    const own = rowKind === 'blank' ? undefined : blankRows.get(sample);
    return own?.length ? own : null;
  };
}

const row = labSheetRowTable;

/** What is stored of a row's calculation. */
export const outcomeColumns = {
  concentration: row.concentration, reportText: row.reportText, resultNum: row.resultNum, censored: row.censored, unit: row.unit, minimum: row.minimum, computed: row.computed, notes: row.notes, problem: row.problem, working: row.working,
};
export type Outcome = Pick<StoredRow, keyof typeof outcomeColumns>;

export interface RowToCalculate extends RowFacts, Outcome {
  readonly overrideText: string | null;
}

/** The rows of a record in their order with all that a calculation reads, and what it came to the last time: a third of the columns of `factRows`, of whole projects at once. */
export async function rowsToCalculate(orm: Orm, sheetId: number): Promise<RowToCalculate[]> {
  const found = await orm
    .select({
      id: row.id, sample: row.sample, rowKind: row.rowKind, standardVolume: row.standardVolume, readings: row.readings, overrideText: row.overrideText, ...outcomeColumns,
      volume: sampleTable.volume, temperature: sampleTable.temperature, pressure: sampleTable.pressure,
    })
    .from(row)
    .innerJoin(sampleTable, eq(sampleTable.id, row.sample))
    .where(and(eq(row.sheet, sheetId), isNull(row.deleteTime)))
    .orderBy(asc(row.rowSort), asc(row.id));
  const blanksOf = await blanksOfRows(orm, found);
  return found.map((one) => ({ ...one, readings: one.readings ?? {}, blanks: blanksOf(one) }));
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
