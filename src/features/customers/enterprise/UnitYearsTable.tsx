import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useCallback, useMemo } from 'react';
import { failureOf } from '@/api/callFailures';
import { succeeded } from '@/api/succeeded';
import { FailureAlert } from '@/lib/notice/FailureAlert';
import { PaperPages } from '@/lib/print/PaperPages';
import { usePrinted } from '@/lib/print/usePrinted';
import { ScrollRegion } from '@/lib/ScrollRegion';
import { useCan } from '@/session/useCan';
import { verdictLabel } from '@contract/arithmetic/limits/resultJudgement';
import {
  type EarlierReport,
  earlierReportTexts,
  type UnitYears,
} from '@contract/features/customers/enterprise/resultsByYear';
import { measuredLabel } from '@contract/features/reports/reportResults';
import { permissionOf } from '@contract/permissions';
import { layOut } from '@contract/print/pageLayout';
import { fetchUnitFacts, fetchYears, saveUnitFacts } from './clientSideCalls';
import styles from './enterprise.module.css';

const declarationPermissions = [permissionOf({ name: 'enterpriseProject' }, 'list')];

/** Prints or downloads the facts for a declaration. */
function DeclarationFactsButtons({ unit }: { readonly unit: number }) {
  const { data } = useQuery({
    queryKey: ['enterprise', 'facts', unit],
    queryFn: ({ signal }) => fetchUnitFacts(unit, signal),
    retry: false,
  });
  const layout = useMemo(() => (data ? layOut(data) : null), [data]);
  const draw = useCallback(() => (layout ? <PaperPages laidOutPaper={layout} /> : null), [layout]);
  const { sheet, print } = usePrinted(draw);
  return (
    <p className={styles.replyActs}>
      <Button size="small" disabled={!layout} onClick={print}>
        打印申报资料
      </Button>
      <Button size="small" onClick={() => void succeeded(saveUnitFacts(unit))}>
        下载申报资料（xlsx）
      </Button>
      {sheet}
    </p>
  );
}

/** Results of each place by year; values above the limit are marked. */
function ResultsByYear({ years, rows }: Pick<UnitYears, 'years' | 'rows'>) {
  return (
    <ScrollRegion className={styles.scroll} label="历年检测结果">
      <table className={styles.years}>
        <thead>
          <tr>
            <th scope="col">车间</th>
            <th scope="col">岗位</th>
            <th scope="col">危害因素</th>
            <th scope="col">项目</th>
            <th scope="col">限值</th>
            {years.map((year) => (
              <th key={year} scope="col">
                {year}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ workshop, place, hazardName, kind, unit: measuredIn, limit, cells }) => (
            <tr key={`${workshop} ${place} ${hazardName} ${kind} ${measuredIn}`}>
              <td>{workshop}</td>
              <td>{place}</td>
              <td>{hazardName}</td>
              <td>{measuredLabel(kind)}</td>
              <td>{limit ? `${limit} ${measuredIn}` : '–'}</td>
              {years.map((year, index) => {
                const cell = cells[index];
                return (
                  <td
                    key={year}
                    data-exceeds={cell?.verdict === 'exceeds'}
                    title={cell ? `${cell.reportNo} ${verdictLabel(cell.verdict)}` : undefined}
                  >
                    {cell ? `${cell.text} ${cell.verdict === 'exceeds' ? '超标' : ''}`.trim() : '–'}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

/** 历年结果: worst value of each post and hazard, by year. */
export function UnitYearsTable({ unit }: { readonly unit: number }) {
  const mayDeclare = useCan(declarationPermissions);
  const { data, error, refetch } = useQuery({
    queryKey: ['enterprise', 'years', unit],
    queryFn: ({ signal }) => fetchYears(unit, signal),
    retry: false,
  });
  if (error) return <FailureAlert message={failureOf(error).pageText} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active />;
  const { years, rows, earlierReports } = data;
  return (
    <>
      {mayDeclare && <DeclarationFactsButtons unit={unit} />}
      {rows.length === 0 ? (
        <p className={styles.quiet}>还没有签发的检测结果</p>
      ) : (
        <ResultsByYear years={years} rows={rows} />
      )}
      {earlierReports.length > 0 && <EarlierReportsTable reports={earlierReports} />}
    </>
  );
}

/** Reports from before the product was used, which were never signed here. */
function EarlierReportsTable({ reports }: { readonly reports: readonly EarlierReport[] }) {
  return (
    <ScrollRegion className={styles.scroll} label={earlierReportTexts.title}>
      <table className={styles.years}>
        <caption>{earlierReportTexts.title}</caption>
        <thead>
          <tr>
            <th scope="col">报告编号</th>
            <th scope="col">签发日期</th>
            <th scope="col">结论</th>
            <th scope="col">超标因素</th>
          </tr>
        </thead>
        <tbody>
          {reports.map(({ reportNo, issuedOn, conclusion, exceeded }) => (
            <tr key={reportNo}>
              <td>{reportNo}</td>
              <td>{issuedOn}</td>
              <td>{conclusion}</td>
              <td data-exceeds={exceeded !== null}>{exceeded}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
