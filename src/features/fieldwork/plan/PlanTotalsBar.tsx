import { Empty, Skeleton } from 'antd';
import { DictCell, emptyCellText } from '@/fields';
import type { NamedTotals } from '@contract/features/fieldwork/plan/planWire';
import styles from './details.module.css';

/** Samples, blanks and results by hazard and method. */
function SampleTotals({ hazards }: Pick<NamedTotals, 'hazards'>) {
  return (
    <table>
      <caption>样品与空白</caption>
      <thead>
        <tr>
          <th scope="col">检测项目</th>
          <th scope="col">检测方法</th>
          <th scope="col">采样介质</th>
          <th scope="col" className={styles.number}>
            样品
          </th>
          <th scope="col" className={styles.number}>
            空白
          </th>
          <th scope="col" className={styles.number}>
            检测项次
          </th>
        </tr>
      </thead>
      <tbody>
        {hazards.map((line) => (
          <tr key={`${line.hazards.join(',')} ${line.method ?? ''} ${line.medium ?? ''}`}>
            <td>{line.names.join('、')}</td>
            <td>{line.methodName ? `${line.methodName}（${line.standardNo ?? ''}）` : emptyCellText}</td>
            <td>{line.medium ?? emptyCellText}</td>
            <td className={styles.number}>{line.samples}</td>
            <td className={styles.number}>{line.blanks}</td>
            <td className={styles.number}>{line.results}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Sampling media with the reserve. */
function MediaTotals({ media }: Pick<NamedTotals, 'media'>) {
  return (
    <table>
      <caption>采样介质</caption>
      <thead>
        <tr>
          <th scope="col">介质</th>
          <th scope="col" className={styles.number}>
            需要
          </th>
          <th scope="col" className={styles.number}>
            含10%备用
          </th>
        </tr>
      </thead>
      <tbody>
        {media.map(({ medium, needed, withSpare }) => (
          <tr key={medium}>
            <td>{medium}</td>
            <td className={styles.number}>{needed}</td>
            <td className={styles.number}>{withSpare}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Samplers that are needed at one time. */
function SamplerTotals({ samplers }: Pick<NamedTotals, 'samplers'>) {
  return (
    <table>
      <caption>同时需要的仪器</caption>
      <thead>
        <tr>
          <th scope="col">仪器</th>
          <th scope="col" className={styles.number}>
            流量 L/min
          </th>
          <th scope="col" className={styles.number}>
            台数
          </th>
        </tr>
      </thead>
      <tbody>
        {samplers.map(({ kind, flow, hazard, hazardName, count }) => (
          <tr key={`${kind} ${flow ?? ''} ${hazard ?? ''}`}>
            <td>
              <DictCell dict="equipmentKind" value={kind} />
              {hazardName && `（${hazardName}）`}
            </td>
            <td className={styles.number}>{flow ?? emptyCellText}</td>
            <td className={styles.number}>{count}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/**
 * Shows the material to take along: samples and blanks, media with a reserve of 10 %, samplers needed at one time.
 */
export function PlanTotalsBar({ totals }: { readonly totals: NamedTotals | undefined }) {
  if (!totals) return <Skeleton active />;
  if (!totals.hazards.length) return <Empty description="方案还没有内容" />;
  return (
    <div className={styles.totals}>
      <TotalsLine totals={totals} />
      <SampleTotals hazards={totals.hazards} />
      <div className={styles.pair}>
        <MediaTotals media={totals.media} />
        <SamplerTotals samplers={totals.samplers} />
      </div>
    </div>
  );
}

function TotalsLine({ totals }: { readonly totals: NamedTotals }) {
  const { sites, samples, blanks, measurements, days } = totals;
  return (
    <p className={styles.totalsLine}>
      采样点{sites}个，样品{samples}个，空白{blanks}个，现场测量{measurements}项次，采样{days}天
    </p>
  );
}
