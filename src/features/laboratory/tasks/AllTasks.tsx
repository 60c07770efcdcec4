import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { serverSupports } from '@/api/client';
import type { DistributePayload } from '@/api/crudClient';
import { fetchOptions } from '@/api/options';
import { feedback } from '@/lib/feedback';
import { usePrinted } from '@/lib/print/usePrinted';
import { type Action, distributeAction, ListEditor, type ListPage } from '@/listEditor';
import { useSession } from '@/session/sessionStore';
import type { AnyRow } from '@contract/entity';
import { figureTexts } from '@contract/features/home/figures/figureTexts';
import { labTask } from '@contract/features/laboratory/entities/labTask';
import type { TaskSeen } from '@contract/features/laboratory/tasks/labTasks';
import { labTaskTexts } from '@contract/features/laboratory/tasks/taskTexts';
import { DistributeDialog } from './DistributeDialog';
import { DueDay } from './DueDay';
import { MethodAndDueDateDialog } from './MethodAndDueDateDialog';
import { askAndReturnTasks } from './returnTasks';
import { fetchTasksOfIds, tasksKey } from './taskCalls';
import { TaskSheets } from './TaskSheets';
import styles from './sampleDistribute.module.css';

type ListCommands = Parameters<Action['run']>[0]['editor'];

interface DialogRequest {
  readonly dialog: 'distribute' | 'arrange';
  readonly tasks: readonly TaskSeen[];
}

const isDone = (row: AnyRow): boolean => row.state === 'completed' || row.state === 'voided';
const KeepCell = ({ row }: { readonly row: AnyRow }) => (
  <DueDay day={row.keepUntil as string | null} ending="超期" done={isDone(row) || row.state === 'testing'} />
);
const DueCell = ({ row }: { readonly row: AnyRow }) => (
  <DueDay day={row.dueOn as string | null} ending="逾期" done={isDone(row)} />
);
const areAllIn =
  (...states: readonly string[]) =>
  (rows: readonly AnyRow[]) =>
    rows.length > 0 && rows.every(({ state }) => states.includes(String(state)));
const [distributing, givingBack] = [['labTask:distribute'], ['labTask:giveBack']];

const oneOfEach = { fixedQuery: { once: 'sample' }, slots: { aboveList: SampleCountHeading } } as const;

/** Heading over the tasks behind a figure of the home page that counts samples. */
function SampleCountHeading() {
  const [search, setSearch] = useSearchParams();
  const searchWithoutOnce = new URLSearchParams(search);
  searchWithoutOnce.delete('once');
  return (
    <p className={styles.once}>
      {figureTexts.oncePerSample}
      {'　'}
      <Button type="link" size="small" onClick={() => setSearch(searchWithoutOnce, { replace: true })}>
        {figureTexts.everyTask}
      </Button>
    </p>
  );
}

/**
 * Returns the payload of SPEC §7 for a task of the plan, which names its sample and its plan row. The analyst of the
 * row's other samples gets the task.
 */
function payloadOfRow(row: AnyRow | undefined): DistributePayload | null {
  const [sampleId, sampleSiteHazardId] = [Number(row?.sample), Number(row?.sampleSiteHazardId)];
  return row?.state === 'waiting' && sampleId > 0 && sampleSiteHazardId > 0 ? { sampleId, sampleSiteHazardId } : null;
}

/** Asks for the analyst by name, if the server does not say who is authorised. */
async function askForAnalyst(rows: readonly AnyRow[]): Promise<DistributePayload | null> {
  const name = await feedback.prompt(labTaskTexts.askAnalyst(rows.length), {
    placeholder: labTaskTexts.analystName,
    check: (text) => (text.trim() ? null : labTaskTexts.noAnalyst),
    okText: '分发',
  });
  if (name === null) return null;
  const options = await fetchOptions('user', { keyword: name.trim() });
  const matchingOption = options.find((option) => option.name === name.trim());
  if (matchingOption) return { downloadBy: matchingOption.id, ids: rows.map(({ id }) => id) };
  feedback.notify('warning', labTaskTexts.unknownAnalyst(name.trim()));
  return null;
}

interface TaskListCommands {
  readonly openDialog: (dialog: DialogRequest['dialog']) => Action['run'];
  readonly keepCommands: (commands: ListCommands) => void;
  readonly refreshTasks: () => void;
  readonly printIds: (ids: readonly number[]) => Promise<void>;
}

