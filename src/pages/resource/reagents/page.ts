import { reagent } from '@contract/entities/resource/reagent';
import { changeStatus, definePage } from '@/listEditor';
import { ValidUntilCell } from '@/methods/ValidUntilCell';

export default definePage({
  entity: reagent,
  columns: ['reagentNo', 'reagentName', 'lotNo', 'status', 'validUntil', 'grade', 'specification', 'supplier', 'receivedOn', 'openedOn', 'storage', 'location', 'remark'],
  filters: ['reagentNo', 'reagentName', 'status', 'validUntil', 'lotNo', 'grade', 'supplier'],
  form: [
    { title: '试剂', fields: ['reagentNo', 'reagentName', 'lotNo', 'grade', 'specification', 'supplier'] },
    { title: '保管', fields: ['receivedOn', 'openedOn', 'validUntil', 'storage', 'location', 'status', 'remark'] },
  ],
  sort: 'reagentNo,asc',
  cells: { validUntil: ValidUntilCell },
  actions: [changeStatus(reagent, { label: '停用', value: '0', bulk: true }), changeStatus(reagent, { label: '恢复在用', value: '1', bulk: true })],
});
