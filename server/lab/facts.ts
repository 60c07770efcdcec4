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

/** The rows of a record in their order, with what was measured when their samples were taken, and which blanks belong to each. */
export async function factRows(orm: Orm, sheetId: number): Promise<FactRow[]> {
  const [row, one] = [labSheetRowTable, sampleTable];
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
  const samples = [...new Set(found.map(({ stored }) => stored.sample))];
  const relations = samples.length ? await orm.select({ sample: blankRelationTable.sampleId, blank: blankRelationTable.blkId }).from(blankRelationTable).where(and(inArray(blankRelationTable.sampleId, samples), isNull(blankRelationTable.deleteTime))) : [];
  const rowsOfSample = new Map<number, number[]>();
  for (const { stored } of found) {
    const own = rowsOfSample.get(stored.sample);
    if (own) own.push(stored.id);
    else rowsOfSample.set(stored.sample, [stored.id]);
  }
  const blankRows = new Map<number, number[]>();
  for (const { sample, blank } of relations) blankRows.set(sample, [...(blankRows.get(sample) ?? []), ...(rowsOfSample.get(blank) ?? [])]);
  const blanksOf = (sample: number): number[] | null => {
    const own = blankRows.get(sample);
    return own?.length ? own : null;
  };
  return found.map(({ stored, workshop, place, person, ...facts }) => ({
    ...facts,
    stored,
    id: stored.id,
    sample: stored.sample,
    rowKind: stored.rowKind,
    siteName: placeOf({ workshop, place, person }),
    standardVolume: stored.standardVolume,
    blanks: stored.rowKind === 'blank' ? null : blanksOf(stored.sample),
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
