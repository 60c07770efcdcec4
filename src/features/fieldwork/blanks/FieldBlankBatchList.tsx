import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Empty, Skeleton, Switch } from 'antd';
import { useState } from 'react';
import { failureOf } from '@/api/callFailures';
import { client } from '@/api/client';
import { FailureAlert } from '@/lib/notice/FailureAlert';
import { type BlankBatch, blankTexts } from '@contract/features/fieldwork/blanks/blankBatches';
import { blankRelation } from '@contract/features/fieldwork/entities/blankRelation';
import { FieldBlankBatchCard } from './FieldBlankBatchCard';
import styles from './blanks.module.css';

const { path } = blankRelation;

/** Returns other batches of the same hazard with a usable blank. */
const othersOf = (batch: BlankBatch, batches: readonly BlankBatch[]): BlankBatch[] =>
  batches.filter(
    ({ key, hazard, blanks }) =>
      key !== batch.key && hazard === batch.hazard && blanks.some(({ state }) => state !== 'voided'),
  );

/** Lists a project's batches with their blanks, optionally only the incomplete ones. */
export function FieldBlankBatchList({ project }: { readonly project: number }) {
  const queryClient = useQueryClient();
  const [wanting, setWanting] = useState(false);
  const key = ['list', path, 'batches', project];
  const { data, isPending, error, refetch } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) =>
      (await client.get<{ content: BlankBatch[] }>(`${path}/batches/${project}`, { signal, quiet: true })).data.content,
    retry: false,
  });
  if (isPending) return <Skeleton active />;
  if (error || !data) return <FailureAlert message={failureOf(error).pageText} onRetry={() => void refetch()} />;
  if (!data.length) return <Empty description="项目还没有样品。在“现场采样”中新增采样日期后生成。" />;
  const warnedBatches = data.filter(({ warning, unrelatedCount }) => warning || unrelatedCount > 0);
  const shownBatches = wanting ? warnedBatches : data;
  const refetchList = () => void queryClient.invalidateQueries({ queryKey: ['list', path] });
  return (
    <div className={styles.page}>
      <div className={styles.bar}>
        <span>{blankTexts.byItself}</span>
        <label className={`${styles.switch} reach`}>
          <Switch size="small" checked={wanting} onChange={setWanting} aria-label="只看待处理的批次" />
          只看待处理的批次（{warnedBatches.length}）
        </label>
      </div>
      <div className={styles.batches} role={shownBatches.length ? 'list' : undefined}>
        {shownBatches.map((batch) => (
          <div key={batch.key} role="listitem">
            <FieldBlankBatchCard
              project={project}
              batch={batch}
              otherBatches={othersOf(batch, data)}
              onChanged={refetchList}
            />
          </div>
        ))}
        {!shownBatches.length && <Empty description="所有批次都有空白" />}
      </div>
    </div>
  );
}
