import { succeeded } from '@/api/succeeded';
import { feedback } from '@/lib/feedback';
import type { AnyRow } from '@contract/entity';
import type { Action, ActionContext } from '../page';

/**
 * Asks the action's questions and runs it. A failure has already been reported.
 * @param context commands of the list and the function that opens other pages; a page without a list passes its own
 */
export async function runAction(
  action: Action,
  rows: readonly AnyRow[],
  context: Pick<ActionContext, 'editor' | 'open'>,
): Promise<void> {
  const { confirm, danger } = action;
  const question = typeof confirm === 'function' ? confirm(rows) : confirm;
  if (question && !(await feedback.confirm(question, { danger }))) return;
  await succeeded(Promise.resolve(action.run({ rows, ids: rows.map(({ id }) => id), ...context })));
}
