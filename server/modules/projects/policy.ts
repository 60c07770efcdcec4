import { inArray } from 'drizzle-orm';
import type { Policy } from '../../crud/policy';
import { projectTable } from '../../db/schema';

/** Projects are moved by their workflow's own actions; until those exist, they are read. */
export const projectPolicy: Policy = {
  without: ['add', 'edit', 'copy', 'del', 'restore', 'status', 'import'],
  enterpriseScope: (unitIds) => inArray(projectTable.belongInspect, [...unitIds]),
};
