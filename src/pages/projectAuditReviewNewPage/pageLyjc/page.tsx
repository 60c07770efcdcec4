import { ApprovalPage } from '@/features/reports/approval/ApprovalPage';

/** 来样审核: approval of a report on incoming samples (lyjc: 来样检测). */
export default function IncomingReviewPage() {
  return <ApprovalPage title="来样报告审核" kind="report" />;
}
