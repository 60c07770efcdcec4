import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { type Run, RunDrawer } from '@/features/laboratory/runs/RunDrawer';
import { definePage, ListEditor } from '@/listEditor';
import type { AnyRow } from '@contract/entity';
import { labRun } from '@contract/features/laboratory/entities/labRun';

const list = definePage({
  entity: labRun,
  url: 'api/labRun',
  columns: [
    'runNo',
    'runDate',
    'state',
    'instrument',
    'analyst',
    'fileName',
    'profile',
    'size',
    'sha256',
    'remark',
    'createTime',
  ],
  filters: ['runNo', 'runDate', 'state', 'instrument', 'analyst', 'fileName', 'createTime'],
  form: ['runDate', 'instrument', 'file', 'remark'],
  sort: 'id,desc',
  can: ['add', 'edit', 'del'],
});

/** 分析批: files of instruments. Each opens with its lines, which are written into all records together. */
export default function RunPage() {
  const queries = useQueryClient();
  const [shown, setShown] = useState<Run | null>(null);
  const open = useCallback((row: AnyRow) => setShown(row as AnyRow & Run), []);
  return (
    <>
      <ListEditor page={list} onOpen={open} />
      <RunDrawer
        run={shown}
        onClose={() => setShown(null)}
        onMoved={() => {
          void queries.invalidateQueries({ queryKey: ['list', labRun.path] });
        }}
      />
    </>
  );
}
