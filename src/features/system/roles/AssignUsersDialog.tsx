import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Skeleton, Transfer } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { client } from '@/api/client';
import { feedback } from '@/lib/feedback';
import { PageModal } from '@/session/overlays';
import { usePageDirty } from '@/session/tabs/pageState';
import { role as entity } from '@contract/features/system/entities/role';
import type { RoleCandidate } from '@contract/features/system/rightsWire';
import { roleTexts } from '@contract/features/system/roleTexts';
import { useRoleDialogs } from './roleDialogs';

/** State of the dialog: who has the role, who will have it, and the saving of the difference. */
function useRoleHolders() {
  const chosenRole = useRoleDialogs((state) => state.assigning);
  const [holders, setHolders] = useState<readonly number[] | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => setHolders(null), [chosenRole]);
  const { data, error, refetch } = useQuery({
    queryKey: ['roleUsers', chosenRole?.id],
    queryFn: async ({ signal }) =>
      (await client.get<RoleCandidate[]>(`${entity.path}/${chosenRole?.id}/users`, { signal })).data,
    enabled: chosenRole !== null,
    retry: false,
    gcTime: 0,
  });
  const initialIds = useMemo(() => (data ?? []).filter(({ holds }) => holds).map(({ id }) => id), [data]);
  const now = holders ?? initialIds;
  const add = now.filter((id) => !initialIds.includes(id));
  const remove = initialIds.filter((id) => !now.includes(id));
  const isChanged = add.length + remove.length > 0;
  usePageDirty('assign', isChanged);
  const close = () => useRoleDialogs.setState({ assigning: null });
  const save = async () => {
    setBusy(true);
    try {
      const { data: answer } = await client.put<{ body: { changed: number } }>(`${entity.path}/users`, {
        id: chosenRole?.id,
        add,
        remove,
      });
      feedback.notify('success', roleTexts.changed(answer.body.changed));
      close();
    } catch {
      // The client has shown the error; the selection stays.
    } finally {
      setBusy(false);
    }
  };
  return { chosenRole, setHolders, busy, data, error, refetch, now, isChanged, close, save };
}

/** 分配用户: people with and without the role, side by side. Saves only the changes. */
export function AssignUsersDialog() {
  const { chosenRole, setHolders, busy, data, error, refetch, now, isChanged, close, save } = useRoleHolders();
  return (
    <PageModal
      open={chosenRole !== null}
      about={chosenRole}
      width={720}
      title={`${roleTexts.assign}：${String(chosenRole?.name ?? '')}`}
      okText="保存"
      cancelText="取消"
      confirmLoading={busy}
      okButtonProps={{ disabled: !isChanged }}
      onOk={() => void save()}
      onCancel={close}
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
      {data && (
        <Transfer
          dataSource={data.map(({ id, nickName, userName, organization }) => ({
            key: String(id),
            title: `${nickName}（${userName}）`,
            description: organization ?? '',
          }))}
          titles={['未拥有', '已拥有']}
          targetKeys={now.map(String)}
          onChange={(keys) => setHolders(keys.map(Number))}
          render={({ title, description }) => `${title}　${description}`}
          showSearch
          filterOption={(typedText, { title, description }) => `${title}${description}`.includes(typedText.trim())}
          styles={{ section: { flex: 1, height: 360 } }}
        />
      )}
    </PageModal>
  );
}
