import { create } from 'zustand';
import type { LongTask } from '@contract/features/system/jobs/longTasks';

/** Time in ms for which ended work stays shown. */
const endedMs = 5_000;

/** Long work of the signed-in person that is shown, oldest first. The push connection tells it. */
export const useLongTasks = create<readonly LongTask[]>()(() => []);

const tasksWithout = (id: string): LongTask[] => useLongTasks.getState().filter((task) => task.id !== id);

/** Shows the progress of long work; ended work disappears after some seconds. */
export function heardTask(task: LongTask): void {
  const tasks = useLongTasks.getState();
  const isKnown = tasks.some(({ id }) => id === task.id);
  useLongTasks.setState(
    isKnown ? tasks.map((otherLongTask) => (otherLongTask.id === task.id ? task : otherLongTask)) : [...tasks, task],
    true,
  );
  if (task.state !== 'running') setTimeout(() => useLongTasks.setState(tasksWithout(task.id), true), endedMs);
}
