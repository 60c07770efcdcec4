import { useSearchParams } from 'react-router-dom';
import { numberIn } from '@/features/projects/workflowRow/WorkflowRowPage';
import { TaskList } from '@/features/reviewers/TaskList';
import { TaskPage } from '@/features/reviewers/TaskPage';

/** 第三方质控: one task, the tasks of a project, or all that the person may see. */
export default function OutsideQualityPage() {
  const [search] = useSearchParams();
  const id = numberIn(search.get('id'));
  return id === null ? <TaskList project={numberIn(search.get('belongProject'))} /> : <TaskPage id={id} />;
}
