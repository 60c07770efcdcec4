import { useQuery } from '@tanstack/react-query';
import { Empty, Skeleton } from 'antd';
import { client } from '@/api/client';
import type { ResultChange } from '@contract/features/laboratory/sheets/resultChange';
import { recalculationTexts } from '@contract/features/laboratory/sheetTexts';
import { workKey } from '../useRecordPage';
import styles from '../methods.module.css';

const fetchChanges = async (sheet: number, signal: AbortSignal): Promise<ResultChange[]> =>
  (await client.get<{ content: ResultChange[] }>(`api/labSheet/resultChanges/${sheet}`, { signal, quiet: true })).data
    .content;

/** 结果改动: each changed result with its former value, the person and the cause. */
export function ResultChanges({ sheet, version }: { readonly sheet: number; readonly version: number }) {
  const { data, isPending } = useQuery({
    queryKey: [...workKey(sheet), 'resultChanges', version],
    queryFn: ({ signal }) => fetchChanges(sheet, signal),
    retry: false,
  });
  if (isPending) return <Skeleton active />;
  if (!data) return <Empty description="结果改动加载失败，请稍后重试" />;
  if (data.length === 0) return <Empty description={recalculationTexts.none} />;
  return (
    <ol className={styles.changes}>
      {data.map(({ id, sampleNo, at, person, before, after, problem, cause }) => (
        <li key={id}>
          <div className={styles.changed}>
            <span className={styles.code}>{sampleNo}</span>
            <span>
              <del>{before ?? '–'}</del> → <ins>{after ?? problem ?? '–'}</ins>
            </span>
          </div>
          <div>{cause}</div>
          <div className={styles.quiet}>
            {person ?? '系统'}　<time>{at}</time>
          </div>
        </li>
      ))}
    </ol>
  );
}
