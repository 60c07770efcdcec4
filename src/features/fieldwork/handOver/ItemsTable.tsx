import { missing } from '@/fields';
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

function ItemRow({ item, received }: { readonly item: SheetItem; readonly received: boolean }) {
  return (
    <tr>
      <td>{item.hazardName}</td>
      <td>
        <Numbers text={item.range} />
      </td>
      <td className={styles.number}>{item.samples}</td>
      <td>
        <Numbers text={item.blanks} />
      </td>
      <td className={styles.number}>{item.blankCount}</td>
      <td className={styles.number}>{item.total}</td>
      <td>
        {received || item.intact + item.refused > 0
          ? `完好${item.intact}${item.refused ? `，拒收${item.refused}` : ''}`
          : missing}
      </td>
      <td>{item.medium ?? missing}</td>
      <td>{item.storage ?? missing}</td>
      <td>{keepingText(item) ?? missing}</td>
      <td className={item.overdue ? styles.late : undefined}>
        {item.keepUntil ? `${item.keepUntil}${item.overdue ? `（${handOverTexts.overdue}）` : ''}` : missing}
      </td>
      <td>{item.standardNo ?? missing}</td>
    </tr>
  );
}

/** DOMAIN §1.11: content of the circulation sheet per 检测项目, equal on the screen and on paper. */
export function ItemsTable({ items, received }: { readonly items: readonly SheetItem[]; readonly received: boolean }) {
  const total = items.reduce((sum, one) => sum + one.total, 0);
  return (
    <div className={styles.wide}>
      <table className={styles.table}>
        <caption>按检测项目</caption>
        <thead>
          <tr>
            <th>检测项目</th>
            <th>样品编号范围</th>
            <th className={styles.number}>样品（个）</th>
            <th>空白编号</th>
            <th className={styles.number}>空白（个）</th>
            <th className={styles.number}>合计（个）</th>
            <th>样品状态</th>
            <th>采样介质</th>
            <th>保存条件</th>
            <th>保存期限</th>
            <th>截止日期</th>
            <th>检测依据</th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <ItemRow key={item.key} item={item} received={received} />
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
