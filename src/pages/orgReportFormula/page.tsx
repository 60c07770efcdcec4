import { publicPageSizes } from '@contract/features/publicity/publicity';
import { Pager, pageIn } from '@/features/publicity/public/Pager';
import { PublicFailure, PublicSkeleton } from '@/features/publicity/public/PublicState';
import styles from '@/features/publicity/public/publicPage.module.css';
import { addressOf, useAddressQuery } from '@/features/publicity/public/useAddressQuery';
import { useAnswer } from '@/features/publicity/public/useAnswer';
import { Notice, WayButton } from '@/lib/notice/Notice';
import { ReportSearch } from '@/features/publicity/public/ReportSearch';

const api = () => import('@/api/publicity');
const filters = ['keyword', 'area', 'organization', 'from', 'to'] as const;

/** 报告公示: who was inspected, by whom, when. */
export default function OrgReportFormulaPage() {
  const [query, go] = useAddressQuery();
  const page = pageIn(query);
  const asked = Object.fromEntries(filters.flatMap((name) => (query[name] ? [[name, query[name]]] : [])));
  const question = { ...asked, page: String(page - 1) };
  const { answer, failure, loading, retry } = useAnswer(JSON.stringify(question), async (signal) => (await api()).fetchReports(question, signal));
  const choices = useAnswer('choices', async (signal) => (await api()).fetchChoices('reports', signal)).answer;
  const narrowed = Object.keys(asked).length > 0;

  return (
    <>
      <h1 className={styles.title}>报告公示</h1>
      <p className={styles.lead}>依照职业卫生技术服务机构管理的有关规定，公开技术服务报告的基本信息，接受社会监督。</p>
      <ReportSearch key={JSON.stringify(asked)} query={asked} choices={choices} onSearch={go} />
      {failure ? (
        <PublicFailure failure={failure} onRetry={retry} />
      ) : !answer ? (
        <PublicSkeleton rows={6} />
      ) : answer.totalElements === 0 ? (
        narrowed ? (
          <Notice title="没有符合条件的公示" text="请检查用人单位名称或报告编号，或者减少查询条件再试。">
            <WayButton first onClick={() => go({})}>查看全部公示</WayButton>
          </Notice>
        ) : (
          <Notice title="还没有公示的报告" text="报告签发并公示后，将显示在这里。" />
        )
      ) : (
        <>
          <p className={styles.count} role="status">
            <span>共 {answer.totalElements} 条公示</span>
            {narrowed && <button type="button" onClick={() => go({})}>清除条件</button>}
          </p>
          <ol className={styles.list} aria-busy={loading}>
            {answer.content.map((report) => (
              <li key={report.id}>
                <h2><a href={addressOf({ id: String(report.id) }, '/orgReportFormulaDetails')}>{report.unitName}</a></h2>
                <p className={styles.facts}>
                  <span className={styles.code}>{report.reportNo}</span>
                  {report.reportTypeName && <span>{report.reportTypeName}</span>}
                  {report.region && <span>{report.region.replaceAll('/', ' ')}</span>}
                </p>
                <p className={styles.facts}>
                  <span>公示日期 {report.publishTime.slice(0, 10)}</span>
                  <span>{report.organizationName}</span>
                </p>
              </li>
            ))}
          </ol>
          <Pager query={asked} page={page} pages={Math.ceil(answer.totalElements / publicPageSizes.reports)} onGo={go} />
        </>
      )}
    </>
  );
}
