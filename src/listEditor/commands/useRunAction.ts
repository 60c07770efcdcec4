import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import type { AnyRow } from '@contract/entity';
import { runAction } from '../actions/runAction';
import type { Action, EditorCommands } from '../page';

/** Returns a function that asks an action's question and runs the action. The client shows a failed request. */
export function useRunAction(commands: EditorCommands) {
  const navigate = useNavigate();
  return useCallback(
    (action: Action, targets: readonly AnyRow[]) => {
      const open = (path: string, params?: Record<string, string>) => {
        const search = new URLSearchParams(params).toString();
        void navigate(search ? `${path}?${search}` : path);
      };
      return runAction(action, targets, { editor: commands, open });
    },
    [commands, navigate],
  );
}
