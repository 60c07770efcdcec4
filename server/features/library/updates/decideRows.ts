import { asc, eq, inArray } from 'drizzle-orm';
import { libraryFileTexts, type LibrarySubject, librarySubjects } from '@contract/features/library/libraryFile';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import { formatDay } from '@server/base/zone';
import { type BuiltInIds, recordBuiltInRows, readBuiltInIds } from '@server/builtIn/builtInRows';
import { type OperationContext, findVisibleRows, insertRow, removeRows, updateRow } from '@server/crud/operations';
import type { Registry } from '@server/crud/resource';
import type { Orm } from '@server/db/orm';
import { libraryUpdateRowTable } from '@server/db/schema';
import { conflict, notFound } from '@server/http/errors';
import type { Call } from '@server/http/route';
import type { Services } from '@server/services';
import { withResolvedKeys } from './libraryDifferences';

type StoredRow = typeof libraryUpdateRowTable.$inferSelect;
type UpdateValues = Readonly<Record<string, string | number | boolean | null | string[]>>;

interface DecisionContext {
  readonly services: Services;
  readonly registry: Registry;
  readonly call: Call<unknown>;
  readonly tx: Orm;
  readonly builtInIds: BuiltInIds;
}

/**
 * Only the server writes these columns. They follow from other columns: names of limits and items, and the verifier.
 */
const derivedColumns = (registry: Registry, subject: string, values: Readonly<Record<string, unknown>>) => {
  const { fields } = registry.named(subject).entity;
  return Object.fromEntries(Object.entries(values).filter(([name]) => fields[name] && !fields[name].readonly));
};

/** Checks for a removal: a row that ends without a day or state to write is deleted. */
const isRemoval = ({ change, fields }: StoredRow): boolean =>
  change === 'ended' && !Object.keys(fields as UpdateValues).length;

/**
 * Writes an accepted row to the library, by the same rules as a typed row. Rows of organizations stay as they are.
 */
async function acceptRow({ services, registry, call, tx, builtInIds }: DecisionContext, row: StoredRow): Promise<void> {
  const resource = registry.named(row.subject as LibrarySubject);
  const context: OperationContext = { services, registry, resource, call };
  const values = derivedColumns(
    registry,
    resource.entity.name,
    withResolvedKeys(resource.entity, row.fields as UpdateValues, builtInIds),
  );
  const hasMissingParent = Object.entries(values).some(([name, value]) => {
    const kind = resource.entity.fields[name]?.kind;
    return (
      (kind === 'ref' && typeof value === 'string') ||
      (Array.isArray(value) && value.some((item) => typeof item === 'string'))
    );
  });
  if (hasMissingParent) throw conflict(libraryFileTexts.parentFirst(row.title ?? ''));
  if (row.rowId === null) {
    const insertedRow = await insertRow(context, tx, values, { action: 'add' }, null);
    await recordBuiltInRows(tx, builtInIds, [{ key: row.fileKey, rowId: insertedRow.id }]);
    return;
  }
  const [before] = await findVisibleRows(context, tx, [row.rowId], true);
  if (!before || before.organizationId !== null) throw notFound();
  if (isRemoval(row)) await removeRows(context, tx, [before]);
  else await updateRow(context, tx, before, values, { action: 'edit' });
}

const orderOf = (row: StoredRow): number =>
  librarySubjects.indexOf(row.subject as LibrarySubject) * 2 + (row.change === 'ended' ? 0 : 1);

interface RowDecision {
  readonly rows: readonly number[];
  readonly decision: 'accepted' | 'declined';
  readonly reason: string | null;
}

/**
 * Accepts or declines rows of an update, all or none. Nothing that is signed changes: signed records and reports have
 * their own copies of the library data.
 * @throws Refusal 404 for an unknown row; 409 for a row that was decided, or whose hazard or method was not accepted
 * yet
 */
export async function decideRows(
  context: Omit<DecisionContext, 'builtInIds'>,
  { rows: ids, decision, reason }: RowDecision,
): Promise<void> {
  const { services, registry, call, tx } = context;
  const table = libraryUpdateRowTable;
  const rows = await tx
    .select()
    .from(table)
    .where(inArray(table.id, [...ids]))
    .orderBy(asc(table.id))
    .for('update');
  if (rows.length !== new Set(ids).size) throw notFound();
  if (rows.some((row) => row.decision !== null)) throw conflict(libraryFileTexts.decided);
  const builtInIds = await readBuiltInIds(tx);
  const decidedOn = formatDay(services.now(), services.env.zone);
  for (const row of [...rows].sort((a, b) => orderOf(a) - orderOf(b))) {
    if (decision === 'accepted') await acceptRow({ ...context, builtInIds }, row);
    await tx
      .update(table)
      .set({ decision, reason, decidedBy: call.viewer.user.id, decidedOn, version: row.version + 1 })
      .where(eq(table.id, row.id));
  }
  const { entity } = registry.named('libraryUpdateRow');
  await recordAudit(
    tx,
    actorOf(call),
    rows.map((row) => ({
      action: 'edit',
      entity,
      entityId: row.id,
      title: row.title ?? '',
      before: { decision: null },
      after: { decision, reason },
    })),
  );
}
