import { appPackage } from './appPackage';
import { auditLog } from './auditLog';
import { brand } from './brand';
import { dictionary, dictDetail } from './dict';
import { exportRun } from './exportRun';
import { jobRun } from './jobRun';
import { menu } from './menu';
import { organization } from './organization';
import { role } from './role';
import { user } from './user';

/** Every entity of the subject: its table, calls, resource and rights follow from here. */
export const systemEntities = [
  organization,
  brand,
  user,
  role,
  menu,
  dictionary,
  dictDetail,
  auditLog,
  jobRun,
  exportRun,
  appPackage,
] as const;
