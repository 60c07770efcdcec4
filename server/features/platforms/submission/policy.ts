import type { Policy } from '@server/crud/policy';

/** Save rules of submissions: submitted and taken back only by their own calls. */
export const submissionPolicy: Policy = {
  ignoresDataScope: true,
  without: ['add', 'edit', 'copy', 'del', 'restore', 'status', 'import', 'export'],
};
