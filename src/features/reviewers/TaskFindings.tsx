import { useQuery } from '@tanstack/react-query';
import { Button, Empty, Skeleton } from 'antd';
import { useState } from 'react';
import { failureOf } from '@/api/callFailures';
import { crud } from '@/api/crudClient';
import { succeeded } from '@/api/succeeded';
import type { WorkflowRowProps } from '@/features/projects/workflowRow/WorkflowRowPage';
import { DictCell, emptyCellText } from '@/fields';
import { isPdf, isPicture } from '@/fields/preview/fileEnding';
import type { PreviewedFile } from '@/fields/preview/FilePreview';
import { deferredPart } from '@/lib/deferredPart';
import { feedback } from '@/lib/feedback';
import { FailureAlert } from '@/lib/notice/FailureAlert';
import { useSession } from '@/session/sessionStore';
import { useCan } from '@/session/useCan';
import type { AnyRow, Entity } from '@contract/entity';
import { outsideFinding } from '@contract/features/reviewers/entities/outsideFinding';
import { messages } from '@contract/messages';
import { permissionOf } from '@contract/permissions';
import { FindingDialog, type FindingTask } from './FindingDialog';
import { fetchFile } from './reviewerCalls';
import styles from './outside.module.css';

interface FindingItemProps {
  readonly finding: AnyRow;
  readonly mayWrite: boolean;
  readonly mayAnswer: boolean;
  readonly mayJudge: boolean;
  readonly onAsk: (task: FindingTask) => void;
  readonly onDelete: (finding: AnyRow) => void;
}

const textOrEmpty = (value: unknown): string =>
  value === null || value === undefined || value === '' ? emptyCellText : String(value);

const FilePreview = deferredPart(async () => (await import('@/fields/preview/FilePreview')).FilePreview);

/** Shows an image or a PDF in the page and downloads other files. */
function FileButton({
  finding,
  which: fileField,
  label,
}: {
  readonly finding: AnyRow;
  readonly which: 'evidence' | 'answerFile';
  readonly label: string;
}) {
  const [busy, setBusy] = useState(false);
  const [previewedFile, setPreviewedFile] = useState<PreviewedFile | null>(null);
  if (!finding[fileField]) return null;
  const openPreview = async () => {
    const file = await fetchFile(
      `${outsideFinding.path}/file/${finding.id}/${fileField}`,
      `${String(finding.findingNo)}-${label}`,
    );
    if (isPicture(file.title) || isPdf(file.title)) setPreviewedFile(file);
    else file.save();
  };
  const open = async () => {
    setBusy(true);
    await succeeded(openPreview());
    setBusy(false);
  };
  return (
    <>
      <Button size="small" type="link" loading={busy} onClick={() => void open()}>
        查看{label}
      </Button>
      <FilePreview wanted={previewedFile !== null} file={previewedFile} onClose={() => setPreviewedFile(null)} />
    </>
  );
}

function FindingItem({ finding, mayWrite, mayAnswer, mayJudge, onAsk, onDelete }: FindingItemProps) {
  return (
    <li className={styles.finding} aria-label={`检查发现 ${String(finding.findingNo)}`}>
      <div className={styles.findingHead}>
        <strong className={styles.code}>{String(finding.findingNo)}</strong>
        <DictCell dict="findingSeverity" value={finding.severity} />
        {Boolean(finding.verdict) && <DictCell dict="findingVerdict" value={finding.verdict} />}
        <span className={styles.findingActs}>
          {mayWrite && (
            <Button size="small" onClick={() => onAsk({ kind: 'edit', finding })}>
              编辑
            </Button>
          )}
          {mayWrite && (
            <Button size="small" danger onClick={() => onDelete(finding)}>
              删除
            </Button>
          )}
          {mayAnswer && (
            <Button size="small" type="primary" ghost onClick={() => onAsk({ kind: 'answer', finding })}>
              {finding.answer ? '修改答复' : '答复'}
            </Button>
          )}
          {mayJudge && (
            <Button size="small" type="primary" ghost onClick={() => onAsk({ kind: 'judge', finding })}>
              {finding.verdict ? '修改复核意见' : '复核'}
            </Button>
          )}
        </span>
      </div>
      <dl>
        <dt>问题描述</dt>
        <dd>
          {textOrEmpty(finding.description)} <FileButton finding={finding} which="evidence" label="证据" />
        </dd>
        <dt>依据与整改要求</dt>
        <dd>{textOrEmpty(finding.requirement)}</dd>
        <dt>整改答复</dt>
        <dd>
          {textOrEmpty(finding.answer)}
          {finding.answeredByName ? (
            <span className={styles.hint}>
              {'　'}
              {String(finding.answeredByName)} {String(finding.answeredAt ?? '').slice(0, 16)}
            </span>
          ) : null}{' '}
          <FileButton finding={finding} which="answerFile" label="答复附件" />
        </dd>
        {Boolean(finding.verdictRemark) && (
          <>
            <dt>复核说明</dt>
            <dd>{String(finding.verdictRemark)}</dd>
          </>
        )}
      </dl>
    </li>
  );
}

/** 检查发现: written by the reviewer, answered by the laboratory, judged by the reviewer. */
export function TaskFindings({ row, timeline, refresh }: WorkflowRowProps) {
  const isMine = useSession((session) => session.user?.id === row.reviewer);
  const mayAdd = useCan([permissionOf(outsideFinding, 'add')]);
  const [findingTask, setFindingTask] = useState<FindingTask | null>(null);
  const api = crud<Entity>(outsideFinding);
  const { data, error, refetch } = useQuery({
    queryKey: ['list', outsideFinding.path, 'of', row.id],
    queryFn: ({ signal }) => api.list({ task: row.id, page: 0, size: 200, sort: 'id,asc' }, signal),
    retry: false,
  });
  const mayWrite = isMine && mayAdd && row.state === 'checking';
  const mayAnswer = (timeline?.moves ?? []).some(({ key }) => key === 'answer');
  const mayJudge = isMine && row.state === 'awaitingReview';
  const remove = async (finding: AnyRow) => {
    if (!(await feedback.confirm(messages.confirmDelete, { danger: true }))) return;
    try {
      await api.remove([finding]);
      feedback.notify('success', messages.deleted);
    } catch (caught) {
      failureOf(caught);
    } finally {
      refresh();
    }
  };
  if (error) return <FailureAlert message={failureOf(error).pageText} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active />;
  return (
    <>
      {mayWrite && (
        <div className={styles.bar}>
          <Button type="primary" onClick={() => setFindingTask({ kind: 'add', finding: null })}>
            登记问题
          </Button>
        </div>
      )}
      {data.content.length === 0 ? (
        <Empty
          image={Empty.PRESENTED_IMAGE_SIMPLE}
          description={mayWrite ? '还没有登记问题。没有问题时，填完检查表和结论后即可“检查通过并关闭”' : '没有登记问题'}
        />
      ) : (
        <ul className={styles.findings}>
          {data.content.map((finding) => (
            <FindingItem
              key={finding.id}
              finding={finding}
              mayWrite={mayWrite}
              mayAnswer={mayAnswer}
              mayJudge={mayJudge}
              onAsk={setFindingTask}
              onDelete={(finding) => void remove(finding)}
            />
          ))}
        </ul>
      )}
      <FindingDialog task={row.id} requestedTask={findingTask} onClose={() => setFindingTask(null)} onDone={refresh} />
    </>
  );
}
