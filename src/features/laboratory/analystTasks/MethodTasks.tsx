import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { failureOf } from '@/api/callFailures';
import { succeeded } from '@/api/succeeded';
import { feedback } from '@/lib/feedback';
import { usePrinted } from '@/lib/print/usePrinted';
import { useSession } from '@/session/sessionStore';
import { useCan } from '@/session/useCan';
import { labSheet } from '@contract/features/laboratory/entities/labSheet';
import { recordAddress } from '@contract/features/laboratory/methods/recordAddress';
import { sheetGroupTexts } from '@contract/features/laboratory/sheets/sheetGroup';
import { labSheetTexts } from '@contract/features/laboratory/sheetTexts';
import type { TaskSeen } from '@contract/features/laboratory/tasks/labTasks';
import { permissionOf } from '@contract/permissions';
import { RunButton } from '../runs/RunButton';
import { askAndReturnTasks } from '../tasks/returnTasks';
import { fetchTasks, startRecord, startTogether, tasksKey } from '../tasks/taskCalls';
import { TaskExportButton } from '../tasks/TaskExportButton';
import { methodsOf, pileKey, type TaskGroup } from '../tasks/taskGroups';
import { TaskSheets } from '../tasks/TaskSheets';
import { taskColumns, TaskTable } from '../tasks/TaskTable';
import shared from '../tasks/labTasks.module.css';

const testPermissions = [permissionOf(labSheet, 'add')];
const mayGiveBack = ['labTask:giveBack'];
const subject = ['sampleNo', 'sampleKind', 'project', 'hazard'] as const;
const dates = ['keepUntil', 'dueOn', 'medium', 'storage', 'place', 'sheet'] as const;
const columnSets = {
  mine: {
    method: taskColumns(...subject, 'state', ...dates),
    methods: taskColumns(...subject, 'method', 'state', ...dates),
  },
  all: {
    method: taskColumns(...subject, 'state', 'analyst', ...dates),
    methods: taskColumns(...subject, 'method', 'state', 'analyst', ...dates),
  },
} as const;

type SelectedKeys = ReadonlySet<number | string>;
const emptySelection: SelectedKeys = new Set();

const hasSeveralOf = (tasks: readonly TaskSeen[], name: 'project' | 'hazard' | 'method' | 'variant'): boolean =>
  new Set(tasks.map((task) => task[name])).size > 1;

/** Returns whether these tasks can form one original record of several hazards. */
const canShareRecord = (tasks: readonly TaskSeen[]): boolean =>
  hasSeveralOf(tasks, 'hazard') && !hasSeveralOf(tasks, 'project') && !hasSeveralOf(tasks, 'variant');

/** Returns why these tasks can't form one record; null if they can. */
function whyNoCommonRecord(tasks: readonly TaskSeen[]): string | null {
  const hasSeveral = (name: Parameters<typeof hasSeveralOf>[1]) => hasSeveralOf(tasks, name);
  if (!tasks.length) return labSheetTexts.noTasks;
  if (hasSeveral('project')) return labSheetTexts.mixedProjects;
  if (hasSeveral('hazard')) return labSheetTexts.mixedHazards;
  if (hasSeveral('variant')) return labSheetTexts.mixedVariants;
  if (hasSeveral('method')) return labSheetTexts.mixedMethods;
  return tasks.every(({ sampleKind }) => sampleKind === 'blank') ? labSheetTexts.blanksAlone : null;
}

interface MethodTasksProps {
  readonly group: TaskGroup;
  readonly onlyMine: boolean;
  /** Project whose first group of tasks is selected when the tasks arrive. */
  readonly project?: number | null;
}

interface TaskPilesProps {
  readonly group: TaskGroup;
  readonly ownTasks: readonly TaskSeen[];
  readonly selected: SelectedKeys;
  readonly setSelected: (selectedSelectedKeys: SelectedKeys) => void;
}

