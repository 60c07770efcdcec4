import type { Policy } from '@server/crud/policy';
import { appPackagePolicy } from './appPackages/policy';
import { auditLogPolicy } from './auditLog/policy';
import { brandPolicy } from './brand/policy';
import { dictDetailPolicy, dictPolicy } from './dict/policy';
import { exportRunPolicy } from './exports/policy';
import { mailServerPolicy } from './mailServer/policy';
import { menuPolicy } from './menus/policy';
import { organizationPolicy } from './organizations/policy';
import { rolePolicy } from './roles/policy';
import { userPolicy } from './users/policy';

/** Policies of the subject by the name of the entity. An entity that is missing here has no rules of its own. */
export const systemPolicies: Readonly<Record<string, Policy>> = {
  organization: organizationPolicy,
  brand: brandPolicy,
  mailServer: mailServerPolicy,
  user: userPolicy,
  role: rolePolicy,
  menu: menuPolicy,
  dict: dictPolicy,
  dictDetail: dictDetailPolicy,
  auditLog: auditLogPolicy,
  exportRun: exportRunPolicy,
  jobRun: { disabledOperations: ['add', 'edit', 'copy', 'del', 'restore', 'status', 'import'] },
  appPackage: appPackagePolicy,
};
