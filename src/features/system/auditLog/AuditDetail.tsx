import { useQuery } from '@tanstack/react-query';
import { Alert, Descriptions, Skeleton } from 'antd';
import { client } from '@/api/client';
import { DictCell, emptyCellText } from '@/fields';
import type { AnyRow } from '@contract/entity';
import type { FieldDifference } from '@contract/wire';
import styles from './log.module.css';

const displayText = (value: unknown): string =>
  value === null || value === undefined || value === '' ? emptyCellText : String(value);

/** One event: who, when, from where, why, and each field before and after, with labels. */
export function AuditDetail({ row }: { row: AnyRow }) {
  const { data, isPending, error } = useQuery({
    queryKey: ['auditLog', row.id],
    queryFn: async ({ signal }) =>
      (await client.get<{ differences: FieldDifference[] }>(`api/auditLog/${row.id}`, { signal })).data.differences,
    retry: false,
  });
  const number = row.entityId === null || row.entityId === undefined ? '' : `（编号 ${String(row.entityId)}）`;
  return (
    <>
      <Descriptions
        column={1}
        size="small"
        bordered
        styles={{ label: { width: 112 } }}
        items={[
          { key: 'time', label: '时间', children: row.createTime },
          { key: 'who', label: '操作人', children: displayText(row.userName) },
          { key: 'action', label: '操作', children: <DictCell dict="auditAction" value={row.action} /> },
          {
            key: 'what',
            label: '对象',
            children: `${displayText(row.entityLabel)}：${displayText(row.title)}${number}`,
          },
          { key: 'reason', label: '原因', children: displayText(row.reason) },
          { key: 'ip', label: 'IP地址', children: <span className="mono">{displayText(row.ip)}</span> },
          { key: 'request', label: '请求编号', children: <span className="mono">{displayText(row.requestId)}</span> },
          ...(row.former ? [{ key: 'former', label: '原系统', children: displayText(row.former) }] : []),
        ]}
      />
      {isPending && <Skeleton active style={{ marginTop: 16 }} />}
      {error && <Alert type="error" title="改动内容加载失败，请稍后重试" style={{ marginTop: 16 }} />}
      {data && data.length > 0 && <Differences differences={data} />}
      {data?.length === 0 && <p className={styles.none}>本次操作没有字段改动</p>}
    </>
  );
}

function Differences({ differences }: { differences: readonly FieldDifference[] }) {
  const before = differences.some((difference) => difference.before !== null);
  const after = differences.some((difference) => difference.after !== null);
  return (
    <table className={styles.differences}>
      <caption>
        {before && after ? `改动的字段（${differences.length}）` : before ? '操作前的内容' : '写入的内容'}
      </caption>
      <thead>
        <tr>
          <th>字段</th>
          {before && <th>改前</th>}
          {after && <th>改后</th>}
        </tr>
      </thead>
      <tbody>
        {differences.map((difference) => (
          <tr key={difference.name}>
            <th scope="row">{difference.label}</th>
            {before && <td className={after ? styles.before : undefined}>{difference.before ?? emptyCellText}</td>}
            {after && <td className={before ? styles.after : undefined}>{difference.after ?? emptyCellText}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
