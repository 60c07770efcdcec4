import { and, eq, inArray, isNull } from 'drizzle-orm';
import { declarationMachine } from '@contract/features/platforms/declaration/declarationMachine';
import { declarationTexts } from '@contract/features/platforms/declarationTexts';
import type { Policy } from '@server/crud/policy';
import type { Orm } from '@server/db/orm';
import { declarationTable, workflowStepTable } from '@server/db/schema';
import { conflict } from '@server/http/errors';

/**
 * Save rules of declarations: their own calls begin, declare and change them; a draft is editable. The unit's own
 * people may see them.
 */
export const declarationPolicy: Policy = {
  ignoresDataScope: true,
  disabledOperations: ['add', 'copy', 'restore', 'status', 'import'],
  enterpriseScope: (unitIds) => inArray(declarationTable.unit, [...unitIds]),
  // The replaced declaration does not become valid again, so the unit would have no declaration and could not begin
  // another.
  async beforeDelete(rows, { tx }) {
    const step = workflowStepTable;
    const [declaredVersion] = await tx
      .select({ id: step.id })
      .from(step)
      .where(
        and(
          eq(step.machine, declarationMachine.name),
          inArray(
            step.rowId,
            rows.map(({ id }) => id),
          ),
          eq(step.move, 'declare'),
        ),
      )
      .limit(1);
    if (declaredVersion) throw conflict(declarationTexts.wasDeclared, 'locked');
  },
};

async function assertDrafting(tx: Orm, id: number): Promise<void> {
  const [declarationRow] = await tx
    .select({ state: declarationTable.state })
    .from(declarationTable)
    .where(and(eq(declarationTable.id, id), isNull(declarationTable.deleteTime)))
    .for('share');
  if (declarationRow?.state !== 'drafting') throw conflict(declarationTexts.locked, 'locked');
}

/** Save rules of a declaration's rows, which can't be changed after the declaration. */
export const declarationRowPolicy: Policy = {
  ignoresDataScope: true,
  disabledOperations: ['copy', 'restore', 'status', 'import'],
  partOf: 'declaration',
  savedTogether: true,
  async beforeSave(draft, { tx, before }) {
    if (before && before['declaration'] !== draft['declaration']) throw conflict(declarationTexts.rowStays);
    await assertDrafting(tx, Number(draft['declaration']));
    return {};
  },
  assertOpen: (row, { tx }) => assertDrafting(tx, Number(row['declaration'])),
};
