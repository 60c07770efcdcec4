import { useQuery } from '@tanstack/react-query';
import { todayText } from '@/lib/dateTexts';
import { ledgerTexts } from '@contract/features/stock/ledgerTexts';
import { lotState } from '@contract/features/stock/lotExpiry';
import { amountText } from '@contract/features/stock/stockAmounts';
import { type Lot, lotTitle, type StockKind } from '@contract/features/stock/stockKinds';
import { fetchFirstExpiring, stockKey } from './stockCalls';
import styles from './stock.module.css';

interface FirstExpiringProps {
  readonly kind: StockKind;
  readonly lot: Lot;
  readonly chosenIds: readonly number[];
  readonly onChoose: (lot: { readonly id: number }) => void;
}

/**
 * 先到期先出: offers the lot of the same item that expires earlier, if there is one or if the chosen lot has expired.
 */
export function FirstExpiring({ kind, lot, chosenIds, onChoose }: FirstExpiringProps) {
  const { data } = useQuery({
    queryKey: [...stockKey(kind), 'firstExpiring', lot.id],
    queryFn: ({ signal }) => fetchFirstExpiring(kind, lot.id, signal),
    gcTime: 0,
    retry: false,
  });
  const earlierLot = data?.find(({ id }) => id === lot.id || !chosenIds.includes(id));
  if (!earlierLot || earlierLot.id === lot.id) return null;
  const isExpired = lotState(lot, todayText()) === 'expired';
  const expiresEarlier =
    earlierLot.validUntil !== null && (lot.validUntil === null || earlierLot.validUntil < lot.validUntil);
  if (!isExpired && !expiresEarlier) return null;
  return (
    <div className={styles.hint} role="status">
      {isExpired
        ? ledgerTexts.insteadOfExpired(lotTitle(earlierLot), earlierLot.validUntil)
        : `${ledgerTexts.fefo}：${ledgerTexts.earlierLot(lotTitle(earlierLot), earlierLot.validUntil ?? '')}`}
      ，结存{amountText(earlierLot.balance, earlierLot.amountUnit)}
      <button type="button" className={styles.link} onClick={() => onChoose(earlierLot)}>
        改出该批次
      </button>
    </div>
  );
}
