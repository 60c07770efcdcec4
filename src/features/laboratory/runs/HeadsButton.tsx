import { Button } from 'antd';
import { useState } from 'react';
import { succeeded } from '@/api/succeeded';
import { feedback } from '@/lib/feedback';
import { runTexts } from '@contract/features/laboratory/runs/runTexts';
import { writeRunHeads } from './runCalls';

/** Writes one head – day, instrument, environment, curve – into all records of a run. */
export function HeadsButton({ run }: { readonly run: number }) {
  const [busy, setBusy] = useState(false);
  const write = async () => {
    setBusy(true);
    await succeeded(writeRunHeads(run).then((message) => feedback.notify('success', message)));
    setBusy(false);
  };
  return (
    <Button loading={busy} title={runTexts.headsHint} onClick={() => void write()}>
      {runTexts.heads}
    </Button>
  );
}
