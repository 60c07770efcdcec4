import { useCallback, useEffect, useMemo } from 'react';
import { DataGrid, entryColumns, useDataGrid, type Values } from '@/grid/DataGrid';
import { todayText } from '@/lib/dateTexts';
import { fetchRows } from './incomingCalls';
import { entryRow, incomingEntry, saveEntries } from './incomingEntryRows';
import styles from './sampleInfoPush.module.css';

const columns = entryColumns(incomingEntry, [
  { field: 'clientSampleNo', width: 130, pinned: true },
  { field: 'sampleName', width: 130, pinned: true },
  { field: 'hazard', width: 170 },
  { field: 'alongWith', width: 190 },
  { field: 'condition', width: 112 },
  { field: 'sampleKind', width: 92 },
  { field: 'sampleForm', width: 110 },
  { field: 'quantity', width: 110 },
  { field: 'method', width: 230 },
  { field: 'standardVolume', width: 150 },
  { field: 'storage', width: 120 },
  { field: 'location', width: 120 },
  { field: 'keepUntil', width: 124 },
  { field: 'deliverer', width: 92 },
  { field: 'deliveredOn', width: 124 },
  { field: 'remark', width: 160 },
  { field: 'stateReason', width: 180 },
]);

const copiedFields = [
  'sampleName',
  'hazard',
  'alongWith',
  'sampleForm',
  'quantity',
  'method',
  'storage',
  'location',
  'keepUntil',
  'deliverer',
  'deliveredOn',
] as const;

/** A new row copies values from the row above, because a delivery is usually uniform. */
const newRow = (rowAbove: Values | undefined): Values =>
  rowAbove
    ? Object.fromEntries(copiedFields.map((name) => [name, rowAbove[name] ?? null]))
    : { deliveredOn: todayText() };

interface RegisterGridProps {
  readonly project: number;
  readonly locked: boolean;
  readonly onUnsaved: (unsaved: boolean) => void;
  readonly onSaved: () => void;
}

const readOnlyAbilities = { add: false, edit: false, remove: false } as const;

/** Sheet of samples that the client has delivered and that are not received yet; typed or pasted. */
export function RegisterGrid({ project, locked, onUnsaved, onSaved }: RegisterGridProps) {
  const fixedValues = useMemo(() => ({ project }), [project]);
  const load = useCallback(
    async (signal: AbortSignal) => (await fetchRows(project, ['registered'], signal)).map(entryRow),
    [project],
  );
  const grid = useDataGrid({
    entity: incomingEntry,
    columns,
    fixedValues,
    order: 'rowSort',
    newRow,
    load,
    save: saveEntries,
    onSaved,
    ...(locked ? { can: readOnlyAbilities } : {}),
  });
  const unsaved = grid.unsaved > 0;
  useEffect(() => {
    onUnsaved(unsaved);
    return () => onUnsaved(false);
  }, [unsaved, onUnsaved]);
  return (
    <div className={styles.sheet}>
      <DataGrid grid={grid} label="待收样" />
    </div>
  );
}
