import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Skeleton } from 'antd';
import { useMemo, useState } from 'react';
import { failureOf } from '@/api/failures';
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
import { Returned } from '@/features/projects/moves/Returned';
import { fetchTimeline } from '@/features/projects/projectCalls';
import { ProjectPage } from '@/features/projects/ProjectPage';
import { DictCell } from '@/fields';
import { RetryNotice } from '@/lib/notice/Notice';
import { FittedPaper } from '@/lib/print/FittedPaper';
import { useAskedAgain } from '@/session/useAskedAgain';
import { useMay } from '@/session/useCan';
import { submission } from '@contract/features/platforms/entities/submission';
import { submissionMachine } from '@contract/features/platforms/submission/submissionMachine';
import { submissionTexts } from '@contract/features/platforms/submissionWire';
import { layOut } from '@contract/print/pages';
import { permissionOfMove } from '@contract/workflow/machine';
import styles from '@/features/platforms/platforms.module.css';

const submitting = [permissionOfMove(submissionMachine, { key: 'submit' })];

function SubmissionBody({ project }: { readonly project: number }) {
  const queries = useQueryClient();
  const may = useMay();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  useAskedAgain(submissionKey);
  const key = [...submissionKey, 'one', project] as const;
  const view = useQuery({ queryKey: key, queryFn: ({ signal }) => fetchSubmission(project, signal), retry: false });
  const made = view.data?.submission ?? null;
  const paper = useQuery({
    queryKey: [...key, 'paper', made?.version ?? 0],
    queryFn: ({ signal }) => fetchSubmissionPaper(project, signal),
    retry: false,
    enabled: Boolean(view.data?.report),
  });
  const timeline = useQuery({
    queryKey: [...key, 'timeline', made?.version ?? 0],
    queryFn: ({ signal }) => fetchTimeline(submission, made?.id ?? 0, signal),
    retry: false,
    enabled: made !== null,
  });
  const laid = useMemo(() => (paper.data ? layOut(paper.data) : null), [paper.data]);
  const refresh = () => void queries.invalidateQueries({ queryKey: submissionKey });
  const error = view.error ?? paper.error;
  if (error) return <RetryNotice title="报送资料加载失败" text={failureOf(error).message} onRetry={refresh} />;
  if (!view.data) return <Skeleton active />;
  const { report, blocked, findings } = view.data;
  const done = made?.state === 'submitted';
  const ready = blocked === null && findings.length === 0;
  const save = async () => {
    setBusy(true);
    await succeeded(downloadSubmission(project, `报送卡${report?.reportNo ?? ''}`));
    setBusy(false);
  };
  return (
    <div className={styles.page}>
      {done && made ? (
        <Alert
          type="success"
          showIcon
          title={`已于${made.submittedOn ?? ''}由${made.submittedByName ?? ''}报送${made.receiptNo ? `，回执编号${made.receiptNo}` : ''}；以下为报送时的内容`}
        />
      ) : blocked !== null ? (
        <Alert type="info" showIcon title={blocked} />
      ) : findings.length > 0 ? (
        <PushFindings title={submissionTexts.incomplete(findings.length)} findings={findings} />
      ) : (
        <Alert type="success" showIcon title={submissionTexts.complete} />
      )}
      <Returned timeline={timeline.data} />
      <div className={styles.bar}>
        {report && (
          <span>
            报告编号：<span className={styles.no}>{report.reportNo}</span>
          </span>
        )}
        {report && <DictCell dict="submissionState" value={made?.state ?? 'drafting'} />}
        {made?.channel && done && (
          <span>
            报送方式：
            <DictCell dict="submissionChannel" value={made.channel} />
          </span>
        )}
        <span className={styles.acts}>
          {laid && (
            <Button loading={busy} onClick={() => void save()}>
              下载PDF
            </Button>
          )}
          {made && <MoveButtons entity={submission} row={made} timeline={timeline.data} onMoved={refresh} />}
          {!done && report && may(submitting) && (
            <Button
              type="primary"
              disabled={!ready}
              title={ready ? '' : (blocked ?? submissionTexts.incomplete(findings.length))}
              onClick={() => setAsking(true)}
            >
              报送
            </Button>
          )}
        </span>
      </div>
      <div className={styles.scroll}>{laid ? <FittedPaper laid={laid} /> : report ? <Skeleton active /> : null}</div>
      <SubmitDialog project={project} open={asking} onClose={() => setAsking(false)} onDone={refresh} />
    </div>
  );
}

/** Submission of one project's report: missing data with links, preview on paper, and 报送. */
export default function SubmissionPreviewPage() {
  return <ProjectPage title="报送报告预览">{(project) => <SubmissionBody project={project.id} />}</ProjectPage>;
}
