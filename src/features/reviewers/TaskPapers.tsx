import { useQuery } from '@tanstack/react-query';
import { Button, Empty, Skeleton } from 'antd';
import { useMemo, useState } from 'react';
import { failureOf } from '@/api/callFailures';
import { succeeded } from '@/api/succeeded';
import type { WorkflowRowProps } from '@/features/projects/workflowRow/WorkflowRowPage';
import { Tone } from '@/fields';
import { FilePreview, type PreviewedFile } from '@/fields/preview/FilePreview';
import { FailureAlert } from '@/lib/notice/FailureAlert';
import { FittedPaper } from '@/lib/print/FittedPaper';
import { PageDrawer } from '@/session/overlays';
import { outsideTask } from '@contract/features/reviewers/entities/outsideTask';
import { outsideTexts } from '@contract/features/reviewers/reviewerTexts';
import { layOut } from '@contract/print/pageLayout';
import { fetchFile, fetchTaskPaper, fetchTaskPapers, downloadTaskFile, downloadTaskPapers } from './reviewerCalls';
import styles from './outside.module.css';

interface OpenedPaper {
  readonly key: string;
  readonly title: string;
}

/** Shows a record of the checked project as printed. */
function PaperDrawer({
  task,
  opened: openedPaper,
  onClose,
}: {
  readonly task: number;
  readonly opened: OpenedPaper | null;
  readonly onClose: () => void;
}) {
  const key = openedPaper?.key ?? '';
  const { data, error, refetch } = useQuery({
    queryKey: ['list', outsideTask.path, 'paper', task, key],
    queryFn: ({ signal }) => fetchTaskPaper(task, key, signal),
    enabled: openedPaper !== null,
    retry: false,
  });
  const laidOutPaper = useMemo(() => (data ? layOut(data) : null), [data]);
  return (
    <PageDrawer
      open={openedPaper !== null}
      size="min(920px, 100vw)"
      title={openedPaper?.title ?? ''}
      onClose={onClose}
      destroyOnHidden
    >
      {error ? (
        <FailureAlert message={failureOf(error).pageText} onRetry={() => void refetch()} />
      ) : laidOutPaper ? (
        <FittedPaper laidOutPaper={laidOutPaper} />
      ) : (
        <Skeleton active />
      )}
    </PageDrawer>
  );
}

const { path } = outsideTask;
const reportPath = (taskId: number, id: number) => `${path}/report/${taskId}/${id}`;

type ReviewerPapers = Awaited<ReturnType<typeof fetchTaskPapers>>;
/** Loads a file and shows it in the page. */
type OpenFile = (key: string, from: string, name: string, extension?: string) => Promise<void>;

interface OpeningProps {
  readonly task: number;
  /** Key of the file that is being loaded. */
  readonly busy: string | null;
  readonly open: OpenFile;
}

function ReportRow({
  report,
  task,
  busy,
  open,
}: OpeningProps & { readonly report: ReviewerPapers['reports'][number] }) {
  const { id, reportNo, issuedOn } = report;
  return (
    <tr>
      <td>检测报告</td>
      <td className={styles.code}>{reportNo}</td>
      <td>项目检测报告</td>
      <td>{issuedOn ? `${issuedOn} 签发` : '已签发'}</td>
      <td>见报告</td>
      <td>
        <Button
          size="small"
          type="link"
          loading={busy === `report-${id}`}
          aria-label={`打开 检测报告 ${reportNo}`}
          onClick={() => void open(`report-${id}`, reportPath(task, id), `检测报告-${reportNo}`, 'pdf')}
        >
          打开
        </Button>
        <Button
          size="small"
          type="link"
          onClick={() => void succeeded(downloadTaskFile(reportPath(task, id), `检测报告-${reportNo}`, 'pdf'))}
        >
          下载PDF
        </Button>
      </td>
    </tr>
  );
}

interface PaperRowProps {
  readonly paper: ReviewerPapers['papers'][number];
  readonly task: number;
  readonly onOpen: (opened: OpenedPaper) => void;
}

