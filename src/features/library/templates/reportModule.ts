import { entryColumns } from '@/grid/DataGrid';
import { definePage } from '@/listEditor';
import { reportModule, reportModuleRow } from '@contract/features/library/entities/reportModule';
import type { TemplateKind } from './templateKind';

export const reportTemplateKind: TemplateKind = {
  entity: reportModule,
  rows: definePage({
    entity: reportModuleRow,
    url: 'api/reportModuleRow',
    columns: ['section', 'body'],
    filters: ['section'],
    form: [{ title: '模板文字', fields: ['section', 'body', 'rowSort'] }],
    sort: 'rowSort,asc',
  }),
  grid: entryColumns(reportModuleRow, [
    { field: 'section', pinned: true, width: 180 },
    { field: 'body', width: 720 },
  ]),
};
