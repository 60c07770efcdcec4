import type { AnyRow } from '@contract/entity';
import { ownerText } from '../cellText';

/** Shows which organization a shared row belongs to. */
export function OwnerCell({ row }: { row: AnyRow }) {
  return <span>{ownerText(row)}</span>;
}
