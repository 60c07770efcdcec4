import { ApprovalPage } from '@/features/reports/approval/ApprovalPage';

export default function LaboratoryReviewPage() {
  return <ApprovalPage title="实验室审核" kind="records" />;
}
