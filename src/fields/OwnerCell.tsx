import type { AnyRow } from '@contract/entity';
import { ownerText } from './cellText';

export function OwnerCell({ row }: { row: AnyRow }) {
  return <span>{ownerText(row)}</span>;
}
