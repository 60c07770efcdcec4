import { Alert, Empty, Skeleton } from 'antd';
import type { CheckedPlan } from '@contract/features/fieldwork/plan/planChecks';
import styles from './details.module.css';

type PlanFinding = CheckedPlan['errors'][number];

/** Lists errors that block the submission, and warnings. Each links to its cell. */
export function PlanFindings({
  check,
  onGo,
}: {
  readonly check: CheckedPlan | undefined;
  readonly onGo: (finding: PlanFinding) => void;
}) {
  if (!check) return <Skeleton active />;
  const { errors, warnings } = check;
  if (!errors.length && !warnings.length)
    return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="方案填写完整，数量符合规范要求" />;
  const line = (finding: PlanFinding, note = '') => (
    <li key={`${finding.row ?? ''} ${finding.field ?? ''} ${finding.message}`}>
      {finding.row === null ? (
        <span>{finding.message}</span>
      ) : (
        <button type="button" onClick={() => onGo(finding)}>
          {finding.rowName}：{finding.message}
        </button>
      )}
      {note && <small>　{note}</small>}
    </li>
  );
  return (
    <div className={styles.findings}>
      {errors.length > 0 && (
        <section aria-label="须修改">
          <Alert type="error" showIcon title={`${errors.length}处须修改后才能提交`} />
          <ul>{errors.map((finding) => line(finding))}</ul>
        </section>
      )}
      {warnings.length > 0 && (
        <section aria-label="须说明">
          <Alert type="warning" showIcon title={`${warnings.length}处低于规范要求，须在该行备注或方案备注中说明`} />
          <ul>{warnings.map((finding) => line(finding, finding.explained ? '已说明' : '未说明'))}</ul>
        </section>
      )}
    </div>
  );
}
