import { approval } from './approval';
import { delegation } from './delegation';
import { historyReport } from './historyReport';
import { report } from './report';

/** Every entity of the subject: its table, calls, resource and rights follow from here. */
export const reportsEntities = [report, approval, delegation, historyReport] as const;
