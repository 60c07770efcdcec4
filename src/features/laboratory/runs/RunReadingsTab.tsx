import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Flex, Skeleton } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { failureOf } from '@/api/callFailures';
import { succeeded } from '@/api/succeeded';
import { feedback } from '@/lib/feedback';
import { useCan } from '@/session/useCan';
import { labRun } from '@contract/features/laboratory/entities/labRun';
import { runProfile } from '@contract/features/laboratory/entities/runProfile';
import { runTexts } from '@contract/features/laboratory/runs/runTexts';
import type { RunRead } from '@contract/features/laboratory/runs/runWire';
import { permissionOf } from '@contract/permissions';
import { moveRun, readRun } from './runCalls';
import type { Run } from './RunDrawer';
import { RunFiles } from './RunFiles';
import { type Assignments, RunLines, RunSummary } from './RunLines';

interface RunReadingsTabProps {
  readonly run: Run;
  /** Called after readings were written or taken back. */
  readonly onMoved: () => void;
}

// The code that reads instrument files loads with the first unknown file.
const InstrumentProfilePanel = lazy(() => import('./InstrumentProfilePanel'));
const emptyAssignment: Assignments = new Map();

const withAssigned = (assignments: Assignments, index: number, to: string | null): Assignments =>
  new Map([...assignments].filter(([key]) => key !== index).concat(to === null ? [] : [[index, to]]));

interface ProfileTeachingProps {
  readonly run: Run;
  readonly read: RunRead;
  /** Called after a profile was saved, so that the files are read again. */
  readonly onProfileSaved: () => void;
}

/** Panel in which a person defines how files are read: open for unknown files, on demand for the others. */
function ProfileTeaching({ run, read, onProfileSaved }: ProfileTeachingProps) {
  const [teaching, setTeaching] = useState(false);
  return (
    <>
      {!read.unknown && read.lines.length > 0 && (
        <div>
          <Button onClick={() => setTeaching((before) => !before)} aria-expanded={teaching}>
            {runTexts.teachOther}
          </Button>
        </div>
      )}
      {(read.unknown || teaching) && (
        <Suspense fallback={<Skeleton active />}>
          <InstrumentProfilePanel
            run={run}
            onProfileSaved={() => {
              setTeaching(false);
              onProfileSaved();
            }}
          />
        </Suspense>
      )}
    </>
  );
}

/** Files of a run: every line with its target, written into all records at once, or taken back. */
export function RunReadingsTab({ run, onMoved }: RunReadingsTabProps) {
  const queryClient = useQueryClient();
  const [mayAssign, mayTeach] = [useCan([permissionOf(labRun, 'edit')]), useCan([permissionOf(runProfile, 'add')])];
  const [busy, setBusy] = useState(false);
  const [assignments, setAssignments] = useState<Assignments>(emptyAssignment);
  const assign = (index: number, to: string | null) =>
    setAssignments((previousAssignments) => withAssigned(previousAssignments, index, to));
  const { data, error } = useQuery({
    queryKey: ['labRun', run.id, run.version],
    retry: false,
    staleTime: 0,
    queryFn: ({ signal }) => readRun(run.id, signal),
  });
  const move = async (step: 'write' | 'undo') => {
    if (step === 'undo' && !(await feedback.confirm(runTexts.confirmUndo))) return;
    setBusy(true);
    const isMoved = await succeeded(
      moveRun(step, run.id, step === 'write' ? assignments : emptyAssignment).then((message) =>
        feedback.notify('success', message),
      ),
    );
    setBusy(false);
    void queryClient.invalidateQueries({ queryKey: ['labRun', run.id] });
    if (!isMoved) return;
    setAssignments(emptyAssignment);
    onMoved();
  };
  if (error)
    return (
      <>
        <Alert type="warning" showIcon title={failureOf(error).pageText} />
        <RunFiles run={run} />
      </>
    );
  if (!data) return <Skeleton active />;
  const step = data.written ? 'undo' : 'write';
  const hasMatches = assignments.size > 0 || data.lines.some(({ state }) => state === 'matched');
  return (
    <>
      {data.problem !== null && <Alert type="warning" showIcon title={data.problem} />}
      <RunFiles run={run} />
      {mayTeach && !data.written && <ProfileTeaching run={run} read={data} onProfileSaved={onMoved} />}
      <RunSummary read={data} assigned={assignments.size} />
      <RunLines read={data} assigned={assignments} onAssign={mayAssign && !data.written ? assign : null} />
      {/* At the end: messages of success lie in the other corner. */}
      <Flex justify="end">
        {mayAssign && (
          <Button
            type={step === 'write' && hasMatches ? 'primary' : 'default'}
            loading={busy}
            disabled={!hasMatches}
            onClick={() => void move(step)}
          >
            {runTexts[step]}
          </Button>
        )}
      </Flex>
    </>
  );
}
