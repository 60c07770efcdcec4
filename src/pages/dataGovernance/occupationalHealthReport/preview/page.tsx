import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Skeleton } from 'antd';
import { useMemo, useState } from 'react';
import { failureOf } from '@/api/callFailures';
import { succeeded } from '@/api/succeeded';
import {
  downloadSubmission,
  fetchSubmission,
  fetchSubmissionPaper,
  submissionKey,
} from '@/features/platforms/pushCalls';
import { PushFindings } from '@/features/platforms/PushFindings';
import { SubmitDialog } from '@/features/platforms/submission/SubmitDialog';
import { MoveButtons } from '@/features/projects/moves/MoveButtons';
import { ReturnNotice } from '@/features/projects/moves/ReturnNotice';
import { fetchTimeline } from '@/features/projects/projectCalls';
import { ProjectPage } from '@/features/projects/ProjectPage';
import { DictCell } from '@/fields';
import { RetryNotice } from '@/lib/notice/Notice';
import { FittedPaper } from '@/lib/print/FittedPaper';
import { useMay } from '@/session/useCan';
import { useReloadOnReturn } from '@/session/useReloadOnReturn';
import { submission } from '@contract/features/platforms/entities/submission';
import { submissionMachine } from '@contract/features/platforms/submission/submissionMachine';
import { submissionTexts, type SubmissionView } from '@contract/features/platforms/submissionWire';
import { layOut } from '@contract/print/pageLayout';
import { permissionOfMove } from '@contract/workflow/stateMachine';
import styles from '@/features/platforms/platforms.module.css';

const submitPermissions = [permissionOfMove(submissionMachine, { key: 'submit' })];

/** Loads a project's submission, its paper and its history. `refresh` loads all of them again. */
function useSubmission(projectId: number) {
  const queryClient = useQueryClient();
  useReloadOnReturn(submissionKey);
  const key = [...submissionKey, 'one', projectId] as const;
  const view = useQuery({ queryKey: key, queryFn: ({ signal }) => fetchSubmission(projectId, signal), retry: false });
  const existing = view.data?.submission ?? null;
  const paper = useQuery({
    queryKey: [...key, 'paper', existing?.version ?? 0],
    queryFn: ({ signal }) => fetchSubmissionPaper(projectId, signal),
    retry: false,
    enabled: Boolean(view.data?.report),
  });
  const timeline = useQuery({
    queryKey: [...key, 'timeline', existing?.version ?? 0],
    queryFn: ({ signal }) => fetchTimeline(submission, existing?.id ?? 0, signal),
    retry: false,
    enabled: existing !== null,
  });
  return {
    view: view.data,
    laidOutPaper: useMemo(() => (paper.data ? layOut(paper.data) : null), [paper.data]),
    timeline: timeline.data,
    error: view.error ?? paper.error,
    refresh: () => void queryClient.invalidateQueries({ queryKey: submissionKey }),
  };
}

/** Tells whether the report was submitted, or what still prevents it. */
function SubmissionStatus({ submission: existing, blocked, findings }: SubmissionView) {
  if (existing?.state === 'submitted')
    return (
      <Alert
        type="success"
        showIcon
        title={`已于${existing.submittedOn ?? ''}由${existing.submittedByName ?? ''}报送${existing.receiptNo ? `，回执编号${existing.receiptNo}` : ''}；以下为报送时的内容`}
      />
    );
  if (blocked !== null) return <Alert type="info" showIcon title={blocked} />;
  if (findings.length > 0)
    return <PushFindings title={submissionTexts.incomplete(findings.length)} findings={findings} />;
  return <Alert type="success" showIcon title={submissionTexts.complete} />;
}

/** Number, state and channel of the submission. */
function SubmissionFacts({ report, submission: existing }: SubmissionView) {
  return (
    <>
      {report && (
        <span>
          报告编号：<span className={styles.no}>{report.reportNo}</span>
        </span>
      )}
      {report && <DictCell dict="submissionState" value={existing?.state ?? 'drafting'} />}
      {existing?.channel && existing.state === 'submitted' && (
        <span>
          报送方式：
          <DictCell dict="submissionChannel" value={existing.channel} />
        </span>
      )}
    </>
  );
}

function SubmissionBody({ project }: { readonly project: number }) {
  const hasPermission = useMay();
  const [isDialogOpen, setDialogOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const { view, laidOutPaper, timeline, error, refresh } = useSubmission(project);
  if (error) return <RetryNotice title="报送资料加载失败" text={failureOf(error).pageText} onRetry={refresh} />;
  if (!view) return <Skeleton active />;
  const { report, blocked, findings, submission: existing } = view;
  const ready = blocked === null && findings.length === 0;
  const save = async () => {
    setBusy(true);
    await succeeded(downloadSubmission(project, `报送卡${report?.reportNo ?? ''}`));
    setBusy(false);
  };
  return (
    <div className={styles.page}>
      <SubmissionStatus {...view} />
      <ReturnNotice timeline={timeline} />
      <div className={styles.bar}>
        <SubmissionFacts {...view} />
        <span className={styles.acts}>
          {laidOutPaper && (
            <Button loading={busy} onClick={() => void save()}>
              下载PDF
            </Button>
          )}
          {existing && <MoveButtons entity={submission} row={existing} timeline={timeline} onMoved={refresh} />}
          {existing?.state !== 'submitted' && report && hasPermission(submitPermissions) && (
            <Button
              type="primary"
              disabled={!ready}
              title={ready ? '' : (blocked ?? submissionTexts.incomplete(findings.length))}
              onClick={() => setDialogOpen(true)}
            >
              报送
            </Button>
          )}
        </span>
      </div>
      <div className={styles.scroll}>
        {laidOutPaper ? <FittedPaper laidOutPaper={laidOutPaper} /> : report ? <Skeleton active /> : null}
      </div>
      <SubmitDialog project={project} open={isDialogOpen} onClose={() => setDialogOpen(false)} onDone={refresh} />
    </div>
  );
}

/** Submission of one project's report: missing data with links, preview on paper, and 报送. */
export default function SubmissionPreviewPage() {
  return <ProjectPage title="报送报告预览">{(project) => <SubmissionBody project={project.id} />}</ProjectPage>;
}
