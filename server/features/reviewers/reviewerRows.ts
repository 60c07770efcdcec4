import { and, eq, isNull } from 'drizzle-orm';
import { outsideTaskMachine } from '@contract/features/reviewers/outsideTaskMachine';
import { outsideNumber, outsideTexts } from '@contract/features/reviewers/reviewerTexts';
import { settlementMachine } from '@contract/features/reviewers/settlementMachine';
import { formatDay } from '@server/base/zone';
import type { CrudContext } from '@server/crud/crudContext';
import { insertRow } from '@server/crud/operations';
import type { Registry } from '@server/crud/resource';
import { undeletedRows, scopeOf } from '@server/crud/rowScope';
import { nextCount } from '@server/crud/runningNumbers';
import type { Orm } from '@server/db/orm';
import { outsideTaskTable, userTable } from '@server/db/schema';
import { invalid, notFound } from '@server/http/errors';
import type { Call } from '@server/http/route';
import type { Services } from '@server/services';
import type { MovedEntity } from '@server/workflow/moveRows';

export type StoredTask = typeof outsideTaskTable.$inferSelect;

/** Returns how a reviewer's task moves: its machine, table and state field. */
export const movedTask = (registry: Registry): MovedEntity => ({
  machine: outsideTaskMachine,
  resource: registry.named('outsideTask'),
  stateField: 'state',
});
/** Returns how a settlement moves: its machine, table and state field. */
export const movedSettlement = (registry: Registry): MovedEntity => ({
  machine: settlementMachine,
  resource: registry.named('settlement'),
  stateField: 'state',
});

/** Returns today, `YYYY-MM-DD`, in the configured time zone. */
export const todayOf = ({ now, env }: Pick<Services, 'now' | 'env'>): string => formatDay(now(), env.zone);

/** Returns the next number of a series of external checks, counted by organization and year. */
export async function nextNo(
  services: Services,
  tx: Orm,
  organizationId: number | null,
  prefix: Parameters<typeof outsideNumber>[0],
): Promise<string> {
  const year = todayOf(services).slice(0, 4);
  return outsideNumber(prefix, year, await nextCount(tx, organizationId ?? 0, `outside:${prefix}:${year}`));
}

/**
 * Locks a task visible to the viewer, so that nobody can move it meanwhile.
 * @throws Refusal 404
 */
export async function lockOutsideTask(
  tx: Orm,
  registry: Registry,
  call: Pick<Call<unknown>, 'viewer'>,
  id: number,
  lock: 'share' | 'update' = 'share',
): Promise<StoredTask> {
  const resource = registry.named('outsideTask');
  const [task] = await tx
    .select()
    .from(outsideTaskTable)
    .where(and(eq(outsideTaskTable.id, id), undeletedRows(resource), scopeOf(resource, call.viewer)))
    .for(lock);
  if (!task) throw notFound();
  return task;
}

/**
 * Requires an external reviewer of the same organization.
 * @throws Refusal 400 for anybody else
 */
export async function assertReviewer(
  tx: Orm,
  call: Pick<Call<unknown>, 'viewer'>,
  id: number,
  field = 'reviewer',
): Promise<void> {
  const { organizationId } = call.viewer;
  const [person] = await tx
    .select({ isOutside: userTable.isOutside })
    .from(userTable)
    .where(
      and(
        eq(userTable.id, id),
        isNull(userTable.deleteTime),
        organizationId === null ? undefined : eq(userTable.organizationId, organizationId),
      ),
    );
  if (!person?.isOutside) throw invalid([{ field, message: outsideTexts.notOutside }]);
}

/** Writes a row whose columns only the server sets. The policy of the entity is for typed values. */
export function writeRow(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  entity: string,
  values: Readonly<Record<string, unknown>>,
  organizationId: number | null,
) {
  const resource = context.registry.named(entity);
  const { beforeSave: _typed, ...policy } = resource.policy;
  return insertRow(
    { ...context, resource: { ...resource, policy }, call },
    tx,
    values,
    { action: 'add' },
    organizationId,
  );
}
