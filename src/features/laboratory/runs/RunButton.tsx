import { Button } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { succeeded } from '@/api/succeeded';
import { feedback } from '@/lib/feedback';
import { useCan } from '@/session/useCan';
import { labRun } from '@contract/features/laboratory/entities/labRun';
import { labSheet } from '@contract/features/laboratory/entities/labSheet';
import { runTexts } from '@contract/features/laboratory/runs/runTexts';
import type { TaskSeen } from '@contract/features/laboratory/tasks/labTasks';
import { permissionOf } from '@contract/permissions';
import { proposeRuns } from './runCalls';

const startPermissions = [permissionOf(labSheet, 'add')];
const planPermissions = [permissionOf(labRun, 'add')];

interface RunButtonProps {
  readonly chosenTasks: readonly TaskSeen[];
  /** Called when the tasks may have changed. */
  readonly onDone: () => void;
}

/** Assigns chosen tasks of any projects and hazards to runs, and starts their records. */
export function RunButton({ chosenTasks, onDone }: RunButtonProps) {
  const navigate = useNavigate();
  const [mayStart, mayPlan] = [useCan(startPermissions), useCan(planPermissions)];
  const [busy, setBusy] = useState(false);
  if (!mayStart || !mayPlan) return null;
  const propose = async () => {
    setBusy(true);
    const isProposed = await succeeded(
      proposeRuns(chosenTasks.map(({ id }) => id)).then((message) => feedback.notify('success', message)),
    );
    setBusy(false);
    onDone();
    if (isProposed) void navigate('/lab/run');
  };
  return (
    <Button disabled={!chosenTasks.length} loading={busy} title={runTexts.proposeHint} onClick={() => void propose()}>
      {runTexts.propose}
    </Button>
  );
}
