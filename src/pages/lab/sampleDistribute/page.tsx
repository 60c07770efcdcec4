import { Segmented } from 'antd';
import { useSearchParams } from 'react-router-dom';
import { serverSupports } from '@/api/client';
import { AllTasks } from '@/features/laboratory/tasks/AllTasks';
import { GroupedTasks } from '@/features/laboratory/tasks/GroupedTasks';
import styles from '@/features/laboratory/tasks/sampleDistribute.module.css';

const views = [
  { value: 'project', label: '按项目' },
  { value: 'hazard', label: '按因素与方法' },
  { value: 'all', label: '全部任务' },
] as const;

type DistributionView = (typeof views)[number]['value'];

/** 样品分发: assigns the tests of received samples to people. */
export default function SampleDistributePage() {
  const [search, setSearch] = useSearchParams();
  // Only this product's server has groups and boards. With another back end there is only the list.
  const boards = serverSupports('fieldwork');
  const requestedView = views.find(({ value }) => value === search.get('view'))?.value ?? 'project';
  const view: DistributionView = boards ? requestedView : 'all';
  // The filters of one view have no meaning in another.
  const setView = (nextDistributionView: DistributionView) =>
    setSearch({ view: nextDistributionView }, { replace: true });
  const choice = boards && (
    <Segmented<DistributionView> aria-label="分组" options={[...views]} value={view} onChange={setView} />
  );
  return (
    <section className={styles.page} aria-label="样品分发">
      {view === 'all' ? <AllTasks choice={choice} /> : <GroupedTasks key={view} groupedBy={view} choice={choice} />}
    </section>
  );
}
