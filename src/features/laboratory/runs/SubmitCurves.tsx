import { Button } from 'antd';
import { useState } from 'react';
import { MoveDialog } from '@/features/projects/moves/MoveDialog';
import { useSeenRows } from '@/features/projects/moves/useSeenRows';
import { useMay } from '@/session/useCan';
import { labCurveMachine } from '@contract/features/laboratory/curves/labCurveMachine';
import { labCurve } from '@contract/features/laboratory/entities/labCurve';
import { runTexts } from '@contract/features/laboratory/runs/runTexts';
import type { RunCurve } from '@contract/features/laboratory/runs/runWire';
import { permissionOfMove } from '@contract/workflow/stateMachine';

const submission = { key: 'submit', label: '提交审核' } as const;
const noRow = { id: 0, version: 0 };

/** Submits the drafts of a run's curves together, with one password, all or none. */
export function SubmitCurves({
  curves,
  onMoved,
}: {
  readonly curves: readonly RunCurve[];
  readonly onMoved: () => void;
}) {
  const hasPermission = useMay();
  const [open, setOpen] = useState(false);
  const drafts = curves.flatMap(({ createdCurve }) =>
    createdCurve?.state === labCurveMachine.initial ? [createdCurve] : [],
  );
  const seenRows = useSeenRows(
    labCurve,
    drafts.map(({ id, version }) => ({ id, version })),
  );
  if (!drafts.length || !hasPermission([permissionOfMove(labCurveMachine, submission)])) return null;
  return (
    <>
      <Button type="primary" onClick={() => setOpen(true)}>
        {runTexts.submitCurves(drafts.length)}
      </Button>
      <MoveDialog
        entity={labCurve}
        row={noRow}
        batchRows={seenRows.rows}
        waiting={seenRows.waiting}
        move={open ? { key: submission.key, label: submission.label, needsReason: false, signs: true } : null}
        note={drafts.map(({ curveNo }) => curveNo).join('、')}
        onClose={() => setOpen(false)}
        onMoved={onMoved}
      />
    </>
  );
}
