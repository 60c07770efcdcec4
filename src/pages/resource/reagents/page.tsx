import { BalanceCell } from '@/features/stock/BalanceCell';
import { StockPage } from '@/features/stock/StockPage';
import { ValidUntilCell } from '@/features/stock/ValidUntilCell';
import { changeStatus, definePage } from '@/listEditor';
import { reagent } from '@contract/features/stock/entities/reagent';

const list = definePage({
  entity: reagent,
  url: 'api/reagent',
  columns: [
    'reagentNo',
    'reagentName',
    'lotNo',
    'balance',
    'status',
    'validUntil',
    'grade',
    'specification',
    'reorderLevel',
    'certificate',
    'supplier',
    'receivedOn',
    'openedOn',
    'storage',
    'location',
    'remark',
  ],
  filters: ['reagentNo', 'reagentName', 'status', 'validUntil', 'balance', 'lotNo', 'grade', 'supplier'],
  form: [
    {
      title: '试剂',
      fields: ['reagentNo', 'reagentName', 'lotNo', 'grade', 'specification', 'certificate', 'supplier'],
    },
    { title: '数量', fields: ['amountUnit', 'receivedAmount', 'reorderLevel'] },
    {
      title: '保管',
      fields: ['receivedOn', 'openedOn', 'openedMonths', 'validUntil', 'storage', 'location', 'status', 'remark'],
    },
  ],
  sort: 'reagentNo,asc',
  cells: { validUntil: ValidUntilCell, balance: BalanceCell },
  actions: [
    changeStatus(reagent, { label: '停用', value: '0', bulk: true }),
    changeStatus(reagent, { label: '恢复在用', value: '1', bulk: true }),
  ],
});

/** 试剂: lots with their ledger; prepared reagents are separate lots. */
export default function ReagentsPage() {
  return <StockPage kind="reagent" list={list} />;
}
