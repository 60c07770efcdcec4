import type { Policy } from '@server/crud/policy';
import { inspectUnitPolicy } from './inspectUnit/policy';
import { unitContactPolicy } from './inspectUnit/unitContactPolicy';

/** Written by calls of its own. */
const readAlone: Policy = {
  ignoresDataScope: true,
  without: ['add', 'edit', 'copy', 'del', 'restore', 'status', 'import', 'export'],
};

/** Policies of the subject by the name of the entity. An entity that is missing here has no rules of its own. */
export const customersPolicies: Readonly<Record<string, Policy>> = {
  inspectUnit: inspectUnitPolicy,
  unitContact: unitContactPolicy,
  clientMatter: { ...readAlone, partOf: 'project' },
  clientReply: { ...readAlone, partOf: 'matter' },
  exceedanceRemedy: { ...readAlone, partOf: 'report' },
};
