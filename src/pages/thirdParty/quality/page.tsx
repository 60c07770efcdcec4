import { TaskList } from '@/features/reviewers/TaskList';

/** 第三方质控任务: external checks of issued reports. */
export default function OutsideTasksPage() {
  return <TaskList />;
}
