import type { Policy } from '@server/crud/policy';
import { archiveFilePolicy } from './policy';

/** Policies of the subject by the name of the entity. An entity that is missing here has no rules of its own. */
export const archivePolicies: Readonly<Record<string, Policy>> = {
  archiveFile: archiveFilePolicy,
};
