import { ApprovalPage } from '@/projects/approvals/ApprovalPage';

export default function IncomingLaboratoryReviewPage() {
  return <ApprovalPage title="来样实验室审核" kind="records" />;
}
