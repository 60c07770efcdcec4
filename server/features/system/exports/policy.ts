import { eq } from 'drizzle-orm';
import type { Policy } from '@server/crud/policy';
import { exportRunTable } from '@server/db/schema';

/** Save rules of exports: only their own calls start them. An export belongs to the person who started it. */
export const exportRunPolicy: Policy = {
  disabledOperations: ['get', 'add', 'edit', 'copy', 'del', 'restore', 'status', 'import'],
  ignoresDataScope: true,
  scope: (viewer) => eq(exportRunTable.createBy, viewer.user.id),
};
