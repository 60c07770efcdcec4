import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Tabs } from 'antd';
import { useCallback, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ScopedReview } from '@/features/fieldwork/plan/ScopedReview';
import { requestStateOf, fetchRows, fetchWork, incomingKey } from '@/features/laboratory/incoming/incomingCalls';
import { ReceiveDialog } from '@/features/laboratory/incoming/ReceiveDialog';
import { ReceivedTable } from '@/features/laboratory/incoming/ReceivedTable';
import { RegisterGrid } from '@/features/laboratory/incoming/RegisterGrid';
import { ResultsTable } from '@/features/laboratory/incoming/ResultsTable';
import { ProjectPage } from '@/features/projects/ProjectPage';
import type { ProjectRow } from '@/features/projects/useProject';
import { LabelDialog } from '@/fields/labels/LabelDialog';
import { useCan } from '@/session/useCan';
import type { AnyRow } from '@contract/entity';
import { handOverMachine } from '@contract/features/fieldwork/handOver/handOverMachine';
import {
  incomingTexts,
  incomingRegistrationStages,
  incomingReceptionStages,
} from '@contract/features/laboratory/incoming/incomingTexts';
import type { IncomingWorkSample } from '@contract/features/laboratory/incoming/incomingWorkWire';
import { notEditableReason } from '@contract/features/projects/editableStages';
import { permissionOfMove } from '@contract/workflow/stateMachine';
import styles from '@/features/laboratory/incoming/sampleInfoPush.module.css';

const moves = ['submitContract', 'passIncoming', 'returnContract', 'receiveSamples', 'terminate'] as const;
const moveNotes = { receiveSamples: incomingTexts.confirmComplete, passIncoming: '通过后由样品管理员收样' };
const receivePermissions = [permissionOfMove(handOverMachine, { key: 'receive' })];
const distributePermissions = ['labTask:list'];
const unsavedText = '有未保存的修改，请先保存';

interface BodyProps {
  readonly project: ProjectRow;
  readonly dialog: boolean;
  readonly onDialog: (open: boolean) => void;
  readonly onUnsaved: (unsaved: boolean) => void;
}

/** Returns the label rows of the chosen samples: number, origin and day of reception. */
function labelRows(samples: readonly IncomingWorkSample[], settled: readonly AnyRow[], labels: readonly number[]) {
  const today = (id: number) => settled.find((row) => row.receivedAs === id)?.receivedAt;
  return samples
    .filter(({ id }) => labels.includes(id))
    .map(({ id, sampleNo, sampleKind, hazardName, clientSampleNo, place }) => ({
      id,
      sampleNo,
      sampleKind,
      hazardName,
      origin: [clientSampleNo, place].filter(Boolean).join(' '),
      day: String(today(id) ?? '').slice(0, 10),
    }));
}

/** Loads the samples and tests of the project, and its settled rows. */
function useIncomingData(project: ProjectRow) {
  const work = useQuery({
    queryKey: [...incomingKey, project.id, 'work'],
    queryFn: ({ signal }) => fetchWork(project.id, signal),
    retry: false,
  });
  const rows = useQuery({
    queryKey: [...incomingKey, project.id, 'settled'],
    queryFn: ({ signal }) => fetchRows(project.id, ['received', 'refused'], signal),
    retry: false,
  });
  return { work, rows };
}

interface SampleTabsProps {
  readonly project: ProjectRow;
  readonly work: ReturnType<typeof useIncomingData>['work'];
  readonly rows: ReturnType<typeof useIncomingData>['rows'];
  readonly onLabels: (ids: readonly number[]) => void;
  readonly onChanged: () => void;
}

/** Tab of the received and refused samples. */
function ReceivedTab({ project, work, rows, onLabels, onChanged }: SampleTabsProps) {
  const mayReceive = useCan(receivePermissions);
  return (
    <ReceivedTable
      project={project.id}
      rows={rows.data ?? []}
      samples={work.data?.samples ?? []}
      {...requestStateOf(rows)}
      mayTakeBack={mayReceive && notEditableReason(String(project.stage), incomingReceptionStages) === null}
      onLabels={onLabels}
      onChanged={onChanged}
    />
  );
}

