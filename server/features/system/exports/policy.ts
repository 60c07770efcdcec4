import { eq } from 'drizzle-orm';
import type { Policy } from '@server/crud/policy';
import { exportRunTable } from '@server/db/schema';

/** An export is started by its own calls, and belongs to the person who started it. */
export const exportRunPolicy: Policy = {
  without: ['get', 'add', 'edit', 'copy', 'del', 'restore', 'status', 'import', 'export'],
  ignoresDataScope: true,
  scope: (viewer) => eq(exportRunTable.createBy, viewer.user.id),
};
