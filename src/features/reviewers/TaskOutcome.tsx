import { useQuery } from '@tanstack/react-query';
import { Empty, Skeleton } from 'antd';
import { failureOf } from '@/api/callFailures';
import type { WorkflowRowProps } from '@/features/projects/workflowRow/WorkflowRowPage';
import { DictCell } from '@/fields';
import { FailureAlert } from '@/lib/notice/FailureAlert';
import { outsideTexts } from '@contract/features/reviewers/reviewerTexts';
import type { Reward } from '@contract/features/reviewers/taskReward';
import { fetchOutcome } from './reviewerCalls';
import styles from './outside.module.css';

const signedPoints = (points: unknown): string => (Number(points) > 0 ? `+${String(points)}` : String(points));

/** Before closing: points and fee if the task were closed today. */
function ExpectedReward({ reward: { lines, points, fee } }: { readonly reward: Reward }) {
  return (
    <table className={styles.papers}>
      <caption>{outsideTexts.expected}</caption>
      <thead>
        <tr>
          <th>规则</th>
          <th className={styles.number}>次数</th>
          <th className={styles.number}>积分</th>
          <th className={styles.number}>费用（元）</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((rewardLine) => (
          <tr key={rewardLine.rule}>
            <td>{rewardLine.ruleName}</td>
            <td className={styles.number}>{rewardLine.times}</td>
            <td className={styles.number}>{signedPoints(rewardLine.points)}</td>
            <td className={styles.number}>{rewardLine.fee}</td>
          </tr>
        ))}
        <tr>
          <th scope="row" colSpan={2}>
            合计
          </th>
          <td className={styles.number}>{signedPoints(points)}</td>
          <td className={styles.number}>{fee}</td>
        </tr>
      </tbody>
    </table>
  );
}

/** 费用与积分: the amounts that the reviewer received for the closed task, by the rules of that date. */
export function TaskOutcome({ row }: WorkflowRowProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['list', 'outsideOutcome', row.id, row.version],
    queryFn: ({ signal }) => fetchOutcome(row.id, signal),
    retry: false,
  });
  if (error) return <FailureAlert message={failureOf(error).pageText} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active />;
  if (data.expected) return <ExpectedReward reward={data.expected} />;
  if (!data.fees.length && !data.points.length)
    return (
      <Empty
        image={Empty.PRESENTED_IMAGE_SIMPLE}
        description={row.state === 'closed' ? '关闭时没有适用的积分规则' : '任务关闭后按积分规则计算费用与积分'}
      />
    );
  return (
    <>
      <table className={styles.papers}>
        <caption>积分</caption>
        <thead>
          <tr>
            <th>流水号</th>
            <th>日期</th>
            <th>说明</th>
            <th className={styles.number}>积分变动</th>
            <th className={styles.number}>变动后余额</th>
          </tr>
        </thead>
        <tbody>
          {data.points.map((point) => (
            <tr key={point.id}>
              <td className={styles.code}>{String(point.entryNo)}</td>
              <td>{String(point.entryOn)}</td>
              <td>{String(point.explanation)}</td>
              <td className={styles.number}>{signedPoints(point.points)}</td>
              <td className={styles.number}>{String(point.balance)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <table className={styles.papers}>
        <caption>费用</caption>
        <thead>
          <tr>
            <th>费用编号</th>
            <th>日期</th>
            <th>计费说明</th>
            <th className={styles.number}>金额（元）</th>
            <th>结算状态</th>
          </tr>
        </thead>
        <tbody>
          {data.fees.map((fee) => (
            <tr key={fee.id}>
              <td className={styles.code}>{String(fee.feeNo)}</td>
              <td>{String(fee.feeOn)}</td>
              <td>{String(fee.explanation)}</td>
              <td className={styles.number}>{String(fee.amount)}</td>
              <td>
                <DictCell dict="outsideFeeState" value={fee.state} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
