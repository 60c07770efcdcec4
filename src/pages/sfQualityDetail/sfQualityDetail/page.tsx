import { useSearchParams } from 'react-router-dom';
import { TaskList } from '@/projects/outside/TaskList';
import { TaskPage } from '@/projects/outside/TaskPage';
import { numberIn } from '@/projects/thing/ThingPage';

/** 第三方质控: one task, a project's, or all that the person may see. */
export default function OutsideQualityPage() {
  const [search] = useSearchParams();
  const id = numberIn(search.get('id'));
  return id === null ? <TaskList project={numberIn(search.get('belongProject'))} /> : <TaskPage id={id} />;
}
