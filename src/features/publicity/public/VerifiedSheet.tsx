import { reportVerdicts, type VerifiedReport } from '@contract/features/publicity/publicity';
import styles from './publicPage.module.css';

/** What somebody with the paper in their hand wants to know: does it hold, and is it the one that was issued. */
export function VerifiedSheet({ report }: { report: VerifiedReport }) {
  const { label, text } = reportVerdicts[report.verdict];
  return (
    <article className={styles.sheet}>
      <header>
        <h1 className={styles.title}>报告核验：<strong className={styles.verdict} data-verdict={report.verdict}>{label}</strong></h1>
        <p className={styles.facts}><span>{text}</span></p>
      </header>
      <dl className={styles.pairs}>
        <div><dt>报告编号</dt><dd><span className={styles.code}>{report.reportNo}</span></dd></div>
        <div><dt>报告名称</dt><dd>{report.title}</dd></div>
        <div><dt>用人单位</dt><dd>{report.unitName}</dd></div>
        <div><dt>出具机构</dt><dd>{report.organizationName}</dd></div>
        <div><dt>签发日期</dt><dd>{report.issuedOn}</dd></div>
        {report.replacedBy && <div><dt>更正报告</dt><dd><span className={styles.code}>{report.replacedBy}</span></dd></div>}
      </dl>
      <p>请核对纸质报告上的编号、单位和日期与以上内容一致。</p>
      {report.replacingNotice !== null && <p><a href={`/orgReportFormulaDetails?id=${report.replacingNotice}`}>查看更正报告的公示</a></p>}
      {report.notice !== null && <p><a href={`/orgReportFormulaDetails?id=${report.notice}`}>查看该报告的公示</a></p>}
    </article>
  );
}
