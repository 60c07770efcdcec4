import { defineSubject } from '@contract/subject';
import { approvalMachine } from './approval/approvalMachine';
import { approval } from './entities/approval';
import { delegation } from './entities/delegation';
import { historyReport } from './entities/historyReport';
import { report } from './entities/report';
import { reportHandOut } from './entities/reportHandOut';
import { signingCertificate } from './entities/signingCertificate';
import { reportMachine } from './reportMachine';

export const reportsSubject = defineSubject({
  entities: [report, approval, delegation, historyReport, signingCertificate, reportHandOut],
  machines: [approvalMachine, reportMachine],
  pages: {
    '/projectAuditReview': [approval, delegation],
    '/reportPreview': [report],
    '/system/certificate': [signingCertificate],
  },
});
