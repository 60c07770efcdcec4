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

/** 项目详情: samples of a record, readings typed or pasted, with immediate results and their calculation. */
export function DetailPage({ work, reload }: MethodPageProps) {
  const { sheet, method, curve, tubes, locked } = work;
  const [isAdding, setAdding] = useState(false);
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
  const grid = useDataGrid({
    entity,
    columns,
    fixedValues,
    load,
    save: saveRows,
    derive,
    can: locked === null ? writable : readonly,
    onSaved,
  });

  const { selection } = grid.state.history.present;
  const active = grid.rows[selection.anchor.row];
  const selected = useMemo(() => {
    const ranges = [
      { from: selection.anchor.row, to: selection.head.row },
      ...selection.others.map(({ top, bottom }) => ({ from: top, to: bottom })),
    ];
    return grid.rows.flatMap((row, index) =>
      ranges.some(({ from, to }) => index >= Math.min(from, to) && index <= Math.max(from, to))
        ? [{ id: Number(row.values['id']), version: Number(row.values['version']) }]
        : [],
    );
  }, [grid.rows, selection]);

  const runAndReload = async (call: typeof removeRecordRows) => {
    if (!selected.length) return feedback.notify('info', labWorkTexts.chooseRows);
    if (await succeeded(call(sheet.id, selected).then((message) => feedback.notify('success', message))))
      await Promise.all([grid.reload(), reload()]);
  };
  const unsaved = grid.unsaved > 0;
  const weighs = grid.columns.some(({ field }) => field?.kind === 'decimal' && field.unit === 'mg');
  const hint = unsaved ? { title: labWorkTexts.saveFirst } : {};
  const toolbar = (
    <>
      <Button disabled={unsaved} {...hint} onClick={() => setAdding(true)}>
        加入样品
      </Button>
      <Button disabled={unsaved} {...hint} onClick={() => void runAndReload(addParallels)}>
        增加平行样
      </Button>
      <Button disabled={unsaved} {...hint} onClick={() => void runAndReload(removeRecordRows)}>
        移出样品
      </Button>
      <ResetButton
        entity={labSheetRow}
        id={typeof active?.values['id'] === 'number' ? active.values['id'] : undefined}
        lockReason={unsaved ? labWorkTexts.saveFirst : undefined}
        onDone={() => Promise.all([grid.reload(), reload()])}
      />
      {weighs && <BalanceButton grid={grid} balanceNo={work.instrument?.eqpNo ?? null} />}
    </>
  );
  return (
    <>
      <RecordHead work={work} reload={reload} open={false} />
      <div className={styles.grid}>
        <DataGrid grid={grid} label="样品与读数" toolbar={locked === null ? toolbar : null} />
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
