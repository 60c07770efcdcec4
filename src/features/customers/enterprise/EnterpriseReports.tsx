import { succeeded } from '@/api/succeeded';
import { type EnterpriseReport, enterpriseTexts } from '@contract/features/customers/enterprise/enterpriseWire';
import { saveReportPdf } from './enterpriseCalls';
import styles from './detail.module.css';

const toneOfStanding = { valid: 'good', replaced: 'waiting', voided: 'bad', altered: 'bad' } as const;

/** Lists issued reports, newest first. Voided reports are listed but can't be opened. */
export function EnterpriseReports({
  reports,
  onRead,
}: {
  readonly reports: readonly EnterpriseReport[];
  readonly onRead: (id: number) => void;
}) {
  if (!reports.length) return <p className={styles.quiet}>{enterpriseTexts.noReports}</p>;
  return (
    <ul className={styles.reports}>
      {reports.map((report) => (
        <li key={report.id}>
          <span className={styles.code}>{report.reportNo}</span>
          <span className={styles.name}>{report.title}</span>
          <span className={styles.quiet}>签发 {report.issuedOn}</span>
          <span className={styles.tone} data-tone={toneOfStanding[report.standing]}>
            {enterpriseTexts[report.standing]}
            {report.replacedBy && `（${report.replacedBy}）`}
          </span>
          {report.standing !== 'voided' && (
            <span className={styles.acts}>
              <button
                type="button"
                className={`${styles.link} reach`}
                aria-label={`查看 ${report.reportNo}`}
                onClick={() => onRead(report.id)}
              >
                查看
              </button>
              <button
                type="button"
                className={`${styles.link} reach`}
                aria-label={`下载PDF ${report.reportNo}`}
                onClick={() => void succeeded(saveReportPdf(report))}
              >
                下载PDF
              </button>
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
