import { Alert } from 'antd';
import type { AnyRow } from '@contract/entity';
import styles from './method.module.css';

const isFilled = (value: unknown): boolean => value !== null && value !== undefined && value !== '';
const sampling = (flow: unknown, minutes: unknown): string =>
  [isFilled(flow) ? `${String(flow)} L/min` : '', isFilled(minutes) ? `${String(minutes)} min` : '']
    .filter(Boolean)
    .join(' × ');
const span = (low: unknown, high: unknown): string =>
  isFilled(low) && isFilled(high) ? `${String(low)}%～${String(high)}%` : '';

/** Shows the data of the chosen method that plans and laboratory records use. */
export function MethodHeader({ row }: { row: AnyRow }) {
  const facts: readonly (readonly [string, string])[] = [
    ['采样介质', isFilled(row.medium) ? String(row.medium) : ''],
    ['短时间采样', sampling(row.shortFlow, row.shortMinutes)],
    ['长时间采样', sampling(row.longFlow, row.longMinutes)],
    [
      '标准曲线',
      [
        isFilled(row.curvePoints) ? `不少于${String(row.curvePoints)}点` : '',
        isFilled(row.curveR) ? `r≥${String(row.curveR)}` : '',
      ]
        .filter(Boolean)
        .join('，'),
    ],
    ['平行样', isFilled(row.parallelMax) ? `相对偏差≤${String(row.parallelMax)}%` : ''],
    ['加标回收率', span(row.spikeMin, row.spikeMax)],
    ['每批空白', isFilled(row.blanksPerBatch) ? `${String(row.blanksPerBatch)}个` : ''],
  ];
  return (
    <div className={styles.header}>
      <h2 className={styles.title}>
        {String(row.title)}
        <span className="mono">{String(row.standardNo)}</span>
      </h2>
      <dl className={styles.facts}>
        {facts
          .filter(([, value]) => value)
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}：</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      {row.dataCertainty === 'check' && (
        <Alert type="warning" showIcon title="该方法的参数为常用值，使用前请与方法标准和本机构作业指导书核对。" />
      )}
    </div>
  );
}
