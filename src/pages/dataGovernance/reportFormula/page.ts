import { defineAction, definePage, publishActions } from '@/listEditor';
import { reportFormula } from '@contract/features/publicity/entities/reportFormula';
import { reportMachine } from '@contract/features/reports/reportMachine';
import { permissionOf } from '@contract/permissions';
import { permissionOfMove } from '@contract/workflow/stateMachine';

const formPath = '/dataGovernance/reportFormula/index/page/detail';

// A separate page instead of a drawer, because the form has two dozen fields and images (docs/spec/design.md, Forms).
const addAction = defineAction({
  key: 'new',
  label: '新增公示',
  place: 'toolbar',
  permission: [permissionOf(reportFormula, 'add')],
  run: ({ open }) => open(formPath),
});
// Starts from a signed report. 新增公示 is for reports made outside this product.
const publishAction = defineAction({
  key: 'fromReport',
  label: '从报告公示',
  place: 'toolbar',
  permission: [permissionOfMove(reportMachine, { key: 'publish' })],
  run: ({ open }) => open('/reportPreview', { state: 'issued' }),
});
const editAction = defineAction({
  key: 'open',
  label: '打开',
  place: 'row',
  run: ({ ids: [id], open }) => open(formPath, { id: String(id) }),
});

export default definePage({
  entity: reportFormula,
  url: 'api/reportFormula',
  columns: [
    'title',
    'reportNo',
    'unitName',
    'reportType',
    'status',
    'publishTime',
    'reportDate',
    'region',
    'leader',
    'viewCount',
    'project',
    'updateTime',
  ],
  filters: ['unitName', 'reportNo', 'status', 'publishTime', 'reportType', 'region', 'reportDate', 'project'],
  sort: 'updateTime,desc',
  abilities: ['del', 'restore'],
  actions: [
    publishAction,
    addAction,
    editAction,
    ...publishActions(reportFormula, { label: '公示', publicPath: '/orgReportFormulaDetails' }),
  ],
});
