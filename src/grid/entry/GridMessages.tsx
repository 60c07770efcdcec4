import { Alert, Button, Space } from 'antd';
import { type ComponentRef, useMemo } from 'react';
import { Notice, NoticeButton } from '@/lib/notice/Notice';
import { useDelayed } from '@/lib/useDelayed';
import { entryGridTexts } from './entryGridTexts';
import { textsOf } from './model/fillCells';
import { markFaults } from './model/markFaults';
import { shownFaults } from './shownFaults';
import { StatusBar } from './StatusBar';
import type { DataGridModel } from './useDataGrid';
import styles from '../DataGrid.module.css';

/** Scrolls the offer to restore a draft into view. Below a long form it might otherwise be overlooked. */
const scrollIntoView = (alertElement: ComponentRef<typeof Alert> | null) =>
  alertElement?.nativeElement.scrollIntoView?.({ block: 'nearest' });

const minuteFormat = { month: 'numeric', day: 'numeric', hour: '2-digit', minute: '2-digit' } as const;

interface DraftOfferProps {
  readonly grid: DataGridModel;
  /** Called after the answer. The buttons disappear with the question, so the focus has to return to the sheet. */
  readonly onDecided: () => void;
}

/** Asks whether to restore or discard the unsaved rows that this browser stored. */
export function DraftOffer({ grid: { draft }, onDecided }: DraftOfferProps) {
  if (!draft.found) return null;
  const { rows, removed, at } = draft.found;
  const withRefocus = (answer: () => void) => () => {
    answer();
    onDecided();
  };
  return (
    <Alert
      ref={scrollIntoView}
      type="info"
      showIcon
      title={entryGridTexts.draftFound(
        rows.length + removed.length,
        new Date(at).toLocaleString('zh-CN', minuteFormat),
      )}
      action={
        <Space>
          <Button size="small" type="primary" onClick={withRefocus(draft.restore)}>
            {entryGridTexts.restoreDraft}
          </Button>
          <Button size="small" onClick={withRefocus(draft.drop)}>
            {entryGridTexts.dropDraft}
          </Button>
        </Space>
      }
    />
  );
}

/** Covers the sheet when loading failed, when there is nothing to show, and while loading takes long. */
export function GridState({ grid }: { readonly grid: DataGridModel }) {
  const isSlow = useDelayed(grid.loading, 200);
  return (
    <>
      {grid.loadFailure && (
        <div className={styles['state']} role="alert">
          <Notice title="加载失败" text={grid.loadFailure.message}>
            <NoticeButton first onClick={() => void grid.reload()}>
              重试
            </NoticeButton>
          </Notice>
        </div>
      )}
      {!grid.loadFailure && !grid.loading && grid.rows.length === 0 && !grid.rights.add && (
        <div className={styles['state']} role="status">
          还没有内容
        </div>
      )}
      {isSlow && <div className={styles['progress']} role="progressbar" aria-label="正在加载…" />}
    </>
  );
}

/** Line below the sheet: numbers of rows and faults, the fault of the active cell, totals of the selection. */
export function GridStatus({ grid, onJump }: { readonly grid: DataGridModel; readonly onJump: () => void }) {
  const { state, rows, columns, labels, derived: derivedByRow, tried } = grid;
  const { selection } = state.history.present;
  const { anchor } = selection;
  // A row that is being typed does not show errors for missing values.
  const faults = useMemo(
    () =>
      tried
        ? grid.faults
        : grid.faults.filter(({ isMissing, row, key }) => !(isMissing && row === anchor.row && !state.base.has(key))),
    [grid.faults, tried, anchor.row, state.base],
  );
  const { isUntouched } = grid;
  const marks = useMemo(
    () => markFaults({ rows, columns, derived: derivedByRow, isUntouched }),
    [rows, columns, derivedByRow, isUntouched],
  );
  const selectedTexts = useMemo(
    () => textsOf(selection, rows, columns, labels, derivedByRow),
    [selection, rows, columns, labels, derivedByRow],
  );
  const active = rows[anchor.row];
  const name = columns[anchor.column]?.name ?? null;
  return (
    <StatusBar
      rows={rows.length}
      unsaved={grid.unsaved}
      faults={[...faults, ...marks]}
      fault={active && name !== null ? shownFaults(grid, active, anchor.row)[name]?.message : undefined}
      savedAt={grid.savedAt}
      saving={grid.saving}
      selectedTexts={selectedTexts}
      onFault={(fault) => {
        grid.jumpTo(fault.key, fault.name);
        onJump();
      }}
    />
  );
}
