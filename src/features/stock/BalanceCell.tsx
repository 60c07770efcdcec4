import type { AnyRow } from '@contract/entity';
import { amountText, isAbove } from '@contract/features/stock/stockAmounts';

/** Shows the balance of the ledger with its unit; zero is grey. */
export function BalanceCell({ row }: { readonly row: AnyRow }) {
  const balance = (row.balance as string | null) ?? null;
  return (
    <span style={isAbove(balance, '0') ? undefined : { color: 'var(--ant-color-text-quaternary)' }}>
      {amountText(balance, (row.amountUnit as string | null) ?? null)}
    </span>
  );
}
