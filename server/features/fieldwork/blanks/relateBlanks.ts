import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import { batchKeysOf, blankTexts } from '@contract/features/fieldwork/blanks/blankBatches';
import { blankRelation } from '@contract/features/fieldwork/entities/blankRelation';
import { recalculationTexts } from '@contract/features/laboratory/sheetTexts';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import type { CrudContext } from '@server/crud/crudContext';
import { undeletedRows, scopeOf, withIds } from '@server/crud/rowScope';
import type { Orm } from '@server/db/orm';
import { blankRelationTable, hazardTable, sampleTable } from '@server/db/schema';
import { recalculationCause, recalculateSamples } from '@server/features/laboratory/sheets/recalculate';
import { assertStage, projectOf } from '@server/features/projects/projectStage';
import { conflict, invalid, notFound } from '@server/http/errors';
import type { Call } from '@server/http/route';

const openStages = {
  stages: ['sampling', 'handOver', 'testing'] as const,
  early: blankTexts.tooEarly,
  late: blankTexts.tooLate,
};

/** Body of the API call, with the names of SPEC §7. */
interface RelationBody {
  readonly phyId?: number | null | undefined;
  readonly projectId: number;
  readonly ids: readonly number[];
  readonly blkSampleIds: readonly number[];
  readonly hazardNames: readonly string[];
  /** Reason why blanks of another batch are used. */
  readonly reason?: string | null | undefined;
}

async function openProject({ registry }: CrudContext, tx: Orm, call: Call<unknown>, id: number) {
  // An exclusive lock: two people who relate the same samples at once would each find no relation yet. The project is
  // only share-locked, together with writers of a record of these samples, which is locked next.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`blankRelation:${id}`}))`);
  const project = await projectOf(tx, registry, call, id, 'share');
  assertStage(project, openStages.stages, openStages);
  return project;
}

interface BlankPair {
  readonly sampleId: number;
  readonly blkId: number;
  readonly hazardName: string;
  /** Reason for using a blank of another batch. */
  readonly reason: string | null;
}

async function storeRelations(
  tx: Orm,
  call: Call<unknown>,
  project: { id: number; organizationId: number | null },
  phyId: number | null,
  blankPairs: readonly BlankPair[],
): Promise<number> {
  const knownPairs = await tx
    .select({ sampleId: blankRelationTable.sampleId, blkId: blankRelationTable.blkId })
    .from(blankRelationTable)
    .where(and(eq(blankRelationTable.projectId, project.id), isNull(blankRelationTable.deleteTime)));
  const takenKeys = new Set(knownPairs.map(({ sampleId, blkId }) => `${sampleId}/${blkId}`));
  const newPairs = blankPairs.filter(({ sampleId, blkId }) => !takenKeys.has(`${sampleId}/${blkId}`));
  if (!newPairs.length) return 0;
  const userId = call.viewer.user.id;
  const insertedRelations = await tx
    .insert(blankRelationTable)
    .values(
      newPairs.map((pair) => ({
        ...pair,
        projectId: project.id,
        phyId,
        organizationId: project.organizationId,
        createBy: userId,
        updateBy: userId,
      })),
    )
    .returning();
  await recordAudit(
    tx,
    actorOf(call),
    insertedRelations.map((row) => ({
      action: 'add' as const,
      entity: blankRelation,
      entityId: row.id,
      title: row.hazardName,
      organizationId: row.organizationId,
      after: {
        projectId: row.projectId,
        sampleId: row.sampleId,
        blkId: row.blkId,
        hazardName: row.hazardName,
        phyId: row.phyId,
        reason: row.reason,
      },
      reason: row.reason,
    })),
  );
  // Results depend on the blanks, so a signed record has to be returned first (DOMAIN §9, 2).
  await recalculateSamples(
    tx,
    [...new Set(insertedRelations.map(({ sampleId }) => sampleId))],
    recalculationCause(call, recalculationTexts.blanks, blankPairs.find(({ reason }) => reason)?.reason),
  );
  return insertedRelations.length;
}

type BatchFacts = Pick<typeof sampleTable.$inferSelect, 'hazard' | 'method' | 'samplingDay' | 'collectorLot'>;

/** Returns a function that checks whether a sample and a blank of a project belong to one batch. */
async function batchTeller(tx: Orm, projectId: number): Promise<(sample: BatchFacts, blank: BatchFacts) => boolean> {
  const sampleColumns = sampleTable;
  const allBlanks = await tx
    .select({
      hazard: sampleColumns.hazard,
      method: sampleColumns.method,
      samplingDay: sampleColumns.samplingDay,
      collectorLot: sampleColumns.collectorLot,
    })
    .from(sampleColumns)
    .where(
      and(eq(sampleColumns.project, projectId), ne(sampleColumns.state, 'voided'), isNull(sampleColumns.deleteTime)),
    );
  const isOfItem =
    (sample: BatchFacts) =>
    ({ hazard, method }: BatchFacts): boolean =>
      hazard === sample.hazard && method === sample.method;
  return (sample, blank) => {
    const keyOf = batchKeysOf(allBlanks.filter(isOfItem(sample)));
    return isOfItem(sample)(blank) && keyOf(sample) === keyOf(blank);
  };
}

