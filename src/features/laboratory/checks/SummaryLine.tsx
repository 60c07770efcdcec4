import CheckCircleFilled from '@ant-design/icons/CheckCircleFilled';
import CloseCircleFilled from '@ant-design/icons/CloseCircleFilled';
import ExclamationCircleFilled from '@ant-design/icons/ExclamationCircleFilled';
import type { CheckSummary } from '@contract/features/laboratory/checks/checkSummary';
import styles from './checks.module.css';

/** Shows required, present and missing checks, one line each, and whether the record can be submitted. */
export function SummaryLine({ summary, unsaved }: { readonly summary: CheckSummary; readonly unsaved: boolean }) {
  const { samples, lines, faults, missing, advice, stops } = summary;
  const allMessages = [...faults, ...missing];
  return (
    <section className={styles.summary} aria-label="质控汇总">
      <p className={styles.lines}>
        <span>样品{samples}个，应做：</span>
        {lines
          .filter(({ needed, judged }) => needed > 0 || judged > 0)
          .map(({ kind, title, needed, judged, passed, failed, retested }) => (
            <span key={kind}>
              {title} {needed > 0 ? `${judged}/${needed}` : judged}
              {failed > 0 ? (
                <b className={styles.bad}> 不合格{failed}</b>
              ) : passed > 0 ? (
                <b className={styles.good}> 合格{passed}</b>
              ) : null}
              {retested > 0 && ` 已复测${retested}`}
            </span>
          ))}
      </p>
      <p className={stops ? styles.bad : missing.length ? styles.warning : styles.good} role="status">
        {stops ? (
          <CloseCircleFilled aria-hidden="true" />
        ) : missing.length ? (
          <ExclamationCircleFilled aria-hidden="true" />
        ) : (
          <CheckCircleFilled aria-hidden="true" />
        )}
        <span>
          {stops
            ? `不能提交：${stops}`
            : allMessages.length
              ? `${allMessages.join('；')}（已说明，可以提交）`
              : '质控符合要求'}
          {unsaved ? '（未含未保存的修改）' : ''}
        </span>
      </p>
      {advice.length > 0 && <p className={styles.quiet}>建议：{advice.join('；')}</p>}
    </section>
  );
}
