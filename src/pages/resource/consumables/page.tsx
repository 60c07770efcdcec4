import { BalanceCell } from '@/features/stock/BalanceCell';
import { StockPage } from '@/features/stock/StockPage';
import { ValidUntilCell } from '@/features/stock/ValidUntilCell';
import { changeStatus, definePage } from '@/listEditor';
import { consumable } from '@contract/features/stock/entities/consumable';

const list = definePage({
  entity: consumable,
  url: 'api/consumable',
  columns: [
    'consumableNo',
    'consumableName',
    'lotNo',
    'balance',
    'status',
    'validUntil',
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
  filters: ['consumableNo', 'consumableName', 'status', 'validUntil', 'balance', 'lotNo', 'specification', 'supplier'],
  form: [
    { title: '耗材', fields: ['consumableNo', 'consumableName', 'lotNo', 'specification', 'certificate', 'supplier'] },
    { title: '数量', fields: ['amountUnit', 'receivedAmount', 'reorderLevel'] },
    { title: '保管', fields: ['receivedOn', 'openedOn', 'validUntil', 'storage', 'location', 'status', 'remark'] },
  ],
  sort: 'consumableNo,asc',
  cells: { validUntil: ValidUntilCell, balance: BalanceCell },
  actions: [
    changeStatus(consumable, { label: '停用', value: '0', bulk: true }),
    changeStatus(consumable, { label: '恢复在用', value: '1', bulk: true }),
  ],
});

/** 耗材: lots with their ledger. */
export default function ConsumablesPage() {
  return <StockPage kind="consumable" list={list} />;
}
