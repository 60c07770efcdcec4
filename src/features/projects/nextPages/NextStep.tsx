import { Button } from 'antd';
import { useLocation, useNavigate } from 'react-router-dom';
import type { OwnSteps } from '@contract/features/home/dashboardWire';
import { approvalAddress } from '../approvalAddress';
import { todoAddress } from './todoAddress';
import { useShownPath, useNextPages } from './useNextPages';

interface NextStepProps {
  readonly steps: OwnSteps;
  /** False where the page has a next action of its own. */
  readonly isPrimary: boolean;
}

/**
 * Primary button for the person's next action in the project, if that action is on another page. On its own page,
 * that page has the button.
 */
export function NextStep({ steps: { todos, approvals }, isPrimary }: NextStepProps) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const shownPathOf = useShownPath();
  const nextStepsOf = useNextPages();
  const [approval] = approvals;
  const [todo] = todos;
  const next = approval
    ? { label: `审批（${approval.label}）`, to: approvalAddress(approval) }
    : todo && { label: todo.label, to: todoAddress(todo, nextStepsOf(todo.project)) };
  if (!next) return null;
  const currentPath = shownPathOf(pathname);
  const isElsewhere = [
    next.to,
    ...todos.map((otherTodo) => todoAddress(otherTodo, nextStepsOf(otherTodo.project))),
  ].every((address) => shownPathOf(address.split('?')[0] ?? '') !== currentPath);
  if (!isElsewhere) return null;
  return (
    <Button type={isPrimary ? 'primary' : 'default'} onClick={() => void navigate(next.to)}>
      {next.label}
    </Button>
  );
}
