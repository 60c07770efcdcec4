import { ApprovalPage } from '@/features/reports/approval/ApprovalPage';

/** 项目审核: approval of a project's records or report, whichever waits. */
export default function ProjectAuditReviewPage() {
  return <ApprovalPage title="项目审核" kind={null} />;
}
