import { and, desc, eq, isNull, type SQL } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { type ImportDone, type ImportRun, importRunTexts, type ImportSource } from '@contract/workbook/importWire';
import { actorOf } from '@server/audit/auditTrail';
import { yieldToEventLoop } from '@server/base/yieldToEventLoop';
import { formatMoment } from '@server/base/zone';
import type { Orm } from '@server/db/orm';
import { importRunRowTable, importRunTable } from '@server/db/schema';
import { insertsOf } from '@server/db/writeMany';
import { conflict, notFound } from '@server/http/errors';
import { type OperationContext, findVisibleRows, removeRows, updateRow } from '../operations';
import { organizationForNew } from '../rowScope';
import { once } from '../runOnce';

interface WrittenImport {
  readonly done: ImportDone;
  readonly source: ImportSource;
  /** Ids of the rows that the import added. */
  readonly added: readonly number[];
  /** Rows that the import changed, with their content before. */
  readonly before: readonly AnyRow[];
  readonly organizationId: number | null;
}

/** Returns the fields that an undone update restores. */
const fieldsOf = ({ resource }: OperationContext, row: AnyRow): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(resource.entity.fields).flatMap(([name, field]) =>
      field.readonly || field.kind === 'secret' ? [] : [[name, row[name] ?? null]],
    ),
  );

/** Number of rows per statement. The embedded database runs in this thread, so a long statement blocks everybody. */
const rowsPerStatement = 500;

/**
 * Records an import with its rows.
 * @param tx transaction of the import
 */
export async function recordRun(
  tx: Orm,
  context: OperationContext,
  { done, source, added, before, organizationId }: WrittenImport,
): Promise<void> {
  const { resource, services, call } = context;
  const [run] = await tx
    .insert(importRunTable)
    .values({
      organizationId,
      entity: resource.entity.name,
      fileName: source.fileName,
      sheetName: source.sheetName,
      added: done.added,
      updated: done.updated,
      same: done.same,
      createBy: call.maybeViewer?.user.id ?? null,
      createByName: actorOf(call).userName ?? '',
      createTime: services.now(),
    })
    .returning({ id: importRunTable.id });
  const id = run?.id ?? 0;
  const rows = [
    ...added.map((rowId) => ({ run: id, rowId, version: 1 })),
    ...before.map((row) => ({ run: id, rowId: row.id, before: fieldsOf(context, row), version: row.version + 1 })),
  ];
  for (let from = 0; from < rows.length; from += rowsPerStatement) {
    await yieldToEventLoop();
    for (const insert of insertsOf(importRunRowTable, rows.slice(from, from + rowsPerStatement)))
      await tx.execute(insert);
  }
}

/** Returns the condition for the imports of a list that the viewer may see and undo: those of the organization. */
function ownRuns(context: OperationContext): SQL | undefined {
  const organizationId = organizationForNew(context.resource, context.call.viewer, undefined);
  return and(
    eq(importRunTable.entity, context.resource.entity.name),
    organizationId === null ? isNull(importRunTable.organizationId) : eq(importRunTable.organizationId, organizationId),
  );
}

/** Number of listed imports. */
const maxListedRuns = 50;

/** Returns the last imports of a list, newest first. */
export async function listRuns(context: OperationContext): Promise<ImportRun[]> {
  const { database, env } = context.services;
  const rows = await database.orm
    .select()
    .from(importRunTable)
    .where(ownRuns(context))
    .orderBy(desc(importRunTable.id))
    .limit(maxListedRuns);
  return rows.map(({ createTime, undoneTime, ...row }) => ({
    id: row.id,
    fileName: row.fileName,
    sheetName: row.sheetName,
    added: row.added,
    updated: row.updated,
    same: row.same,
    createByName: row.createByName,
    createTime: formatMoment(createTime, env.zone),
    undoneByName: row.undoneByName,
    undoneTime: undoneTime ? formatMoment(undoneTime, env.zone) : null,
  }));
}

type RunRow = typeof importRunRowTable.$inferSelect;

/** Refuses an import of which a row was changed or deleted since. */
function assertUntouched({ resource }: OperationContext, runRows: readonly RunRow[], rows: readonly AnyRow[]): void {
  if (rows.length !== runRows.length) throw conflict(importRunTexts.gone, 'importUsed');
  const versions = new Map(runRows.map(({ rowId, version }) => [rowId, version]));
  const changedRow = rows.find((row) => row.version !== versions.get(row.id));
  if (changedRow)
    throw conflict(
      importRunTexts.changed(String(changedRow[resource.entity.titleField] ?? changedRow.id)),
      'importUsed',
    );
}

/**
 * Undoes an import: deletes its new rows and restores the content of its changed rows.
 * @returns the number of rows
 * @throws Refusal 404; 409 where the import is already undone, or a row was changed, deleted or used since
 */
export async function undoRun(context: OperationContext, id: number): Promise<number> {
  const { services, call, resource } = context;
  return services.database.transaction((tx) =>
    once(tx, call, async () => {
      const [run] = await tx
        .select()
        .from(importRunTable)
        .where(and(eq(importRunTable.id, id), ownRuns(context)))
        .for('update');
      if (!run) throw notFound();
      if (run.undoneTime) throw conflict(importRunTexts.already, 'importUsed');
      const runRows = await tx.select().from(importRunRowTable).where(eq(importRunRowTable.run, id));
      const rows = await findVisibleRows(
        context,
        tx,
        runRows.map(({ rowId }) => rowId),
        true,
      );
      assertUntouched(context, runRows, rows);
      const before = new Map(runRows.map((row) => [row.rowId, row.before as Record<string, unknown> | null]));
      const addedRows = rows.filter((row) => before.get(row.id) === null);
      if (addedRows.length) {
        // A policy that removes what came in with the rows has checked what locks them: instruments at the calibrator.
        const ignoredEntities = await resource.policy.undoImport?.(addedRows, { ...context, tx, at: run.createTime });
        await removeRows(context, tx, addedRows, ignoredEntities && { ignoredEntities, unlocked: true });
      }
      for (const row of rows) {
        const previousValues = before.get(row.id);
        if (previousValues) await updateRow(context, tx, row, previousValues, { action: 'import' });
      }
      await tx
        .update(importRunTable)
        .set({ undoneByName: actorOf(call).userName ?? '', undoneTime: services.now() })
        .where(eq(importRunTable.id, id));
      return rows.length;
    }),
  );
}
