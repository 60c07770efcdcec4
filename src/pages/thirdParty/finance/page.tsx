import { FinanceDesk } from '@/features/reviewers/FinanceDesk';

/** 第三方费用与结算: fees of external checks, and settlements. */
export default function OutsideFeesPage() {
  return <FinanceDesk />;
}
