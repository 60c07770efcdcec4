import { Button, Space } from 'antd';
import { useState } from 'react';
import { succeeded } from '@/api/succeeded';
import { feedback } from '@/lib/feedback';
import { useCan } from '@/session/useCan';
import { labRun } from '@contract/features/laboratory/entities/labRun';
import { labSheet } from '@contract/features/laboratory/entities/labSheet';
import { runTexts } from '@contract/features/laboratory/runs/runTexts';
import { permissionOf } from '@contract/permissions';
import { changeRecords } from './runCalls';

const steps = [
  { key: 'heads', label: runTexts.heads, hint: runTexts.headsHint, permission: [permissionOf(labRun, 'edit')] },
  { key: 'together', label: runTexts.group, hint: runTexts.groupHint, permission: [permissionOf(labSheet, 'edit')] },
] as const;

function StepButton({ run, step }: { readonly run: number; readonly step: (typeof steps)[number] }) {
  const mayPerform = useCan(step.permission);
  const [busy, setBusy] = useState(false);
  if (!mayPerform) return null;
  const perform = async () => {
    setBusy(true);
    await succeeded(changeRecords(step.key, run).then((message) => feedback.notify('success', message)));
    setBusy(false);
  };
  return (
    <Button loading={busy} title={step.hint} onClick={() => void perform()}>
      {step.label}
    </Button>
  );
}

/** Writes one head into all records of a run, and makes one original record of each project's records. */
export const RecordsButtons = ({ run }: { readonly run: number }) => (
  <Space wrap>
    {steps.map((step) => (
      <StepButton key={step.key} run={run} step={step} />
    ))}
  </Space>
);
