import { Button } from 'antd';
import { useLocation, useNavigate } from 'react-router-dom';
import type { OwnSteps } from '@contract/features/home/dashboard';
import { approvalAddress } from '../approvalAddress';
import { todoAddress } from './todoAddress';
import { useShownPath, useWays } from './useWays';

/**
 * Primary button for the person's next action in the project, if that action is on another page. On its own page,
 * that page has the button.
 */
export function NextStep({ steps: { todos, approvals } }: { readonly steps: OwnSteps }) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const shown = useShownPath();
  const ways = useWays();
  const [approval] = approvals;
  const [todo] = todos;
  const next = approval
    ? { label: `审批（${approval.label}）`, to: approvalAddress(approval) }
    : todo && { label: todo.label, to: todoAddress(todo, ways(todo.project)) };
  if (!next) return null;
  const here = shown(pathname);
  const elsewhere = [next.to, ...todos.map((one) => todoAddress(one, ways(one.project)))].every(
    (address) => shown(address.split('?')[0] ?? '') !== here,
  );
  if (!elsewhere) return null;
  return (
    <Button type="primary" onClick={() => void navigate(next.to)}>
      {next.label}
    </Button>
  );
}
