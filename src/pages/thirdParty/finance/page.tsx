import { FinanceDesk } from '@/projects/outside/FinanceDesk';

export default function OutsideFeesPage() {
  return <FinanceDesk />;
}
