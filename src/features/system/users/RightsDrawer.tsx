import { useQuery } from '@tanstack/react-query';
import { Alert, Descriptions, Input, Skeleton } from 'antd';
import { useEffect, useState } from 'react';
import { client } from '@/api/client';
import { emptyCellText } from '@/fields';
import { PageDrawer } from '@/session/overlays';
import { menuType } from '@contract/constants';
import { fixedDictionaries } from '@contract/dictionaries';
import { nestRows, type TreeNode } from '@contract/features/system/nestTree';
import type { GrantedMenu, UserRights } from '@contract/features/system/rightsWire';
import { useRightsOf } from './rightsStore';
import styles from './rights.module.css';

const scopeText = (value: string): string =>
  fixedDictionaries.dataScope.find((entry) => entry.value === value)?.label ?? value;

/** 有效权限: current permissions of a person, and the role that grants each (PRODUCT; QUALITY §1, 10). */
export function RightsDrawer() {
  const user = useRightsOf((state) => state.user);
  const [typedText, setTypedText] = useState('');
  useEffect(() => setTypedText(''), [user]);
  const { data, error } = useQuery({
    queryKey: ['rights', user?.id],
    queryFn: async ({ signal }) => (await client.get<UserRights>(`api/user/${user?.id}/rights`, { signal })).data,
    enabled: user !== null,
    retry: false,
    gcTime: 0,
  });
  return (
    <PageDrawer
      open={user !== null}
      size={760}
      title={`有效权限：${String(user?.nickName ?? '')}（${String(user?.userName ?? '')}）`}
      onClose={() => useRightsOf.setState({ user: null })}
    >
      {error && <Alert type="error" showIcon title="权限加载失败，请关闭后重试" />}
      {!data && !error && <Skeleton active paragraph={{ rows: 10 }} />}
      {data && (
        <>
          {data.bar && (
            <Alert
              type="error"
              showIcon
              title={`当前不能使用系统：${data.bar}`}
              description="下列权限在恢复后才生效。"
              className={styles.facts}
            />
          )}
          {data.user.isAdmin && (
            <Alert
              type="warning"
              showIcon
              title="平台管理员：拥有全部权限，可查看所有机构的数据，不受角色限制。"
              className={styles.facts}
            />
          )}
          <PersonFacts rights={data} />
          <RolesTable rights={data} />
          <div className={styles.heading}>可以做什么</div>
          <Input
            allowClear
            placeholder="按菜单、按钮或权限标识查找"
            aria-label="查找权限"
            value={typedText}
            onChange={(event) => setTypedText(event.target.value)}
            style={{ marginBottom: 8 }}
          />
          <GrantedMenuTree rights={data} typed={typedText.trim()} />
        </>
      )}
    </PageDrawer>
  );
}

function PersonFacts({
  rights: { user, organization, units, dataScope, dataScopeBy, roles, level },
}: {
  rights: UserRights;
}) {
  const sourceRoles = roles
    .filter(({ id }) => dataScopeBy.includes(id))
    .map(({ name }) => name)
    .join('、');
  const scope = user.isQy
    ? `仅所属受检单位：${units.join('、') || '尚未指定，看不到任何数据'}`
    : user.isAdmin
      ? '全部机构'
      : `${scopeText(dataScope)}${sourceRoles ? `（来自${sourceRoles}）` : '（没有角色时按本人）'}`;
  return (
    <Descriptions
      column={1}
      size="small"
      bordered
      className={styles.facts}
      styles={{ label: { width: 112 } }}
      items={[
        { key: 'state', label: '状态', children: user.enabled ? '启用' : '停用' },
        {
          key: 'expiry',
          label: '到期日',
          children: user.isAdmin || user.id === 1 ? '不受限制' : (user.expiryDate ?? '未设置（不能登录）'),
        },
        {
          key: 'organization',
          label: '所属机构',
          children: organization
            ? `${organization.name}${organization.enabled ? '' : '（已停用）'}${organization.expiryDate ? `，系统到期日 ${organization.expiryDate}` : ''}`
            : emptyCellText,
        },
        { key: 'scope', label: '数据范围', children: scope },
        {
          key: 'level',
          label: '管理级别',
          children: user.isAdmin
            ? '最高'
            : level === 999
              ? '没有角色，不能管理他人'
              : `${level}：只能管理级别数值更大的角色和人员`,
        },
      ]}
    />
  );
}

function RolesTable({ rights: { roles } }: { rights: UserRights }) {
  return (
    <table className={styles.roles}>
      <caption>角色（{roles.length}）</caption>
      <thead>
        <tr>
          <th>名称</th>
          <th>级别</th>
          <th>数据范围</th>
          <th>归属</th>
          <th>是否生效</th>
        </tr>
      </thead>
      <tbody>
        {roles.map((role) => (
          <tr key={role.id} className={role.why ? styles.without : undefined}>
            <td>{role.name}</td>
            <td>{role.level}</td>
            <td>{scopeText(role.dataScope)}</td>
            <td>{role.organizationId === null ? '公共' : '机构'}</td>
            <td>{role.why ? <span className={styles.why}>否：{role.why}</span> : '是'}</td>
          </tr>
        ))}
        {roles.length === 0 && (
          <tr>
            <td colSpan={5}>没有分配角色</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

function GrantedMenuTree({ rights: { menus, roles, user }, typed }: { rights: UserRights; typed: string }) {
  const names = new Map(roles.map(({ id, name }) => [id, name]));
  const grantingRoles = ({ roles: ids }: GrantedMenu) =>
    user.isAdmin && ids.length === 0 ? '平台管理员' : ids.flatMap((id) => names.get(id) ?? []).join('、');
  const matchesSearch = (menu: TreeNode<GrantedMenu>): boolean =>
    !typed ||
    menu.title.includes(typed) ||
    (menu.permission ?? '').includes(typed) ||
    (menu.children ?? []).some(matchesSearch);
  const roots = nestRows(menus, { parent: 'pid' });
  const renderNodes = (nodes: readonly TreeNode<GrantedMenu>[]) => (
    <ul className={styles.tree}>
      {nodes
        .filter((menu) => menu.type !== menuType.button && matchesSearch(menu))
        .map((menu) => (
          <li key={menu.id}>
            {menu.type === menuType.directory ? (
              <div className={styles.directory}>{menu.title}</div>
            ) : (
              <div className={styles.page}>
                <span>
                  {menu.title}{' '}
                  <span className={styles.by} title={menu.permission ?? ''}>
                    {grantingRoles(menu)}
                  </span>
                </span>
                <ul className={styles.buttons}>
                  {(menu.children ?? [])
                    .filter(({ type }) => type === menuType.button)
                    .map((button) => (
                      <li key={button.id} title={`${button.permission ?? ''}：${grantingRoles(button)}`}>
                        {button.title}
                      </li>
                    ))}
                </ul>
              </div>
            )}
            {renderNodes(menu.children ?? [])}
          </li>
        ))}
    </ul>
  );
  if (menus.length === 0) return <p className={styles.without}>没有任何权限：请在“编辑”中为其分配角色。</p>;
  return roots.some(matchesSearch) ? renderNodes(roots) : <p className={styles.without}>没有符合条件的权限</p>;
}
