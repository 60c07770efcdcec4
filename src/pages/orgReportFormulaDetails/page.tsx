import { addressQuery, idInAddress } from '@/features/publicity/public/addressQuery';
import { PublicContent } from '@/features/publicity/public/PublicContent';
import { PublicAbsent } from '@/features/publicity/public/PublicState';
import type { AnswerFailure } from '@/features/publicity/public/useAnswer';
import { reportPage } from '@contract/features/publicity/pages/reportPages';
import { verifiedPage } from '@contract/features/publicity/pages/verifiedPage';
import { publicityTexts, type ReplacedNotice } from '@contract/features/publicity/publicityWire';

const listPath = '/orgReportFormula';
const missingReportFailure: AnswerFailure = { message: publicityTexts.missingReport, status: 404 };

/** 已被替换: links to the report that replaced this one, if it is published. */
function Replaced({ message, replacement }: { message: string; replacement: ReplacedNotice | undefined }) {
  if (!replacement?.notice)
    return <PublicAbsent title={message} advice={publicityTexts.goneAdvice} list={listPath} listTitle="查看全部公示" />;
  return (
    <PublicAbsent
      title={message}
      advice={`更正报告${replacement.reportNo}已公示。`}
      list={`/orgReportFormulaDetails?id=${replacement.notice}`}
      listTitle="查看更正报告的公示"
    />
  );
}

function renderAbsent({ code, status, message, current }: AnswerFailure) {
  if (code === 'replaced') return <Replaced message={message} replacement={current as ReplacedNotice | undefined} />;
  return (
    status === 404 && (
      <PublicAbsent title={message} advice={publicityTexts.goneAdvice} list={listPath} listTitle="查看全部公示" />
    )
  );
}

function NoticePage() {
  const id = idInAddress();
  return (
    <PublicContent
      requestKey={String(id)}
      renderAbsent={renderAbsent}
      fetchAnswer={async (signal) => {
        if (id === undefined) throw missingReportFailure;
        const report = await (await import('@/api/publicity')).fetchReport(id, signal);
        return { tree: reportPage(report), title: report.title };
      }}
    />
  );
}

/** Target of a report's QR code: shows whether the report is valid. */
function VerifyPage({ code }: { code: string }) {
  return (
    <PublicContent
      requestKey={code}
      renderAbsent={renderAbsent}
      fetchAnswer={async (signal) => {
        const report = await (await import('@/api/publicity')).verifyReport(code, signal);
        return { tree: verifiedPage(report, code), title: report.title };
      }}
    />
  );
}

/**
 * 报告公示详情. The address is printed on reports, so the page explains a withdrawn report. With a report's code the
 * page verifies that report.
 */
export default function OrgReportFormulaDetailsPage() {
  const code = addressQuery()['code'];
  return code === undefined ? <NoticePage /> : <VerifyPage code={code} />;
}
