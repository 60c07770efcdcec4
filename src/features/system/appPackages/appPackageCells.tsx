import type { AnyRow } from '@contract/entity';
import { bytesText } from '@contract/fields/bytesText';

export function SizeCell({ row }: { row: AnyRow }) {
  return <span title={`${Number(row.size).toLocaleString('zh-CN')}字节`}>{bytesText(Number(row.size))}</span>;
}
