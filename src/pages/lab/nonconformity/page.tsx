import { nonconformity } from '@contract/entities/lab/nonconformity';
import type { AnyRow } from '@contract/entity';
import { stockTexts } from '@contract/labStockTexts';
import { permissionOf } from '@contract/permissions';
import { useMemo, useState } from 'react';
import { feedback } from '@/lib/feedback';
import { defineAction, definePage, ListEditor, type ListPage } from '@/listEditor';
import { CloseDialog } from './parts/CloseDialog';

const list = definePage({
  entity: nonconformity,
  columns: ['nonconformityNo', 'nonconformityKind', 'state', 'description', 'project', 'sheet', 'automatic', 'createBy', 'createTime', 'action', 'closedBy', 'closedAt'],
  filters: ['nonconformityNo', 'nonconformityKind', 'state', 'description', 'project', 'automatic', 'createTime'],
  form: ['nonconformityKind', 'description', 'project', 'sheet', 'action'],
  can: ['add', 'edit', 'export'],
  before: {
    open: ({ action, rows: [row] }) => {
      if (action !== 'edit' || row?.state !== 'closed') return true;
      feedback.notify('warning', stockTexts.closedLocked);
      return false;
    },
  },
});

/** 不符合项: filed by hand or by the program, closed with what was done about it. */
export default function NonconformityPage() {
  const [closing, setClosing] = useState<AnyRow | null>(null);
  const page = useMemo<ListPage>(
    () => ({
      ...list,
      actions: [defineAction({ key: 'close', label: '关闭', at: 'row', permission: [permissionOf(nonconformity, 'edit')], enabled: ([row]) => row?.state === 'open', run: ({ rows: [row] }) => setClosing(row ?? null) })],
    }),
    [],
  );
  return (
    <>
      <ListEditor page={page} />
      <CloseDialog row={closing} onClose={() => setClosing(null)} />
    </>
  );
}
