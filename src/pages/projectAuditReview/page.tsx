import { ApprovalQueue } from '@/features/reports/approval/ApprovalQueue';

/** 项目审核: projects that wait for an approval. */
export default function ProjectAuditReviewPage() {
  return <ApprovalQueue />;
}
