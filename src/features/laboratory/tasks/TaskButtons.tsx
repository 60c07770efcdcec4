import { Button } from 'antd';
import { useRef, useState } from 'react';
import type { DataTableColumn } from '@/grid/DataTable';
import { feedback } from '@/lib/feedback';
import { usePrinted } from '@/lib/print/usePrinted';
import { useSession } from '@/session/sessionStore';
import { useCan } from '@/session/useCan';
import type { TaskSeen } from '@contract/features/laboratory/tasks/labTasks';
import { DistributeDialog } from './DistributeDialog';
import { MethodAndDueDateDialog } from './MethodAndDueDateDialog';
import { askAndReturnTasks } from './returnTasks';
import { fetchTasksOfIds, type TaskFilter } from './taskCalls';
import { TaskExportButton } from './TaskExportButton';
import { TaskSheets } from './TaskSheets';
import shared from './labTasks.module.css';

const mayDistribute = ['labTask:distribute'];
const mayGiveBack = ['labTask:giveBack'];

interface TaskButtonsProps {
  readonly chosenTasks: readonly TaskSeen[];
  /** Tasks to print if none is selected. */
  readonly shownTasks: readonly TaskSeen[];
  readonly onDone: () => void;
  /** Filter and columns of the table, for its export. */
  readonly filter: TaskFilter;
  readonly columns: readonly DataTableColumn<TaskSeen>[];
}

/** Actions for selected tasks. Each button counts the tasks it applies to. */
export function TaskButtons({ chosenTasks, shownTasks, onDone, filter, columns }: TaskButtonsProps) {
  const [mayDistributeTasks, mayReturnTasks] = [useCan(mayDistribute), useCan(mayGiveBack)];
  const agency = useSession((session) => session.user?.organization?.name ?? '');
  const ownUserId = useSession((session) => session.user?.id ?? 0);
  const [dialog, setDialog] = useState<'distribute' | 'arrange' | null>(null);
  const onPaper = useRef<readonly TaskSeen[]>([]);
  const waiting = chosenTasks.filter(({ state }) => state === 'waiting');
  const returnable = chosenTasks.filter(
    ({ state, analyst }) => state === 'distributed' && (mayDistributeTasks || analyst === ownUserId),
  );
  const open = chosenTasks.filter(({ state }) => state !== 'completed' && state !== 'voided');
  const printable = (chosenTasks.length ? chosenTasks : shownTasks).filter(({ analyst }) => analyst !== null);
  const { sheet, print } = usePrinted(() => <TaskSheets tasks={onPaper.current} agency={agency} />);
  const blanks = chosenTasks.filter(({ sampleKind }) => sampleKind === 'blank').length;
  const printThese = (tasks: readonly TaskSeen[]) => {
    onPaper.current = tasks;
    print();
  };
  const printAfter = async (ids: readonly number[]) => {
    const tasks = await fetchTasksOfIds(ids).catch(() => null);
    if (tasks) printThese(tasks);
    else feedback.notify('warning', '任务单未能打印，请在列表中选中任务后重新打印');
  };
  const giveBack = async () => {
    if (await askAndReturnTasks(returnable)) onDone();
  };
  return (
    <div className={shared.bar}>
      <span role="status">
        {chosenTasks.length ? `已选${chosenTasks.length}项${blanks ? `，含空白${blanks}项` : ''}` : '选择任务后分发'}
      </span>
      <TaskExportButton filter={filter} columns={columns} disabled={!shownTasks.length} />
      <Button
        disabled={!printable.length}
        title={printable.length ? '' : '没有已分发的任务'}
        onClick={() => printThese(printable)}
      >
        打印任务单{chosenTasks.length ? `（${printable.length}项）` : ''}
      </Button>
      {mayReturnTasks && (
        <Button disabled={!returnable.length} onClick={() => void giveBack()}>
          退回{returnable.length ? `（${returnable.length}项）` : ''}
        </Button>
      )}
      {mayDistributeTasks && (
        <Button disabled={!open.length} onClick={() => setDialog('arrange')}>
          更改方法或日期
        </Button>
      )}
      {mayDistributeTasks && (
        <Button type="primary" disabled={!waiting.length} onClick={() => setDialog('distribute')}>
          分发{waiting.length ? `（${waiting.length}项）` : ''}
        </Button>
      )}
      <DistributeDialog
        tasks={dialog === 'distribute' ? waiting : null}
        onClose={() => setDialog(null)}
        onDone={(ids, prints) => {
          setDialog(null);
          onDone();
          if (prints) void printAfter(ids);
        }}
      />
      <MethodAndDueDateDialog
        tasks={dialog === 'arrange' ? open : null}
        onClose={() => setDialog(null)}
        onDone={() => {
          setDialog(null);
          onDone();
        }}
      />
      {sheet}
    </div>
  );
}
