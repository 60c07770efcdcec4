import { Alert } from 'antd';
import type { AnyRow } from '@contract/entity';
import { methodPlanGaps, planGapText } from '@contract/features/library/methodPlanGaps';
import styles from './method.module.css';

const isFilled = (value: unknown): boolean => value !== null && value !== undefined && value !== '' && value !== false;
const samplingText = (flow: unknown, minutes: unknown): string =>
  [isFilled(flow) ? `${String(flow)} L/min` : '', isFilled(minutes) ? `${String(minutes)} min` : '']
    .filter(Boolean)
    .join(' × ');
const rangeText = (low: unknown, high: unknown): string =>
  isFilled(low) && isFilled(high) ? `${String(low)}%～${String(high)}%` : '';

/** Returns the first and last day on which a method may be used: `2018-05-01起`, `2007-06-01至2026-01-31`. */
const inForce = ({ validFrom, validUntil }: AnyRow): string =>
  isFilled(validUntil)
    ? `${isFilled(validFrom) ? String(validFrom) : ''}至${String(validUntil)}`
    : isFilled(validFrom)
      ? `${String(validFrom)}起`
      : '';
const joinFilled = (...parts: readonly unknown[]): string => parts.filter(isFilled).map(String).join('，');

/** Shows the data of the chosen method that plans and laboratory records use. */
export function MethodHeader({ row }: { row: AnyRow }) {
  const methodFacts: readonly (readonly [string, string])[] = [
    ['标准', joinFilled(row.standardName, isFilled(row.section) && `第${String(row.section)}章`)],
    ['检测技术', joinFilled(row.technique)],
    ['启用', inForce(row)],
    ['代替', joinFilled(row.replaces)],
    ['被代替', joinFilled(row.replacedBy)],
    ['采样介质', isFilled(row.medium) ? String(row.medium) : ''],
    ['短时间采样', samplingText(row.shortFlow, row.shortMinutes)],
    ['长时间采样', samplingText(row.longFlow, row.longMinutes)],
    ['采样说明', joinFilled(row.samplingNote)],
    // Most conditions of the library name the days: 两端密封，常温7天.
    [
      '样品保存',
      joinFilled(
        row.storageCondition,
        isFilled(row.storageDays) &&
          !/\d/.test(String(row.storageCondition ?? '')) &&
          `${String(row.storageDays)}天内检测`,
      ),
    ],
    ['样品处理', joinFilled(row.treatment)],
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
    ['加标回收率', rangeText(row.spikeMin, row.spikeMax)],
    ['每批空白', isFilled(row.blanksPerBatch) ? `${String(row.blanksPerBatch)}个` : ''],
  ];
  const gaps = methodPlanGaps(row);
  return (
    <div className={styles.header}>
      <h2 className={styles.title}>
        {String(row.title)}
        <span className="mono">{String(row.standardNo)}</span>
      </h2>
      <dl className={styles.facts}>
        {methodFacts
          .filter(([, value]) => value)
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}：</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      {gaps.length > 0 && <Alert type="warning" showIcon title={planGapText(gaps)} />}
      {row.dataCertainty === 'check' && (
        <Alert type="warning" showIcon title="该方法的参数为常用值，使用前请与方法标准和本机构作业指导书核对。" />
      )}
    </div>
  );
}
