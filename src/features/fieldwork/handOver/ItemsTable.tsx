import { useMemo } from 'react';
import { missing } from '@/fields';
import { CardList } from '@/grid/cards/CardList';
import type { DataTableColumn } from '@/grid/dataTableColumn';
import { phone, useMedia } from '@/lib/useMedia';
import { keepingText, type SheetItem } from '@contract/features/fieldwork/handOver/handOver';
import { handOverTexts } from '@contract/features/fieldwork/handOver/handOverTexts';
import styles from './sheet.module.css';

/** Shows each number or range on its own line, so that the sheet is not wider than the window. */
const Numbers = ({ text }: { readonly text: string }) =>
  text
    ? text.split('、').map((one, at, all) => (
        <span key={one} className="mono">
          {one}
          {at < all.length - 1 && '、'}
          <wbr />
        </span>
      ))
    : missing;

const label = '按检测项目';

type Column = DataTableColumn<SheetItem>;

const column = (key: string, title: string, render: Column['render'], more: Partial<Column> = {}): Column => ({
  key,
  title,
  width: 120,
  render,
  ...more,
});

const counted = { align: 'right', unit: '个' } as const;

const columnsOf = (received: boolean): readonly Column[] => [
  column('hazardName', '检测项目', (item) => item.hazardName),
  column('range', '样品编号范围', (item) => <Numbers text={item.range} />),
  column('samples', '样品', (item) => item.samples, counted),
  column('blanks', '空白编号', (item) => <Numbers text={item.blanks} />),
  column('blankCount', '空白', (item) => item.blankCount, counted),
  column('total', '合计', (item) => item.total, counted),
  column('state', '样品状态', (item) =>
    received || item.intact + item.refused > 0
      ? `完好${item.intact}${item.refused ? `，拒收${item.refused}` : ''}`
      : missing,
  ),
  column('medium', '采样介质', (item) => item.medium ?? missing),
  column('storage', '保存条件', (item) => item.storage ?? missing),
  column('keeping', '保存期限', (item) => keepingText(item) ?? missing),
  column('keepUntil', '保存截止日期', (item) => (
    <span className={item.overdue ? styles.late : undefined}>
      {item.keepUntil ? `${item.keepUntil}${item.overdue ? `（${handOverTexts.overdue}）` : ''}` : missing}
    </span>
  )),
  column('standardNo', '检测依据', (item) => item.standardNo ?? missing),
];

const open = { width: Infinity, fontSize: 14 };
const keyOf = (item: SheetItem): string => item.key;

interface ItemsTableProps {
  readonly items: readonly SheetItem[];
  readonly received: boolean;
}

/** Cards of the items, for a phone. */
function ItemCards({
  items,
  columns,
}: {
  readonly items: ItemsTableProps['items'];
  readonly columns: readonly Column[];
}) {
  const total = items.reduce((sum, one) => sum + one.total, 0);
  return (
    <section>
      <p className={styles.ready}>
        {label}，合计{total}个
      </p>
      <CardList label={label} rows={items} rowKey={keyOf} columns={columns} cards="hazardName" height="100%" />
    </section>
  );
}

/** DOMAIN §1.11: content of the circulation sheet per 检测项目, equal on the screen and on paper. */
export function ItemsTable({ items, received }: ItemsTableProps) {
  const columns = useMemo(() => columnsOf(received), [received]);
  const narrow = useMedia(phone);
  const total = items.reduce((sum, one) => sum + one.total, 0);
  if (narrow) return <ItemCards items={items} columns={columns} />;
  const side = ({ align }: Column) => (align === 'right' ? styles.number : undefined);
  return (
    <div className={styles.wide}>
      <table className={styles.table}>
        <caption>{label}</caption>
        <thead>
          <tr>
            {columns.map((one) => (
              <th key={one.key} className={side(one)}>
                {one.unit ? `${one.title}（${one.unit}）` : one.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.key}>
              {columns.map((one) => (
                <td key={one.key} className={side(one)}>
                  {one.render(item, open)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={5}>
              合计
            </th>
            <td className={styles.number}>{total}</td>
            <td colSpan={6} aria-label="无" />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
