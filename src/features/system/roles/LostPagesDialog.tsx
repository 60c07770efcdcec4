import { Alert, Button, Skeleton } from 'antd';
import { PageModal } from '@/session/overlays';
import { roleMenuTexts } from '@contract/features/system/roleMenus';
import { useRoleDialogs } from './roleDialogs';
import { useLostPages } from './useLostPages';

/**
 * 核对内置角色: built-in roles that lack pages they were delivered with. 查看 opens the menus of a role, which offers
 * the pages again.
 */
export function LostPagesDialog() {
  const open = useRoleDialogs((state) => state.checking);
  const { data, error, refetch } = useLostPages(open);
  const close = () => useRoleDialogs.setState({ checking: false });
  const show = (id: number, name: string) =>
    useRoleDialogs.setState({ checking: false, role: { id, name, organizationId: null } as never });
  return (
    <PageModal open={open} title={roleMenuTexts.check} onCancel={close} footer={<Button onClick={close}>关闭</Button>}>
      {error ? (
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
      ) : !data ? (
        <Skeleton active />
      ) : data.length === 0 ? (
        <Alert type="success" showIcon title={roleMenuTexts.nothingLost} />
      ) : (
        data.map(({ id, name, pages }) => (
          <Alert
            key={id}
            type="warning"
            title={name}
            description={roleMenuTexts.lost(pages)}
            action={
              <Button size="small" onClick={() => show(id, name)}>
                查看
              </Button>
            }
            style={{ marginBottom: 8 }}
          />
        ))
      )}
    </PageModal>
  );
}
