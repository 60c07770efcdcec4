import { useQueryClient } from '@tanstack/react-query';
import { Segmented } from 'antd';
import { useCallback, useState } from 'react';
import { type Run, RunDrawer } from '@/features/laboratory/runs/RunDrawer';
import { definePage, ListEditor } from '@/listEditor';
import type { AnyRow } from '@contract/entity';
import { labRun } from '@contract/features/laboratory/entities/labRun';
import { runProfile } from '@contract/features/laboratory/entities/runProfile';
import styles from '@/features/laboratory/desk/laboratory.module.css';

const profiles = definePage({
  entity: runProfile,
  url: 'api/runProfile',
  columns: ['profileName', 'versionNo', 'instrument', 'quantity', 'headings', 'decimalMark', 'averaged', 'createTime'],
  filters: ['profileName', 'instrument'],
  sort: 'id,desc',
  can: ['del'],
});

const list = definePage({
  entity: labRun,
  url: 'api/labRun',
  columns: [
    'runNo',
    'runDate',
    'state',
    'instrument',
    'methods',
    'analyst',
    'room',
    'standard',
    'stock',
    'finalVolume',
    'fileName',
    'profile',
    'size',
    'sha256',
    'remark',
    'createTime',
  ],
  filters: ['runNo', 'runDate', 'state', 'instrument', 'analyst', 'fileName', 'createTime'],
  form: ['runDate', 'instrument', 'methods', 'room', 'standard', 'stock', 'finalVolume', 'file', 'remark'],
  sort: 'id,desc',
  can: ['add', 'edit', 'del'],
});

/** 分析批: each opens with its sequence and the lines of its files, which are written into all records together. */
export default function RunPage() {
  const queries = useQueryClient();
  const [part, setPart] = useState<'runs' | 'profiles'>('runs');
  const [shown, setShown] = useState<Run | null>(null);
  const open = useCallback((row: AnyRow) => setShown(row as AnyRow & Run), []);
  return (
    <div className={styles.page}>
      <header className={styles.top}>
        <span />
        <Segmented<'runs' | 'profiles'>
          aria-label="内容"
          value={part}
          options={[
            { value: 'runs', label: labRun.label },
            { value: 'profiles', label: runProfile.label },
          ]}
          onChange={setPart}
        />
      </header>
      <div className={styles.rest}>
        {part === 'runs' ? <ListEditor page={list} embedded onOpen={open} /> : <ListEditor page={profiles} embedded />}
      </div>
      <RunDrawer
        run={shown}
        onClose={() => setShown(null)}
        onMoved={() => {
          void queries.invalidateQueries({ queryKey: ['list', labRun.path] });
        }}
      />
    </div>
  );
}
