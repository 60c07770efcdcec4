import { emptyCellText } from '@/fields';
import { rangeText } from '@contract/features/fieldwork/handOver/handOverSheet';
import type { TaskSeen } from '@contract/features/laboratory/tasks/labTasks';
import { taskSheetsOf } from './taskGroups';
import styles from './labTasks.module.css';

const numbersOf = (tasks: readonly TaskSeen[], blank: boolean): string[] =>
  tasks.filter(({ sampleKind }) => (sampleKind === 'blank') === blank).map(({ sampleNo }) => sampleNo);
const earliestDay = (days: readonly (string | null)[]): string =>
  days.flatMap((day) => day ?? []).sort()[0] ?? emptyCellText;
const joinedValues = (values: readonly (string | null)[]): string =>
  [...new Set(values.flatMap((value) => value ?? []))].join('、');

type TaskSheet = ReturnType<typeof taskSheetsOf>[number];

/** Project, analyst and number of tasks at the head of the sheet. */
function SheetFacts({ sheet }: { readonly sheet: TaskSheet }) {
  const blanks = numbersOf(sheet.tasks, true).length;
  return (
    <dl className={styles.paperFacts}>
      <div>
        <dt>项目编号</dt>
        <dd className="mono">{sheet.projectCode}</dd>
      </div>
      <div>
        <dt>受检单位</dt>
        <dd>{sheet.projectName}</dd>
      </div>
      <div>
        <dt>检测人</dt>
        <dd>{sheet.analystName}</dd>
      </div>
      <div>
        <dt>任务数量</dt>
        <dd>
          {sheet.tasks.length}项，其中空白{blanks}项
        </dd>
      </div>
    </dl>
  );
}

/** Line of the tasks of one hazard and method. */
function TaskLine({ tasks, no }: { readonly tasks: readonly TaskSeen[]; readonly no: number }) {
  const [firstTask] = tasks;
  const [samples, blankNos] = [numbersOf(tasks, false), numbersOf(tasks, true)];
  return (
    <tr>
      <td className={styles.number}>{no}</td>
      <td>{firstTask?.hazardName}</td>
      <td>{joinedValues([firstTask?.methodTitle ?? null, firstTask?.standardNo ?? null])}</td>
      <td className="mono">{rangeText(samples) || emptyCellText}</td>
      <td className={styles.number}>{samples.length}</td>
      <td className="mono">{rangeText(blankNos) || emptyCellText}</td>
      <td className={styles.number}>{blankNos.length}</td>
      <td>{joinedValues(tasks.map(({ storage }) => storage)) || emptyCellText}</td>
      <td className={styles.date}>{earliestDay(tasks.map(({ keepUntil }) => keepUntil))}</td>
      <td className={styles.date}>{earliestDay(tasks.map(({ dueOn }) => dueOn))}</td>
    </tr>
  );
}

/** Columns of the table with their widths in % of the paper's width; a date fits on one line. */
const columns = [
  ['序号', 4],
  ['检测项目', 9],
  ['检测依据', 14],
  ['样品编号', 23],
  ['样品数', 5],
  ['空白编号', 14],
  ['空白数', 5],
  ['保存条件', 6],
  ['保存截止', 10],
  ['要求完成', 10],
] as const;

function TaskTable({ items }: { readonly items: TaskSheet['items'] }) {
  return (
    <table className={styles.paperTable}>
      <colgroup>
        {columns.map(([heading, width]) => (
          <col key={heading} style={{ width: `${width}%` }} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {columns.map(([heading]) => (
            <th key={heading}>{heading}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map((item, index) => (
          <TaskLine key={item[0]?.id} tasks={item} no={index + 1} />
        ))}
      </tbody>
    </table>
  );
}

/** Lines for the signatures of the distributor and of the recipient. */
function SheetSigns({ tasks }: { readonly tasks: readonly TaskSeen[] }) {
  return (
    <footer className={styles.paperSigns}>
      <div>
        分发人：{joinedValues(tasks.map(({ distributedByName }) => distributedByName))}
        <br />
        日期：{joinedValues(tasks.map(({ distributedAt }) => distributedAt?.slice(0, 10) ?? null))}
      </div>
      <div>
        领样人签名：
        <br />
        日期：
      </div>
    </footer>
  );
}

/** 任务单 on A4, one page per analyst and project: tests, methods, number of samples, due dates and signatures. */
export function TaskSheets({ tasks, agency }: { readonly tasks: readonly TaskSeen[]; readonly agency: string }) {
  return (
    <>
      {taskSheetsOf(tasks).map((sheet) => (
        <article key={sheet.key} className={styles.paper}>
          <header>
            <p>{agency}</p>
            <h1>检测任务单</h1>
          </header>
          <SheetFacts sheet={sheet} />
          <TaskTable items={sheet.items} />
          <SheetSigns tasks={sheet.tasks} />
        </article>
      ))}
    </>
  );
}
