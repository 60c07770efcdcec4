import { and, count, inArray, sql } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { failures } from '@contract/messages';
import type { Page } from '@contract/wire';
import type { Orm } from '@server/db/orm';
import { notFound } from '@server/http/errors';
import { isOutsider } from '@server/http/viewer';
import { assertSeenVersion, idOf, titleIn, type RowReference } from '../assertSeenVersion';
import { hiddenRowsCondition, asksForHiddenRows } from '../hiddenRows';
import { type Query, listQuery, withOrderJoins } from '../listQuery';
import { presentRows, wireColumns } from '../presentRows';
import { undeletedRows, scopeOf, withIds } from '../rowScope';
import { withVisibleFields } from '../visibleFields';
import { type OperationContext, zoneOf } from './operationContext';
import { withReturned } from './returnedFacts';

/** Offset from which a page is found by ids in the index of the list before its rows are read. */
const minPagedByIdOffset = 1000;

/**
 * Returns a page of the rows that the viewer may see. The count and the rows use the same condition.
 * @throws Refusal 400 for an invalid query
 */
export function listRows(context: OperationContext, query: Query): Promise<Page<AnyRow>> {
  const { services, call } = context;
  return services.database.read(call.readAfter ?? null, (orm) => readPage(context, orm, query));
}

async function readPage(context: OperationContext, orm: Orm, query: Query): Promise<Page<AnyRow>> {
  const { registry, call } = context;
  const resource = withVisibleFields(context.resource, call.viewer);
  const scope = scopeOf(resource, call.viewer);
  const { where, orderBy, joins, indexed, limit, offset } = listQuery(
    resource,
    query,
    zoneOf(context),
    scope,
    registry,
  );
  const pageCondition = and(scope, hiddenRowsCondition(resource, call.viewer, query), where);
  const page = withOrderJoins(orm.select({ id: resource.columns.id }).from(resource.table).$dynamic(), joins)
    .where(pageCondition)
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset);
  const [rows, [total]] = await Promise.all([
    // Without an index the database sorts every match. Sorting ids first and fetching one page of rows costs half as
    // much.
    indexed && !joins.length && offset < minPagedByIdOffset
      ? orm
          .select(wireColumns(resource))
          .from(resource.table)
          .where(pageCondition)
          .orderBy(...orderBy)
          .limit(limit)
          .offset(offset)
      : withOrderJoins(orm.select(wireColumns(resource)).from(resource.table).$dynamic(), joins)
          .where(inArray(resource.columns.id, page))
          .orderBy(...orderBy),
    orm.select({ total: count() }).from(resource.table).where(pageCondition),
  ]);
  const isOutside = isOutsider(call.viewer);
  const presentedRows = await presentRows(orm, registry, resource, rows, zoneOf(context), !isOutside);
  // External clients and reviewers do not see the reasons that staff wrote to each other.
  const content = isOutside ? presentedRows : await withReturned(orm, zoneOf(context), resource.entity, presentedRows);
  const hiddenMark = asksForHiddenRows(resource, query)
    ? { [resource.policy.hiddenCommonRows?.filter ?? '']: true }
    : {};
  return { content: content.map((row) => ({ ...row, ...hiddenMark })), totalElements: total?.total ?? 0 };
}

/**
 * Returns the rows among these ids that the viewer may see.
 * @param lock whether to lock the rows until the transaction ends
 * @param deleted whether to read the recycle bin
 * @param shouldTellApart whether rows with the same title are distinguished (`presentRows`)
 */
export async function findVisibleRows(
  context: OperationContext,
  orm: Orm,
  ids: readonly number[],
  lock: boolean,
  deleted = false,
  shouldTellApart = false,
): Promise<AnyRow[]> {
  const { registry, call } = context;
  const resource = withVisibleFields(context.resource, call.viewer);
  const aliveCondition = deleted ? sql`${resource.columns.deleteTime} is not null` : undeletedRows(resource);
  const select = orm
    .select(wireColumns(resource))
    .from(resource.table)
    .where(and(withIds(resource, ids), aliveCondition, scopeOf(resource, call.viewer)))
    .orderBy(resource.columns.id);
  const rows = lock ? await select.for('update') : await select;
  return presentRows(orm, registry, resource, rows, zoneOf(context), shouldTellApart && !isOutsider(call.viewer));
}

/**
 * Returns one row.
 * @param shouldTellApart whether rows with the same title are distinguished (`presentRows`)
 * @throws Refusal 404 where the viewer may not see it
 */
export async function getRow(
  context: OperationContext,
  id: number,
  orm: Orm = context.services.database.orm,
  shouldTellApart = false,
): Promise<AnyRow> {
  const [row] = await findVisibleRows(context, orm, [id], false, false, shouldTellApart);
  if (!row) throw notFound();
  return row;
}

/** Returns one row as a screen displays it; it throws like `getRow`. */
export const shownRow = (context: OperationContext, id: number): Promise<AnyRow> =>
  getRow(context, id, context.services.database.orm, true);

/**
 * Returns and locks all of the rows.
 * @param shownRows ids with the versions that the person saw
 * @param deleted true to find rows of the recycle bin
 * @throws Refusal 404 if a row is missing: with one foreign id among fifty nothing is changed (QUALITY AZ4); 409
 * `stale` with the name of a row that was changed meanwhile
 */
export async function findAll(
  context: OperationContext,
  tx: Orm,
  shownRows: readonly RowReference[],
  deleted = false,
): Promise<AnyRow[]> {
  const wantedIds = [...new Set(shownRows.map(idOf))];
  const rows = await findVisibleRows(context, tx, wantedIds, true, deleted);
  if (rows.length !== wantedIds.length) throw notFound(failures.someGone);
  assertSeenVersion(rows, shownRows, titleIn(context.resource));
  return rows;
}
