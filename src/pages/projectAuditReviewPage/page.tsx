import { ApprovalPage } from '@/features/reports/approval/ApprovalPage';

export default function ProjectAuditReviewPage() {
  return <ApprovalPage title="项目审核" kind={null} />;
}
