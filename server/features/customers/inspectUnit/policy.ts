import { and, inArray, isNull } from 'drizzle-orm';
import { messages } from '@contract/messages';
import type { Policy } from '@server/crud/policy';
import { inspectUnitTable, projectTable } from '@server/db/schema';
import { conflict } from '@server/http/errors';

/** Save rules of units. SPEC §5: a unit with projects can't be deleted. The page asks first; the server decides. */
export const inspectUnitPolicy: Policy = {
  internal: ['remark'],
  enterpriseScope: (unitIds) => inArray(inspectUnitTable.id, [...unitIds]),
  async beforeDelete(rows, { tx }) {
    const ids = rows.map((row) => row.id);
    const [used] = await tx
      .select({ id: projectTable.id })
      .from(projectTable)
      .where(and(inArray(projectTable.belongInspect, ids), isNull(projectTable.deleteTime)))
      .limit(1);
    if (used) throw conflict(messages.unitHasProjects, 'referenced');
  },
};
