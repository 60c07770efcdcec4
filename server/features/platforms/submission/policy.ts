import type { Policy } from '@server/crud/policy';

/** Save rules of submissions: only their own calls submit and take them back. */
export const submissionPolicy: Policy = {
  ignoresDataScope: true,
  disabledOperations: ['add', 'edit', 'copy', 'del', 'restore', 'status', 'import'],
};
