import { ApprovalPage } from '@/features/reports/approval/ApprovalPage';

/** 来样实验室审核: approval of the records of incoming samples (sysjs: 实验室). */
export default function IncomingLaboratoryReviewPage() {
  return <ApprovalPage title="来样实验室审核" kind="records" />;
}
