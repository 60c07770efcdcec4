import type { Policy } from '@server/crud/policy';

/** Submitted and taken back by its own calls alone. */
export const submissionPolicy: Policy = {
  ignoresDataScope: true,
  without: ['add', 'edit', 'copy', 'del', 'restore', 'status', 'import', 'export'],
};
