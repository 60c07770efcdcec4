import { ApprovalPage } from '@/features/reports/approval/ApprovalPage';

/** 实验室审核: approval of a project's records (sysjs: 实验室). */
export default function LaboratoryReviewPage() {
  return <ApprovalPage title="实验室审核" kind="records" />;
}
