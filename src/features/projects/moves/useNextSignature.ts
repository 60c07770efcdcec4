import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import { fetchDashboard } from '@/api/dashboard';
import { feedback } from '@/lib/feedback';
import { type Machine, permissionOfMove } from '@contract/workflow/stateMachine';
import { todoAddress } from '../nextPages/todoAddress';
import { useNextPages } from '../nextPages/useNextPages';

/** Names the item that opens after a signature. */
export const announceNext = (title: string): void => feedback.notify('info', `下一项：${title}`);

/**
 * Returns a function that opens the person's next task with the same signature, e.g. the next plan to review. Without
 * one the page stays and shows the result.
 * @returns a function of the key of the move that was made
 */
export function useNextSignature(machine: Machine): (madeMove: string) => Promise<void> {
  const navigate = useNavigate();
  const nextPagesOf = useNextPages();
  return useCallback(
    async (madeMove) => {
      const move = machine.moves.find(({ key }) => key === madeMove);
      if (!move?.signs) return;
      const signature = permissionOfMove(machine, move);
      // A failed request leaves the page as it is.
      const dashboard = await fetchDashboard().catch(() => null);
      const nextTodo = dashboard?.todos.find(({ signs }) => signs === signature);
      if (!nextTodo) return;
      announceNext(`${nextTodo.label} ${nextTodo.project.code}`);
      void navigate(todoAddress(nextTodo, nextPagesOf(nextTodo.project)));
    },
    [machine, navigate, nextPagesOf],
  );
}
