import { PaperActions } from '@/features/projects/thing/PaperActions';
import type { AnyRow } from '@contract/entity';
import { nonconformity } from '@contract/features/nonconformities/entities/nonconformity';

export function PaperButtons({ row }: { readonly row: AnyRow }) {
  return (
    <PaperActions
      path={`${nonconformity.path}/paper/${row.id}`}
      name={`不符合项报告-${String(row.nonconformityNo)}`}
      stamp={row.version}
    />
  );
}
