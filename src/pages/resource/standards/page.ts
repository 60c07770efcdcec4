import { standard } from '@contract/entities/resource/standard';
import { changeStatus, definePage } from '@/listEditor';
import { ValidUntilCell } from '@/methods/ValidUntilCell';

export default definePage({
  entity: standard,
  columns: ['standardNo', 'standardName', 'lotNo', 'status', 'validUntil', 'hazard', 'certified', 'uncertainty', 'certifiedUnit', 'matrix', 'specification', 'certificateNo', 'certificate', 'supplier', 'receivedOn', 'openedOn', 'storage', 'location', 'remark'],
  filters: ['standardNo', 'standardName', 'status', 'validUntil', 'hazard', 'lotNo', 'certificateNo', 'supplier'],
  form: [
    { title: '标准物质', fields: ['standardNo', 'standardName', 'lotNo', 'hazard', 'certified', 'uncertainty', 'certifiedUnit', 'matrix', 'specification'] },
    { title: '证书与来源', fields: ['certificateNo', 'certificate', 'supplier'] },
    { title: '保管', fields: ['receivedOn', 'openedOn', 'validUntil', 'storage', 'location', 'status', 'remark'] },
  ],
  sort: 'standardNo,asc',
  cells: { validUntil: ValidUntilCell },
  actions: [changeStatus(standard, { label: '停用', value: '0', bulk: true }), changeStatus(standard, { label: '恢复在用', value: '1', bulk: true })],
});
