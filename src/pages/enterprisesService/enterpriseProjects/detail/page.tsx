import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { failureOf } from '@/api/callFailures';
import { ClientMatters } from '@/features/customers/enterprise/ClientMatters';
import { fetchEnterpriseProject } from '@/features/customers/enterprise/enterpriseCalls';
import { EnterpriseReports } from '@/features/customers/enterprise/EnterpriseReports';
import { ObligationList } from '@/features/customers/enterprise/ObligationList';
import { PdfReader } from '@/features/customers/enterprise/PdfReader';
import { ProjectProgress } from '@/features/customers/enterprise/ProjectProgress';
import { UnitYearsTable } from '@/features/customers/enterprise/UnitYearsTable';
import { emptyCellText } from '@/fields';
import { Notice, RetryNotice } from '@/lib/notice/Notice';
import { usePageName } from '@/session/tabs/pageState';
import { matterTexts } from '@contract/features/customers/enterprise/clientMatters';
import { enterpriseTexts } from '@contract/features/customers/enterprise/enterpriseWire';
import styles from '@/features/customers/enterprise/detail.module.css';

/** 企业项目详情: progress, facts and finished reports of a project. */
export default function EnterpriseProjectPage() {
  const id = Number(useSearchParams()[0].get('belongProject')) || null;
  const [openReportId, setOpenReportId] = useState<number | null>(null);
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['enterprise', 'project', id],
    queryFn: ({ signal }) => fetchEnterpriseProject(id ?? 0, signal),
    enabled: id !== null,
    retry: false,
  });
  usePageName(data && String(data.code));
  if (id === null) return <Notice title="没有选择项目" text="请从企业项目列表打开一个项目。" />;
  if (error)
    return <RetryNotice title="项目加载失败" text={failureOf(error).pageText} onRetry={() => void refetch()} />;
  if (isPending || !data) return <Skeleton active paragraph={{ rows: 8 }} />;
  const { facts, agency, finished: finishedReports } = data;
  const validReport = finishedReports.find(({ standing }) => standing === 'valid');
  const count = (number: number | null) => (number === null ? emptyCellText : `${number}人`);
  const shownFacts: readonly (readonly [string, string])[] = [
    ['受检单位', facts.unitName],
    ['统一社会信用代码', facts.iuiCode ?? emptyCellText],
    ['工作场所地址', facts.workAddress ?? emptyCellText],
    ['职工总数', count(facts.workerCount)],
    ['接触职业病危害人数', count(facts.exposedCount)],
    ['项目类型', data.typeName ?? emptyCellText],
    ['检测范围', facts.workScope ?? emptyCellText],
    ['计划完成日期', data.dueOn ?? emptyCellText],
    ['检测机构', agency ? `${agency.name}${agency.phone ? `（${agency.phone}）` : ''}` : emptyCellText],
  ];
  return (
    <section className={styles.page} aria-label={`企业项目 ${data.code}`}>
      <header>
        <h1>
          {data.projectName}
          {data.ended && <span className={styles.ended}>{enterpriseTexts.ended}</span>}
        </h1>
        <p className={styles.code}>{data.code}</p>
      </header>
      <ProjectProgress phases={data.phases} />
      <section aria-label="报告">
        <h2>报告</h2>
        <EnterpriseReports reports={finishedReports} onRead={setOpenReportId} />
      </section>
      {validReport && (
        <section aria-label="整改与法定事项">
          <h2>整改与法定事项（{validReport.reportNo}）</h2>
          <ObligationList key={validReport.id} report={validReport.id} />
        </section>
      )}
      <section aria-label="客户往来">
        <h2>{matterTexts.title}</h2>
        <ClientMatters project={id} />
      </section>
      <section aria-label="历年结果">
        <h2>历年结果与申报资料</h2>
        <UnitYearsTable unit={data.unit} />
      </section>
      <section aria-label="项目信息">
        <h2>项目信息</h2>
        <dl className={styles.facts}>
          {shownFacts.map(([label, text]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </section>
      <PdfReader
        report={finishedReports.find((report) => report.id === openReportId) ?? null}
        onClose={() => setOpenReportId(null)}
      />
    </section>
  );
}