function IncomingBody({ project, dialog, onDialog, onUnsaved }: BodyProps) {
  const queryClient = useQueryClient();
  const stage = String(project.stage);
  // After the reception the registration is no longer the first tab.
  const [tab, setTab] = useState(['draft', 'contractReview', 'handOver'].includes(stage) ? 'register' : 'received');
  // The grid reads its rows once; a new key after a reception reloads it.
  const [round, setRound] = useState(0);
  const [labels, setLabels] = useState<readonly number[]>([]);
  const { work, rows } = useIncomingData(project);
  const refresh = useCallback(
    () => void queryClient.invalidateQueries({ queryKey: [...incomingKey, project.id] }),
    [queryClient, project.id],
  );
  const refreshAll = () => {
    setRound((value) => value + 1);
    refresh();
  };
  const showReceived = (newSamples: readonly number[]) => {
    refreshAll();
    if (!newSamples.length) return;
    onDialog(false);
    setTab('received');
    setLabels(newSamples);
  };
  const settled = rows.data ?? [];
  const register = (
    <RegisterGrid
      key={`${project.id}:${round}`}
      project={project.id}
      locked={notEditableReason(stage, incomingRegistrationStages) !== null}
      onUnsaved={onUnsaved}
      onSaved={refresh}
    />
  );
  const received = <ReceivedTab {...{ project, work, rows }} onLabels={setLabels} onChanged={refreshAll} />;
  const results = <ResultsTable project={project.id} tasks={work.data?.tasks ?? []} {...requestStateOf(work)} />;
  const review = (
    <div className={styles.review}>
      <ScopedReview project={project as unknown as AnyRow} />
    </div>
  );
  return (
    <>
      <Tabs
        className={styles.tabs ?? ''}
        activeKey={tab}
        onChange={setTab}
        items={[
          { key: 'register', label: '待收样', children: register },
          { key: 'received', label: `已收样${settled.length ? ` ${settled.length}` : ''}`, children: received },
          { key: 'results', label: '检测与结果', children: results },
          { key: 'review', label: '合同评审', children: review },
        ]}
      />
      <ReceiveDialog project={project.id} open={dialog} onClose={() => onDialog(false)} onDone={showReceived} />
      <LabelDialog
        title="打印样品标签"
        open={labels.length > 0}
        rows={labelRows(work.data?.samples ?? [], settled, labels)}
        onClose={() => setLabels([])}
      />
    </>
  );
}

/** 样品详情 of a project of incoming samples: the samples, their state and the progress of their tests. */
export default function IncomingSamplesPage() {
  const navigate = useNavigate();
  const mayReceive = useCan(receivePermissions);
  const mayDistribute = useCan(distributePermissions);
  const [dialog, setDialog] = useState(false);
  const [unsaved, setUnsaved] = useState(false);
  const unsavedReason = unsaved ? unsavedText : undefined;
  const buttons = ({ id, stage }: ProjectRow) => (
    <>
      {mayDistribute && ['handOver', 'testing'].includes(String(stage)) && (
        <Button onClick={() => void navigate(`/lab/sampleDistribute?belongProject=${id}`)}>样品分发</Button>
      )}
      {mayReceive && notEditableReason(String(stage), incomingReceptionStages) === null && (
        <Button disabled={unsaved} title={unsavedReason ?? ''} onClick={() => setDialog(true)}>
          收样
        </Button>
      )}
    </>
  );
  return (
    <ProjectPage
      title="来样"
      moves={moves}
      notes={moveNotes}
      blocked={{ receiveSamples: unsavedReason, submitContract: unsavedReason }}
      locked={({ stage }) => notEditableReason(String(stage), incomingRegistrationStages)}
      buttons={buttons}
    >
      {(project) => (
        <IncomingBody key={project.id} project={project} dialog={dialog} onDialog={setDialog} onUnsaved={setUnsaved} />
      )}
    </ProjectPage>
  );
}
