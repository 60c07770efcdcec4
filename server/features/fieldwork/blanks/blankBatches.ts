import { and, asc, eq, isNull } from 'drizzle-orm';
import { follows331, standardEditionOn } from '@contract/arithmetic/limits/standardEdition';
import {
  batchKeysOf,
  type BatchSample,
  type BlankBatch,
  type BlankOfSample,
  blanksWanted,
  blankWarning,
} from '@contract/features/fieldwork/blanks/blankBatches';
import type { Orm } from '@server/db/orm';
import {
  blankRelationTable,
  hazardTable,
  labMethodTable,
  sampleSiteHazardTable,
  sampleTable,
  samplingDayTable,
} from '@server/db/schema';

interface BatchRow {
  readonly id: number;
  readonly sampleNo: string;
  readonly sampleKind: string;
  readonly state: string | null;
  readonly stateReason: string | null;
  readonly place: string | null;
  readonly person: string | null;
  readonly hazard: number;
  readonly hazardTitle: string;
  readonly category: string;
  readonly method: number | null;
  readonly methodName: string | null;
  readonly route: string | null;
  readonly samplingDay: number | null;
  readonly sampledOn: string | null;
  readonly collectorLot: string | null;
  readonly planRow: number | null;
}

/** Returns a project's samples and blanks, sorted by day and number. */
const rowsOf = (orm: Orm, projectId: number): Promise<readonly BatchRow[]> =>
  orm
    .select({
      id: sampleTable.id,
      sampleNo: sampleTable.sampleNo,
      sampleKind: sampleTable.sampleKind,
      state: sampleTable.state,
      stateReason: sampleTable.stateReason,
      place: sampleTable.place,
      person: sampleTable.person,
      hazard: sampleTable.hazard,
      hazardTitle: hazardTable.name,
      category: hazardTable.category,
      method: sampleTable.method,
      methodName: labMethodTable.title,
      route: labMethodTable.resultRoute,
      samplingDay: sampleTable.samplingDay,
      sampledOn: samplingDayTable.sampledOn,
      collectorLot: sampleTable.collectorLot,
      planRow: sampleTable.sampleSiteHazardId,
    })
    .from(sampleTable)
    .innerJoin(hazardTable, eq(hazardTable.id, sampleTable.hazard))
    .leftJoin(labMethodTable, eq(labMethodTable.id, sampleTable.method))
    .leftJoin(samplingDayTable, eq(samplingDayTable.id, sampleTable.samplingDay))
    .where(and(eq(sampleTable.project, projectId), isNull(sampleTable.deleteTime)))
    .orderBy(asc(samplingDayTable.sampledOn), asc(sampleTable.sampleNo));

const isLiving = ({ state }: { readonly state: string | null }): boolean => state !== 'voided';

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

/** Groups rows by batch, separately for each hazard and method. */
function groupByBatch(rows: readonly BatchRow[]): ReadonlyMap<string, BatchRow[]> {
  const batches = new Map<string, BatchRow[]>();
  for (const [item, itemRows] of groupBy(rows, ({ hazard, method }) => `${hazard}/${method ?? ''}`)) {
    const keyOf = batchKeysOf(itemRows.filter(isLiving));
    for (const [key, group] of groupBy(itemRows, (row) => keyOf(row) ?? '')) batches.set(`${item}/${key}`, group);
  }
  return batches;
}

/**
 * Returns the number of blanks that a batch should have: the planned number, and at least two by GBZ 331-2024. It is
 * 0 where the item needs no blanks or none are planned.
 */
function wantedBlanks(group: readonly BatchRow[], plannedBlanks: ReadonlyMap<number, number>): number {
  const [firstBatchRow] = group;
  if (!firstBatchRow || firstBatchRow.category === 'physical' || group.every(({ route }) => route === 'onSite'))
    return 0;
  if (!group.some((row) => row.sampleKind !== 'blank' && isLiving(row))) return 0;
  const planned = group.flatMap(({ planRow }) => plannedBlanks.get(planRow ?? 0) ?? []);
  const maxPlanned = planned.length ? Math.max(...planned) : blanksWanted;
  return maxPlanned > 0 && firstBatchRow.sampledOn !== null && follows331(standardEditionOn(firstBatchRow.sampledOn))
    ? Math.max(maxPlanned, blanksWanted)
    : maxPlanned;
}

/** Returns a project's samples with their blanks, by item, day and collector lot (GBZ 331-2024 5.2.6.2.3 e). */
export async function blankBatchesOf(orm: Orm, projectId: number): Promise<BlankBatch[]> {
  const rows = await rowsOf(orm, projectId);
  const relations = await orm
    .select()
    .from(blankRelationTable)
    .where(and(eq(blankRelationTable.projectId, projectId), isNull(blankRelationTable.deleteTime)))
    .orderBy(asc(blankRelationTable.id));
  const plan = await orm
    .select({ id: sampleSiteHazardTable.id, blanks: sampleSiteHazardTable.blanks })
    .from(sampleSiteHazardTable)
    .where(eq(sampleSiteHazardTable.project, projectId));
  const plannedBlanks = new Map(plan.map(({ id, blanks }) => [id, blanks]));
  const validById = new Map(rows.filter(isLiving).map((row) => [row.id, row]));
  const byHand = groupBy(
    relations.filter(({ blkId }) => validById.has(blkId)),
    ({ sampleId }) => String(sampleId),
  );
  return [...groupByBatch(rows)].map(([key, group]) => {
    const [firstBatchRow] = group as [BatchRow];
    const ownBlanks = group
      .filter((row) => row.sampleKind === 'blank' && isLiving(row))
      .map(({ id, sampleNo }): BlankOfSample => ({ id: null, blkId: id, blkNo: sampleNo, reason: null }));
    const blanksOf = (row: BatchRow): readonly BlankOfSample[] => {
      if (row.sampleKind === 'blank') return [];
      const relatedBlanks = (byHand.get(String(row.id)) ?? []).map(({ id, blkId, reason }) => ({
        id,
        blkId,
        blkNo: String(validById.get(blkId)?.sampleNo),
        reason,
      }));
      return relatedBlanks.length ? relatedBlanks : ownBlanks;
    };
    const batchSampleOf = (row: BatchRow): BatchSample => ({
      id: row.id,
      sampleNo: row.sampleNo,
      state: String(row.state),
      stateReason: row.stateReason,
      place: row.place,
      person: row.person,
      relations: blanksOf(row),
    });
    const samples = group.filter(({ sampleKind }) => sampleKind !== 'blank').map(batchSampleOf);
    const wantedCount = wantedBlanks(group, plannedBlanks);
    return {
      key,
      hazard: firstBatchRow.hazard,
      hazardName: firstBatchRow.hazardTitle,
      methodName: firstBatchRow.methodName,
      samplingDay: firstBatchRow.samplingDay,
      sampledOn: firstBatchRow.sampledOn,
      collectorLot: firstBatchRow.collectorLot,
      samples,
      blanks: group.filter(({ sampleKind }) => sampleKind === 'blank').map(batchSampleOf),
      plannedCount: wantedCount,
      unrelatedCount:
        wantedCount === 0 ? 0 : samples.filter((sample) => isLiving(sample) && !sample.relations.length).length,
      warning: blankWarning(wantedCount, ownBlanks.length),
    };
  });
}
