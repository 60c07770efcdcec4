import { definePage } from '@/listEditor';
import { workLog } from '@contract/features/conformity/entities/workLog';

/** 实验室登记: air of rooms, use of instruments, acceptance of lots. */
export default definePage({
  entity: workLog,
  url: 'api/workLog',
  columns: [
    'subject',
    'logKind',
    'startAt',
    'endAt',
    'temperature',
    'humidity',
    'equipment',
    'place',
    'samples',
    'sampleCount',
    'item',
    'condition',
    'verdict',
    'createBy',
  ],
  filters: ['logKind', 'subject', 'equipment', 'place', 'startAt', 'verdict'],
  form: [
    { title: '登记', fields: ['logKind', 'subject', 'place', 'equipment', 'startAt', 'endAt', 'condition', 'verdict'] },
    { title: '内容', fields: ['temperature', 'humidity', 'samples', 'sampleCount', 'item', 'remark'] },
  ],
  sort: 'startAt,desc',
});
