import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Skeleton } from 'antd';
import { useState } from 'react';
import { client } from '@/api/client';
import { withShownVersions } from '@/api/crudClient';
import { feedback } from '@/lib/feedback';
import { PageModal } from '@/session/overlays';
import { menu } from '@contract/features/system/entities/menu';
import { type DeletedMenu, menuTexts } from '@contract/features/system/menuRules';
import styles from './menu.module.css';

/** Loads the deleted menus and restores one of them. */
function useDeletedMenus({ open }: { open: boolean }) {
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState<number | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['list', menu.path, 'bin'],
    queryFn: async ({ signal }) => (await client.get<DeletedMenu[]>(`${menu.path}/bin`, { signal })).data,
    enabled: open,
    retry: false,
  });
  const restore = async (deletedMenu: DeletedMenu) => {
    setBusy(deletedMenu.id);
    try {
      await client.put(`${menu.path}/restore`, withShownVersions([deletedMenu]));
      feedback.notify('success', menuTexts.restored);
      await queryClient.invalidateQueries({ queryKey: ['list', menu.path] });
    } catch {
      // The client has shown the error.
    } finally {
      setBusy(null);
    }
  };
  return { busy, data, error, refetch, restore };
}

/** 回收站 of the menus: each deletion is one line and is restored as a whole, with its roles. */
export function MenuBin({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { busy, data, error, refetch, restore } = useDeletedMenus({ open });
  return (
    <PageModal
      open={open}
      width={720}
      title={menuTexts.bin}
      onCancel={onClose}
      footer={<Button onClick={onClose}>关闭</Button>}
    >
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
        <p>{menuTexts.binEmpty}</p>
      ) : (
        <table className={styles.bin}>
          <thead>
            <tr>
              <th>菜单</th>
              <th>原上级</th>
              <th>下级</th>
              <th>角色</th>
              <th>删除时间</th>
              <th aria-label="操作" />
            </tr>
          </thead>
          <tbody>
            {data.map((deletedMenu) => (
              <tr key={deletedMenu.id}>
                <td>{deletedMenu.title}</td>
                <td>{deletedMenu.place || '顶级类目'}</td>
                <td>{deletedMenu.below}项</td>
                <td>{deletedMenu.roles.join('、') || '无'}</td>
                <td>{deletedMenu.deleteTime}</td>
                <td>
                  <Button size="small" loading={busy === deletedMenu.id} onClick={() => void restore(deletedMenu)}>
                    {menuTexts.restore}
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </PageModal>
  );
}
