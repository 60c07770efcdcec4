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

/** Width of the columns in % of the paper's width; a date fits on one line. */
const widths = [4, 9, 14, 23, 5, 14, 5, 6, 10, 10];

/** 任务单 on A4, one page per analyst and project: tests, methods, number of samples, due dates and signatures. */
export function TaskSheets({ tasks, agency }: { readonly tasks: readonly TaskSeen[]; readonly agency: string }) {
  return (
    <>
      {taskSheetsOf(tasks).map((sheet) => {
        const blanks = numbersOf(sheet.tasks, true).length;
        return (
          <article key={sheet.key} className={styles.paper}>
            <header>
              <p>{agency}</p>
              <h1>检测任务单</h1>
            </header>
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
                  {sheet.tasks.length} 项，其中空白 {blanks} 项
                </dd>
              </div>
            </dl>
            <table className={styles.paperTable}>
              <colgroup>
                {widths.map((width, index) => (
                  <col key={index} style={{ width: `${width}%` }} />
                ))}
              </colgroup>
              <thead>
                <tr>
                  <th>序号</th>
                  <th>检测项目</th>
                  <th>检测依据</th>
                  <th>样品编号</th>
                  <th>样品数</th>
                  <th>空白编号</th>
                  <th>空白数</th>
                  <th>保存条件</th>
                  <th>保存截止</th>
                  <th>要求完成</th>
                </tr>
              </thead>
              <tbody>
                {sheet.items.map((item, index) => {
                  const [first] = item;
                  const [samples, blankNos] = [numbersOf(item, false), numbersOf(item, true)];
                  return (
                    <tr key={first?.id}>
                      <td className={styles.number}>{index + 1}</td>
                      <td>{first?.hazardName}</td>
                      <td>{joinedValues([first?.methodTitle ?? null, first?.standardNo ?? null])}</td>
                      <td className="mono">{rangeText(samples) || emptyCellText}</td>
                      <td className={styles.number}>{samples.length}</td>
                      <td className="mono">{rangeText(blankNos) || emptyCellText}</td>
                      <td className={styles.number}>{blankNos.length}</td>
                      <td>{joinedValues(item.map(({ storage }) => storage)) || emptyCellText}</td>
                      <td className={styles.date}>{earliestDay(item.map(({ keepUntil }) => keepUntil))}</td>
                      <td className={styles.date}>{earliestDay(item.map(({ dueOn }) => dueOn))}</td>
                    </tr>
                  );
                })}
              </tbody>
            </table>
            <footer className={styles.paperSigns}>
              <div>
                分发人：{joinedValues(sheet.tasks.map(({ distributedByName }) => distributedByName))}
                <br />
                日期：{joinedValues(sheet.tasks.map(({ distributedAt }) => distributedAt?.slice(0, 10) ?? null))}
              </div>
              <div>
                领样人签名：
                <br />
                日期：
              </div>
            </footer>
          </article>
        );
      })}
    </>
  );
}
