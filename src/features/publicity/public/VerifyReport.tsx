import { verifiedPage } from '@contract/features/publicity/pages/verifiedPage';
import { PublicContent } from './PublicContent';
import { renderAbsentReport } from './ReportAbsence';

/**
 * Verification page, the target of a report's QR code: shows whether the report is valid. Its content is
 * `verifiedPage`, and `compareReportFile.ts` compares the reader's file with the issued one.
 */
export function VerifyReport({ code }: { code: string }) {
  return (
    <PublicContent
      requestKey={code}
      renderAbsent={renderAbsentReport}
      fetchAnswer={async (signal) => {
        const report = await (await import('@/api/publicity')).verifyReport(code, signal);
        return { tree: verifiedPage(report, code), title: report.title };
      }}
    />
  );
}
