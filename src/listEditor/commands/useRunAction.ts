import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import { went } from '@/api/went';
import { feedback } from '@/lib/feedback';
import type { AnyRow } from '@contract/entity';
import type { Action, EditorCommands } from '../page';

/** Returns a function that asks an action's question and runs the action. The client shows a failed request. */
export function useRunAction(commands: EditorCommands) {
  const navigate = useNavigate();
  return useCallback(
    async (action: Action, targets: readonly AnyRow[]) => {
      if (
        action.confirm &&
        !(await feedback.confirm(typeof action.confirm === 'string' ? action.confirm : action.confirm(targets), {
          danger: action.danger,
        }))
      )
        return;
      const open = (path: string, params?: Record<string, string>) => {
        const search = new URLSearchParams(params).toString();
        void navigate(search ? `${path}?${search}` : path);
      };
      await went(
        Promise.resolve(action.run({ rows: targets, ids: targets.map((row) => row.id), editor: commands, open })),
      );
    },
    [commands, navigate],
  );
}
