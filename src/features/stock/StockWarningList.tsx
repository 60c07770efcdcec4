import { useQuery } from '@tanstack/react-query';
import { Popover } from 'antd';
import { useContext } from 'react';
import type { LowItem } from '@contract/features/stock/lowStockWarnings';
import { amountText } from '@contract/features/stock/stockAmounts';
import { type Lot, lotTitle } from '@contract/features/stock/stockKinds';
import { fetchWarnings, stockKey } from './stockCalls';
import { StockContext } from './stockContext';
import styles from './stock.module.css';

const LotLine = ({ lot }: { readonly lot: Lot }) => (
  <li>
    {lotTitle(lot)}，有效期至{lot.validUntil}，结存{amountText(lot.balance, lot.amountUnit)}
  </li>
);
const LowLine = ({ item }: { readonly item: LowItem }) => (
  <li>
    {item.name}
    {item.specification && `（${item.specification}）`}：可用{amountText(item.usable, item.amountUnit)}，最低库存
    {amountText(item.level, item.amountUnit)}
  </li>
);

/** Counts expired lots in stock, lots about to expire, and items below their minimum. Each opens its lots. */
export function StockWarningList() {
  const { kind } = useContext(StockContext);
  const { data } = useQuery({
    queryKey: [...stockKey(kind), 'warnings'],
    queryFn: ({ signal }) => fetchWarnings(kind, signal),
    retry: false,
  });
  if (!data || data.expired.length + data.soon.length + data.low.length === 0) return null;
  const groups = [
    {
      key: 'expired',
      tone: styles.bad,
      label: '已过期仍有结存',
      count: data.expired.length,
      body: data.expired.map((lot) => <LotLine key={lot.id} lot={lot} />),
    },
    {
      key: 'soon',
      tone: styles.waiting,
      label: '30天内到期',
      count: data.soon.length,
      body: data.soon.map((lot) => <LotLine key={lot.id} lot={lot} />),
    },
    {
      key: 'low',
      tone: styles.waiting,
      label: '低于最低库存',
      count: data.low.length,
      body: data.low.map((item) => <LowLine key={JSON.stringify([item.name, item.specification])} item={item} />),
    },
  ].filter(({ count }) => count > 0);
  return (
    <div className={styles.warnings} role="group" aria-label="效期与补货提醒">
      {groups.map(({ key, tone, label, count, body }) => (
        <Popover
          key={key}
          trigger="click"
          placement="bottomLeft"
          title={label}
          content={
            <ul style={{ margin: 0, paddingInlineStart: 18, maxWidth: 520, maxHeight: 320, overflow: 'auto' }}>
              {body}
            </ul>
          }
        >
          <button type="button" className={tone}>
            {label}
            <strong>{count}</strong>
          </button>
        </Popover>
      ))}
    </div>
  );
}
