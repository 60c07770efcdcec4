import { Alert, Button, Empty, Skeleton } from 'antd';
import { outsideTask } from '@contract/features/reviewers/entities/outsideTask';
import { useQuery } from '@tanstack/react-query';
import { failureOf } from '@/api/failures';
import { Tone } from '@/fields';
import type { Thing } from '@/features/projects/thing/ThingPage';
import { fetchTaskPapers, takeFile, takePapers } from './calls';
import styles from './outside.module.css';

/** 被检资料: the records and issued reports of the project that is checked, each as PDF; every download is in the trail. */
export function TaskPapers({ row }: Thing) {
  const { data, error, refetch } = useQuery({ queryKey: ['list', outsideTask.path, 'papers', row.id], queryFn: ({ signal }) => fetchTaskPapers(row.id, signal), retry: false });
  if (error) return <Alert type="error" showIcon title={failureOf(error).message} action={<Button size="small" onClick={() => void refetch()}>重试</Button>} />;
  if (!data) return <Skeleton active />;
  if (!data.papers.length && !data.reports.length) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="项目还没有可以检查的记录和报告" />;
  return (
    <table className={styles.papers}>
      <caption>被检项目的报告与原始记录，共 {data.reports.length + data.papers.length} 份</caption>
      <thead><tr><th>名称</th><th>编号</th><th>内容</th><th>状态</th><th>签名</th><th>操作</th></tr></thead>
      <tbody>
        {data.reports.map(({ id, reportNo, issuedOn }) => (
          <tr key={`report-${id}`}>
            <td>检测报告</td><td className={styles.code}>{reportNo}</td><td>项目检测报告</td><td>{issuedOn ? `${issuedOn} 签发` : '已签发'}</td><td>见报告</td>
            <td><Button size="small" type="link" onClick={() => void takeFile(`${outsideTask.path}/report/${row.id}/${id}`, `检测报告-${reportNo}`, 'pdf').catch(() => undefined)}>下载PDF</Button></td>
          </tr>
        ))}
        {data.papers.map(({ key, title, no, about, state, tone, signers }) => (
          <tr key={key}>
            <td>{title}</td><td className={styles.code}>{no}</td><td>{about}</td><td><Tone tone={(tone ?? 'quiet') as never}>{state}</Tone></td>
            <td>{signers.filter(({ name }) => name).map(({ label, name }) => `${label} ${name}`).join('，')}</td>
            <td><Button size="small" type="link" onClick={() => void takePapers(row.id, [key], `${title}${no ? `-${no}` : ''}`).catch(() => undefined)}>下载PDF</Button></td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
