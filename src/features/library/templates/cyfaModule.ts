import { entryColumns } from '@/grid/DataGrid';
import { definePage } from '@/listEditor';
import { cyfaModule, cyfaModuleRow } from '@contract/features/library/entities/cyfaModule';
import type { TemplateKind } from './templateKind';

export const planTemplateKind: TemplateKind = {
  entity: cyfaModule,
  rows: definePage({
    entity: cyfaModuleRow,
    url: 'api/cyfaModuleRow',
    columns: [
      'place',
      'hazard',
      'method',
      'mode',
      'period',
      'medium',
      'flow',
      'minutes',
      'points',
      'samplesPerDay',
      'days',
      'blanks',
      'remark',
    ],
    filters: ['hazard', 'mode', 'method'],
    form: [
      { title: '采样对象', fields: ['place', 'hazard', 'mode', 'period', 'rowSort'] },
      { title: '方法与介质', fields: ['method', 'medium', 'flow', 'minutes'] },
      { title: '数量', fields: ['points', 'samplesPerDay', 'days', 'blanks', 'remark'] },
    ],
    sort: 'rowSort,asc',
  }),
  grid: entryColumns(cyfaModuleRow, [
    { field: 'place', pinned: true, width: 160 },
    { field: 'hazard', width: 150 },
    { field: 'mode' },
    { field: 'period' },
    { field: 'method' },
    { field: 'medium' },
    { field: 'flow' },
    { field: 'minutes' },
    { field: 'points' },
    { field: 'samplesPerDay' },
    { field: 'days' },
    { field: 'blanks' },
    { field: 'remark' },
  ]),
};
