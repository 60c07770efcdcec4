import { Button, Input } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { failureOf } from '@/api/callFailures';
import type { WorkflowRowProps } from '@/features/projects/workflowRow/WorkflowRowPage';
import { DataGrid, entryColumns, useDataGrid } from '@/grid/DataGrid';
import { feedback } from '@/lib/feedback';
import { narrowScreen, useMedia } from '@/lib/useMedia';
import { useSession } from '@/session/sessionStore';
import { usePageDirty } from '@/session/tabs/pageState';
import { scoreOfItem, totalScore } from '@contract/features/reviewers/checkScore';
import { outsideItem } from '@contract/features/reviewers/entities/outsideItem';
import { ItemCards } from './ItemCards';
import { fetchItems, saveConclusion } from './reviewerCalls';
import styles from './outside.module.css';

const textOf = (value: unknown): string | null =>
  value === null || value === undefined || value === '' ? null : String(value);
const judgedItemOf = (row: Readonly<Record<string, unknown>>) => ({
  fullScore: textOf(row.fullScore),
  result: textOf(row.result),
  score: textOf(row.score),
});

const columns = entryColumns(outsideItem, [
  { field: 'category', width: 96, pinned: true },
  { field: 'content', width: 420, pinned: true },
  { field: 'fullScore', width: 64 },
  { field: 'result', width: 96 },
  { field: 'score', width: 76 },
  { key: 'counted', title: '计分', width: 64, align: 'right', computed: (row) => scoreOfItem(judgedItemOf(row)) ?? '' },
  { field: 'remark', width: 320 },
]);
const readOnly = { add: false, edit: false, remove: false } as const;
const editable = { add: false, edit: true, remove: false } as const;

function Conclusion({ row, refresh, locked }: WorkflowRowProps & { readonly locked: boolean }) {
  const [text, setText] = useState(String(row.conclusion ?? ''));
  const [busy, setBusy] = useState(false);
  const dirty = text !== String(row.conclusion ?? '');
  usePageDirty('outsideConclusion', dirty && !locked);
  const save = async () => {
    setBusy(true);
    try {
      feedback.notify('success', await saveConclusion({ id: row.id, version: row.version, conclusion: text }));
    } catch (error) {
      failureOf(error);
    } finally {
      setBusy(false);
      refresh();
    }
  };
  return (
    <div className={styles.conclusion}>
      <label htmlFor={`conclusion-${row.id}`}>检查结论</label>
      {/* Shown as text, because a disabled input is hard to read. */}
      <Input.TextArea
        id={`conclusion-${row.id}`}
        value={text}
        rows={2}
        maxLength={1000}
        readOnly={locked}
        variant={locked ? 'borderless' : 'outlined'}
        onChange={(event) => setText(event.target.value)}
        placeholder={locked ? '' : '总体评价、主要问题'}
      />
      {!locked && (
        <Button type="primary" ghost loading={busy} disabled={!dirty} onClick={() => void save()}>
          保存结论
        </Button>
      )}
    </div>
  );
}

/** 检查表: the reviewer judges line by line while the check is open. Shows the score as it would be submitted. */
export function CheckForm(workflowRow: WorkflowRowProps) {
  const { row, refresh } = workflowRow;
  const isMine = useSession((session) => session.user?.id === row.reviewer);
  const isLocked = !isMine || row.state !== 'checking';
  const fixedValues = useMemo(() => ({ task: row.id }), [row.id]);
  const load = useMemo(() => (signal: AbortSignal) => fetchItems(row.id, signal), [row.id]);
  const grid = useDataGrid({
    entity: outsideItem,
    columns,
    fixedValues,
    load,
    can: isLocked ? readOnly : editable,
    savesRowsSeparately: true,
  });
  const isNarrow = useMedia(narrowScreen);
  const total = totalScore(grid.rows.map(({ values }) => judgedItemOf(values)));
  const open = grid.rows.filter(({ values }) => !values.result).length;
  const [shownVersion, setShownVersion] = useState(row.version);
  useEffect(() => setShownVersion(row.version), [row.version]);
  return (
    <div className={styles.form}>
      {isNarrow ? (
        <ItemCards grid={grid} locked={isLocked} total={total} open={open} />
      ) : (
        <div className={styles.sheet}>
          <DataGrid
            grid={grid}
            label="检查表"
            toolbar={
              <span className={styles.total} role="status">
                得分 <strong>{total ?? '–'}</strong>
                {open ? `　还有${open}项未填` : ''}
              </span>
            }
          />
        </div>
      )}
      <Conclusion key={shownVersion} {...workflowRow} refresh={refresh} locked={isLocked} />
    </div>
  );
}
