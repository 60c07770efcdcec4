import type { AnyRow } from '@contract/entity';

/** Whose a shared row is: everybody's, or one organisation's own. */
export function OwnerCell({ row }: { row: AnyRow }) {
  return <span>{row.organizationId === null ? '公共' : String(row.organizationIdName ?? '本机构')}</span>;
}
