import { emptyCellText, Tone } from '@/fields';
import type { CellProps } from '@/listEditor';
import { useHeldDelegations } from '../delegation/useHeldDelegations';
import { principalsAt } from './ownApprovalSteps';

/**
 * Shows who may decide the step, with all names in the tooltip; or the people on whose behalf the viewer would
 * decide.
 */
export function HolderCell({ row }: CellProps) {
  const principals = principalsAt(useHeldDelegations(), String(row.state));
  const holders = (row.holders as readonly string[] | undefined) ?? [];
  if (principals.length) return principals.map((name) => <Tone key={name} tone="active">{`代 ${name} 审批`}</Tone>);
  if (!holders.length) return emptyCellText;
  return (
    <span title={holders.join('、')}>
      {holders.slice(0, 2).join('、')}
      {holders.length > 2 ? `等${holders.length}人` : ''}
    </span>
  );
}
