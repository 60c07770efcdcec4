import { Alert, Descriptions, Skeleton } from 'antd';
import { type AnyRow } from '@contract/entity';
import { useQuery } from '@tanstack/react-query';
import { client } from '@/api/client';
import { DictCell, missing } from '@/fields';

interface AuditEvent {
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

const shown = (value: unknown): string => (value === null || value === undefined || value === '' ? missing : typeof value === 'object' ? JSON.stringify(value) : String(value));

/** One event: who, when, from where, why, and each field as it was and as it is. */
export function AuditDetail({ row }: { row: AnyRow }) {
  const { data, isPending, error } = useQuery({
    queryKey: ['auditLog', row.id],
    queryFn: async ({ signal }) => (await client.get<AuditEvent>(`api/auditLog/${row.id}`, { signal })).data,
    retry: false,
  });
  const names = [...new Set([...Object.keys(data?.before ?? {}), ...Object.keys(data?.after ?? {})])];
  return (
    <>
      <Descriptions
        column={1}
        size="small"
        bordered
        styles={{ label: { width: 120 } }}
        items={[
          { key: 'time', label: '时间', children: row.createTime },
          { key: 'who', label: '操作人', children: shown(row.userName) },
          { key: 'action', label: '操作', children: <DictCell dict="auditAction" value={row.action} /> },
          { key: 'what', label: '对象', children: `${shown(row.entityLabel)} ${shown(row.title)}（编号 ${shown(row.entityId)}）` },
          { key: 'reason', label: '原因', children: shown(row.reason) },
          { key: 'ip', label: 'IP地址', children: shown(row.ip) },
          { key: 'request', label: '请求编号', children: shown(row.requestId) },
        ]}
      />
      {isPending && <Skeleton active />}
      {error && <Alert type="error" title="前后值加载失败，请稍后重试" />}
      {names.length > 0 && (
        <Descriptions
          column={1}
          size="small"
          bordered
          title="前后值"
          style={{ marginTop: 16 }}
          styles={{ label: { width: 160 } }}
          items={names.map((name) => ({
            key: name,
            label: name,
            children: <span><del>{shown(data?.before?.[name])}</del> → <ins style={{ textDecoration: 'none' }}>{shown(data?.after?.[name])}</ins></span>,
          }))}
        />
      )}
    </>
  );
}
