import { ApprovalQueue } from '@/features/reports/approval/ApprovalQueue';

export default function ProjectAuditReviewPage() {
  return <ApprovalQueue />;
}
