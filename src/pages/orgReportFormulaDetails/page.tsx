import { publicityTexts, type ReplacedNotice } from '@contract/features/publicity/publicity';
import { ReportSheet } from '@/features/publicity/public/ReportSheet';
import { PublicAbsent, PublicFailure, PublicSkeleton } from '@/features/publicity/public/PublicState';
import styles from '@/features/publicity/public/publicPage.module.css';
import { idInAddress } from '@/features/publicity/public/useAddressQuery';
import { type AnswerFailure, useAnswer } from '@/features/publicity/public/useAnswer';
import { usePageTitle } from '@/features/publicity/public/usePageTitle';
import { VerifiedSheet } from '@/features/publicity/public/VerifiedSheet';

const list = '/orgReportFormula';
const nowhere: AnswerFailure = { message: publicityTexts.missingReport, status: 404 };

/** 已被替换: the way to the report that holds now, where it is published. */
function Replaced({ message, by }: { message: string; by: ReplacedNotice | undefined }) {
  if (!by?.notice) return <PublicAbsent title={message} advice={publicityTexts.goneAdvice} list={list} listTitle="查看全部公示" />;
  return <PublicAbsent title={message} advice={`更正报告${by.reportNo}已公示。`} list={`/orgReportFormulaDetails?id=${by.notice}`} listTitle="查看更正报告的公示" />;
}

function NoticePage() {
  const id = idInAddress();
  const { answer, failure, retry } = useAnswer(String(id), async (signal) => {
    if (id === undefined) throw nowhere;
    const { fetchReport, publicPictureUrl, publicReportUrl } = await import('@/api/publicity');
    return { report: await fetchReport(id, signal), pictureUrl: (scene: number) => publicPictureUrl('reports', id, scene), copyUrl: publicReportUrl(id) };
  });
  usePageTitle(answer?.report.title);
  if (failure?.code === 'replaced') return <Replaced message={failure.message} by={failure.current as ReplacedNotice | undefined} />;
  if (failure?.status === 404) return <PublicAbsent title={failure.message} advice={publicityTexts.goneAdvice} list={list} listTitle="查看全部公示" />;
  if (failure) return <PublicFailure failure={failure} onRetry={retry} />;
  if (!answer) return <PublicSkeleton rows={5} />;
  const { report, pictureUrl, copyUrl } = answer;
  return (
    <>
      <div className={styles.bar}>
        <a href={list}>‹ 全部公示</a>
        <button type="button" className={styles.plain} onClick={() => window.print()}>打印</button>
      </div>
      <ReportSheet report={report} pictureUrl={pictureUrl} copy={<a href={copyUrl} target="_blank" rel="noopener">查看报告副本（PDF）</a>} />
    </>
  );
}

/** The QR code of a report: whether it holds. */
function VerifyPage({ code }: { code: string }) {
  const { answer, failure, retry } = useAnswer(code, async (signal) => {
    const { verifyReport } = await import('@/api/publicity');
    return verifyReport(code, signal);
  });
  usePageTitle(answer?.title);
  if (failure?.status === 404) return <PublicAbsent title={failure.message} advice={publicityTexts.goneAdvice} list={list} listTitle="查看全部公示" />;
  if (failure) return <PublicFailure failure={failure} onRetry={retry} />;
  return answer ? <VerifiedSheet report={answer} /> : <PublicSkeleton rows={3} />;
}

/** 报告公示详情: the address is printed on reports, so that it says what became of a withdrawn one; with a report's code it verifies that report. */
export default function OrgReportFormulaDetailsPage() {
  const code = new URLSearchParams(window.location.search).get('code');
  return code === null ? <NoticePage /> : <VerifyPage code={code} />;
}