/** Returns the actions on tasks that only this product's server offers. */
const ownServerActions = ({
  openDialog,
  keepCommands,
  refreshTasks,
  printIds,
}: TaskListCommands): readonly Action[] => [
  {
    key: 'distribute',
    label: '分发',
    place: 'selection',
    permission: distributing,
    enabled: areAllIn('waiting'),
    run: openDialog('distribute'),
  },
  {
    key: 'arrange',
    label: '更改方法或日期',
    place: 'selection',
    permission: distributing,
    enabled: areAllIn('waiting', 'distributed', 'testing'),
    run: openDialog('arrange'),
  },
  {
    key: 'giveBack',
    label: '退回',
    place: 'selection',
    permission: givingBack,
    enabled: areAllIn('distributed'),
    async run({ rows, editor }) {
      keepCommands(editor);
      if (await askAndReturnTasks(rows as unknown as readonly TaskSeen[])) refreshTasks();
    },
  },
  {
    key: 'print',
    label: '打印任务单',
    place: 'selection',
    enabled: areAllIn('distributed', 'testing', 'completed'),
    run: ({ ids }) => printIds(ids),
  },
];

const columns = [
  'sampleNo',
  'sampleKind',
  'project',
  'hazardName',
  'method',
  'state',
  'analyst',
  'keepUntil',
  'dueOn',
  'distributedAt',
  'distributedBy',
  'sheet',
  'completedAt',
  'variant',
  'stateReason',
];

const filters = [
  'sampleNo',
  'state',
  'analyst',
  'project',
  'hazard',
  'method',
  'sampleKind',
  'keepUntil',
  'dueOn',
  'completedAt',
  'createTime',
  'variant',
];

/** Returns the list of all tasks with its actions, and the dialogs and papers that these open. */
function useTaskPage() {
  const queryClient = useQueryClient();
  const oncePerSample = useSearchParams()[0].get('once') === 'sample';
  const agency = useSession((session) => session.user?.organization?.name ?? '');
  const [dialogRequest, setDialogRequest] = useState<DialogRequest | null>(null);
  const onPaper = useRef<readonly TaskSeen[]>([]);
  const editor = useRef<ListCommands | null>(null);
  const { sheet, print } = usePrinted(() => <TaskSheets tasks={onPaper.current} agency={agency} />);
  const printIds = useCallback(
    async (ids: readonly number[]) => {
      onPaper.current = await fetchTasksOfIds(ids);
      print();
    },
    [print],
  );
  const worked = useCallback(() => {
    setDialogRequest(null);
    editor.current?.clearSelection();
    void editor.current?.refresh();
    void queryClient.invalidateQueries({ queryKey: tasksKey });
  }, [queryClient]);
  const page = useMemo<ListPage>(() => {
    const openDialog =
      (action: DialogRequest['dialog']): Action['run'] =>
      async ({ ids, editor: commands }) => {
        editor.current = commands;
        setDialogRequest({ dialog: action, tasks: await fetchTasksOfIds(ids) });
      };
    return {
      entity: labTask,
      title: '检测任务',
      columns: columns,
      filters: filters,
      abilities: ['export'],
      ...(oncePerSample ? oneOfEach : {}),
      cells: { keepUntil: KeepCell, dueOn: DueCell },
      actions: [
        distributeAction(labTask, ([row]) => payloadOfRow(row), {
          key: 'distributeRow',
          label: labTaskTexts.toHolder,
          place: 'row',
          confirm: labTaskTexts.confirmToHolder,
          enabled: ([row]) => payloadOfRow(row) !== null,
        }),
        ...(serverSupports('fieldwork')
          ? ownServerActions({
              openDialog: openDialog,
              keepCommands: (commands) => void (editor.current = commands),
              refreshTasks: worked,
              printIds,
            })
          : [distributeAction(labTask, askForAnalyst)]),
      ],
    };
  }, [worked, printIds, oncePerSample]);
  return { dialogRequest, setDialogRequest, sheet, printIds, worked, page };
}

/** Lists all tasks with state and analyst, finished ones included. */
export function AllTasks({ choice }: { readonly choice: ReactNode }) {
  const { dialogRequest, setDialogRequest, sheet, printIds, worked, page } = useTaskPage();
  return (
    <>
      <header className={styles.top}>
        <h1>样品分发</h1>
        {choice}
      </header>
      <div className={styles.rest}>
        <ListEditor page={page} />
      </div>
      <DistributeDialog
        tasks={dialogRequest?.dialog === 'distribute' ? dialogRequest.tasks : null}
        onClose={() => setDialogRequest(null)}
        onDone={(ids, prints) => {
          worked();
          if (prints)
            void printIds(ids).catch(() => feedback.notify('warning', '任务单未能打印，请在列表中选中任务后重新打印'));
        }}
      />
      <MethodAndDueDateDialog
        tasks={dialogRequest?.dialog === 'arrange' ? dialogRequest.tasks : null}
        onClose={() => setDialogRequest(null)}
        onDone={worked}
      />
      {sheet}
    </>
  );
}
