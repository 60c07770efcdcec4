import { definePage } from '@/listEditor';
import { yearPlan } from '@contract/features/conformity/entities/yearPlan';

/** 年度计划: planned work of the year, the day when it was done, and its record. */
export default definePage({
  entity: yearPlan,
  url: 'api/yearPlan',
  columns: ['planTitle', 'planYear', 'planKind', 'person', 'equipment', 'plannedOn', 'doneOn', 'result', 'record'],
  filters: ['planYear', 'planKind', 'person', 'plannedOn', 'doneOn', 'planTitle'],
  form: [
    { title: '计划', fields: ['planYear', 'planKind', 'planTitle', 'content', 'person', 'equipment', 'plannedOn'] },
    { title: '实施', fields: ['doneOn', 'result', 'record', 'remark'] },
  ],
  sort: 'plannedOn,desc',
});
