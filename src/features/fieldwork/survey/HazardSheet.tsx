import { useCallback, useEffect, useMemo } from 'react';
import { DataGrid, type DataGridModel, entryColumns, useDataGrid, type Values } from '@/grid/DataGrid';
import { selectCell } from '@/grid/entry/model/gridSelection';
import { appendRow, rowsIn, selectCells } from '@/grid/entry/model/gridState';
import { siteHazard } from '@contract/features/fieldwork/entities/siteHazard';
import { defaultMax } from '@contract/field';
import styles from './details.module.css';

const columns = entryColumns(siteHazard, [
  { field: 'workshop', width: 120, pinned: true },
  { field: 'post', width: 120, pinned: true },
  { field: 'hazard', width: 180 },
  { field: 'place', width: 110 },
  { field: 'workContent', width: 160 },
  { field: 'source', width: 130 },
  { field: 'machines', width: 134 },
  { field: 'workers', width: 92 },
  { field: 'worstKnown', width: 148 },
  { field: 'fixedPost', width: 88 },
  { field: 'shift', width: 96 },
  { field: 'hoursPerDay', width: 128 },
  { field: 'daysPerWeek', width: 134 },
  { field: 'controls', width: 160 },
  { field: 'controlsRunning', width: 120 },
  { field: 'ppe', width: 150 },
  { field: 'ppeWorn', width: 110 },
  { field: 'remark', width: 160 },
  // Newer columns are after the remarks, so that a block from an older spreadsheet still fits.
  { field: 'exposureCondition', width: 190 },
  { field: 'contactPattern', width: 100 },
  { field: 'peakTimes', width: 190 },
  { field: 'peakMinutes', width: 120 },
  { field: 'peakGap', width: 120 },
  { field: 'workTime', width: 100 },
]);

/** A new row repeats the post and its working hours from the row above. */
const newRow = (rowAbove: Values | undefined): Values =>
  rowAbove
    ? Object.fromEntries(
        [
          'workshop',
          'post',
          'place',
          'workContent',
          'workers',
          'worstKnown',
          'fixedPost',
          'shift',
          'hoursPerDay',
          'daysPerWeek',
          'workTime',
        ].map((name) => [name, rowAbove[name] ?? null]),
      )
    : {};

/** A hazard that the survey may lack, and why. */
export interface HazardSuggestion {
  readonly hazard: number;
  readonly name: string;
  readonly reason: string;
}

/** Adds a suggested hazard as a row; returns whether it is a new one. */
export type TakeHazard = (suggested: HazardSuggestion) => boolean;

interface HazardSheetProps {
  readonly project: number;
  readonly locked: boolean;
  readonly onUnsaved: (name: string, unsaved: boolean) => void;
  readonly onSaved: () => void;
  /** Callback with the function that adds a suggested hazard; null while nothing can be added. */
  readonly onTake: (take: TakeHazard | null) => void;
}

/**
 * Returns the function that adds a row with the hazard, and its reason as remark. The person fills in workshop and
 * post. If the hazard already has a row, that row is selected instead.
 */
function useTakeHazard(grid: DataGridModel): TakeHazard {
  const { update, blank } = grid;
  return useCallback(
    ({ hazard, name, reason }) => {
      let isNew = false;
      update((previousGridState) => {
        const existingIndex = rowsIn(previousGridState).findIndex(({ values }) => values.hazard === hazard);
        isNew = existingIndex < 0;
        return isNew
          ? appendRow(previousGridState, {
              ...blank,
              hazard,
              hazardName: name,
              remark: reason.slice(0, defaultMax.text),
            })
          : selectCells(previousGridState, selectCell(existingIndex, 0));
      });
      return isNew;
    },
    [update, blank],
  );
}

/** Sheet of workshops, posts and hazards, one row each, typed or pasted from a spreadsheet. */
export function HazardSheet({ project, locked, onUnsaved, onSaved, onTake }: HazardSheetProps) {
  const fixedValues = useMemo(() => ({ project }), [project]);
  const grid = useDataGrid({
    entity: siteHazard,
    columns,
    fixedValues,
    order: 'rowSort',
    newRow,
    onSaved,
    ...(locked ? { can: readOnly } : {}),
  });
  const unsaved = grid.unsaved > 0;
  useEffect(() => {
    onUnsaved('hazards', unsaved);
    return () => onUnsaved('hazards', false);
  }, [unsaved, onUnsaved]);
  const takeHazard = useTakeHazard(grid);
  const canTake = !locked && grid.rights.add && !grid.loading;
  useEffect(() => {
    onTake(canTake ? takeHazard : null);
    return () => onTake(null);
  }, [canTake, takeHazard, onTake]);
  return (
    <div className={styles.sheet} data-field="hazards">
      <DataGrid grid={grid} label="岗位与危害因素" />
    </div>
  );
}

/** No further reason is needed, because the frame above shows it. */
const readOnly = { add: false, edit: false, remove: false } as const;
