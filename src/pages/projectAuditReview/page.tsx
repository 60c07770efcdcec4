import { ApprovalQueue } from '@/projects/approvals/ApprovalQueue';

export default function ProjectAuditReviewPage() {
  return <ApprovalQueue />;
}
