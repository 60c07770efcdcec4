import { type DrawnPoint, shownValue, stateLabels } from './controlChartOption';
import styles from './checks.module.css';

interface ChartTableProps {
  readonly points: readonly DrawnPoint[];
  readonly judged: boolean;
  readonly label: string;
  readonly unit: string;
  readonly onOpen: (drawnPoint: DrawnPoint) => void;
}

const tones = { inControl: styles.good, warning: styles.warning, outOfControl: styles.bad } as const;

/** Values of a chart as a table, newest first. */
export function ChartTable({ points, judged, label, unit, onOpen }: ChartTableProps) {
  return (
    <div className={styles.values} role="region" aria-label={`${label}的数据`}>
      <table>
        <thead>
          <tr>
            <th scope="col" className={styles.number}>
              次序
            </th>
            <th scope="col">日期</th>
            <th scope="col">检测记录</th>
            <th scope="col" className={styles.number}>
              {unit}
            </th>
            <th scope="col">判断</th>
          </tr>
        </thead>
        <tbody>
          {points
            .map((point, index) => ({ point, at: index }))
            .reverse()
            .map(({ point, at }) => (
              <tr key={point.id}>
                <td className={styles.number}>{at + 1}</td>
                <td>{point.day}</td>
                <td>
                  <button
                    type="button"
                    title={[point.sampleNo, point.analystName].filter(Boolean).join('，')}
                    onClick={() => onOpen(point)}
                  >
                    {point.sheetNo ?? point.sheet}
                  </button>
                </td>
                <td className={styles.number} title={point.value}>
                  {shownValue(point)}
                </td>
                <td>
                  {judged ? (
                    <span className={tones[point.state]}>
                      {stateLabels[point.state]}
                      {point.violation && `：${point.violation}`}
                    </span>
                  ) : (
                    '–'
                  )}
                </td>
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}
