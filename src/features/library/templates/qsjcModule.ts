import { entryColumns } from '@/grid/DataGrid';
import { definePage } from '@/listEditor';
import { qsjcModule, qsjcModuleRow } from '@contract/features/library/entities/qsjcModule';
import type { TemplateKind } from './templateKind';

export const monitoringTemplateKind: TemplateKind = {
  entity: qsjcModule,
  rows: definePage({
    entity: qsjcModuleRow,
    url: 'api/qsjcModuleRow',
    columns: ['indicator', 'industry', 'hazard', 'required', 'posts', 'remark'],
    filters: ['industry', 'hazard', 'required'],
    form: ['industry', 'hazard', 'indicator', 'required', 'posts', 'rowSort', 'remark'],
    sort: 'rowSort,asc',
  }),
  grid: entryColumns(qsjcModuleRow, [
    { field: 'industry' },
    { field: 'hazard' },
    { field: 'indicator', width: 180 },
    { field: 'required' },
    { field: 'posts', width: 200 },
    { field: 'remark' },
  ]),
};
