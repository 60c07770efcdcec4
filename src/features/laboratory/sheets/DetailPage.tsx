import { Button } from 'antd';
import { useCallback, useMemo, useState } from 'react';
import { succeeded } from '@/api/succeeded';
import { DataGrid, useDataGrid } from '@/grid/DataGrid';
import { feedback } from '@/lib/feedback';
import { ResetButton } from '@/listEditor';
import type { AnyRow } from '@contract/entity';
import { labSheetRow } from '@contract/features/laboratory/entities/labSheetRow';
import { layoutOfSheet, methodOf, variantOf } from '@contract/features/laboratory/sheets/labWork';
import { gridRow } from '@contract/features/laboratory/sheets/rowEntity';
import { labWorkTexts } from '@contract/features/laboratory/sheetTexts';
import { addParallels, fetchWork, saveRows, removeRecordRows } from '../laboratoryCalls';
import type { MethodPageProps } from '../methodPages';
import { AddTasksDialog } from './AddTasksDialog';
import { BalanceButton } from './BalanceButton';
import { gridCalculation } from './gridCalculation';
import { RecordHead } from './RecordHead';
import { ResultWorking } from './ResultWorking';
import { gridOf } from './sheetColumns';
import styles from '../methods.module.css';

const writable = { add: false, remove: false } as const;
/** No further reason is needed, because the frame above shows it. */
const readonly = { add: false, edit: false, remove: false } as const;

/** Returns the grid of a record's rows, with results calculated at each keystroke. */
function useRecordGrid({ work, reload }: MethodPageProps) {
  const { sheet, method, curve, tubes, locked } = work;
  const { entity, columns } = gridOf(
    methodOf(sheet),
    layoutOfSheet(sheet).key,
    variantOf(sheet),
    work.rows.map(({ normSet }) => normSet),
  );
  const fixedValues = useMemo(() => ({ sheet: sheet.id }), [sheet.id]);
  const load = useCallback(
    async (signal: AbortSignal) =>
      (await fetchWork(sheet.id, signal)).rows.map((row) => gridRow(row, sheet.id) as AnyRow),
    [sheet.id],
  );
  const derive = useMemo(
    () => gridCalculation({ sheet, method, curve, ...(tubes ? { tubes } : {}) }),
    [sheet, method, curve, tubes],
  );
  const onSaved = useCallback(() => void reload(), [reload]);
  return useDataGrid({
    entity,
    columns,
    fixedValues,
    load,
    save: saveRows,
    derive,
    can: locked === null ? writable : readonly,
    onSaved,
  });
}
type RecordGrid = ReturnType<typeof useRecordGrid>;

/** Returns the selected rows with their versions. */
function useSelectedRows({ rows, state }: RecordGrid) {
  const { selection } = state.history.present;
  return useMemo(() => {
    const ranges = [
      { from: selection.anchor.row, to: selection.head.row },
      ...selection.others.map(({ top, bottom }) => ({ from: top, to: bottom })),
    ];
    return rows.flatMap((row, index) =>
      ranges.some(({ from, to }) => index >= Math.min(from, to) && index <= Math.max(from, to))
        ? [{ id: Number(row.values['id']), version: Number(row.values['version']) }]
        : [],
    );
  }, [rows, selection]);
}

interface RowButtonsProps extends MethodPageProps {
  readonly grid: RecordGrid;
  readonly onAdd: () => void;
}

/** Buttons that add, duplicate, remove and reset rows. They wait until the grid is saved. */
function RowButtons({ work, reload, grid, onAdd }: RowButtonsProps) {
  const selected = useSelectedRows(grid);
  const active = grid.rows[grid.state.history.present.selection.anchor.row];
  const reloadAll = () => Promise.all([grid.reload(), reload()]);
  const runAndReload = async (call: typeof removeRecordRows) => {
    if (!selected.length) return feedback.notify('info', labWorkTexts.chooseRows);
    if (await succeeded(call(work.sheet.id, selected).then((message) => feedback.notify('success', message))))
      await reloadAll();
  };
  const unsaved = grid.unsaved > 0;
  const weighs = grid.columns.some(({ field }) => field?.kind === 'decimal' && field.unit === 'mg');
  const hint = unsaved ? { title: labWorkTexts.saveFirst } : {};
  return (
    <>
      <Button disabled={unsaved} {...hint} onClick={onAdd}>
        加入样品
      </Button>
      <Button disabled={unsaved} {...hint} onClick={() => void runAndReload(addParallels)}>
        新增平行样
      </Button>
      <Button disabled={unsaved} {...hint} onClick={() => void runAndReload(removeRecordRows)}>
        移出样品
      </Button>
      <ResetButton
        entity={labSheetRow}
        id={typeof active?.values['id'] === 'number' ? active.values['id'] : undefined}
        lockReason={unsaved ? labWorkTexts.saveFirst : undefined}
        onDone={reloadAll}
      />
      {weighs && <BalanceButton grid={grid} balanceNo={work.instrument?.eqpNo ?? null} />}
    </>
  );
}

/** 项目详情: samples of a record, readings typed or pasted, with immediate results and their calculation. */
export function DetailPage(props: MethodPageProps) {
  const { work, reload } = props;
  const [isAdding, setAdding] = useState(false);
  const grid = useRecordGrid(props);
  const active = grid.rows[grid.state.history.present.selection.anchor.row];
  const toolbar = work.locked === null ? <RowButtons {...props} grid={grid} onAdd={() => setAdding(true)} /> : null;
  return (
    <>
      <RecordHead work={work} reload={reload} open={false} />
      <div className={styles.grid}>
        <DataGrid grid={grid} label="样品与读数" toolbar={toolbar} />
      </div>
      <ResultWorking row={active?.values} derivedValues={active && grid.derived.get(active.key)} />
      <AddTasksDialog
        work={work}
        open={isAdding}
        onClose={() => setAdding(false)}
        onAdded={() => void Promise.all([grid.reload(), reload()])}
      />
    </>
  );
}
