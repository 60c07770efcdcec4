import type { AnyRow } from '@contract/entity';
import { bytesText } from '@contract/fields/bytesText';

/** Shows the size of a file, with its bytes as a tooltip. */
export function SizeCell({ row }: { row: AnyRow }) {
  return <span title={`${Number(row.size).toLocaleString('zh-CN')}字节`}>{bytesText(Number(row.size))}</span>;
}

/** Shows the first eight of sixty-four digits, enough to distinguish files. The detail shows all. */
export function HashCell({ row }: { row: AnyRow }) {
  return (
    <span className="mono" title={String(row.sha256)}>
      {String(row.sha256).slice(0, 8)}…
    </span>
  );
}

export function UseCell({ row }: { row: AnyRow }) {
  const text = row.usedBy ? String(row.usedBy) : '';
  return text ? <span title={text}>{text}</span> : <span style={{ color: 'var(--tone-quiet)' }}>未被引用</span>;
}
