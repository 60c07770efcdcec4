import { addressQuery } from '@/features/publicity/public/addressQuery';
import { PublicContent } from '@/features/publicity/public/PublicContent';
import { reportListPage } from '@contract/features/publicity/pages/listPages';

/** 报告公示: inspected unit, organization and date of each published report. */
export default function OrgReportFormulaPage() {
  const query = addressQuery();
  return (
    <PublicContent
      requestKey={JSON.stringify(query)}
      fetchAnswer={async (signal) => {
        const { fetchChoices, fetchReports } = await import('@/api/publicity');
        const [publicReports, choices] = await Promise.all([
          fetchReports(query, signal),
          fetchChoices('reports', signal),
        ]);
        return { tree: reportListPage(query, publicReports, choices) };
      }}
    />
  );
}
