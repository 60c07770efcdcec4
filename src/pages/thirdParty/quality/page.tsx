import { TaskList } from '@/projects/outside/TaskList';

export default function OutsideTasksPage() {
  return <TaskList />;
}
