import { useMemo } from 'react';
import { emptyCellText } from '@/fields';
import { CardList } from '@/grid/cards/CardList';
import type { DataTableColumn } from '@/grid/dataTableColumn';
import { phone, useMedia } from '@/lib/useMedia';
import { keepingText, type SheetItem } from '@contract/features/fieldwork/handOver/handOverSheet';
import { handOverTexts } from '@contract/features/fieldwork/handOver/handOverTexts';
import styles from './sheet.module.css';

/** Shows each number or range on its own line, so that the sheet is not wider than the window. */
const Numbers = ({ text }: { readonly text: string }) =>
  text
    ? text.split('、').map((part, index, all) => (
        <span key={part} className="mono">
          {part}
          {index < all.length - 1 && '、'}
          <wbr />
        </span>
      ))
    : emptyCellText;

const label = '按检测项目';

type ItemColumn = DataTableColumn<SheetItem>;

const itemColumn = (
  key: string,
  title: string,
  render: ItemColumn['render'],
  overrides: Partial<ItemColumn> = {},
): ItemColumn => ({
  key,
  title,
  width: 120,
  render,
  ...overrides,
});

const countProps = { align: 'right', unit: '个' } as const;

const columnsOf = (received: boolean): readonly ItemColumn[] => [
  itemColumn('hazardName', '检测项目', (item) => item.hazardName),
  itemColumn('range', '样品编号范围', (item) => <Numbers text={item.range} />),
  itemColumn('samples', '样品', (item) => item.samples, countProps),
  itemColumn('blanks', '空白编号', (item) => <Numbers text={item.blanks} />),
  itemColumn('blankCount', '空白', (item) => item.blankCount, countProps),
  itemColumn('total', '合计', (item) => item.total, countProps),
  itemColumn('state', '样品状态', (item) =>
    received || item.intact + item.refused > 0
      ? `完好${item.intact}${item.refused ? `，拒收${item.refused}` : ''}`
      : emptyCellText,
  ),
  itemColumn('medium', '采样介质', (item) => item.medium ?? emptyCellText),
  itemColumn('storage', '保存条件', (item) => item.storage ?? emptyCellText),
  itemColumn('keeping', '保存期限', (item) => keepingText(item) ?? emptyCellText),
  itemColumn('keepUntil', '保存截止日期', (sheetItem) => (
    <span className={sheetItem.overdue ? styles.late : undefined}>
      {sheetItem.keepUntil
        ? `${sheetItem.keepUntil}${sheetItem.overdue ? `（${handOverTexts.overdue}）` : ''}`
        : emptyCellText}
    </span>
  )),
  itemColumn('standardNo', '检测依据', (item) => item.standardNo ?? emptyCellText),
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
  readonly columns: readonly ItemColumn[];
}) {
  const total = items.reduce((sum, item) => sum + item.total, 0);
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
  const isNarrow = useMedia(phone);
  const total = items.reduce((sum, item) => sum + item.total, 0);
  if (isNarrow) return <ItemCards items={items} columns={columns} />;
  const side = ({ align }: ItemColumn) => (align === 'right' ? styles.number : undefined);
  return (
    <div className={styles.wide}>
      <table className={styles.table}>
        <caption>{label}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} className={side(column)}>
                {column.unit ? `${column.title}（${column.unit}）` : column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((sheetItem) => (
            <tr key={sheetItem.key}>
              {columns.map((column) => (
                <td key={column.key} className={side(column)}>
                  {column.render(sheetItem, open)}
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
