import { and, desc, eq, gt, inArray, or } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { AnyRow, Entity } from '@contract/entity';
import { openReturn } from '@contract/workflow/returnedWork';
import type { ChangesSince, RowChange, Timeline } from '@contract/workflow/workflowWire';
import { formatMoment } from '@server/base/zone';
import type { CrudContext } from '@server/crud/crudContext';
import { describeChange } from '@server/crud/describeChange';
import type { Orm } from '@server/db/orm';
import { auditLogTable, workflowStepTable } from '@server/db/schema';
import { isOutsider, type Viewer } from '@server/http/viewer';

/** Rows of one entity. */
export type RowsOfEntity = readonly [entity: string, ids: readonly number[]];

/** Maximum number of changes that a timeline lists; the audit trail has all. */
const maxListedChanges = 20;

/**
 * Returns what people changed in the given rows since a time, newest first.
 * @param maxChanges number of changes to describe; all are counted
 */
export async function changesSince(
  { services, registry }: CrudContext,
  orm: Orm,
  rowsOfEntities: readonly RowsOfEntity[],
  sinceTime: Date,
  maxChanges: number,
): Promise<ChangesSince> {
  const entityConditions = rowsOfEntities.flatMap(([entity, ids]) =>
    ids.length ? [and(eq(auditLogTable.entity, entity), inArray(auditLogTable.entityId, [...ids]))] : [],
  );
  if (!entityConditions.length) return { changes: [], count: 0 };
  const events = await orm
    .select()
    .from(auditLogTable)
    .where(
      and(
        gt(auditLogTable.createTime, sinceTime),
        inArray(auditLogTable.action, ['add', 'edit', 'del', 'restore', 'upload']),
        or(...entityConditions),
      ),
    )
    .orderBy(desc(auditLogTable.id));
  const changes = await Promise.all(
    events.slice(0, maxChanges).map(async (line): Promise<RowChange> => ({
      id: line.id,
      at: formatMoment(line.createTime, services.env.zone),
      who: line.userName,
      entityLabel: line.entityLabel ?? '',
      title: line.title,
      action: line.action ?? '',
      reason: line.reason,
      differences: await describeChange(
        orm,
        registry,
        line.entity ?? '',
        line.before as Record<string, unknown> | null,
        line.after as Record<string, unknown> | null,
        line.entityId,
      ),
    })),
  );
  return { changes, count: events.length };
}

/** Returns the rows that belong to a row by its entity's description, deleted ones included, and the row itself. */
async function rowWithParts({ registry }: CrudContext, orm: Orm, entity: Entity, row: AnyRow): Promise<RowsOfEntity[]> {
  const parts = await Promise.all(
    (entity.stateMachine?.partEntities ?? []).map(async ({ entity: name, by, throughField }): Promise<RowsOfEntity> => {
      const { table, columns } = registry.named(name);
      const partRows = await orm
        .select({ id: columns.id as AnyPgColumn })
        .from(table)
        .where(eq(columns[by] as AnyPgColumn, Number(throughField ? row[by] : row.id)));
      return [name, partRows.map(({ id }) => Number(id))];
    }),
  );
  return [[entity.name, [row.id]], ...parts];
}

/** Time of a step, exact; a timeline has whole seconds. */
async function timeOfStep(orm: Orm, id: number): Promise<Date | undefined> {
  const [step] = await orm
    .select({ time: workflowStepTable.time })
    .from(workflowStepTable)
    .where(eq(workflowStepTable.id, id));
  return step?.time;
}

/**
 * Adds to a timeline what was changed since the row was sent back. Clients and external reviewers do not see what the
 * staff changed.
 * @param viewer person who looks
 * @param timeline timeline of the row
 */
export async function withChanges<T extends Timeline>(
  context: CrudContext,
  orm: Orm,
  viewer: Viewer,
  entity: Entity,
  row: AnyRow,
  timeline: T,
): Promise<T> {
  const openReturnStep = isOutsider(viewer) ? undefined : openReturn(timeline.steps);
  const time = openReturnStep && (await timeOfStep(orm, openReturnStep.id));
  if (!time) return timeline;
  const changesSinceReturn = await changesSince(
    context,
    orm,
    await rowWithParts(context, orm, entity, row),
    time,
    maxListedChanges,
  );
  return { ...timeline, changed: changesSinceReturn };
}
