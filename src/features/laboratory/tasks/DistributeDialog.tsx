import { useQuery } from '@tanstack/react-query';
import { Alert, Checkbox, Empty, Skeleton } from 'antd';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { failureOf } from '@/api/callFailures';
import { succeeded } from '@/api/succeeded';
import { feedback } from '@/lib/feedback';
import { newId } from '@/lib/newId';
import { FailureAlert } from '@/lib/notice/FailureAlert';
import { PageModal } from '@/session/overlays';
import type { AnalystCandidate, TaskSeen } from '@contract/features/laboratory/tasks/labTasks';
import { labTaskTexts } from '@contract/features/laboratory/tasks/taskTexts';
import { accreditationTexts, type ScopeState } from '@contract/features/library/accreditationScope';
import { distributeTasks, fetchAble, tasksKey } from './taskCalls';
import styles from './sampleDistribute.module.css';

interface DistributeDialogProps {
  /** Waiting tasks; null while the dialog is closed. */
  readonly tasks: readonly TaskSeen[] | null;
  readonly onClose: () => void;
  readonly onDone: (ids: readonly number[], prints: boolean) => void;
}

interface TaskTotalsProps {
  readonly tasks: readonly TaskSeen[] | null;
  readonly methods: ReadonlyMap<number, string>;
}

/** Shows the number of tasks and methods to distribute, with blanks and overdue samples. */
function TaskTotals({ tasks, methods }: TaskTotalsProps) {
  const overdue = (tasks ?? []).filter((task) => task.overdue).length;
  const blanks = (tasks ?? []).filter(({ sampleKind }) => sampleKind === 'blank').length;
  return (
    <div>
      共<b>{tasks?.length ?? 0}</b>项检测任务{blanks > 0 && `，含空白${blanks}项`}；检测方法{methods.size}种
      {overdue > 0 && (
        <>
          ，<b className={styles.late}>{overdue}项已超过保存期限</b>
        </>
      )}
    </div>
  );
}

/** Returns the tests of the tasks with a state of the accredited scope, each once: `苯（GBZ/T 300.66-2017）`. */
const testsIn = (tasks: readonly TaskSeen[], scopeState: ScopeState): string[] => [
  ...new Set(
    tasks.flatMap(({ scope, hazardName, standardNo }) =>
      scope === scopeState ? [`${hazardName}（${standardNo ?? ''}）`] : [],
    ),
  ),
];

/** Shows which tests are outside the accredited scope or ended; nothing for an organization without an annex. */
function TaskScopes({ tasks }: { readonly tasks: readonly TaskSeen[] }) {
  const [ended, outside, inside] = [testsIn(tasks, 'ended'), testsIn(tasks, 'outside'), testsIn(tasks, 'inside')];
  return (
    <>
      {ended.length > 0 && <Alert type="error" showIcon title={accreditationTexts.endedTests(ended)} />}
      {outside.length > 0 && <Alert type="warning" showIcon title={accreditationTexts.outsideTests(outside)} />}
      {inside.length > 0 && !ended.length && !outside.length && <div>{accreditationTexts.insideTests}</div>}
    </>
  );
}

interface AnalystChoicesProps {
  readonly people: RefObject<HTMLUListElement | null>;
  readonly shownPeople: readonly AnalystCandidate[];
  readonly person: number | null;
  readonly setPerson: (personId: number) => void;
}

/** Lists the analysts. Analysts who may not test are shown with the reason. */
function AnalystChoices({ people, shownPeople, person, setPerson }: AnalystChoicesProps) {
  return (
    <ul ref={people} className={styles.choices} role="radiogroup" aria-label="检测人">
      {shownPeople.map(({ id, name, able, why: reasons, validUntil, holds: taskCount }) => (
        <li key={id}>
          <label data-able={able} data-chosen={person === id}>
            <input
              type="radio"
              name="analyst"
              disabled={!able}
              checked={person === id}
              onChange={() => setPerson(id)}
            />
            <span>{name}</span>
            <small>
              {able && validUntil ? `授权至${validUntil}　` : ''}在办{taskCount}项
            </small>
            {reasons.length > 0 && (
              <ul className={styles.why}>
                {reasons.map((sentence) => (
                  <li key={sentence}>{sentence}</li>
                ))}
              </ul>
            )}
          </label>
        </li>
      ))}
    </ul>
  );
}

