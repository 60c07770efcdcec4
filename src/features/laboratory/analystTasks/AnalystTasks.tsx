import { useQuery } from '@tanstack/react-query';
import { Empty, Segmented, Skeleton } from 'antd';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { failureOf } from '@/api/callFailures';
import { FailureAlert } from '@/lib/notice/FailureAlert';
import { useSession } from '@/session/sessionStore';
import { usePageActive } from '@/session/tabs/pageState';
import { useCan } from '@/session/useCan';
import { labSheet } from '@contract/features/laboratory/entities/labSheet';
import { permissionOf } from '@contract/permissions';
import { GroupList } from '../tasks/GroupList';
import { fetchPiles, tasksKey } from '../tasks/taskCalls';
import { groupsOf, type TaskGroup } from '../tasks/taskGroups';
import { MethodTasks } from './MethodTasks';
import shared from '../tasks/labTasks.module.css';
import styles from './laboratory.module.css';

const testPermissions = [permissionOf(labSheet, 'add')];

interface AnalystTasksHeadProps {
  readonly isLoaded: boolean;
  readonly listedTasks: 'mine' | 'all';
  readonly setListedTasks: (listedTasks: 'mine' | 'all') => void;
  readonly groupedBy: 'method' | 'technique';
  readonly setGroupedBy: (grouping: 'method' | 'technique') => void;
  readonly groups: readonly TaskGroup[];
}

/** Shows the number of waiting tests, and a choice of whose tests are listed. */
function AnalystTasksHead({
  isLoaded,
  listedTasks,
  setListedTasks,
  groupedBy,
  setGroupedBy,
  groups,
}: AnalystTasksHeadProps) {
  const sum = (name: 'distributed' | 'testing' | 'overdue') => groups.reduce((total, group) => total + group[name], 0);
  return (
    <header className={styles.top}>
      {isLoaded ? (
        <span className={styles.quiet}>
          待检测 <b>{sum('distributed')}</b>　检测中 {sum('testing')}
          {sum('overdue') > 0 && (
            <>
              {'　'}
              <b className={styles.late}>超过保存期限 {sum('overdue')}</b>
            </>
          )}
        </span>
      ) : (
        <span />
      )}
      <Segmented<'method' | 'technique'>
        aria-label="任务分组"
        value={groupedBy}
        options={[
          { value: 'method', label: '按方法' },
          { value: 'technique', label: '按技术' },
        ]}
        onChange={setGroupedBy}
      />
      <Segmented<'mine' | 'all'>
        aria-label="范围"
        value={listedTasks}
        options={[
          { value: 'mine', label: '我的任务' },
          { value: 'all', label: '全部' },
        ]}
        onChange={setListedTasks}
      />
    </header>
  );
}

/** Tests assigned to an analyst, by method. Other people see all tests. */
export function AnalystTasks() {
  const isActive = usePageActive();
  // An administrator has the permission to test, but is assigned no tests.
  const admin = useSession((session) => session.user?.isAdmin === true);
  const isAnalyst = useCan(testPermissions) && !admin;
  const [whose, setWhose] = useState<'mine' | 'all'>(isAnalyst ? 'mine' : 'all');
  const [grouping, setGrouping] = useState<'method' | 'technique'>('method');
  // A to-do names a method and a project, whose samples are chosen at once.
  const [search] = useSearchParams();
  const [chosenKey, setChosenKey] = useState<string | null>(search.has('method') ? `m${search.get('method')}` : null);
  const filter = useMemo(
    () => (whose === 'mine' ? { mine: '1' as const, state: 'distributed,testing' } : { state: 'distributed,testing' }),
    [whose],
  );
  const { data, isPending, error, refetch } = useQuery({
    queryKey: [...tasksKey, 'piles', filter],
    queryFn: ({ signal }) => fetchPiles(filter, signal),
    enabled: isActive,
    staleTime: 0,
    retry: false,
  });
  const taskGroups = useMemo(() => groupsOf(data ?? [], grouping), [data, grouping]);
  const currentGroup =
    taskGroups.find(({ key }) => key === chosenKey) ??
    taskGroups.find(({ distributed }) => distributed > 0) ??
    taskGroups[0];
  const top = (
    <AnalystTasksHead
      isLoaded={data !== undefined}
      listedTasks={whose}
      setListedTasks={setWhose}
      groupedBy={grouping}
      setGroupedBy={setGrouping}
      groups={taskGroups}
    />
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
  if (!currentGroup)
    return (
      <>
        {top}
        <Empty
          description={
            whose === 'mine'
              ? '没有分发给您的检测任务。样品管理员在“样品分发”中分发后会出现在这里'
              : '没有已分发而未完成的检测任务'
          }
        />
      </>
    );
  return (
    <>
      {top}
      <div className={shared.split}>
        <GroupList
          label={grouping === 'method' ? '检测方法' : '检测技术'}
          groups={taskGroups}
          current={currentGroup.key}
          onChoose={setChosenKey}
        />
        <MethodTasks
          key={`${whose} ${currentGroup.key}`}
          group={currentGroup}
          onlyMine={whose === 'mine'}
          project={Number(search.get('belongProject')) || null}
        />
      </div>
    </>
  );
}
