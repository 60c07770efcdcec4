import { useEffect, useMemo } from 'react';
import { DataGrid, entryColumns, useDataGrid, type Values } from '@/grid/DataGrid';
import { siteHazard } from '@contract/features/fieldwork/entities/siteHazard';
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
  // Newer columns stand after the remarks, so that a block from an older spreadsheet still fits.
  { field: 'exposureCondition', width: 190 },
  { field: 'contactPattern', width: 100 },
  { field: 'peakTimes', width: 190 },
  { field: 'peakMinutes', width: 120 },
  { field: 'peakGap', width: 120 },
  { field: 'workTime', width: 100 },
]);

/** A new row takes the post from the row above. */
const newRow = (above: Values | undefined): Values =>
  above
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
        ].map((name) => [name, above[name] ?? null]),
      )
    : {};

interface HazardSheetProps {
  readonly project: number;
  readonly locked: boolean;
  readonly onUnsaved: (name: string, unsaved: boolean) => void;
  readonly onSaved: () => void;
}

/** Sheet of workshops, posts and hazards, one row each, typed or pasted from a spreadsheet. */
export function HazardSheet({ project, locked, onUnsaved, onSaved }: HazardSheetProps) {
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
  return (
    <div className={styles.sheet}>
      <DataGrid grid={grid} label="岗位与危害因素" />
    </div>
  );
}

/** The frame above already shows the reason. */
const readOnly = { add: false, edit: false, remove: false } as const;
