import { definePage } from '@/listEditor';
import { staffRecord } from '@contract/features/conformity/entities/staffRecord';

/** 人员档案: appointments, training, protective equipment and doses of people. */
export default definePage({
  entity: staffRecord,
  url: 'api/staffRecord',
  columns: [
    'recordTitle',
    'person',
    'recordKind',
    'recordedOn',
    'validUntil',
    'result',
    'dose',
    'certificate',
    'remark',
  ],
  filters: ['person', 'recordKind', 'recordedOn', 'validUntil', 'result'],
  form: ['person', 'recordKind', 'recordTitle', 'recordedOn', 'validUntil', 'result', 'dose', 'certificate', 'remark'],
});
