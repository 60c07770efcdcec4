import { and, eq, isNull } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { AnyRow } from '@contract/entity';
import { insertRow } from '@server/crud/operations';
import { presentRows, wireColumns } from '@server/crud/presentRows';
import type { Registry } from '@server/crud/resource';
import type { Orm } from '@server/db/orm';
import type { Call } from '@server/http/route';
import type { Services } from '@server/services';
import { projectOf } from './projectStage';

/** Part that a project has once; the stage of the part creates it. */
type HeadName = 'siteSurvey' | 'samplePlan';

/** Returns the undeleted head of a project's survey or plan; undefined without one. */
export async function findHead(
  services: Services,
  registry: Registry,
  tx: Orm,
  name: HeadName,
  projectId: number,
): Promise<AnyRow | undefined> {
  const resource = registry.named(name);
  const { columns, table } = resource;
  const rows = await tx
    .select(wireColumns(resource))
    .from(table)
    .where(and(eq(columns.project as AnyPgColumn, projectId), isNull(columns.deleteTime)));
  return (await presentRows(tx, registry, resource, rows, services.env.zone))[0];
}

/**
 * Returns the head of a project's survey or plan; creates it if it does not exist. The caller has locked the project.
 */
export async function ensureHead(
  services: Services,
  registry: Registry,
  tx: Orm,
  call: Call<unknown>,
  name: HeadName,
  project: { id: number; organizationId: number | null },
): Promise<AnyRow> {
  const existingHead = await findHead(services, registry, tx, name, project.id);
  if (existingHead) return existingHead;
  const resource = registry.named(name);
  return insertRow(
    { services, registry, resource, call },
    tx,
    { project: project.id },
    { action: 'add' },
    project.organizationId,
  );
}

/** Returns the head by the project's id and locks it. Of two simultaneous first calls, only one creates the head. */
export async function lockedHead(
  services: Services,
  registry: Registry,
  tx: Orm,
  call: Call<unknown>,
  name: HeadName,
  projectId: number,
): Promise<AnyRow> {
  const head =
    (await findHead(services, registry, tx, name, projectId)) ??
    (await ensureHead(services, registry, tx, call, name, await projectOf(tx, registry, call, projectId, 'update')));
  const { columns, table } = registry.named(name);
  await tx.select({ id: columns.id }).from(table).where(eq(columns.id, head.id)).for('update');
  return head;
}
