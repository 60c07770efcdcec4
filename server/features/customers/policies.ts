import type { Policy } from '@server/crud/policy';
import { inspectUnitPolicy } from './inspectUnit/policy';
import { unitContactPolicy } from './inspectUnit/unitContactPolicy';

/** Policy of entities that only their own API calls write. */
const readAlone: Policy = {
  ignoresDataScope: true,
  disabledOperations: ['add', 'edit', 'copy', 'del', 'restore', 'status', 'import'],
};

/** Policies of the subject by entity name. An entity that is absent here has no rules of its own. */
export const customersPolicies: Readonly<Record<string, Policy>> = {
  inspectUnit: inspectUnitPolicy,
  unitContact: unitContactPolicy,
  clientMatter: { ...readAlone, partOf: 'project' },
  clientReply: { ...readAlone, partOf: 'matter' },
  exceedanceRemedy: { ...readAlone, partOf: 'report' },
};
