import { defineSubject } from '@contract/subject';
import { appPackage } from './entities/appPackage';
import { auditLog } from './entities/auditLog';
import { brand } from './entities/brand';
import { dictionary, dictDetail } from './entities/dict';
import { exportRun } from './entities/exportRun';
import { jobRun } from './entities/jobRun';
import { mailServer } from './entities/mailServer';
import { menu } from './entities/menu';
import { organization } from './entities/organization';
import { role } from './entities/role';
import { user } from './entities/user';

export const systemSubject = defineSubject({
  entities: [
    organization,
    brand,
    mailServer,
    user,
    role,
    menu,
    dictionary,
    dictDetail,
    auditLog,
    jobRun,
    exportRun,
    appPackage,
  ],
  pages: {
    '/system/dict': [dictionary, dictDetail],
    '/system/organization': [organization, brand, mailServer],
    '/system/apk': [appPackage],
    '/system/log': [auditLog],
    '/system/export': [exportRun],
    '/system/job': [jobRun],
  },
});
