import { serviceForm } from './serviceForm';
import { staffRecord } from './staffRecord';
import { workLog } from './workLog';
import { yearPlan } from './yearPlan';

/** Every entity of the subject: its table, calls, resource and rights follow from here. */
export const conformityEntities = [serviceForm, staffRecord, workLog, yearPlan] as const;