function PaperRow({ paper, task, onOpen }: PaperRowProps) {
  const { key, title, no, about, state, tone, signers } = paper;
  return (
    <tr>
      <td>{title}</td>
      <td className={styles.code}>{no}</td>
      <td>{about}</td>
      <td>
        <Tone tone={(tone ?? 'quiet') as never}>{state}</Tone>
      </td>
      <td>
        {signers
          .filter(({ name }) => name)
          .map(({ label, name }) => `${label} ${name}`)
          .join('，')}
      </td>
      <td>
        <Button
          size="small"
          type="link"
          aria-label={`打开 ${[title, no, about].filter(Boolean).join(' ')}`}
          onClick={() => onOpen({ key, title: [title, no].filter(Boolean).join(' ') })}
        >
          打开
        </Button>
        <Button
          size="small"
          type="link"
          onClick={() => void succeeded(downloadTaskPapers(task, [key], `${title}${no ? `-${no}` : ''}`))}
        >
          下载PDF
        </Button>
      </td>
    </tr>
  );
}

/** Row of a photograph or certificate. */
function FileRow({ file, task, busy, open }: OpeningProps & { readonly file: ReviewerPapers['files'][number] }) {
  const { key, title, about, name } = file;
  return (
    <tr>
      <td>{title}</td>
      <td className={styles.code}>–</td>
      <td>{about}</td>
      <td>–</td>
      <td>–</td>
      <td>
        <Button
          size="small"
          type="link"
          loading={busy === key}
          aria-label={`打开 ${title} ${about}`}
          onClick={() => void open(key, `${path}/file/${task}/${key}`, title, name.split('.').at(-1))}
        >
          打开
        </Button>
      </td>
    </tr>
  );
}

/**
 * 被检资料: records, issued reports, photographs and certificates of the checked project. Opened in the page or
 * downloaded as one ZIP; each access is in the audit trail.
 */
export function TaskPapers({ row }: WorkflowRowProps) {
  const [paper, setPaper] = useState<OpenedPaper | null>(null);
  const [file, setFile] = useState<PreviewedFile | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['list', path, 'papers', row.id],
    queryFn: ({ signal }) => fetchTaskPapers(row.id, signal),
    retry: false,
  });
  if (error) return <FailureAlert message={failureOf(error).pageText} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active />;
  const { papers, reports, files } = data;
  if (!papers.length && !reports.length)
    return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="项目还没有可以检查的记录和报告" />;
  const waiting = async (key: string, work: Promise<unknown>) => {
    setBusy(key);
    await succeeded(work);
    setBusy(null);
  };
  const openFile: OpenFile = (key, from, name, extension) =>
    waiting(key, fetchFile(from, name, extension).then(setFile));
  return (
    <>
      <table className={styles.papers}>
        <caption>
          被检项目的资料，共{reports.length + papers.length + files.length}份{' '}
          <Button
            size="small"
            loading={busy === 'zip'}
            onClick={() =>
              void waiting(
                'zip',
                downloadTaskFile(`${path}/zip/${row.id}`, outsideTexts.zipFile(String(row.taskNo)), 'zip'),
              )
            }
          >
            下载全部（ZIP）
          </Button>
        </caption>
        <thead>
          <tr>
            <th>名称</th>
            <th>编号</th>
            <th>内容</th>
            <th>状态</th>
            <th>签名</th>
            <th>操作</th>
          </tr>
        </thead>
        <tbody>
          {reports.map((report) => (
            <ReportRow key={`report-${report.id}`} report={report} task={row.id} busy={busy} open={openFile} />
          ))}
          {papers.map((listedPaper) => (
            <PaperRow key={listedPaper.key} paper={listedPaper} task={row.id} onOpen={setPaper} />
          ))}
          {files.map((listedFile) => (
            <FileRow key={listedFile.key} file={listedFile} task={row.id} busy={busy} open={openFile} />
          ))}
        </tbody>
      </table>
      <PaperDrawer task={row.id} opened={paper} onClose={() => setPaper(null)} />
      <FilePreview file={file} onClose={() => setFile(null)} />
    </>
  );
}
