import { useSearchParams } from 'react-router-dom';
import { numberIn } from '@/features/projects/workflowRow/WorkflowRowPage';
import { FinanceDesk } from '@/features/reviewers/FinanceDesk';
import { SettlementPage } from '@/features/reviewers/SettlementPage';

/** 第三方财务: one settlement, or all fees (of a project) and settlements. */
export default function OutsideFinancePage() {
  const [search] = useSearchParams();
  const id = numberIn(search.get('id'));
  return id === null ? <FinanceDesk project={numberIn(search.get('belongProject'))} /> : <SettlementPage id={id} />;
}
