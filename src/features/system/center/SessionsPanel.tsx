import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Skeleton } from 'antd';
import { client } from '@/api/client';
import { succeeded } from '@/api/succeeded';
import { feedback } from '@/lib/feedback';
import { messages } from '@contract/messages';
import { browserNameOf } from '../browserName';
import styles from './center.module.css';

interface OwnSession {
  id: string;
  ip: string;
  agent: string;
  createTime: string;
  seenTime: string;
  current: boolean;
}

const queryKey = ['center', 'sessions'];

/** Lists the person's sessions and ends unwanted ones (QUALITY AU12). */
export function SessionsPanel() {
  const queryClient = useQueryClient();
  const { data, error } = useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      (await client.get<{ content: OwnSession[] }>('api/user/sessions', { signal })).data.content,
    retry: false,
  });
  const end = async (question: string, body: { ids: string[] } | { others: true }) => {
    if (!(await feedback.confirm(question, { danger: true }))) return;
    if (await succeeded(client.delete('api/user/sessions', { data: body })))
      feedback.notify('success', messages.removed);
    await queryClient.invalidateQueries({ queryKey });
  };
  if (error) return <Alert type="error" showIcon title="登录会话加载失败，请稍后重试" />;
  if (!data) return <Skeleton active />;
  const otherCount = data.filter(({ current }) => !current).length;
  return (
    <>
      <p className={styles.quiet}>不认识的登录请立即退出，并修改密码。</p>
      <Button
        danger
        disabled={otherCount === 0}
        onClick={() => void end(`确定退出其他${otherCount}个登录吗？`, { others: true })}
      >
        退出其他全部登录
      </Button>
      <ul className={styles.list}>
        {data.map((session) => (
          <li key={session.id}>
            <div>
              {browserNameOf(session.agent)} {session.current && <span className={styles.current}>当前会话</span>}
              <small>
                <span className="mono">{session.ip}</span>　登录 {session.createTime}　最近活动 {session.seenTime}
              </small>
            </div>
            {!session.current && (
              <Button size="small" onClick={() => void end('确定退出该登录吗？', { ids: [session.id] })}>
                退出
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
