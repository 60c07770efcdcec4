import type { Policy } from '@server/crud/policy';
import { inspectUnitPolicy } from './inspectUnit/policy';

/** Written by calls of its own. */
const readAlone: Policy = {
  ignoresDataScope: true,
  without: ['add', 'edit', 'copy', 'del', 'restore', 'status', 'import', 'export'],
};

/** What the server adds to the entities of the subject, by their names; an entity that is missing here has no rule of its own. */
export const customersPolicies: Readonly<Record<string, Policy>> = {
  inspectUnit: inspectUnitPolicy,
  clientMatter: { ...readAlone, partOf: 'project' },
  clientReply: { ...readAlone, partOf: 'matter' },
  exceedanceRemedy: { ...readAlone, partOf: 'report' },
};
