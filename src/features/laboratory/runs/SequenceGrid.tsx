import { Button } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { download } from '@/api/download';
import { succeeded } from '@/api/succeeded';
import { DataGrid, entryColumns, useDataGrid, type Values } from '@/grid/DataGrid';
import { labRun } from '@contract/features/laboratory/entities/labRun';
import { labRunInjection } from '@contract/features/laboratory/entities/labRunInjection';
import { runTexts } from '@contract/features/laboratory/runs/runTexts';
import { sequenceTitle } from '@contract/features/laboratory/runs/sequenceDocument';
import type { Run } from './RunDrawer';
import styles from '../methods.module.css';

const columns = entryColumns(labRunInjection, [
  { field: 'vial', width: 84, pinned: true },
  { field: 'injectionName', width: 190, pinned: true },
  { field: 'injectionKind', width: 112 },
  { field: 'sample', width: 190 },
  { field: 'level', width: 70 },
  { field: 'standardVolume', width: 150 },
  { field: 'standard', width: 190 },
  { field: 'injectedAt', width: 170 },
  { field: 'dataFile', width: 130 },
  { field: 'remark', width: 160 },
]);

/** A new row gets the next vial. */
const newRow = (rowAbove: Values | undefined): Values => {
  const vial = String(rowAbove?.['vial'] ?? '');
  return /^\d+$/.test(vial) ? { vial: String(Number(vial) + 1) } : {};
};

interface SequenceGridProps {
  readonly run: Run;
  readonly onUnsaved: (unsaved: boolean) => void;
}

/** Entry grid for the sequence of a run, which can be printed as a list and exported for the instrument's program. */
export function SequenceGrid({ run, onUnsaved }: SequenceGridProps) {
  const [busy, setBusy] = useState(false);
  const fixedValues = useMemo(() => ({ run: run.id }), [run.id]);
  const grid = useDataGrid({
    entity: labRunInjection,
    columns,
    fixedValues,
    order: 'rowSort',
    newRow,
    locked: run.state === 'open' ? null : runTexts.written,
  });
  const unsaved = grid.unsaved > 0;
  useEffect(() => {
    onUnsaved(unsaved);
    return () => onUnsaved(false);
  }, [unsaved, onUnsaved]);
  const save = async (path: string, extension: string) => {
    setBusy(true);
    await succeeded(download(path, {}, `${sequenceTitle}-${run.runNo ?? ''}.${extension}`));
    setBusy(false);
  };
  const isDisabled = busy || unsaved;
  const title = unsaved ? runTexts.saveFirst : undefined;
  return (
    <div className={styles.sequence}>
      <DataGrid
        grid={grid}
        label={sequenceTitle}
        toolbar={
          <>
            <Button
              disabled={isDisabled}
              title={title}
              onClick={() => void save(`${labRun.path}/paper/${run.id}/pdf`, 'pdf')}
            >
              {runTexts.print}
            </Button>
            <Button
              disabled={isDisabled}
              title={title}
              onClick={() => void save(`${labRun.path}/sequence/${run.id}`, 'csv')}
            >
              {runTexts.sequenceFile}
            </Button>
          </>
        }
      />
    </div>
  );
}
