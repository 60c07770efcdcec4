import type { Policy } from '@server/crud/policy';

/** The trail is read, never written by a call (QUALITY AUD2; the database refuses too). */
export const auditLogPolicy: Policy = { without: ['get', 'add', 'edit', 'copy', 'del', 'restore', 'status', 'import'], ignoresDataScope: true };
