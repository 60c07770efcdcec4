import { useQueryClient } from '@tanstack/react-query';
import { Button, Segmented } from 'antd';
import { useCallback, useState } from 'react';
import { crud } from '@/api/crudClient';
import { GatewayDialog } from '@/features/laboratory/runs/GatewayDialog';
import { type Run, RunDrawer } from '@/features/laboratory/runs/RunDrawer';
import { runItemInputs } from '@/features/laboratory/runs/runItemInputs';
import { definePage, ListEditor, useRowInAddress } from '@/listEditor';
import { useCan } from '@/session/useCan';
import type { AnyRow } from '@contract/entity';
import { labRun } from '@contract/features/laboratory/entities/labRun';
import { runProfile } from '@contract/features/laboratory/entities/runProfile';
import { gatewayTexts } from '@contract/features/laboratory/runs/gatewayTexts';
import { permissionOf } from '@contract/permissions';
import styles from '@/features/laboratory/analystTasks/laboratory.module.css';

const addPermissions = [permissionOf(labRun, 'add')];

const profiles = definePage({
  entity: runProfile,
  url: 'api/runProfile',
  columns: [
    'profileName',
    'versionNo',
    'instrument',
    'quantity',
    'headings',
    'sampleKey',
    'componentNames',
    'decimalMark',
    'averaged',
    'createTime',
  ],
  filters: ['profileName', 'instrument'],
  sort: 'id,desc',
  abilities: ['del'],
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
    'envTemperature',
    'envHumidity',
    'standard',
    'stock',
    'finalVolume',
    'solutionVolume',
    'fileName',
    'profile',
    'size',
    'sha256',
    'remark',
    'createTime',
  ],
  filters: ['runNo', 'runDate', 'state', 'instrument', 'analyst', 'fileName', 'createTime'],
  form: [
    'runDate',
    'instrument',
    'methods',
    'room',
    'envTemperature',
    'envHumidity',
    'standard',
    'stock',
    'finalVolume',
    'solutionVolume',
    'file',
    'remark',
  ],
  sort: 'id,desc',
  abilities: ['add', 'edit', 'del'],
  inputs: runItemInputs,
});

/** 分析批: each opens with its sequence and the lines of its files, which are written into all records together. */
export default function RunPage() {
  const queryClient = useQueryClient();
  const [view, setView] = useState<'runs' | 'profiles'>('runs');
  const [shownRun, setShownRun] = useState<Run | null>(null);
  const [door, setDoor] = useState(false);
  const mayAdd = useCan(addPermissions);
  const open = useCallback((row: AnyRow) => setShownRun(row as AnyRow & Run), []);
  const [askedRun, setAskedRun] = useState(0);
  // A to-do asks for the files of its run.
  const openRequestedRun = useCallback((run: Run) => {
    setAskedRun(run.id);
    setShownRun(run);
  }, []);
  useRowInAddress(labRun, 'run', openRequestedRun);
  // A written run is locked, so the open drawer is updated, too.
  const reloadAfterMove = async () => {
    void queryClient.invalidateQueries({ queryKey: ['list', labRun.path] });
    const row =
      shownRun &&
      (await crud(labRun)
        .get(shownRun.id)
        .catch(() => null));
    if (row) setShownRun((now) => (now?.id === row.id ? (row as Run) : now));
  };
  return (
    <div className={styles.page}>
      <header className={styles.top}>
        {mayAdd ? <Button onClick={() => setDoor(true)}>{gatewayTexts.title}</Button> : <span />}
        <Segmented<'runs' | 'profiles'>
          aria-label="内容"
          value={view}
          options={[
            { value: 'runs', label: labRun.label },
            { value: 'profiles', label: runProfile.label },
          ]}
          onChange={setView}
        />
      </header>
      <div className={styles.rest}>
        {view === 'runs' ? <ListEditor page={list} embedded onOpen={open} /> : <ListEditor page={profiles} embedded />}
      </div>
      <GatewayDialog open={door} onClose={() => setDoor(false)} />
      <RunDrawer
        run={shownRun}
        toFiles={shownRun?.id === askedRun}
        onClose={() => setShownRun(null)}
        onMoved={() => void reloadAfterMove()}
      />
    </div>
  );
}
