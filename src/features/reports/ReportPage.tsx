import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Skeleton } from 'antd';
import { type ComponentType, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { failureOf } from '@/api/callFailures';
import { crud } from '@/api/crudClient';
import { succeeded } from '@/api/succeeded';
import { LastMoveNotice } from '@/features/projects/moves/LastMoveNotice';
import { MoveDialog, type OfferedMove } from '@/features/projects/moves/MoveDialog';
import { InvalidSignatures } from '@/features/projects/moves/SignatureMark';
import { fetchTimeline } from '@/features/projects/projectCalls';
import { ProjectPage } from '@/features/projects/ProjectPage';
import type { ProjectModel, ProjectRow } from '@/features/projects/useProject';
import { DictCell } from '@/fields';
import { feedback } from '@/lib/feedback';
import { FailureAlert } from '@/lib/notice/FailureAlert';
import { useMay } from '@/session/useCan';
import type { AnyRow, Entity } from '@contract/entity';
import { labSheet } from '@contract/features/laboratory/entities/labSheet';
import { workCalendarTexts } from '@contract/features/projects/workingDays';
import { approvalMachine } from '@contract/features/reports/approval/approvalMachine';
import { report as reportEntity } from '@contract/features/reports/entities/report';
import { reportMachine } from '@contract/features/reports/reportMachine';
import { traceTexts } from '@contract/features/reports/resultTrace';
import { permissionOf } from '@contract/permissions';
import type { SeenFingerprint } from '@contract/workflow/signatureTexts';
import { permissionOfMove } from '@contract/workflow/stateMachine';
import {
  beginReport,
  correctReport,
  fetchReportOf,
  fetchReportView,
  submitApproval,
  voidReport,
  withdrawReport,
} from './reportCalls';
import { ReportEditor } from './ReportEditor';
import { TraceDrawer } from './trace/TraceDrawer';
import styles from './reports.module.css';

const tracePermissions = [permissionOf(labSheet, 'list')];
const addPermissions = [permissionOf(reportEntity, 'add')];
const submitting = [permissionOfMove(approvalMachine, { key: 'submit' })];
const reportMoves: Readonly<Record<'submit' | 'correct' | 'void' | 'withdraw', OfferedMove>> = {
  submit: { key: 'submit', label: '提交审批', needsReason: false, signs: true },
  correct: { key: 'correct', label: '更正', needsReason: true, signs: false },
  void: { key: 'void', label: '作废', needsReason: true, signs: false },
  withdraw: { key: 'withdraw', label: '撤回公示', needsReason: true, signs: false },
};

const notes: Readonly<Record<string, string>> = {
  correct: '新增一份更正报告；签发后替代现在的报告，扫码时显示“已被替换”，已公示的撤下。',
  void: '报告仍可查阅，扫码时显示“已作废”；已公示的撤下。',
  withdraw: '公众将无法查看；更正内容后可以重新公示，公开页面的地址不变。',
};

/** Drawer that publishes an issued report. The page passes it in, because it belongs to another feature. */
interface PublishProps {
  readonly report: AnyRow;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onPublished: () => void;
}

interface ReportPageProps {
  readonly publish: ComponentType<PublishProps>;
}

interface BodyProps extends ReportPageProps {
  readonly project: ProjectRow;
  readonly model: ProjectModel;
  /** Id of an earlier issue in the address. */
  readonly requestedId: number | null;
}

function NoReport({ project, onMade }: { readonly project: ProjectRow; readonly onMade: () => void }) {
  const hasPermission = useMay();
  const [busy, setBusy] = useState(false);
  const ready = project.stage === 'reporting';
  const voided = useQuery({
    queryKey: ['list', reportEntity.path, 'voided', project.id],
    queryFn: async ({ signal }) =>
      (await crud<Entity>(reportEntity).list({ project: project.id, state: 'voided', page: 0, size: 20 }, signal))
        .content,
    retry: false,
  });
  const voidedReports = voided.data ?? [];
  const make = async () => {
    setBusy(true);
    await succeeded(beginReport(project.id).then(() => onMade()));
    setBusy(false);
  };
  return (
    <div className={styles.empty}>
      <Alert
        type="info"
        showIcon
        title={
          voidedReports.length
            ? `该项目的报告已作废${ready ? '，可以新增报告' : ''}`
            : ready
              ? '该项目还没有报告'
              : '该项目还没有到报告编制，检测记录审批通过后可以新增报告'
        }
      />
      {voidedReports.map(({ id, reportNo }) => (
        <Link key={id} to={`?belongProject=${project.id}&report=${id}`}>
          查看已作废的 {String(reportNo)}
        </Link>
      ))}
      {ready && hasPermission(addPermissions) && (
        <Button type="primary" loading={busy} onClick={() => void make()}>
          新增报告
        </Button>
      )}
    </div>
  );
}

/** Queries the report of a project, or the wanted earlier issue, with its content and timeline. */
function useReport(project: ProjectRow, requestedId: number | null) {
  const reportIdQuery = useQuery({
    queryKey: ['list', reportEntity.path, 'of', project.id],
    queryFn: ({ signal }) => fetchReportOf(project.id, signal),
    retry: false,
    enabled: requestedId === null,
  });
  const id = requestedId ?? reportIdQuery.data ?? null;
  const row = useQuery({
    queryKey: ['list', reportEntity.path, 'one', id],
    queryFn: ({ signal }) => crud<Entity>(reportEntity).get(id ?? 0, signal),
    enabled: id !== null,
    retry: false,
  });
  const view = useQuery({
    queryKey: ['list', reportEntity.path, 'one', id, 'content'],
    queryFn: ({ signal }) => fetchReportView(id ?? 0, signal),
    enabled: id !== null,
    retry: false,
  });
  const timeline = useQuery({
    queryKey: ['list', reportEntity.path, 'one', id, 'timeline'],
    queryFn: ({ signal }) => fetchTimeline(reportEntity, id ?? 0, signal),
    enabled: id !== null,
    retry: false,
  });
  return { of: reportIdQuery, id, row, view, timeline };
}

type ReportDrawer = 'publish' | 'trace';

/** Returns which drawers are open. The address stores them, because lists link here with `publish` in it. */
function useOpenedParts() {
  const [search, setSearch] = useSearchParams();
  const setOpen = (part: ReportDrawer, open: boolean) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now);
        if (open) next.set(part, '1');
        else next.delete(part);
        return next;
      },
      { replace: true },
    );
  return { search, setOpen };
}

