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
import { submissionTexts } from '@contract/features/platforms/submissionWire';
import { layOut } from '@contract/print/pageLayout';
import { permissionOfMove } from '@contract/workflow/stateMachine';
import styles from '@/features/platforms/platforms.module.css';

const submitting = [permissionOfMove(submissionMachine, { key: 'submit' })];

function SubmissionBody({ project }: { readonly project: number }) {
  const queryClient = useQueryClient();
  const hasPermission = useMay();
  const [isDialogOpen, setDialogOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  useReloadOnReturn(submissionKey);
  const key = [...submissionKey, 'one', project] as const;
  const view = useQuery({ queryKey: key, queryFn: ({ signal }) => fetchSubmission(project, signal), retry: false });
  const existingSubmission = view.data?.submission ?? null;
  const paper = useQuery({
    queryKey: [...key, 'paper', existingSubmission?.version ?? 0],
    queryFn: ({ signal }) => fetchSubmissionPaper(project, signal),
    retry: false,
    enabled: Boolean(view.data?.report),
  });
  const timeline = useQuery({
    queryKey: [...key, 'timeline', existingSubmission?.version ?? 0],
    queryFn: ({ signal }) => fetchTimeline(submission, existingSubmission?.id ?? 0, signal),
    retry: false,
    enabled: existingSubmission !== null,
  });
  const laidOutPaper = useMemo(() => (paper.data ? layOut(paper.data) : null), [paper.data]);
  const refresh = () => void queryClient.invalidateQueries({ queryKey: submissionKey });
  const error = view.error ?? paper.error;
  if (error) return <RetryNotice title="报送资料加载失败" text={failureOf(error).message} onRetry={refresh} />;
  if (!view.data) return <Skeleton active />;
  const { report, blocked, findings } = view.data;
  const isSubmitted = existingSubmission?.state === 'submitted';
  const ready = blocked === null && findings.length === 0;
  const save = async () => {
    setBusy(true);
    await succeeded(downloadSubmission(project, `报送卡${report?.reportNo ?? ''}`));
    setBusy(false);
  };
  return (
    <div className={styles.page}>
      {isSubmitted && existingSubmission ? (
        <Alert
          type="success"
          showIcon
          title={`已于${existingSubmission.submittedOn ?? ''}由${existingSubmission.submittedByName ?? ''}报送${existingSubmission.receiptNo ? `，回执编号${existingSubmission.receiptNo}` : ''}；以下为报送时的内容`}
        />
      ) : blocked !== null ? (
        <Alert type="info" showIcon title={blocked} />
      ) : findings.length > 0 ? (
        <PushFindings title={submissionTexts.incomplete(findings.length)} findings={findings} />
      ) : (
        <Alert type="success" showIcon title={submissionTexts.complete} />
      )}
      <ReturnNotice timeline={timeline.data} />
      <div className={styles.bar}>
        {report && (
          <span>
            报告编号：<span className={styles.no}>{report.reportNo}</span>
          </span>
        )}
        {report && <DictCell dict="submissionState" value={existingSubmission?.state ?? 'drafting'} />}
        {existingSubmission?.channel && isSubmitted && (
          <span>
            报送方式：
            <DictCell dict="submissionChannel" value={existingSubmission.channel} />
          </span>
        )}
        <span className={styles.acts}>
          {laidOutPaper && (
            <Button loading={busy} onClick={() => void save()}>
              下载PDF
            </Button>
          )}
          {existingSubmission && (
            <MoveButtons entity={submission} row={existingSubmission} timeline={timeline.data} onMoved={refresh} />
          )}
          {!isSubmitted && report && hasPermission(submitting) && (
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
