import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Alert, Pagination, Skeleton } from 'antd';
import { useState } from 'react';
import { client } from '@/api/client';
import { DictCell } from '@/fields';
import styles from './center.module.css';

interface LoginEvent {
  id: number;
  action: string;
  createTime: string;
  ip: string;
  reason: string | null;
}

const pageSize = 20;

/** Lists the person's sign-ins and sign-outs from the audit trail. Failed attempts are marked with the reason. */
export function LoginsPanel() {
  const [page, setPage] = useState(1);
  const { data, error } = useQuery({
    queryKey: ['center', 'logins', page],
    queryFn: async ({ signal }) =>
      (
        await client.get<{ content: LoginEvent[]; totalElements: number }>('api/user/logins', {
          params: { page: page - 1 },
          signal,
        })
      ).data,
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (error) return <Alert type="error" showIcon title="登录记录加载失败，请稍后重试" />;
  if (!data) return <Skeleton active />;
  return (
    <>
      <p className={styles.quiet}>本账号的登录、登录失败和退出。出现不是自己的登录失败，说明有人在尝试密码。</p>
      <ul className={styles.list}>
        {data.content.map(({ id, action, createTime, ip, reason }) => (
          <li key={id}>
            <div>
              <span style={action === 'loginFailed' ? { color: 'var(--tone-bad)' } : undefined}>
                <DictCell dict="auditAction" value={action} />
              </span>
              {reason && `（${reason}）`}
              <small>
                {createTime}　<span className="mono">{ip}</span>
              </small>
            </div>
          </li>
        ))}
        {data.content.length === 0 && <li>还没有登录记录</li>}
      </ul>
      {data.totalElements > pageSize && (
        <Pagination
          style={{ marginTop: 12 }}
          size="small"
          current={page}
          pageSize={pageSize}
          total={data.totalElements}
          showSizeChanger={false}
          onChange={setPage}
        />
      )}
    </>
  );
}
