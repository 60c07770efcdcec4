import { TaskList } from '@/features/reviewers/TaskList';

export default function OutsideTasksPage() {
  return <TaskList />;
}