interface MoveBody {
  readonly reason?: string | undefined;
  readonly password?: string | undefined;
}

/** The report in its displayed version. */
interface DisplayedReport {
  readonly project: number;
  readonly report: number;
  readonly version: number;
  readonly asSeen: SeenFingerprint;
}

/** Makes a move of the report. Returns the message of the server. */
function makeMove(
  move: string | undefined,
  { project, report, version, asSeen }: DisplayedReport,
  body: MoveBody,
  key: string,
): Promise<string> {
  if (move === 'submit') return submitApproval({ project, kind: 'report', version, asSeen }, body.password ?? '', key);
  if (move === 'withdraw') return withdrawReport(report, body.reason ?? '', key);
  return move === 'correct'
    ? correctReport(report, body.reason ?? '', key)
    : voidReport(report, body.reason ?? '', key);
}

interface ReportFactsProps {
  readonly report: AnyRow;
  readonly view: Awaited<ReturnType<typeof fetchReportView>>;
  /** Keys of the moves that the person may make now. */
  readonly offeredKeys: ReadonlySet<string>;
  readonly onMove: (move: OfferedMove) => void;
  readonly setOpen: (part: ReportDrawer, open: boolean) => void;
}

function ReportButtons({ report, view, offeredKeys, onMove, setOpen }: ReportFactsProps) {
  const hasPermission = useMay();
  const drafting = report.state === reportMachine.initial;
  return (
    <span className={styles.acts}>
      {hasPermission(tracePermissions) && <Button onClick={() => setOpen('trace', true)}>{traceTexts.open}</Button>}
      {drafting && hasPermission(submitting) && (
        <Button
          type="primary"
          onClick={() =>
            view.problems.length ? feedback.notify('warning', view.problems[0] ?? '') : onMove(reportMoves.submit)
          }
        >
          提交审批
        </Button>
      )}
      {offeredKeys.has('withdraw') && <Button onClick={() => onMove(reportMoves.withdraw)}>撤回公示</Button>}
      {offeredKeys.has('correct') && <Button onClick={() => onMove(reportMoves.correct)}>更正</Button>}
      {offeredKeys.has('void') && (
        <Button danger onClick={() => onMove(reportMoves.void)}>
          作废
        </Button>
      )}
      {offeredKeys.has('publish') && (
        <Button type="primary" onClick={() => setOpen('publish', true)}>
          公示
        </Button>
      )}
    </span>
  );
}

