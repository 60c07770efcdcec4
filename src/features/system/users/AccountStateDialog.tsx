import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Descriptions, Skeleton } from 'antd';
import { useState } from 'react';
import { client } from '@/api/client';
import { feedback } from '@/lib/feedback';
import { PageModal } from '@/session/overlays';
import { useMay } from '@/session/useCan';
import { stateTexts } from '@contract/features/signIn/signInTexts';
import { user as entity } from '@contract/features/system/entities/user';
import type { AccountState } from '@contract/features/system/rightsWire';
import { permissionOf } from '@contract/permissions';
import { useAccountStateOf } from './rightsStore';

interface AccountFactsProps {
  readonly data: AccountState;
  /** True while the account is being unlocked. */
  readonly busy: boolean;
  readonly onUnlock: () => void;
}

/** Failed sign-ins by address, and the button that unlocks the account. */
function FailedSignIns({ data: { tries }, busy, onUnlock }: AccountFactsProps) {
  const hasPermission = useMay();
  if (tries.length === 0) return stateTexts.noTries;
  return (
    <>
      {tries.map(({ ip, failedCount: wrongCount, remainingCount: leftCount, until: lockedUntil }) => (
        <div key={ip}>
          <span className="mono">{ip}</span>
          {'　'}
          {lockedUntil ? stateTexts.locked(wrongCount, lockedUntil) : stateTexts.tries(wrongCount, leftCount)}
        </div>
      ))}
      {hasPermission([permissionOf(entity, 'reset')]) && (
        <Button size="small" type="primary" loading={busy} title={stateTexts.unlockHint} onClick={onUnlock}>
          {stateTexts.unlock}
        </Button>
      )}
    </>
  );
}

/** Whether the person may sign in, the last sign-in, sessions and failed attempts. */
function AccountFacts(props: AccountFactsProps) {
  const { refusalReason, lastLogin, sessions } = props.data;
  return (
    <Descriptions
      column={1}
      size="small"
      bordered
      styles={{ label: { width: 112 } }}
      items={[
        { key: 'bar', label: '状态', children: refusalReason ?? stateTexts.good },
        {
          key: 'last',
          label: '最后登录',
          children: lastLogin ? stateTexts.lastLogin(lastLogin.time, lastLogin.ip) : stateTexts.never,
        },
        { key: 'sessions', label: '在线', children: stateTexts.sessions(sessions) },
        { key: 'tries', label: '登录失败', children: <FailedSignIns {...props} /> },
      ]}
    />
  );
}

/** 账号状态: whether a person may sign in, the last sign-in, and failed attempts that count towards a lockout. */
export function AccountStateDialog() {
  const user = useAccountStateOf((state) => state.user);
  const [busy, setBusy] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['accountState', user?.id],
    queryFn: async ({ signal }) =>
      (await client.get<AccountState>(`${entity.path}/${user?.id}/state`, { signal })).data,
    enabled: user !== null,
    retry: false,
    gcTime: 0,
  });
  const close = () => useAccountStateOf.setState({ user: null });
  const unlock = async () => {
    setBusy(true);
    try {
      await client.put(`${entity.path}/unlock`, { id: user?.id });
      feedback.notify('success', stateTexts.unlocked);
      await refetch();
    } catch {
      // The client has shown the error.
    } finally {
      setBusy(false);
    }
  };
  return (
    <PageModal
      open={user !== null}
      title={`${stateTexts.title}：${String(user?.nickName ?? '')}（${String(user?.userName ?? '')}）`}
      onCancel={close}
      footer={<Button onClick={close}>关闭</Button>}
    >
      {error && (
        <Alert
          type="error"
          showIcon
          title="加载失败"
          action={
            <Button size="small" onClick={() => void refetch()}>
              重试
            </Button>
          }
        />
      )}
      {!data && !error && <Skeleton active />}
      {data && <AccountFacts data={data} busy={busy} onUnlock={() => void unlock()} />}
    </PageModal>
  );
}