/** Chooses the analyst among people authorised for all methods today. Others are listed with the reason. */
export function DistributeDialog({ tasks, onClose, onDone }: DistributeDialogProps) {
  const [personId, setPerson] = useState<number | null>(null);
  const [prints, setPrints] = useState(true);
  const [busy, setBusy] = useState(false);
  const key = useRef('');
  const open = tasks !== null;
  useEffect(() => {
    if (!open) return;
    setPerson(null);
    key.current = newId();
  }, [open]);
  const methods = new Map(
    (tasks ?? []).flatMap(({ method, methodTitle }) => (method === null ? [] : [[method, methodTitle ?? '']])),
  );
  const taskWithoutMethod = (tasks ?? []).find(({ method }) => method === null);
  const ids = [...methods.keys()].sort((a, b) => a - b);
  const { data, isPending, error, refetch } = useQuery({
    queryKey: [...tasksKey, 'able', ids],
    queryFn: ({ signal }) => fetchAble(ids, signal),
    enabled: open && ids.length > 0 && !taskWithoutMethod,
    staleTime: 0,
    retry: false,
  });
  const people = useRef<HTMLUListElement>(null);
  // Focuses the people when they have loaded, because the dialog asks for one.
  useEffect(() => {
    if (open && data) people.current?.querySelector<HTMLElement>('input:enabled')?.focus();
  }, [open, data]);
  const chosenPerson = data?.find(({ id, able }) => id === personId && able);
  const shownPeople = taskWithoutMethod ? [] : (data ?? []);

  const submit = async () => {
    if (!chosenPerson || !tasks || busy) return;
    setBusy(true);
    const distributedIds = tasks.map(({ id }) => id);
    const hasSucceeded = await succeeded(
      distributeTasks({ downloadBy: chosenPerson.id, ids: tasks }, key.current).then((message) =>
        feedback.notify('success', message),
      ),
    );
    setBusy(false);
    if (hasSucceeded) onDone(distributedIds, prints);
  };

  return (
    <PageModal
      open={open}
      width={640}
      title="分发给检测人"
      okText={chosenPerson ? `分发给${chosenPerson.name}` : '分发'}
      okButtonProps={{ disabled: !chosenPerson }}
      confirmLoading={busy}
      onOk={() => void submit()}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      <TaskTotals tasks={tasks} methods={methods} />
      <ul className={styles.methods}>
        {[...methods].slice(0, 6).map(([id, title]) => (
          <li key={id}>{title}</li>
        ))}
        {methods.size > 6 && <li>等{methods.size}种</li>}
      </ul>
      <TaskScopes tasks={tasks ?? []} />
      {taskWithoutMethod && (
        <Alert
          type="error"
          showIcon
          title={labTaskTexts.noMethod(taskWithoutMethod.sampleNo, taskWithoutMethod.hazardName)}
        />
      )}
      {!taskWithoutMethod && isPending && <Skeleton active paragraph={{ rows: 3 }} />}
      {error && <FailureAlert message={failureOf(error).pageText} onRetry={() => void refetch()} />}
      {data?.length === 0 && <Empty description="没有检测员：请在用户管理中为人员分配检测员角色并授权检测方法" />}
      <AnalystChoices people={people} shownPeople={shownPeople} person={personId} setPerson={setPerson} />
      <Checkbox checked={prints} onChange={({ target }) => setPrints(target.checked)}>
        分发后打印任务单
      </Checkbox>
    </PageModal>
  );
}
