import { amountText } from '@contract/stock/amounts';
import { lotTitle, type StockKind } from '@contract/stock/kinds';
import { ledgerTexts } from '@contract/stock/ledgerTexts';
import { useQuery } from '@tanstack/react-query';
import { fetchFirstExpiring, stockKey } from './calls';
import styles from './stock.module.css';

interface FirstExpiringProps {
  readonly kind: StockKind;
  readonly lot: number;
  readonly chosen: readonly number[];
  readonly onChoose: (lot: { readonly id: number }) => void;
}

/** 先到期先出: where another lot of the same thing runs out earlier, it is named and one key away. */
export function FirstExpiring({ kind, lot, chosen, onChoose }: FirstExpiringProps) {
  const { data } = useQuery({ queryKey: [...stockKey(kind), 'firstExpiring', lot], queryFn: ({ signal }) => fetchFirstExpiring(kind, lot, signal), gcTime: 0, retry: false });
  const first = data?.find(({ id }) => id === lot || !chosen.includes(id));
  if (!first || first.id === lot || !first.validUntil) return null;
  return (
    <div className={styles.hint} role="status">
      {ledgerTexts.fefo}：{ledgerTexts.earlierLot(lotTitle(first), first.validUntil)}，结存{amountText(first.balance, first.amountUnit)}
      <button type="button" className={styles.link} onClick={() => onChoose(first)}>改出该批次</button>
    </div>
  );
}
