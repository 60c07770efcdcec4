import { definePage, ListEditor, type ListPage } from '@/listEditor';
import { PageDrawer } from '@/session/overlays';
import { ledgerEntities } from '@contract/features/stock/ledgerEntity';
import { type StockKind, stockKinds } from '@contract/features/stock/stockKinds';

const pageOf = (kind: StockKind): ListPage =>
  definePage({
    entity: ledgerEntities[kind],
    url: ledgerEntities[kind].path,
    columns: [
      'movementNo',
      'createTime',
      'movementKind',
      kind,
      'itemName',
      'lotNo',
      'delta',
      'balanceAfter',
      'amountUnit',
      'createByName',
      'receiver',
      'project',
      'sheet',
      'reason',
    ],
    filters: ['createTime', 'movementKind', kind, 'receiver', 'project'],
    abilities: ['export'],
  });
const ledgerPages = Object.fromEntries(stockKinds.map((kind) => [kind, pageOf(kind)])) as Record<StockKind, ListPage>;

/** Ledger of all lots of a kind, filtered by date, movement, lot, person or project, and as a workbook. */
export function LedgerDrawer({
  kind,
  open,
  onClose,
}: {
  readonly kind: StockKind;
  readonly open: boolean;
  readonly onClose: () => void;
}) {
  const page = ledgerPages[kind];
  return (
    <PageDrawer open={open} size={1200} destroyOnHidden title={page.entity.label} onClose={onClose}>
      <ListEditor page={page} embedded />
    </PageDrawer>
  );
}
