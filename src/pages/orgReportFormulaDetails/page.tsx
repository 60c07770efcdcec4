import { addressQuery, idInAddress } from '@/features/publicity/public/addressQuery';
import { PublicContent } from '@/features/publicity/public/PublicContent';
import { renderAbsentReport } from '@/features/publicity/public/ReportAbsence';
import type { AnswerFailure } from '@/features/publicity/public/useAnswer';
import { VerifyReport } from '@/features/publicity/public/VerifyReport';
import { reportPage } from '@contract/features/publicity/pages/reportPages';
import { publicityTexts } from '@contract/features/publicity/publicityWire';

const missingReportFailure: AnswerFailure = { message: publicityTexts.missingReport, status: 404 };

function NoticePage() {
  const id = idInAddress();
  return (
    <PublicContent
      requestKey={String(id)}
      renderAbsent={renderAbsentReport}
      fetchAnswer={async (signal) => {
        if (id === undefined) throw missingReportFailure;
        const report = await (await import('@/api/publicity')).fetchReport(id, signal);
        return { tree: reportPage(report), title: report.title };
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
  return code === undefined ? <NoticePage /> : <VerifyReport code={code} />;
}
