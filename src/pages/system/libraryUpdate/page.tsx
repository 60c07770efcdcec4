import { useMemo, useState } from 'react';
import { DecisionCell } from '@/features/library/updates/DecisionCell';
import { LibraryRowUsersDrawer } from '@/features/library/updates/LibraryRowUsersDrawer';
import { acceptRows, declineRows, loadUpdate, showUsersBy } from '@/features/library/updates/updateActions';
import { definePage, MasterDetail } from '@/listEditor';
import type { AnyRow } from '@contract/entity';
import { libraryUpdate, libraryUpdateRow } from '@contract/features/library/entities/libraryUpdate';

const updates = definePage({
  entity: libraryUpdate,
  url: 'api/libraryUpdate',
  empty: '还没有资料更新。载入更新文件，或程序升级后资料有差异时，显示在这里。',
  columns: ['edition', 'origin', 'issuedOn', 'rows', 'note', 'signer', 'createTime'],
  filters: ['edition', 'origin'],
  form: [],
  abilities: [],
  sort: 'id,desc',
  actions: [loadUpdate],
});

/** Returns a function from an update to the list page of its rows. */
const rowsPageFor = (showUsers: (row: number) => void) => (row: AnyRow) =>
  definePage({
    entity: libraryUpdateRow,
    url: 'api/libraryUpdateRow',
    title: `${String(row.edition)}的差异`,
    columns: ['title', 'change', 'decision', 'before', 'after', 'reason', 'subject', 'decidedBy', 'decidedOn'],
    widths: { title: 150, change: 64, decision: 84, before: 110, after: 150 },
    cells: { decision: DecisionCell },
    filters: ['subject', 'change', 'decision', 'title'],
    form: [],
    abilities: [],
    fixedQuery: { libraryUpdate: row.id },
    sort: 'id,asc',
    actions: [acceptRows, declineRows, showUsersBy(showUsers)],
  });

/** 标准查新: updates of the library, and the changes of each, accepted or declined row by row. */
export default function LibraryUpdatePage() {
  const [shownId, setShownId] = useState<number | null>(null);
  const rowsPageOf = useMemo(() => rowsPageFor(setShownId), []);
  return (
    <>
      <MasterDetail
        master={updates}
        partsOf={rowsPageOf}
        hint="点击版本，查看与现有资料的差异；选中差异后采纳或不采纳"
      />
      <LibraryRowUsersDrawer row={shownId} onClose={() => setShownId(null)} />
    </>
  );
}
