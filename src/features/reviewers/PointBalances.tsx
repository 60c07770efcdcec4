import { useQuery } from '@tanstack/react-query';
import { Empty, Skeleton } from 'antd';
import { failureOf } from '@/api/callFailures';
import { FailureAlert } from '@/lib/notice/FailureAlert';
import { pointEntry } from '@contract/features/reviewers/entities/pointEntry';
import { fetchBalances } from './reviewerCalls';
import styles from './outside.module.css';

/** 积分余额: computed from the ledger on each load. */
export function PointBalances() {
  const { data, error, refetch } = useQuery({
    queryKey: ['list', pointEntry.path, 'balances'],
    queryFn: ({ signal }) => fetchBalances(signal),
    retry: false,
  });
  if (error) return <FailureAlert message={failureOf(error).pageText} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active />;
  if (!data.length)
    return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有积分，任务关闭后按规则产生" />;
  return (
    <table className={styles.papers}>
      <caption>积分余额</caption>
      <thead>
        <tr>
          <th>检查人</th>
          <th className={styles.number}>余额</th>
          <th className={styles.number}>累计获得</th>
          <th className={styles.number}>累计使用与扣减</th>
          <th className={styles.number}>明细笔数</th>
        </tr>
      </thead>
      <tbody>
        {data.map((balance) => (
          <tr key={balance.person}>
            <td>{balance.personName}</td>
            <td className={styles.number}>
              <strong>{balance.balance}</strong>
            </td>
            <td className={styles.number}>{balance.earned}</td>
            <td className={styles.number}>{balance.spent}</td>
            <td className={styles.number}>{balance.entries}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
