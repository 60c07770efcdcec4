import { Skeleton } from 'antd';
import { useCan } from '@/session/useCan';
import { labDetection } from '@contract/features/laboratory/entities/labDetection';
import type { MethodPageProps } from '../methodPages';
import { BlankReadingsColumn } from './BlankReadingsColumn';
import { DeterminationForm } from './DeterminationForm';
import { useDetection } from './useDetection';
import styles from './detection.module.css';

interface CollectorBlankPanelProps extends MethodPageProps {
  readonly lot: string;
}

/**
 * 采样介质空白: responses of unexposed collectors of a lot, compared with the record's detection limit (GBZ 331-2024
 * 5.2.6.1 d).
 */
export function CollectorBlankPanel({ work, reload, lot }: CollectorBlankPanelProps) {
  const detection = useDetection({ work, reload, form: 'lotBlank', lot });
  const { query, row, draft, outcome, change } = detection;
  const mayWrite = useCan([`${labDetection.name}:${row ? 'edit' : 'add'}`]);
  if (query.isPending) return <Skeleton active />;
  const isClosed = work.locked !== null || !mayWrite;
  const { computed } = outcome;
  const unit = work.curve?.unit ?? '';
  const verdict = computed['verdict'];
  return (
    <DeterminationForm detection={detection} closed={isClosed}>
      <div className={styles.columns}>
        <BlankReadingsColumn
          texts={draft.blanks}
          unit=""
          disabled={isClosed}
          legend="空白响应值，至少2支未采样的介质"
          minCount={2}
          onChange={(blanks) => change({ blanks })}
        />
        <section className={styles.outcome} aria-label="采样介质空白结果" aria-live="polite">
          <dl>
            <dt>各支含量</dt>
            <dd>
              {computed['contents'] ?? '–'}
              {computed['contents'] && <small>{unit}</small>}
            </dd>
            <dt>最高</dt>
            <dd>
              {computed['most'] ?? '–'}
              {computed['most'] && <small>{unit}</small>}
            </dd>
            <dt>检出限</dt>
            <dd>
              {computed['limit'] ?? '–'}
              {computed['limit'] && <small>{unit}</small>}
            </dd>
            <dt>评价</dt>
            <dd className={verdict === '合格' ? styles.good : verdict ? styles.bad : undefined}>{verdict ?? '–'}</dd>
          </dl>
        </section>
      </div>
    </DeterminationForm>
  );
}
