import { customer } from '@contract/entities/customer/customer';
import { inspectUnit } from '@contract/entities/customer/inspectUnit';
import { project } from '@contract/entities/project/project';
import { appPackage } from '@contract/entities/system/appPackage';
import { auditLog } from '@contract/entities/system/auditLog';
import { dictDetail, dictionary } from '@contract/entities/system/dict';
import { menu } from '@contract/entities/system/menu';
import { announcement, announcementSend } from '@contract/entities/system/notice';
import { organization } from '@contract/entities/system/organization';
import { role } from '@contract/entities/system/role';
import { user } from '@contract/entities/system/user';
import { registryOf, resource } from './crud/resource';
import {
  announcementSendTable, announcementTable, appPackageTable, auditLogTable, customerTable, dictDetailTable, dictTable, inspectUnitTable, menuTable,
  organizationTable, projectTable, roleMenusTable, roleTable, userRolesTable, userTable, userUnitsTable,
} from './db/schema';
import { appPackagePolicy } from './modules/appPackages/policy';
import { auditLogPolicy } from './modules/auditLog/policy';
import { dictDetailPolicy, dictPolicy } from './modules/dict/policy';
import { inspectUnitPolicy } from './modules/inspectUnit/policy';
import { menuPolicy } from './modules/menus/policy';
import { announcementPolicy, announcementSendPolicy } from './modules/notices/policy';
import { organizationPolicy } from './modules/organizations/policy';
import { projectPolicy } from './modules/projects/policy';
import { rolePolicy } from './modules/roles/policy';
import { userPolicy } from './modules/users/policy';

/** Every entity with its table and its policy: the one list that routes, references, deletes and tests go by. */
export const registry = registryOf([
  resource(organization, organizationTable, { policy: organizationPolicy }),
  resource(user, userTable, { joins: { roles: userRolesTable, units: userUnitsTable }, policy: userPolicy }),
  resource(role, roleTable, { joins: { menus: roleMenusTable }, policy: rolePolicy }),
  resource(menu, menuTable, { policy: menuPolicy }),
  resource(dictionary, dictTable, { policy: dictPolicy }),
  resource(dictDetail, dictDetailTable, { policy: dictDetailPolicy }),
  resource(auditLog, auditLogTable, { policy: auditLogPolicy }),
  resource(appPackage, appPackageTable, { policy: appPackagePolicy }),
  resource(announcement, announcementTable, { policy: announcementPolicy }),
  resource(announcementSend, announcementSendTable, { policy: announcementSendPolicy }),
  resource(customer, customerTable),
  resource(inspectUnit, inspectUnitTable, { policy: inspectUnitPolicy }),
  resource(project, projectTable, { policy: projectPolicy }),
]);
