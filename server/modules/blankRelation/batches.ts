import { type BatchSample, type BlankBatch, blanksWanted, blankWarning } from '@contract/blankBatches';
import { and, asc, eq, isNull } from 'drizzle-orm';
import { blankRelationTable, hazardTable, labMethodTable, sampleSiteHazardTable, sampleTable, samplingDayTable } from '../../db/schema';
import type { Orm } from '../../db/orm';

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
  readonly route: string | null;
  readonly samplingDay: number | null;
  readonly sampledOn: string | null;
  readonly planRow: number | null;
}

/** A project's samples with their blanks, by hazard and day (DOMAIN §1.7). */
export async function batchesOf(orm: Orm, projectId: number): Promise<BlankBatch[]> {
  // The joins' own type says less than their columns do.
  const rows: readonly BatchRow[] = await orm
    .select({
      id: sampleTable.id, sampleNo: sampleTable.sampleNo, sampleKind: sampleTable.sampleKind, state: sampleTable.state, stateReason: sampleTable.stateReason, place: sampleTable.place, person: sampleTable.person,
      hazard: sampleTable.hazard, hazardTitle: hazardTable.name, category: hazardTable.category, route: labMethodTable.resultRoute, samplingDay: sampleTable.samplingDay,
      sampledOn: samplingDayTable.sampledOn, planRow: sampleTable.sampleSiteHazardId,
    })
    .from(sampleTable)
    .innerJoin(hazardTable, eq(hazardTable.id, sampleTable.hazard))
    .leftJoin(labMethodTable, eq(labMethodTable.id, sampleTable.method))
    .leftJoin(samplingDayTable, eq(samplingDayTable.id, sampleTable.samplingDay))
    .where(and(eq(sampleTable.project, projectId), isNull(sampleTable.deleteTime)))
    .orderBy(asc(samplingDayTable.sampledOn), asc(sampleTable.sampleNo));
  const relations = await orm.select().from(blankRelationTable).where(and(eq(blankRelationTable.projectId, projectId), isNull(blankRelationTable.deleteTime))).orderBy(asc(blankRelationTable.id));
  const plan = await orm.select({ id: sampleSiteHazardTable.id, blanks: sampleSiteHazardTable.blanks }).from(sampleSiteHazardTable).where(eq(sampleSiteHazardTable.project, projectId));
  const plannedBlanks = new Map(plan.map(({ id, blanks }) => [id, blanks]));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const of = (sampleId: number): BatchSample['relations'] =>
    relations.flatMap(({ id, sampleId: own, blkId }) => {
      const blank = byId.get(blkId);
      return own === sampleId && blank && blank.state !== 'voided' ? [{ id, blkId, blkNo: blank.sampleNo }] : [];
    });

  const groups = new Map<string, BatchRow[]>();
  for (const row of rows) {
    const key = `${row.hazard}/${row.samplingDay ?? ''}`;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups].map(([key, group]) => {
    const [first] = group as [BatchRow];
    const shown = (row: BatchRow): BatchSample => ({ id: row.id, sampleNo: row.sampleNo, state: String(row.state), stateReason: row.stateReason, place: row.place, person: row.person, relations: of(row.id) });
    const samples = group.filter(({ sampleKind }) => sampleKind !== 'blank').map(shown);
    const blanks = group.filter(({ sampleKind }) => sampleKind === 'blank').map(shown);
    const living = samples.filter(({ state }) => state !== 'voided');
    const livingBlanks = blanks.filter(({ state }) => state !== 'voided').length;
    // Noise and light have no blanks, and the plan may have said so of others.
    const without = first.category === 'physical' || group.every(({ route }) => route === 'onSite');
    const planned = group.flatMap(({ planRow }) => plannedBlanks.get(planRow ?? 0) ?? []);
    const wanted = without || !living.length ? 0 : planned.length ? Math.max(...planned) : blanksWanted;
    return {
      key, hazard: first.hazard, hazardName: first.hazardTitle, samplingDay: first.samplingDay, sampledOn: first.sampledOn, samples, blanks, wanted,
      unrelated: wanted === 0 && !livingBlanks ? 0 : living.filter((one) => !one.relations.length).length, warning: blankWarning(wanted, livingBlanks),
    };
  });
}
