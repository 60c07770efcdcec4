import { ApprovalPage } from '@/features/reports/approval/ApprovalPage';

export default function ProjectAuditReviewNewPage() {
  return <ApprovalPage title="报告审核" kind="report" />;
}
