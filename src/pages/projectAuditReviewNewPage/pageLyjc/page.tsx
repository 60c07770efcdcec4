import { ApprovalPage } from '@/projects/approvals/ApprovalPage';

export default function IncomingReviewPage() {
  return <ApprovalPage title="来样报告审核" kind="report" />;
}
