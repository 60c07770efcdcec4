import type { AnyRow } from '@contract/entity';
import { amountText, isAbove } from '@contract/features/stock/amounts';

/** What the ledger says is there, with its unit; none is quiet. */
export function BalanceCell({ row }: { readonly row: AnyRow }) {
  const balance = (row.balance as string | null) ?? null;
  return (
    <span style={isAbove(balance, '0') ? undefined : { color: 'var(--ant-color-text-quaternary)' }}>
      {amountText(balance, (row.amountUnit as string | null) ?? null)}
    </span>
  );
}
