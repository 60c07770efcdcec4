import { publicityTexts } from '@contract/publicity';
import { PublicAbsent, PublicFailure, PublicSkeleton } from '@/lib/publicPage/PublicState';
import styles from '@/lib/publicPage/publicPage.module.css';
import { idInAddress } from '@/lib/publicPage/useAddressQuery';
import { type AnswerFailure, useAnswer } from '@/lib/publicPage/useAnswer';
import { usePageTitle } from '@/lib/publicPage/usePageTitle';
import { ReportSheet } from './ReportSheet';
import { VerifiedSheet } from './VerifiedSheet';

const list = '/orgReportFormula';
const nowhere: AnswerFailure = { message: publicityTexts.missingReport, status: 404 };

function NoticePage() {
  const id = idInAddress();
  const { answer, failure, retry } = useAnswer(String(id), async (signal) => {
    if (id === undefined) throw nowhere;
    const { fetchReport, publicPictureUrl } = await import('@/api/publicity');
    return { report: await fetchReport(id, signal), pictureUrl: (scene: number) => publicPictureUrl('reports', id, scene) };
  });
  usePageTitle(answer?.report.title);
  if (failure?.status === 404) return <PublicAbsent title={failure.message} advice={publicityTexts.goneAdvice} list={list} listTitle="查看全部公示" />;
  if (failure) return <PublicFailure failure={failure} onRetry={retry} />;
  if (!answer) return <PublicSkeleton rows={5} />;
  return (
    <>
      <div className={styles.bar}>
        <a href={list}>‹ 全部公示</a>
        <button type="button" className={styles.plain} onClick={() => window.print()}>打印</button>
      </div>
      <ReportSheet {...answer} />
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
