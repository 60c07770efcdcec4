import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { failureOf } from '@/api/callFailures';
import { ScopeNote } from '@/features/library/scope/ScopeNote';
import type { TaskPile, TaskSeen } from '@contract/features/laboratory/tasks/labTasks';
import { TaskButtons } from './TaskButtons';
import { fetchTasks, type TaskFilter, tasksKey } from './taskCalls';
import { pileKey, type TaskGroup } from './taskGroups';
import { taskColumns, TaskTable } from './TaskTable';
import shared from './labTasks.module.css';

const columns = {
  project: taskColumns(
    'sampleNo',
    'sampleKind',
    'hazard',
    'method',
    'scope',
    'state',
    'analyst',
    'keepUntil',
    'dueOn',
    'place',
    'medium',
    'storage',
    'sheet',
    'stateReason',
  ),
  hazard: taskColumns(
    'sampleNo',
    'sampleKind',
    'project',
    'scope',
    'state',
    'analyst',
    'keepUntil',
    'dueOn',
    'place',
    'medium',
    'storage',
    'sheet',
    'stateReason',
  ),
};

type SelectedKeys = ReadonlySet<number | string>;
const emptySelection: SelectedKeys = new Set();

interface PileListProps {
  readonly piles: TaskGroup['piles'];
  readonly groupedBy: 'project' | 'hazard';
  readonly tasks: readonly TaskSeen[];
  readonly selectedKeys: SelectedKeys;
  readonly onToggle: (ids: readonly number[], isSelected: boolean) => void;
}

/** Buttons that select all waiting tasks of a hazard or of a project at once. */
function PileList({ piles, groupedBy, tasks, selectedKeys, onToggle }: PileListProps) {
  const waitingOf = (key: string): number[] =>
    tasks.filter((task) => task.state === 'waiting' && pileKey(task) === key).map(({ id }) => id);
  return (
    <ul className={shared.piles} aria-label="按组选择待分发的任务">
      {piles.map((pile) => {
        const ids = waitingOf(pileKey(pile));
        const areAllSelected = ids.length > 0 && ids.every((id) => selectedKeys.has(id));
        return (
          <li key={pileKey(pile)}>
            <button
              type="button"
              aria-pressed={areAllSelected}
              disabled={!ids.length}
              title={ids.length ? '选中或取消这组待分发的任务' : '这组没有待分发的任务'}
              onClick={() => onToggle(ids, !areAllSelected)}
            >
              <b>{groupedBy === 'project' ? pile.hazardName : pile.projectCode}</b>
              <small>{groupedBy === 'project' ? (pile.methodTitle ?? '未定检测方法') : pile.projectName}</small>
              <span>待分发 {pile.waiting}</span>
              {pile.analysts.length > 0 && (
                <small>
                  {pile.analysts.map(({ name }) => name).join('、')} {pile.distributed + pile.testing}
                </small>
              )}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** Loads the open tasks of a group. */
function useGroupTasks(firstPile: TaskPile | undefined, groupedBy: 'project' | 'hazard') {
  const filter: TaskFilter =
    groupedBy === 'project'
      ? { project: firstPile?.project ?? 0 }
      : { hazard: firstPile?.hazard ?? 0, method: firstPile?.method ?? 0 };
  const { data, isPending, error } = useQuery({
    queryKey: [...tasksKey, 'of', filter],
    queryFn: ({ signal }) => fetchTasks(filter, signal),
    staleTime: 0,
    retry: false,
  });
  const tasks = useMemo(() => data ?? [], [data]);
  return { filter, tasks, isPending, error };
}

/** Lists the open tasks of a group, which can be selected one by one or as a whole group, and distributed. */
export function GroupPanel({
  group,
  groupedBy,
}: {
  readonly group: TaskGroup;
  readonly groupedBy: 'project' | 'hazard';
}) {
  const queryClient = useQueryClient();
  const [selectedKeys, setSelectedKeys] = useState<SelectedKeys>(emptySelection);
  const [firstPile] = group.piles;
  const { filter, tasks, isPending, error } = useGroupTasks(firstPile, groupedBy);
  const chosenTasks = useMemo(() => tasks.filter(({ id }) => selectedKeys.has(id)), [tasks, selectedKeys]);
  const toggle = (ids: readonly number[], isSelected: boolean) => {
    const next = new Set(selectedKeys);
    for (const id of ids)
      if (isSelected) next.add(id);
      else next.delete(id);
    setSelectedKeys(next);
  };
  const resetSelection = () => {
    setSelectedKeys(emptySelection);
    void queryClient.invalidateQueries({ queryKey: tasksKey });
  };
  return (
    <section className={shared.panel} aria-label={group.title}>
      <h2 className={shared.heading}>
        <span className={groupedBy === 'project' ? 'mono' : ''}>{group.title}</span>
        <small>{group.detail}</small>
      </h2>
      {groupedBy === 'project' && firstPile && <ScopeNote project={firstPile.project} />}
      <PileList piles={group.piles} groupedBy={groupedBy} tasks={tasks} selectedKeys={selectedKeys} onToggle={toggle} />
      <TaskButtons
        {...{ filter, columns: columns[groupedBy] }}
        chosenTasks={chosenTasks}
        shownTasks={tasks}
        onDone={resetSelection}
      />
      <div className={shared.fill}>
        <TaskTable
          label="检测任务"
          tasks={tasks}
          columns={columns[groupedBy]}
          loading={isPending}
          error={error ? failureOf(error).pageText : undefined}
          empty="没有未完成的检测任务"
          selected={selectedKeys}
          onSelect={setSelectedKeys}
        />
      </div>
    </section>
  );
}
