import { Segmented } from 'antd';
import { type ReactNode, useState } from 'react';
import { ScrollRegion } from '@/lib/ScrollRegion';
import { figureTexts } from '@contract/features/home/figures/figureTexts';
import { TableShown } from './FigureTable';
import card from '../dashboard.module.css';
import styles from './figures.module.css';

interface FigureCardProps {
  readonly title: string;
  /** Explanation of the counted rows and of the calculation. */
  readonly explanation: readonly string[];
  /** Text for no data. */
  readonly empty: string | null;
  readonly summaryText?: string;
  readonly choice?: ReactNode;
  readonly isWide?: boolean;
  readonly chart: ReactNode;
  readonly table: ReactNode;
}

const faces = [figureTexts.chart, figureTexts.table];

/** A figure of the home page, as chart or table. Screen readers always get the table. */
export function FigureCard({
  title,
  explanation,
  empty,
  summaryText,
  choice,
  isWide = false,
  chart,
  table,
}: FigureCardProps) {
  const [face, setFace] = useState<string>(figureTexts.chart);
  const isChartShown = face === figureTexts.chart;
  return (
    <section className={`${card.card ?? ''} ${isWide ? (styles.wide ?? '') : ''}`} aria-label={title}>
      <div className={styles.head}>
        <h2>{title}</h2>
        {empty === null && choice}
        {empty === null && (
          <Segmented aria-label={`${title}以图或表显示`} size="small" options={faces} value={face} onChange={setFace} />
        )}
      </div>
      {empty !== null ? (
        <p className={card.empty}>{empty}</p>
      ) : (
        <div className={styles.place}>
          {summaryText && <p className={styles.told}>{summaryText}</p>}
          {isChartShown && <div aria-hidden="true">{chart}</div>}
          {isChartShown ? (
            <div className={styles.spoken}>
              <TableShown value={false}>{table}</TableShown>
            </div>
          ) : (
            <ScrollRegion className={styles.scroll} label={title}>
              <TableShown value>{table}</TableShown>
            </ScrollRegion>
          )}
        </div>
      )}
      <p className={styles.how}>{explanation.join('；')}。</p>
    </section>
  );
}
