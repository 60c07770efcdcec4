import { Link } from 'react-router-dom';
import { approvalAddress } from '@/features/projects/approvalAddress';
import type { WaitingApproval } from '@contract/features/home/dashboardWire';
import { HomeCard } from './HomeCard';
import { ReturnedLine } from './ReturnedLine';
import styles from './dashboard.module.css';

/** Days after which a decision counts as late. The number is this product's convention. */
const lateAfterDays = 3;

/** 待我审批: decisions waiting for the person, or for one they represent, longest first. Each opens its page. */
export function WaitingApprovals({
  approvals,
  count,
}: {
  readonly approvals: readonly WaitingApproval[];
  readonly count: number;
}) {
  if (!count) return null;
  return (
    <HomeCard title="待我审批" count={count} empty={null}>
      <ul className={styles.list}>
        {approvals.map((approval) => (
          <li key={approval.id} className={styles.decision}>
            <Link className={styles.name} to={approvalAddress(approval)} title={approval.title}>
              {approval.title}
            </Link>
            <span className={styles.name} title={approval.unitName}>
              {approval.unitName}
            </span>
            <span className={styles.todo}>{approval.label}</span>
            <span className={styles.quiet}>{approval.onBehalf === null ? '' : `代 ${approval.onBehalf} 审批`}</span>
            <span className={approval.days >= lateAfterDays ? styles.late : styles.quiet}>
              {approval.days ? `已等待${approval.days}天` : '今天到达'}
            </span>
            <ReturnedLine returned={approval.returned} />
          </li>
        ))}
      </ul>
      {count > approvals.length && <Link to="/projectAuditReview/index">查看全部{count}项</Link>}
    </HomeCard>
  );
}
