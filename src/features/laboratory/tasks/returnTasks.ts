import { succeeded } from '@/api/succeeded';
import { feedback } from '@/lib/feedback';
import type { TaskSeen } from '@contract/features/laboratory/tasks/labTasks';
import { giveBackTasks } from './taskCalls';

/** Asks for a reason and takes the tasks back for redistribution. Returns whether it was done. */
export async function askAndReturnTasks(tasks: readonly TaskSeen[]): Promise<boolean> {
  const reason = await feedback.prompt(`退回后可以重新分发。请填写退回${tasks.length}项检测任务的原因`, {
    placeholder: '退回原因',
    okText: '退回',
    check: (text) => (text.trim() ? null : '请填写退回的原因'),
  });
  if (reason === null) return false;
  return succeeded(giveBackTasks(tasks, reason.trim()).then((message) => feedback.notify('success', message)));
}
