import { and, asc, count, inArray, isNull } from 'drizzle-orm';
import { maxTitles, type OwnerlessKind, ownerlessTexts } from '@contract/features/system/ownerlessRows';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import { hasEdition, recordBuiltInRows } from '@server/builtIn/builtInRows';
import type { Registry, Resource } from '@server/crud/resource';
import { undeletedRows, needsOwner } from '@server/crud/rowScope';
import { duplicateOf } from '@server/crud/storedValues';
import type { Orm } from '@server/db/orm';
import { storedFileTable } from '@server/db/schema';
import { storeForAdministrators } from '@server/features/notices/tellAdministrators';
import type { Call } from '@server/http/route';
import type { Services } from '@server/services';

/** Highest number of rows changed by one statement. */
const rowsPerBatch = 1000;

/** Returns the number of undeleted rows of each kind that should belong to an organization but do not. */
export async function ownerlessRows(orm: Orm, registry: Registry): Promise<OwnerlessKind[]> {
  const ownerlessKinds: OwnerlessKind[] = [];
  for (const resource of registry.all.filter(needsOwner)) {
    const { entity, table, columns } = resource;
    const isOwnerless = and(isNull(columns.organizationId), undeletedRows(resource));
    const [total] = await orm.select({ total: count() }).from(table).where(isOwnerless);
    if (!total?.total) continue;
    const title = columns[entity.titleField];
    const rows = await orm
      .select({ id: columns.id, ...(title ? { title } : {}) })
      .from(table)
      .where(isOwnerless)
      .orderBy(asc(columns.id))
      .limit(maxTitles);
    ownerlessKinds.push({
      entity: entity.name,
      label: entity.label,
      count: total.total,
      titles: rows.map((row) => String((row as { title?: unknown }).title ?? row.id)),
    });
  }
  return ownerlessKinds;
}

/** Assigns the parts of these rows to the same organization, if they have none. */
async function assignParts(
  tx: Orm,
  registry: Registry,
  wholeResource: Resource,
  ids: readonly number[],
  organizationId: number,
): Promise<void> {
  for (const part of registry.all) {
    const name = part.policy.partOf;
    const field = name === undefined ? undefined : part.entity.fields[name];
    const column = name === undefined ? undefined : part.columns[name];
    if (field?.kind !== 'ref' || field.to !== wholeResource.entity.name || !column) continue;
    const assignedIds: number[] = [];
    for (let from = 0; from < ids.length; from += rowsPerBatch) {
      const rows = await tx
        .update(part.table)
        .set({ organizationId } as never)
        .where(
          and(isNull(part.columns.organizationId), inArray(column, ids.slice(from, from + rowsPerBatch) as number[])),
        )
        .returning({ id: part.columns.id });
      assignedIds.push(...rows.map(({ id }) => id as number));
    }
    if (assignedIds.length && part !== wholeResource)
      await assignParts(tx, registry, part, assignedIds, organizationId);
  }
}

/**
 * Assigns all rows of one kind without an organization, deleted ones included, to an organization, with their parts
 * and files.
 * @returns number of changed rows of the kind itself
 * @throws Refusal 409 if the organization has a row with the same unique value
 */
export async function assignOwner(
  { registry, call }: { readonly registry: Registry; readonly call: Call<unknown> },
  tx: Orm,
  resource: Resource,
  organizationId: number,
): Promise<number> {
  const { entity, table, columns } = resource;
  const rows = await tx
    .select()
    .from(table)
    .where(isNull(columns.organizationId))
    .orderBy(asc(columns.id))
    .for('update');
  const ids = rows.map((row) => Number(row.id));
  for (let from = 0; from < ids.length; from += rowsPerBatch) {
    try {
      await tx
        .update(table)
        .set({ organizationId } as never)
        .where(inArray(columns.id, ids.slice(from, from + rowsPerBatch)));
    } catch (error) {
      throw duplicateOf(error, resource, {});
    }
  }
  await assignParts(tx, registry, resource, ids, organizationId);
  const files = Object.entries(entity.fields).flatMap(([name, { kind }]) =>
    kind === 'file' ? rows.flatMap((row) => (row[name] ? [String(row[name])] : [])) : [],
  );
  if (files.length)
    await tx
      .update(storedFileTable)
      .set({ organizationId })
      .where(and(inArray(storedFileTable.id, files), isNull(storedFileTable.organizationId)));
  await recordAudit(
    tx,
    actorOf(call),
    rows.map((row) => ({
      action: 'edit' as const,
      entity,
      entityId: Number(row.id),
      title: String(row[entity.titleField] ?? row.id),
      organizationId,
      before: { organizationId: null },
      after: { organizationId },
    })),
  );
  return ids.length;
}

/** Notifies the platform administrators of rows without an organization, once for each number of such rows. */
export async function tellOwnerless(services: Services, registry: Registry): Promise<void> {
  const { database } = services;
  const kinds = await ownerlessRows(database.orm, registry);
  const total = kinds.reduce((sum, { count: kindCount }) => sum + kindCount, 0);
  const key = `ownerless:${total}`;
  if (!total || (await hasEdition(database.orm, key))) return;
  const notify = await database.transaction(async (tx) => {
    await recordBuiltInRows(tx, new Map(), [{ key, rowId: 0 }]);
    return storeForAdministrators(services, tx, {
      programPart: ownerlessTexts.worker,
      title: ownerlessTexts.title(total),
      text: ownerlessTexts.text(kinds),
    });
  });
  await notify?.();
}
