import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Skeleton, Tabs } from 'antd';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { failureOf } from '@/api/callFailures';
import { crud } from '@/api/crudClient';
import { approvalAddress } from '@/features/projects/approvalAddress';
import { LastMoveNotice } from '@/features/projects/moves/LastMoveNotice';
import { MoveButtons } from '@/features/projects/moves/MoveButtons';
import { InvalidSignatures } from '@/features/projects/moves/SignatureMark';
import { announceNext } from '@/features/projects/moves/useNextSignature';
import { fetchTimeline } from '@/features/projects/projectCalls';
import { ProjectPage } from '@/features/projects/ProjectPage';
import type { ProjectModel, ProjectRow } from '@/features/projects/useProject';
import { DictCell } from '@/fields';
import { FailureAlert } from '@/lib/notice/FailureAlert';
import type { Entity } from '@contract/entity';
import type { ApprovalWork } from '@contract/features/reports/approval/approvalWork';
import { approval as approvalEntity } from '@contract/features/reports/entities/approval';
import { report as reportEntity } from '@contract/features/reports/entities/report';
import { invalidBecause, signatureStates } from '@contract/workflow/signatureTexts';
import type { Timeline } from '@contract/workflow/workflowWire';
import { fetchReportView } from '../reportCalls';
import { ReportPaper } from '../ReportPaper';
import { fetchApprovalOf, fetchApprovalWork, fetchWaitingApprovals } from './approvalCalls';
import { ChangeList, ReplacedList } from './ChangeList';
import { RecordTable } from './RecordTable';
import { ResultTable } from './ResultTable';
import styles from './approvals.module.css';

type ApprovalKind = 'records' | 'report';

/** The submitted report on paper. */
function SubmittedReport({ id }: { readonly id: number }) {
  const row = useQuery({
    queryKey: ['list', reportEntity.path, 'one', id],
    queryFn: ({ signal }) => crud<Entity>(reportEntity).get(id, signal),
    retry: false,
  });
  const view = useQuery({
    queryKey: ['list', reportEntity.path, 'one', id, 'content'],
    queryFn: ({ signal }) => fetchReportView(id, signal),
    retry: false,
  });
  const firstError = row.error ?? view.error;
  if (firstError) return <Alert type="error" showIcon title={failureOf(firstError).pageText} />;
  if (!row.data || !view.data) return <Skeleton active />;
  return (
    <div className={styles.paper}>
      <ReportPaper row={row.data} view={view.data} content={view.data.content} />
    </div>
  );
}

interface BodyProps {
  readonly project: ProjectRow;
  readonly model: ProjectModel;
  readonly kind: ApprovalKind | null;
  readonly requestedId: number | null;
}

const badOf = ({ posts }: ApprovalWork): number => posts.filter(({ verdict }) => verdict === 'exceeds').length;

const key = ['list', approvalEntity.path, 'one'] as const;

/** Queries the approval named in the URL, otherwise the approval of the project, with its timeline. */
function useApproval(project: ProjectRow, kind: ApprovalKind | null, requestedId: number | null) {
  const approvalIdQuery = useQuery({
    queryKey: [...key, 'of', project.id, kind],
    retry: false,
    enabled: requestedId === null,
    queryFn: async ({ signal }) =>
      kind
        ? fetchApprovalOf(project.id, kind, signal)
        : ((await fetchApprovalOf(project.id, 'report', signal)) ??
          (await fetchApprovalOf(project.id, 'records', signal))),
  });
  const id = requestedId ?? approvalIdQuery.data ?? null;
  const { data: approvalWork, error } = useQuery({
    queryKey: [...key, id],
    queryFn: ({ signal }) => fetchApprovalWork(id ?? 0, signal),
    enabled: id !== null,
    retry: false,
  });
  const { data: timeline } = useQuery({
    queryKey: [...key, id, 'timeline'],
    queryFn: ({ signal }) => fetchTimeline(approvalEntity, id ?? 0, signal),
    enabled: id !== null,
    retry: false,
  });
  return { of: approvalIdQuery, work: approvalWork, error, timeline };
}

/** Returns `refresh`, which reloads the page, and `openNextApproval`, which also opens the next approval. */
function useAfterMove(model: ProjectModel) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const refresh = () => {
    void queryClient.invalidateQueries({ queryKey: ['list', approvalEntity.path] });
    void queryClient.invalidateQueries({ queryKey: ['list', reportEntity.path] });
    void model.refresh();
  };
  const openNextApproval = (decidedId: number) => {
    refresh();
    // Opens the next approval. Without one the page stays and shows the result.
    void fetchWaitingApprovals().then(
      (waitingApprovals) => {
        const nextWaitingApproval = waitingApprovals.find(({ id }) => id !== decidedId);
        if (!nextWaitingApproval) return;
        announceNext(nextWaitingApproval.title);
        void navigate(approvalAddress(nextWaitingApproval));
      },
      () => undefined,
    );
  };
  return { refresh, moved: openNextApproval };
}

