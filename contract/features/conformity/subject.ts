import { defineSubject } from '@contract/subject';
import { serviceForm } from './entities/serviceForm';
import { staffRecord } from './entities/staffRecord';
import { workLog } from './entities/workLog';
import { yearPlan } from './entities/yearPlan';
import { formMachine } from './forms/formMachine';

export const conformitySubject = defineSubject({
  entities: [serviceForm, staffRecord, workLog, yearPlan],
  machines: [formMachine],
  pages: {
    '/projectForms': [serviceForm],
    '/projectTime': ['timeFinding'],
  },
});
