import { useQuery } from '@tanstack/react-query';
import { Descriptions } from 'antd';
import { client } from '@/api/client';
import { DictCell, emptyCellText, OwnerCell } from '@/fields';
import { menuType } from '@contract/constants';
import { type AnyRow, labelOf } from '@contract/entity';
import { role } from '@contract/features/system/entities/role';
import { heldTree, type MenuTreeNode } from '@contract/features/system/roleMenus';
import styles from './role.module.css';

/** Pages in the order of the sidebar, each with its buttons. */
function MenuList({ nodes }: { nodes: readonly MenuTreeNode[] }) {
  return (
    <ul className={styles.menus}>
      {nodes.map(({ id, title, children }) => {
        const buttons = (children ?? []).filter(({ type }) => type === menuType.button);
        const childMenus = (children ?? []).filter(({ type }) => type !== menuType.button);
        return (
          <li key={id}>
            {title}
            {buttons.length > 0 && (
              <ul className={styles.buttons}>
                {buttons.map((button) => (
                  <li key={button.id} title={button.permission ?? ''}>
                    {button.title}
                  </li>
                ))}
              </ul>
            )}
            {childMenus.length > 0 && <MenuList nodes={childMenus} />}
          </li>
        );
      })}
    </ul>
  );
}

/** Shows a role: fields, and permissions in the order of the sidebar. */
export function RoleDetail({ row }: { row: AnyRow }) {
  const { data } = useQuery({
    queryKey: ['menuTree'],
    queryFn: async ({ signal }) => (await client.get<MenuTreeNode[]>('api/menus/tree', { signal })).data,
    retry: false,
  });
  const heldMenus = new Set((row['menus'] as number[] | null) ?? []);
  const tree = heldTree(data ?? [], heldMenus);
  const text = (name: string) => String(row[name] ?? '') || emptyCellText;
  return (
    <>
      <Descriptions
        column={1}
        size="small"
        bordered
        styles={{ label: { width: 112 } }}
        items={[
          { key: 'name', label: labelOf(role, 'name'), children: text('name') },
          { key: 'level', label: labelOf(role, 'level'), children: text('level') },
          {
            key: 'dataScope',
            label: labelOf(role, 'dataScope'),
            children: <DictCell dict="dataScope" value={row['dataScope']} />,
          },
          { key: 'organizationId', label: labelOf(role, 'organizationId'), children: <OwnerCell row={row} /> },
          { key: 'remark', label: labelOf(role, 'remark'), children: text('remark') },
          { key: 'createTime', label: '创建', children: `${row.createTime}　${String(row['createByName'] ?? '')}` },
          { key: 'updateTime', label: '最后修改', children: `${row.updateTime}　${String(row['updateByName'] ?? '')}` },
        ]}
      />
      <h3>
        {labelOf(role, 'menus')}（{heldMenus.size}）
      </h3>
      <MenuList nodes={tree} />
    </>
  );
}
