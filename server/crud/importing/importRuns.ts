import { and, desc, eq, isNull, type SQL } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { type ImportDone, type ImportRun, importRunTexts, type ImportSource } from '@contract/workbook/importing';
import { actorOf } from '@server/audit/trail';
import { formatMoment } from '@server/base/zone';
import type { Orm } from '@server/db/orm';
import { importRunRowTable, importRunTable } from '@server/db/schema';
import { conflict, notFound } from '@server/http/errors';
import { once } from '../idempotent';
import { type Desk, find, removeRows, updateRow } from '../operations';
import { organizationForNew } from '../scope';

interface Written {
  readonly done: ImportDone;
  readonly source: ImportSource;
  /** Ids of the rows that the import added. */
  readonly added: readonly number[];
  /** Rows that the import changed, with their content before. */
  readonly before: readonly AnyRow[];
  readonly organizationId: number | null;
}

/** Returns the fields that an undone update restores. */
const fieldsOf = ({ resource }: Desk, row: AnyRow): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(resource.entity.fields).flatMap(([name, field]) =>
      field.readonly || field.kind === 'secret' ? [] : [[name, row[name] ?? null]],
    ),
  );

/** Number of rows per statement. */
const chunk = 500;

/** Records an import with its rows. */
export async function recordRun(
  tx: Orm,
  desk: Desk,
  { done, source, added, before, organizationId }: Written,
): Promise<void> {
  const { resource, services, call } = desk;
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
    ...added.map((rowId) => ({ run: id, rowId, before: null, version: 1 })),
    ...before.map((row) => ({ run: id, rowId: row.id, before: fieldsOf(desk, row), version: row.version + 1 })),
  ];
  for (let from = 0; from < rows.length; from += chunk)
    await tx.insert(importRunRowTable).values(rows.slice(from, from + chunk));
}

/** Returns the condition for the imports of a list that the viewer may see and undo: those of the organization. */
function ownRuns(desk: Desk): SQL | undefined {
  const organization = organizationForNew(desk.resource, desk.call.viewer, undefined);
  return and(
    eq(importRunTable.entity, desk.resource.entity.name),
    organization === null ? isNull(importRunTable.organizationId) : eq(importRunTable.organizationId, organization),
  );
}

/** Number of listed imports. */
const listed = 50;

/** Returns the last imports of a list, newest first. */
export async function listRuns(desk: Desk): Promise<ImportRun[]> {
  const { database, env } = desk.services;
  const rows = await database.orm
    .select()
    .from(importRunTable)
    .where(ownRuns(desk))
    .orderBy(desc(importRunTable.id))
    .limit(listed);
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
function assertUntouched({ resource }: Desk, kept: readonly RunRow[], rows: readonly AnyRow[]): void {
  if (rows.length !== kept.length) throw conflict(importRunTexts.gone, 'importUsed');
  const versions = new Map(kept.map(({ rowId, version }) => [rowId, version]));
  const changed = rows.find((row) => row.version !== versions.get(row.id));
  if (changed)
    throw conflict(importRunTexts.changed(String(changed[resource.entity.titleField] ?? changed.id)), 'importUsed');
}

/**
 * Undoes an import: deletes its new rows and restores the content of its changed rows.
 * @returns the number of rows
 * @throws Refusal 404; 409 where the import is already undone, or a row was changed, deleted or used since
 */
export async function undoRun(desk: Desk, id: number): Promise<number> {
  const { services, call, resource } = desk;
  return services.database.transaction((tx) =>
    once(tx, call, async () => {
      const [run] = await tx
        .select()
        .from(importRunTable)
        .where(and(eq(importRunTable.id, id), ownRuns(desk)))
        .for('update');
      if (!run) throw notFound();
      if (run.undoneTime) throw conflict(importRunTexts.already, 'importUsed');
      const kept = await tx.select().from(importRunRowTable).where(eq(importRunRowTable.run, id));
      const rows = await find(
        desk,
        tx,
        kept.map(({ rowId }) => rowId),
        true,
      );
      assertUntouched(desk, kept, rows);
      const before = new Map(kept.map((row) => [row.rowId, row.before as Record<string, unknown> | null]));
      const added = rows.filter((row) => before.get(row.id) === null);
      if (added.length) {
        const besides = (await resource.policy.undoImport?.(added, { ...desk, tx })) ?? [];
        await removeRows(desk, tx, added, besides);
      }
      for (const row of rows) {
        const was = before.get(row.id);
        if (was) await updateRow(desk, tx, row, was, { action: 'import' });
      }
      await tx
        .update(importRunTable)
        .set({ undoneByName: actorOf(call).userName ?? '', undoneTime: services.now() })
        .where(eq(importRunTable.id, id));
      return rows.length;
    }),
  );
}