/**
 * Relates each sample to each blank: all of them or none. Existing relations stay. Blanks of another batch need a
 * reason.
 * @throws Refusal 400 with the field `reason`; 404; 409
 */
export async function relateByHand(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  body: RelationBody,
): Promise<number> {
  const project = await openProject(context, tx, call, body.projectId);
  const wantedIds = [...new Set([...body.ids, ...body.blkSampleIds])];
  const rows = await tx
    .select({
      id: sampleTable.id,
      sampleNo: sampleTable.sampleNo,
      sampleKind: sampleTable.sampleKind,
      state: sampleTable.state,
      hazard: sampleTable.hazard,
      method: sampleTable.method,
      samplingDay: sampleTable.samplingDay,
      collectorLot: sampleTable.collectorLot,
      name: hazardTable.name,
      tested: sampleTable.hazardName,
    })
    .from(sampleTable)
    .innerJoin(hazardTable, eq(hazardTable.id, sampleTable.hazard))
    .where(
      and(inArray(sampleTable.id, wantedIds), eq(sampleTable.project, project.id), isNull(sampleTable.deleteTime)),
    );
  if (rows.length !== wantedIds.length) throw notFound(blankTexts.otherProject);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const pickRows = (ids: readonly number[]) => [...new Set(ids)].flatMap((id) => byId.get(id) ?? []);
  const [samples, blanks] = [pickRows(body.ids), pickRows(body.blkSampleIds)];
  const names = new Set(body.hazardNames.map((name) => name.trim()));
  for (const row of rows) if (row.state === 'voided') throw conflict(blankTexts.voided(row.sampleNo));
  for (const blank of blanks) if (blank.sampleKind !== 'blank') throw conflict(blankTexts.notBlank(blank.sampleNo));
  const reason = body.reason?.trim() || null;
  const isOwn = await batchTeller(tx, project.id);
  const blankPairs: BlankPair[] = [];
  for (const sample of samples) {
    if (sample.sampleKind === 'blank') throw conflict(blankTexts.notSample(sample.sampleNo));
    if (names.size && !names.has(sample.name) && !names.has(sample.tested ?? ''))
      throw conflict(blankTexts.otherName(sample.sampleNo, sample.name));
    for (const blank of blanks) {
      if (blank.hazard !== sample.hazard) throw conflict(blankTexts.otherHazard(sample.sampleNo, blank.sampleNo));
      const isOwnBlank = isOwn(sample, blank);
      if (!isOwnBlank && !reason)
        throw invalid([{ field: 'reason', message: blankTexts.otherBatch(sample.sampleNo, blank.sampleNo) }]);
      blankPairs.push({
        sampleId: sample.id,
        blkId: blank.id,
        hazardName: sample.name,
        reason: isOwnBlank ? null : reason,
      });
    }
  }
  return storeRelations(tx, call, project, body.phyId ?? null, blankPairs);
}

/**
 * Cancels relations; the audit trail still contains them.
 * @throws Refusal 404 if a relation is missing; nothing is then changed
 */
export async function cancelRelation(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  ids: readonly number[],
): Promise<number> {
  const { services, registry } = context;
  const resource = registry.named('blankRelation');
  const wantedIds = [...new Set(ids)];
  // The rows are locked: of two people who cancel the same relation at once, the second waits here and finds it
  // deleted.
  const seenRelations = await tx
    .select({ id: blankRelationTable.id, projectId: blankRelationTable.projectId })
    .from(blankRelationTable)
    .where(and(withIds(resource, wantedIds), undeletedRows(resource), scopeOf(resource, call.viewer)))
    .orderBy(blankRelationTable.id)
    .for('update');
  if (seenRelations.length !== wantedIds.length) throw notFound('部分关联不存在或已被取消，未做任何修改');
  for (const projectId of [...new Set(seenRelations.map((row) => row.projectId))].sort((a, b) => a - b))
    await openProject(context, tx, call, projectId);
  const rows = await tx
    .update(blankRelationTable)
    .set({ deleteTime: services.now(), deleteBy: call.viewer.user.id })
    .where(withIds(resource, wantedIds))
    .returning();
  await recordAudit(
    tx,
    actorOf(call),
    rows.map((row) => ({
      action: 'del' as const,
      entity: blankRelation,
      entityId: row.id,
      title: row.hazardName,
      organizationId: row.organizationId,
      before: { projectId: row.projectId, sampleId: row.sampleId, blkId: row.blkId },
    })),
  );
  await recalculateSamples(
    tx,
    [...new Set(rows.map(({ sampleId }) => sampleId))],
    recalculationCause(call, recalculationTexts.blanks),
  );
  return rows.length;
}
