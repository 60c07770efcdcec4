import { Button } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { DataGrid, type DataGridModel, entryColumns, useDataGrid, type Values } from '@/grid/DataGrid';
import { ResetButton } from '@/listEditor';
import { sampleSiteHazard } from '@contract/features/fieldwork/entities/sampleSiteHazard';
import { planTexts } from '@contract/features/fieldwork/plan/planTexts';
import { samplesOfRow } from '@contract/features/fieldwork/plan/planTotals';
import { plannedTimeText } from '@contract/features/fieldwork/samples/sampleRules';
import { SharedCollectorDialog } from './SharedCollectorDialog';
import styles from './details.module.css';

const wholeNumber = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0);

const columns = entryColumns(sampleSiteHazard, [
  { field: 'siteNo', width: 76, pinned: true },
  { field: 'workshop', width: 110 },
  { field: 'place', width: 130, pinned: true },
  { field: 'hazard', width: 170, pinned: true },
  { field: 'alongWith', width: 170, readonly: true },
  { field: 'method', width: 230 },
  { field: 'mode', width: 88 },
  { field: 'period', width: 92 },
  { field: 'medium', width: 120 },
  { field: 'flow', width: 128 },
  { field: 'minutes', width: 122 },
  { field: 'points', width: 112 },
  { field: 'samplesPerDay', width: 108 },
  { field: 'days', width: 96 },
  {
    key: 'samples',
    title: '样品数',
    width: 76,
    align: 'right',
    computed: (row) =>
      String(
        samplesOfRow({
          points: wholeNumber(row.points),
          samplesPerDay: wholeNumber(row.samplesPerDay),
          days: wholeNumber(row.days),
        }),
      ),
  },
  { field: 'blanks', width: 108 },
  { field: 'hoursPerDay', width: 128 },
  {
    key: 'share',
    title: '占接触时间',
    width: 96,
    align: 'right',
    computed: (row) =>
      plannedTimeText({
        period: row.period,
        hoursPerDay: row.hoursPerDay,
        minutes: row.minutes,
        samplesPerDay: row.samplesPerDay,
      }),
  },
  { field: 'workers', width: 104 },
  { field: 'remark', width: 200 },
]);

/** A new row gets the place of the row above. */
const newRow = (rowAbove: Values | undefined): Values =>
  rowAbove
    ? Object.fromEntries(
        ['siteNo', 'workshop', 'place', 'mode', 'period', 'days', 'hoursPerDay', 'workers'].map((name) => [
          name,
          rowAbove[name] ?? null,
        ]),
      )
    : {};

const readOnly = { add: false, edit: false, remove: false } as const;

export function usePlanGrid(projectId: number, isLocked: boolean, onSaved: () => void): DataGridModel {
  const fixedValues = useMemo(() => ({ project: projectId }), [projectId]);
  return useDataGrid({
    entity: sampleSiteHazard,
    columns,
    fixedValues,
    order: 'rowSort',
    newRow,
    onSaved,
    ...(isLocked ? { can: readOnly } : {}),
  }) as unknown as DataGridModel;
}

/** Sheet of the samples to take, with place, method and number. One row per collector. */
export function PlanSheet({
  grid,
  onUnsaved,
}: {
  readonly grid: DataGridModel;
  readonly onUnsaved: (name: string, unsaved: boolean) => void;
}) {
  const unsaved = grid.unsaved > 0;
  useEffect(() => {
    onUnsaved('rows', unsaved);
    return () => onUnsaved('rows', false);
  }, [unsaved, onUnsaved]);
  const [isChoosing, setIsChoosing] = useState(false);
  const active = grid.rows[grid.state.history.present.selection.anchor.row];
  return (
    <div className={styles.sheet} data-field="rows">
      <DataGrid
        grid={grid}
        label="采样方案"
        toolbar={
          <>
            <Button
              disabled={!active || typeof active.values.hazard !== 'number'}
              title="当前行的样品同时检测的其他因素"
              onClick={() => setIsChoosing(true)}
            >
              同管检测项目
            </Button>
            <ResetButton
              entity={sampleSiteHazard}
              id={typeof active?.values.id === 'number' ? active.values.id : undefined}
              lockReason={unsaved ? planTexts.saveFirst : undefined}
              onDone={grid.reload}
            />
          </>
        }
      />
      <SharedCollectorDialog
        row={isChoosing ? active : undefined}
        onClose={() => setIsChoosing(false)}
        onChosen={(ids, names) =>
          grid.change((previousGridState) =>
            previousGridState.history.present.rows.map((row) =>
              row.key === active?.key
                ? { ...row, values: { ...row.values, alongWith: ids, alongWithName: names } }
                : row,
            ),
          )
        }
      />
    </div>
  );
}
