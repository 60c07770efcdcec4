import { missing } from '@/fields';
import type { CellProps } from '@/listEditor';

/** By whom the step waits to be decided; all of them on hover. */
export function HolderCell({ row }: CellProps) {
  const holders = (row.holders as readonly string[] | undefined) ?? [];
  if (!holders.length) return missing;
  return <span title={holders.join('、')}>{holders.slice(0, 2).join('、')}{holders.length > 2 ? `等${holders.length}人` : ''}</span>;
}
