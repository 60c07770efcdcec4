import type { Policy } from '@server/crud/policy';
import { archiveFilePolicy } from './policy';

/** Policies of the subject by entity name. An entity that is absent here has no rules of its own. */
export const archivePolicies: Readonly<Record<string, Policy>> = {
  archiveFile: archiveFilePolicy,
};
