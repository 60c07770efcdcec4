import { FinanceDesk } from '@/features/reviewers/FinanceDesk';

export default function OutsideFeesPage() {
  return <FinanceDesk />;
}
