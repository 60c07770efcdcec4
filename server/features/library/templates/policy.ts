import { and, eq, getTableName, inArray, isNull, max, ne, sql } from 'drizzle-orm';
import { fixedDictionaries } from '@contract/dictionaries';
import type { Entity } from '@contract/entity';
import { reportModuleRow } from '@contract/features/library/entities/reportModule';
import { templateMachine } from '@contract/features/library/templateMachine';
import { templateTexts } from '@contract/features/library/templateTexts';
import { mayEdit } from '@contract/workflow/stateMachine';
import { perTransaction } from '@server/crud/cachePerTransaction';
import type { Policy } from '@server/crud/policy';
import { removeParts } from '@server/crud/removeParts';
import type { Orm } from '@server/db/orm';
import { reportModuleRowTable, reportModuleTable, reportTable } from '@server/db/schema';
import { conflict, notFound, Refusal } from '@server/http/errors';
import { fillFromMethod } from '../methods/methodDefaults';
import type { TemplateRowTable, TemplateTable } from './templateTables';

type TemplateState = (typeof fixedDictionaries.templateState)[number]['value'];

/** Number of an advisory lock, chosen freely. It makes two people who name templates at once wait for each other. */
const nameLock = 7_204_131;

const assertDraft = (state: unknown): void => {
  if (!mayEdit(templateMachine, String(state))) throw conflict(templateTexts.locked, 'locked');
};

/** Refuses a name that another template of the same owner has; versions of one template share one name. */
export async function assertNameFree(
  tx: Orm,
  table: TemplateTable,
  { id, name, series, organizationId }: { id: number; name: string; series: number; organizationId: number | null },
): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${nameLock})`);
  const owner = organizationId === null ? isNull(table.organizationId) : eq(table.organizationId, organizationId);
  const [duplicateRow] = await tx
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.name, name), owner, isNull(table.deleteTime), ne(table.id, id), ne(table.series, series)))
    .limit(1);
  const message = templateTexts.sameName(name);
  if (duplicateRow) throw new Refusal(409, 'duplicate', message, { errors: [{ field: 'name', message }] });
}

/** Returns the save rules of template versions. Publishing, retiring, revising and copying have their own routes. */
export const templatePolicy = (
  table: TemplateTable,
  parts?: { readonly table: TemplateRowTable; readonly entity: Entity },
): Policy => ({
  disabledOperations: ['copy', 'restore', 'status'],
  ignoresDataScope: true,
  async beforeSave(_draft, { before }) {
    const first: { state: TemplateState; edition: number } = { state: 'draft', edition: 1 };
    return before ? {} : first;
  },
  async afterSave(row, { tx, before }) {
    const series = typeof row.series === 'number' ? row.series : row.id;
    if (!before && row.series === null) await tx.update(table).set({ series }).where(eq(table.id, row.id));
    await assertNameFree(tx, table, { id: row.id, name: String(row.name), series, organizationId: row.organizationId });
  },
  /** Deletes the rows of a deleted draft. */
  async beforeDelete(rows, context) {
    if (!parts) return;
    await removeParts(
      context,
      { entity: parts.entity, table: parts.table, parentColumn: parts.table.template },
      rows.map(({ id }) => id),
    );
  },
});

/** Returns the save rules of report templates: a version that a report uses is never deleted. */
export function reportTemplatePolicy(): Policy {
  const policy = templatePolicy(reportModuleTable, { table: reportModuleRowTable, entity: reportModuleRow });
  return {
    ...policy,
    async beforeDelete(rows, context) {
      const [usingRow] = await context.tx
        .select({ no: reportTable.reportNo })
        .from(reportTable)
        .where(
          and(
            inArray(
              reportTable.template,
              rows.map(({ id }) => id),
            ),
            isNull(reportTable.deleteTime),
          ),
        )
        .limit(1);
      if (usingRow) throw conflict(templateTexts.inUse(String(usingRow.no)), 'inUse');
      await policy.beforeDelete?.(rows, context);
    },
  };
}

/**
 * Returns the save rules of template rows: the template's owner owns them; they are editable while the template is a
 * draft.
 */
export const templateRowPolicy = (
  table: TemplateTable,
  rowTable: TemplateRowTable,
  fillDraft: (draft: Record<string, unknown>, tx: Orm) => Promise<Record<string, unknown>> = async () => ({}),
): Policy => {
  // The lock is held until the end, so that one query serves all rows of a sheet.
  const assertTemplateOpen = (tx: Orm, id: number): Promise<void> =>
    perTransaction(tx, `${getTableName(table)}:${id}`, async () => {
      const [templateRow] = await tx
        .select({ state: table.state })
        .from(table)
        .where(and(eq(table.id, id), isNull(table.deleteTime)))
        .for('update');
      if (!templateRow) throw notFound();
      assertDraft(templateRow.state);
    });
  return {
    disabledOperations: ['status'],
    ignoresDataScope: true,
    partOf: 'template',
    savedTogether: true,
    async beforeSave(draft, { tx, before }) {
      if (before && before.template !== draft.template) throw conflict(templateTexts.moved);
      await assertTemplateOpen(tx, Number(draft.template));
      const filledDraft = await fillDraft(draft, tx);
      if (draft.rowSort !== null && draft.rowSort !== undefined) return filledDraft;
      const [last] = await tx
        .select({ rowSort: max(rowTable.rowSort) })
        .from(rowTable)
        .where(and(eq(rowTable.template, Number(draft.template)), isNull(rowTable.deleteTime)));
      return { ...filledDraft, rowSort: Math.min(Number(last?.rowSort ?? 0) + 10, 9999) };
    },
    async assertOpen(row, { tx }) {
      await assertTemplateOpen(tx, Number(row.template));
    },
  };
};

/** Returns the save rules of plan template rows, whose empty fields are filled from the method library. */
export const planTemplateRowPolicy = (table: TemplateTable, rowTable: TemplateRowTable): Policy =>
  templateRowPolicy(table, rowTable, fillFromMethod);
