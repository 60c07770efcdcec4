import { BalanceCell } from '@/features/stock/BalanceCell';
import { StockPage } from '@/features/stock/StockPage';
import { ValidUntilCell } from '@/features/stock/ValidUntilCell';
import { changeStatus, definePage } from '@/listEditor';
import { standard } from '@contract/features/stock/entities/standard';

const list = definePage({
  entity: standard,
  url: 'api/standard',
  columns: [
    'standardNo',
    'standardName',
    'lotNo',
    'balance',
    'status',
    'validUntil',
    'hazard',
    'composition',
    'certified',
    'uncertainty',
    'certifiedUnit',
    'matrix',
    'specification',
    'reorderLevel',
    'referenceNo',
    'certificateNo',
    'certificate',
    'supplier',
    'receivedOn',
    'openedOn',
    'storage',
    'location',
    'remark',
  ],
  filters: [
    'standardNo',
    'standardName',
    'status',
    'validUntil',
    'balance',
    'hazard',
    'lotNo',
    'certificateNo',
    'supplier',
  ],
  form: [
    {
      title: '标准物质',
      fields: [
        'standardNo',
        'standardName',
        'lotNo',
        'hazard',
        'composition',
        'certified',
        'uncertainty',
        'certifiedUnit',
        'matrix',
        'specification',
      ],
    },
    { title: '数量', fields: ['amountUnit', 'receivedAmount', 'reorderLevel'] },
    { title: '证书与来源', fields: ['referenceNo', 'certificateNo', 'certificate', 'supplier'] },
    { title: '保管', fields: ['receivedOn', 'openedOn', 'validUntil', 'storage', 'location', 'status', 'remark'] },
  ],
  sort: 'standardNo,asc',
  cells: { validUntil: ValidUntilCell, balance: BalanceCell },
  actions: [
    changeStatus(standard, { label: '停用', value: '0', bulk: true }),
    changeStatus(standard, { label: '恢复在用', value: '1', bulk: true }),
  ],
});

/** 标准物质 and 质控样: lots with their ledger; working solutions are separate lots. */
export default function StandardsPage() {
  return <StockPage kind="standard" list={list} />;
}
