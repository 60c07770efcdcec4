import { defineSubject } from '@contract/subject';
import { approvalMachine } from './approval/approvalMachine';
import { approval } from './entities/approval';
import { delegation } from './entities/delegation';
import { historyReport } from './entities/historyReport';
import { report } from './entities/report';
import { reportMachine } from './reportMachine';

export const reportsSubject = defineSubject({
  entities: [report, approval, delegation, historyReport],
  machines: [approvalMachine, reportMachine],
  pages: {
    '/projectAuditReview': [approval, delegation],
    '/reportPreview': [report],
  },
});
