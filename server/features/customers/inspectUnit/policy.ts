import { and, inArray, isNull } from 'drizzle-orm';
import { unitContact } from '@contract/features/customers/entities/unitContact';
import { messages } from '@contract/messages';
import type { Policy } from '@server/crud/policy';
import { removeParts } from '@server/crud/removeParts';
import { inspectUnitTable, projectTable, unitContactTable } from '@server/db/schema';
import { conflict } from '@server/http/errors';
import { contactsOfUnits } from './contactsOfUnits';

/**
 * Save rules of units. By SPEC §5 a unit with projects can't be deleted. The page warns first; the server decides.
 */
export const inspectUnitPolicy: Policy = {
  internal: ['remark', 'otherContacts'],
  enterpriseScope: (unitIds) => inArray(inspectUnitTable.id, [...unitIds]),
  updateDependents: contactsOfUnits,
  async beforeDelete(rows, context) {
    const { tx } = context;
    const ids = rows.map((row) => row.id);
    const [usingProject] = await tx
      .select({ id: projectTable.id })
      .from(projectTable)
      .where(and(inArray(projectTable.belongInspect, ids), isNull(projectTable.deleteTime)))
      .limit(1);
    if (usingProject) throw conflict(messages.unitHasProjects, 'referenced');
    await removeParts(
      context,
      { entity: unitContact, table: unitContactTable, parentColumn: unitContactTable.unit },
      ids,
    );
  },
  afterRestore: (rows, context) =>
    contactsOfUnits(
      rows.map(({ id }) => id),
      context,
      false,
    ),
};
