import { ApprovalPage } from '@/features/reports/approval/ApprovalPage';

/** 报告审核: approval of a project's report. */
export default function ProjectAuditReviewNewPage() {
  return <ApprovalPage title="报告审核" kind="report" />;
}
