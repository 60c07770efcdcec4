import { ApprovalPage } from '@/features/reports/approval/ApprovalPage';

export default function IncomingReviewPage() {
  return <ApprovalPage title="来样报告审核" kind="report" />;
}
