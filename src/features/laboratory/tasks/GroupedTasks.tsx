import { useQuery } from '@tanstack/react-query';
import { Empty, Skeleton } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { failureOf } from '@/api/callFailures';
import { FailureAlert } from '@/lib/notice/FailureAlert';
import { usePageActive } from '@/session/tabs/pageState';
import { GroupList } from './GroupList';
import { GroupPanel } from './GroupPanel';
import { fetchPiles, tasksKey } from './taskCalls';
import { groupsOf } from './taskGroups';
import shared from './labTasks.module.css';
import styles from './sampleDistribute.module.css';

/** Lists projects, or hazards with methods, that have open tasks, and the tasks of the chosen one. */
export function GroupedTasks({
  groupedBy,
  choice,
}: {
  readonly groupedBy: 'project' | 'hazard';
  readonly choice: ReactNode;
}) {
  const isActive = usePageActive();
  // A link from a project's page preselects that project.
  const preselectedProject = useSearchParams()[0].get('belongProject');
  const [chosenKey, setChosenKey] = useState<string | null>(
    groupedBy === 'project' && preselectedProject ? `p${preselectedProject}` : null,
  );
  const { data, isPending, error, refetch } = useQuery({
    queryKey: [...tasksKey, 'piles'],
    queryFn: ({ signal }) => fetchPiles({}, signal),
    enabled: isActive,
    staleTime: 0,
    retry: false,
  });
  const taskGroups = useMemo(() => groupsOf(data ?? [], groupedBy), [data, groupedBy]);
  const chosenGroup =
    taskGroups.find(({ key }) => key === chosenKey) ?? taskGroups.find(({ waiting }) => waiting > 0) ?? taskGroups[0];
  const sum = (name: 'waiting' | 'distributed' | 'testing' | 'overdue') =>
    taskGroups.reduce((total, group) => total + group[name], 0);
  const top = (
    <header className={styles.top}>
      <h1>样品分发</h1>
      {data && (
        <span className={styles.quiet}>
          待分发 <b>{sum('waiting')}</b>　已分发 {sum('distributed')}　检测中 {sum('testing')}
          {sum('overdue') > 0 && (
            <>
              {'　'}
              <b className={styles.late}>超过保存期限 {sum('overdue')}</b>
            </>
          )}
        </span>
      )}
      {choice}
    </header>
  );
  if (isPending)
    return (
      <>
        {top}
        <Skeleton active paragraph={{ rows: 8 }} />
      </>
    );
  if (error && !data)
    return (
      <>
        {top}
        <FailureAlert message={failureOf(error).pageText} onRetry={() => void refetch()} />
      </>
    );
  if (!chosenGroup)
    return (
      <>
        {top}
        <Empty description="没有未完成的检测任务：样品交接或来样收样后，任务会出现在这里" />
      </>
    );
  return (
    <>
      {top}
      <div className={shared.split}>
        <GroupList
          label={groupedBy === 'project' ? '项目' : '因素与方法'}
          groups={taskGroups}
          current={chosenGroup.key}
          mono={groupedBy === 'project'}
          onChoose={setChosenKey}
        />
        <GroupPanel key={chosenGroup.key} group={chosenGroup} groupedBy={groupedBy} />
      </div>
    </>
  );
}