/** Groups of tasks by project and hazard. A button selects the tasks of its group that may be started. */
function TaskPiles({ group, ownTasks, selected, setSelected }: TaskPilesProps) {
  return (
    <ul className={shared.piles} aria-label="按项目与因素选择，含空白">
      {group.piles.map((pile) => {
        const ids = ownTasks.filter((task) => pileKey(task) === pileKey(pile)).map(({ id }) => id);
        const areAllSelected = ids.length > 0 && ids.length === selected.size && ids.every((id) => selected.has(id));
        return (
          <li key={pileKey(pile)}>
            <button
              type="button"
              aria-pressed={areAllSelected}
              disabled={!ids.length}
              title={ids.length ? '选中这组任务，含空白' : '这组没有可以开始检测的任务'}
              onClick={() => setSelected(areAllSelected ? emptySelection : new Set(ids))}
            >
              <b>{pile.hazardName}</b>
              <span className="mono">{pile.projectCode}</span>
              <small>{pile.projectName}</small>
              <span>待检测 {pile.distributed}</span>
              {pile.testing > 0 && <span>检测中 {pile.testing}</span>}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

interface ChosenTasksProps {
  readonly chosenTasks: readonly TaskSeen[];
  readonly selected: SelectedKeys;
  readonly disabledReason: string | null;
}

/** Shows the number of selected tasks, and why they can't form one record. */
function ChosenTasks({ chosenTasks, selected, disabledReason }: ChosenTasksProps) {
  const blanks = chosenTasks.filter(({ sampleKind }) => sampleKind === 'blank').length;
  return (
    <span role="status">
      {chosenTasks.length
        ? `已选${chosenTasks.length}项${blanks ? `，含空白${blanks}项` : ''}${selected.size > chosenTasks.length ? `，另有${selected.size - chosenTasks.length}项不是您待检测的任务` : ''}${disabledReason ? `。${disabledReason}` : ''}`
        : selected.size
          ? '所选任务不是您待检测的任务'
          : '选择一组任务，开始检测'}
    </span>
  );
}

/** Loads the open tasks of a method, and returns which of the person's own tasks are selected. */
function useOpenTasks({ group, onlyMine, project = null }: MethodTasksProps) {
  const ownUserId = useSession((session) => session.user?.id ?? 0);
  const [pickedIds, setPickedIds] = useState<SelectedKeys | null>(null);
  const filter = {
    method: methodsOf(group).join(','),
    state: 'distributed,testing',
    ...(onlyMine ? { mine: '1' as const } : {}),
  };
  const { data, isPending, error } = useQuery({
    queryKey: [...tasksKey, 'of', filter],
    queryFn: ({ signal }) => fetchTasks(filter, signal),
    staleTime: 0,
    retry: false,
  });
  const tasks = useMemo(() => data ?? [], [data]);
  const ownTasks = useMemo(
    () => tasks.filter((task) => task.state === 'distributed' && task.analyst === ownUserId),
    [tasks, ownUserId],
  );
  const preselectedIds = useMemo(() => {
    const firstOfProject = ownTasks.find((task) => task.project === project);
    return firstOfProject
      ? new Set(ownTasks.filter((task) => pileKey(task) === pileKey(firstOfProject)).map(({ id }) => id))
      : emptySelection;
  }, [ownTasks, project]);
  const selectedSelectedKeys: SelectedKeys = pickedIds ?? preselectedIds;
  return { filter, tasks, ownTasks, selected: selectedSelectedKeys, setSelected: setPickedIds, isPending, error };
}

/** Returns the function that starts records from the chosen tasks and opens the first one. */
function useStartRecord(chosenTasks: readonly TaskSeen[]) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const start = async (startTasks: typeof startRecord) => {
    if (busy) return;
    setBusy(true);
    let address: string | undefined;
    const hasStarted = await succeeded(
      startTasks(chosenTasks.map(({ id }) => id)).then(({ row, message }) => {
        address = recordAddress(row);
        feedback.notify('success', message);
      }),
    );
    setBusy(false);
    // Reloads after a refusal too, because another person may have taken a task back.
    void queryClient.invalidateQueries({ queryKey: tasksKey });
    if (hasStarted && address) void navigate(address);
  };
  return { busy, start };
}

/** Tasks of a method, chosen by project and hazard with their blanks, and started as a record. */
export function MethodTasks({ group, onlyMine, project = null }: MethodTasksProps) {
  const queryClient = useQueryClient();
  const agency = useSession((session) => session.user?.organization?.name ?? '');
  const [isAnalyst, mayReturnTasks] = [useCan(testPermissions), useCan(mayGiveBack)];
  const { filter, tasks, ownTasks, selected, setSelected, isPending, error } = useOpenTasks({
    group,
    onlyMine,
    project,
  });
  const chosenTasks = useMemo(() => ownTasks.filter(({ id }) => selected.has(id)), [ownTasks, selected]);
  const { busy, start } = useStartRecord(chosenTasks);
  const { sheet, print } = usePrinted(() => <TaskSheets tasks={tasks} agency={agency} />);
  const disabledReason = whyNoCommonRecord(chosenTasks);
  const shownColumns = columnSets[onlyMine ? 'mine' : 'all'][methodsOf(group).length > 1 ? 'methods' : 'method'];
  const refresh = () => {
    setSelected(emptySelection);
    void queryClient.invalidateQueries({ queryKey: tasksKey });
  };
  const giveBack = async () => {
    if (await askAndReturnTasks(chosenTasks)) refresh();
  };
  return (
    <section className={shared.panel} aria-label={group.title}>
      <h2 className={shared.heading}>
        {group.title}
        <small>{group.detail}</small>
      </h2>
      <TaskPiles group={group} ownTasks={ownTasks} selected={selected} setSelected={setSelected} />
      <div className={shared.bar}>
        <ChosenTasks chosenTasks={chosenTasks} selected={selected} disabledReason={disabledReason} />
        <TaskExportButton filter={filter} columns={shownColumns} disabled={!tasks.length} />
        <Button disabled={!tasks.length} onClick={print}>
          打印任务单
        </Button>
        {mayReturnTasks && (
          <Button disabled={!chosenTasks.length} onClick={() => void giveBack()}>
            退回
          </Button>
        )}
        <RunButton chosenTasks={chosenTasks} onDone={refresh} />
        {isAnalyst && canShareRecord(chosenTasks) && (
          <Button loading={busy} title={sheetGroupTexts.makeHint} onClick={() => void start(startTogether)}>
            {sheetGroupTexts.make}
          </Button>
        )}
        {isAnalyst && (
          <Button
            type="primary"
            disabled={disabledReason !== null}
            title={disabledReason ?? ''}
            loading={busy}
            onClick={() => void start(startRecord)}
          >
            开始检测
          </Button>
        )}
      </div>
      <div className={shared.fill}>
        <TaskTable
          label="检测任务"
          tasks={tasks}
          columns={shownColumns}
          loading={isPending}
          error={error ? failureOf(error).pageText : undefined}
          empty="没有待检测的任务"
          selected={selected}
          onSelect={setSelected}
        />
      </div>
      {sheet}
    </section>
  );
}
