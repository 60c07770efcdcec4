import { and, count, inArray, sql } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { failures } from '@contract/messages';
import type { Page } from '@contract/wire';
import type { Orm } from '@server/db/orm';
import { notFound } from '@server/http/errors';
import { isOutsider } from '@server/http/viewer';
import { assertAsShown, idOf, titleIn, type Wanted } from '../asShown';
import { present, wireColumns } from '../present';
import { type Query, listQuery, withBeside } from '../query';
import { asideOf, asksForAside } from '../rowsPutAside';
import { living, scopeOf, withIds } from '../scope';
import { seenBy } from '../seenBy';
import { type Desk, zoneOf } from './desk';
import { withReturned } from './returnedFacts';

/** Offset from which a page is found by ids in the index of the list before its rows are read. */
const farPage = 1000;

/**
 * Returns a page of the rows that the viewer may see. The count and the rows use the same condition.
 * @throws Refusal 400 for an invalid query
 */
export async function listRows(desk: Desk, query: Query): Promise<Page<AnyRow>> {
  const { services, registry, call } = desk;
  const resource = seenBy(desk.resource, call.viewer);
  const { orm } = services.database;
  const scope = scopeOf(resource, call.viewer);
  const { where, orderBy, beside, indexed, limit, offset } = listQuery(resource, query, zoneOf(desk), scope, registry);
  const narrowed = and(scope, asideOf(resource, call.viewer, query), where);
  const page = withBeside(orm.select({ id: resource.columns.id }).from(resource.table).$dynamic(), beside)
    .where(narrowed)
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset);
  const [rows, [total]] = await Promise.all([
    // Without an index the database sorts every match. Sorting ids first and fetching one page of rows costs half as
    // much.
    indexed && !beside.length && offset < farPage
      ? orm
          .select(wireColumns(resource))
          .from(resource.table)
          .where(narrowed)
          .orderBy(...orderBy)
          .limit(limit)
          .offset(offset)
      : withBeside(orm.select(wireColumns(resource)).from(resource.table).$dynamic(), beside)
          .where(inArray(resource.columns.id, page))
          .orderBy(...orderBy),
    orm.select({ total: count() }).from(resource.table).where(narrowed),
  ]);
  const outside = isOutsider(call.viewer);
  const presented = await present(orm, registry, resource, rows, zoneOf(desk), !outside);
  // External clients and reviewers do not see the reasons that staff wrote to each other.
  const content = outside ? presented : await withReturned(orm, zoneOf(desk), resource.entity, presented);
  const mark = asksForAside(resource, query) ? { [resource.policy.aside?.filter ?? '']: true } : {};
  return { content: content.map((row) => ({ ...row, ...mark })), totalElements: total?.total ?? 0 };
}

/**
 * Returns the rows among these ids that the viewer may see.
 * @param lock whether to lock the rows until the transaction ends
 * @param deleted whether to read the recycle bin
 * @param apart whether rows with the same title are distinguished (`present`)
 */
export async function find(
  desk: Desk,
  orm: Orm,
  ids: readonly number[],
  lock: boolean,
  deleted = false,
  apart = false,
): Promise<AnyRow[]> {
  const { registry, call } = desk;
  const resource = seenBy(desk.resource, call.viewer);
  const alive = deleted ? sql`${resource.columns.deleteTime} is not null` : living(resource);
  const select = orm
    .select(wireColumns(resource))
    .from(resource.table)
    .where(and(withIds(resource, ids), alive, scopeOf(resource, call.viewer)))
    .orderBy(resource.columns.id);
  const rows = lock ? await select.for('update') : await select;
  return present(orm, registry, resource, rows, zoneOf(desk), apart && !isOutsider(call.viewer));
}

/**
 * Returns one row.
 * @param apart whether rows with the same title are distinguished (`present`)
 * @throws Refusal 404 where the viewer may not see it
 */
export async function getRow(
  desk: Desk,
  id: number,
  orm: Orm = desk.services.database.orm,
  apart = false,
): Promise<AnyRow> {
  const [row] = await find(desk, orm, [id], false, false, apart);
  if (!row) throw notFound();
  return row;
}

/** Returns one row as a screen displays it; it throws like `getRow`. */
export const shownRow = (desk: Desk, id: number): Promise<AnyRow> => getRow(desk, id, desk.services.database.orm, true);

/**
 * Returns and locks all of the rows.
 * @throws Refusal 404 if a row is missing: with one foreign id among fifty nothing is changed (QUALITY AZ4); 409
 * `stale` with the name of a row that was changed meanwhile
 */
export async function findAll(desk: Desk, tx: Orm, shown: readonly Wanted[], deleted = false): Promise<AnyRow[]> {
  const wanted = [...new Set(shown.map(idOf))];
  const rows = await find(desk, tx, wanted, true, deleted);
  if (rows.length !== wanted.length) throw notFound(failures.someGone);
  assertAsShown(rows, shown, titleIn(desk.resource));
  return rows;
}