function tabsOf(approvalWork: ApprovalWork, isDeciding: boolean, onConfirmed: () => void) {
  const { approval } = approvalWork;
  const failingCount = badOf(approvalWork);
  return [
    ...(approvalWork.replaced
      ? [
          {
            key: 'replaced',
            label: `与原报告的差异（${approvalWork.replaced.count}）`,
            children: <ReplacedList replaced={approvalWork.replaced} />,
          },
        ]
      : []),
    ...(typeof approval.report === 'number'
      ? [{ key: 'report', label: '报告', children: <SubmittedReport id={approval.report} /> }]
      : []),
    {
      key: 'results',
      label: failingCount ? `结果（${failingCount}个岗位不符合）` : '结果',
      children: <ResultTable posts={approvalWork.posts} />,
    },
    {
      key: 'records',
      label: `检测记录（${approvalWork.records.length}）`,
      children: <RecordTable records={approvalWork.records} />,
    },
    {
      key: 'changes',
      label: approvalWork.changeCount ? `退回后的修改（${approvalWork.changeCount}）` : '退回后的修改',
      children: <ChangeList work={approvalWork} deciding={isDeciding} onConfirmed={onConfirmed} />,
    },
  ];
}

interface ApprovalFactsProps {
  readonly work: ApprovalWork;
  readonly timeline: Timeline | undefined;
  /** Reason why the person can't decide yet. */
  readonly blocked: string | undefined;
  readonly onMoved: (madeMove?: string) => void;
}

/** Line above the tabs: title, state, who submitted, and the moves. */
function ApprovalFacts({ work, timeline, blocked, onMoved }: ApprovalFactsProps) {
  const { approval } = work;
  return (
    <div className={styles.facts}>
      <strong>{String(approval.title)}</strong>
      <DictCell dict="approvalState" value={approval.state} />
      <span>
        提交人：{String(approval.submitterName ?? '—')}，{String(approval.submittedAt ?? '').slice(0, 16)}
      </span>
      {approval.state !== 'passed' && <span>本步骤已等待{work.days}天</span>}
      <span className={styles.acts}>
        <MoveButtons
          entity={approvalEntity}
          row={approval}
          timeline={timeline}
          asSeen={work.asSeen}
          {...(blocked ? { blocked: { passFirst: blocked, passSecond: blocked, sign: blocked } } : {})}
          onMoved={onMoved}
        />
      </span>
    </div>
  );
}

/** Names the records whose signatures are no longer valid. */
function BrokenRecords({ work }: { readonly work: ApprovalWork }) {
  const broken = work.records.filter((record) => record.broken.length > 0);
  if (!broken.length) return null;
  return (
    <Alert
      type="error"
      showIcon
      title={`${signatureStates.invalid.label}：${broken.map(({ sheetNo, broken: names }) => `${sheetNo}（${names.join('、')}）`).join('，')}`}
      description={work.barred ?? invalidBecause([])}
    />
  );
}

function ApprovalBody({ project, model, kind, requestedId }: BodyProps) {
  const queryClient = useQueryClient();
  // Null until the person chooses a tab. Then the page shows the tab that must be read first, or else the first tab.
  const [tab, setTab] = useState<string | null>(null);
  const { of: approvalIdQuery, work, error, timeline } = useApproval(project, kind, requestedId);
  const { refresh, moved: openNextApproval } = useAfterMove(model);
  const firstError = error ?? approvalIdQuery.error;
  if (firstError)
    return (
      <FailureAlert
        message={failureOf(firstError).pageText}
        onRetry={() => void queryClient.invalidateQueries({ queryKey: key })}
      />
    );
  if (requestedId === null && approvalIdQuery.data === null)
    return (
      <Alert type="info" showIcon title={kind === 'report' ? '该项目的报告还没有提交审批' : '该项目还没有提交审批'} />
    );
  if (!work) return <Skeleton active />;
  const { approval } = work;
  const isDeciding = (timeline?.moves ?? []).some(({ signs }) => signs);
  const hasUnreadChanges = work.changeCount > 0 && !work.changesSeen;
  const blocked = work.barred ?? (hasUnreadChanges ? '请先在“退回后的修改”中查看并确认' : undefined);
  const tabs = tabsOf(work, isDeciding, () => {
    setTab('changes');
    refresh();
  });
  return (
    <section className={styles.page} aria-label={String(approval.title)}>
      <ApprovalFacts
        work={work}
        timeline={timeline}
        blocked={blocked}
        onMoved={(madeMove) => (madeMove ? openNextApproval(approval.id) : refresh())}
      />
      <InvalidSignatures timeline={timeline} />
      <BrokenRecords work={work} />
      <LastMoveNotice timeline={timeline} />
      <Tabs
        className={styles.tabs ?? ''}
        size="small"
        items={tabs}
        activeKey={tab ?? (hasUnreadChanges && isDeciding ? 'changes' : (tabs[0]?.key ?? ''))}
        onChange={setTab}
      />
    </section>
  );
}

const numberIn = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;

/** 项目审核: the decision, with all data it is based on. */
export function ApprovalPage({ title, kind }: { readonly title: string; readonly kind: ApprovalKind | null }) {
  const [search] = useSearchParams();
  return (
    <ProjectPage title={title}>
      {(project, model) => (
        <ApprovalBody
          key={search.get('id') ?? project.id}
          project={project}
          model={model}
          kind={kind}
          requestedId={numberIn(search.get('id'))}
        />
      )}
    </ProjectPage>
  );
}
