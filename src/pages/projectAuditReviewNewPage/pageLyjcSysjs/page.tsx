import { ApprovalPage } from '@/features/reports/approval/ApprovalPage';

export default function IncomingLaboratoryReviewPage() {
  return <ApprovalPage title="来样实验室审核" kind="records" />;
}