/** Line above the report: number, state, dates, and available actions. */
function ReportFacts(props: ReportFactsProps) {
  const { report, view } = props;
  return (
    <div className={styles.facts}>
      <span>
        报告编号：<span className={styles.no}>{String(report.reportNo)}</span>
      </span>
      <DictCell dict="reportState" value={report.state} />
      {typeof report.issuedOn === 'string' && <span>签发日期：{String(report.issuedOn)}</span>}
      {view.due && report.state !== 'voided' && (
        <span title={workCalendarTexts.dueHint(view.due.unlisted)}>{workCalendarTexts.due(view.due)}</span>
      )}
      {typeof report.previousName === 'string' && <span>原报告：{String(report.previousName)}</span>}
      {report.state === 'published' && typeof report.notice === 'number' && (
        <a href={`/orgReportFormulaDetails?id=${report.notice}`} target="_blank" rel="noreferrer" className="reach">
          公示页面
        </a>
      )}
      {view.verifyPath && (
        <a href={view.verifyPath} target="_blank" rel="noreferrer" className="reach">
          核验页
        </a>
      )}
      <ReportButtons {...props} />
    </div>
  );
}

function ReportBody({ project, model, requestedId, publish: Publish }: BodyProps) {
  const queryClient = useQueryClient();
  const hasPermission = useMay();
  const { search, setOpen } = useOpenedParts();
  const [move, setMove] = useState<OfferedMove | null>(null);
  const { of: reportIdQuery, id, row, view, timeline } = useReport(project, requestedId);
  const refresh = () => {
    void queryClient.invalidateQueries({ queryKey: ['list', reportEntity.path] });
    void model.refresh();
  };
  const firstError = reportIdQuery.error ?? row.error ?? view.error;
  if (firstError) return <FailureAlert message={failureOf(firstError).pageText} onRetry={refresh} />;
  if (requestedId === null && reportIdQuery.data === null) return <NoReport project={project} onMade={refresh} />;
  if (!row.data || !view.data || id === null) return <Skeleton active />;
  const { data: report } = row;
  const offeredKeys = new Set((timeline.data?.moves ?? []).map(({ key }) => key));
  return (
    <>
      <ReportFacts report={report} view={view.data} offeredKeys={offeredKeys} onMove={setMove} setOpen={setOpen} />
      <div className={styles.warnings}>
        <InvalidSignatures timeline={timeline.data} />
        <LastMoveNotice timeline={timeline.data} />
      </div>
      {offeredKeys.has('publish') && (
        <Publish
          report={report}
          open={search.has('publish')}
          onClose={() => setOpen('publish', false)}
          onPublished={refresh}
        />
      )}
      <TraceDrawer
        results={view.data.content.results}
        open={hasPermission(tracePermissions) && search.has('trace')}
        onClose={() => setOpen('trace', false)}
      />
      <ReportEditor key={id} row={report} stage={project.stage} view={view.data} onSaved={refresh} />
      <MoveDialog
        entity={reportEntity}
        row={report}
        move={move}
        sendMove={(body, key) =>
          makeMove(
            move?.key,
            { project: project.id, report: id, version: report.version, asSeen: view.data?.asSeen ?? {} },
            body,
            key,
          )
        }
        {...(move && notes[move.key] ? { note: notes[move.key] } : {})}
        onClose={() => setMove(null)}
        onMoved={refresh}
      />
    </>
  );
}

/** 报告预览 of one project: generate, edit, preview, submit. */
export function ReportPage({ publish }: ReportPageProps) {
  const [search] = useSearchParams();
  const requestedId = Number(search.get('report'));
  return (
    <ProjectPage title="报告">
      {(project, model) => (
        <ReportBody
          publish={publish}
          project={project}
          model={model}
          requestedId={Number.isInteger(requestedId) && requestedId > 0 ? requestedId : null}
        />
      )}
    </ProjectPage>
  );
}
