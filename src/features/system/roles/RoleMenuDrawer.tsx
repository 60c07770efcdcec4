import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Input, Skeleton, Space, Switch, Tree } from 'antd';
import { type ComponentRef, useEffect, useMemo, useRef, useState } from 'react';
import { failureOf } from '@/api/callFailures';
import { client } from '@/api/client';
import { crud } from '@/api/crudClient';
import { feedback } from '@/lib/feedback';
import { isClosedTo } from '@/listEditor';
import { PageDrawer } from '@/session/overlays';
import { useSession } from '@/session/sessionStore';
import { usePageDirty } from '@/session/tabs/pageState';
import { useMay } from '@/session/useCan';
import { role as roleEntity } from '@contract/features/system/entities/role';
import type { RoleLostPages } from '@contract/features/system/rightsWire';
import {
  changeOf,
  checkStateOf,
  indexOf,
  matchingNodes,
  type MenuTreeNode,
  roleMenuTexts,
  toggleMenu,
  withAncestors,
  withPages,
} from '@contract/features/system/roleMenus';
import { failures, messages } from '@contract/messages';
import { permissionOf } from '@contract/permissions';
import { useRoleDialogs } from './roleDialogs';
import { useLostPages } from './useLostPages';

function titleOf(node: object) {
  const { title, permission } = node as MenuTreeNode;
  return (
    <span>
      {title} {permission && <code style={{ opacity: 0.6 }}>{permission}</code>}
    </span>
  );
}

/** Returns the tree with disabled checkboxes only, because antd's disabled tree is too pale to read. */
const forReading = (nodes: readonly MenuTreeNode[]): object[] =>
  nodes.map(({ children, ...node }) => ({
    ...node,
    disableCheckbox: true,
    ...(children && { children: forReading(children) }),
  }));

/** Queries the whole tree of menus, and the role with its current version. */
function useRoleMenus(roleId: number | null) {
  const tree = useQuery({
    queryKey: ['menuTree'],
    queryFn: async ({ signal }) => (await client.get<MenuTreeNode[]>('api/menus/tree', { signal })).data,
    enabled: roleId !== null,
    retry: false,
  });
  const roleQuery = useQuery({
    queryKey: ['role', roleId ?? undefined],
    queryFn: ({ signal }) => crud(roleEntity).get(roleId ?? 0, signal),
    enabled: roleId !== null,
    retry: false,
    gcTime: 0,
  });
  return { tree, roleQuery };
}

/** Returns the function that saves the menus of the role and closes the drawer. */
function useMenuSaving(roleQuery: ReturnType<typeof useRoleMenus>['roleQuery']) {
  const queryClient = useQueryClient();
  const [saving, setSaving] = useState(false);
  const save = async (menuIds: ReadonlySet<number>) => {
    if (!roleQuery.data) return;
    setSaving(true);
    try {
      await client.put('api/role/menu', {
        id: roleQuery.data.id,
        version: roleQuery.data.version,
        menus: [...menuIds],
      });
      feedback.notify('success', messages.edited);
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ['list', roleEntity.path] }),
        queryClient.invalidateQueries({ queryKey: ['lostPages'] }),
      ]);
      useRoleDialogs.setState({ role: null });
    } catch (error) {
      // Reloads the version after another person's change. The selection made here stays.
      if (failureOf(error).code === 'stale') await roleQuery.refetch();
    } finally {
      setSaving(false);
    }
  };
  return { saving, save };
}

/** Returns the index of the tree, and the menus of the role with their ancestors. */
function useHeldMenus(nodes: readonly MenuTreeNode[] | undefined, menuIds: readonly number[] | undefined) {
  const index = useMemo(() => indexOf(nodes ?? []), [nodes]);
  const heldMenus = useMemo(() => withAncestors(index, menuIds ?? []), [index, menuIds]);
  return { index, heldMenus };
}

interface SaveBarProps {
  /** Sentence about the changes that saving would make. */
  readonly statusText: string;
  readonly saving: boolean;
  readonly disabled: boolean;
  readonly onCancel: () => void;
  readonly onSave: () => void;
}

function SaveBar({ statusText, saving, disabled, onCancel, onSave }: SaveBarProps) {
  return (
    <div style={{ display: 'flex', gap: 12, alignItems: 'center' }}>
      <span role="status" style={{ flex: 1, maxHeight: 88, overflow: 'auto' }}>
        {statusText}
      </span>
      <Space>
        <Button onClick={onCancel}>取消</Button>
        <Button type="primary" loading={saving} disabled={disabled} onClick={onSave}>
          保存
        </Button>
      </Space>
    </div>
  );
}

/** Shows that the tree or the role could not be loaded. */
const LoadFailure = ({ onRetry }: { readonly onRetry: () => void }) => (
  <Alert
    type="error"
    showIcon
    title="菜单加载失败"
    action={
      <Button size="small" onClick={onRetry}>
        重试
      </Button>
    }
  />
);

/** Warns of pages that the role's people would lose by the change. */
function LostPages({
  lostPages,
  onTakeBack,
}: {
  readonly lostPages: RoleLostPages['pages'];
  readonly onTakeBack: () => void;
}) {
  if (!lostPages.length) return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={roleMenuTexts.lost(lostPages)}
      action={
        <Button size="small" onClick={onTakeBack}>
          {roleMenuTexts.takeBack}
        </Button>
      }
      style={{ marginBottom: 8 }}
    />
  );
}

interface MenuTreeProps {
  readonly nodes: readonly MenuTreeNode[];
  readonly index: ReturnType<typeof indexOf>;
  readonly heldMenus: ReadonlySet<number>;
  readonly editable: boolean;
  readonly onHeld: (heldIds: ReadonlySet<number>) => void;
  /** True if selecting a menu also selects its descendants. */
  readonly isLinked: boolean;
  readonly onLinked: (linked: boolean) => void;
}

/** The tree of menus with a search by name or permission. */
function MenuTree({ nodes, index, heldMenus, editable, onHeld, isLinked, onLinked }: MenuTreeProps) {
  const [typedText, setTypedText] = useState('');
  const state = useMemo(() => checkStateOf(index, heldMenus, isLinked), [index, heldMenus, isLinked]);
  const hits = useMemo(() => matchingNodes(index, typedText.trim()), [index, typedText]);
  const treeRef = useRef<ComponentRef<typeof Tree>>(null);
  // Scrolls to the first match, because the tree is virtual.
  useEffect(() => {
    if (hits[0] !== undefined) treeRef.current?.scrollTo({ key: hits[0], align: 'top' });
  }, [hits]);
  return (
    <>
      <div style={{ display: 'flex', gap: 12, alignItems: 'center', marginBottom: 8 }}>
        <Input
          allowClear
          placeholder="按名称或权限标识查找"
          aria-label="查找菜单"
          value={typedText}
          onChange={(event) => setTypedText(event.target.value)}
        />
        {editable && (
          <label title={roleMenuTexts.linkedHint} style={{ whiteSpace: 'nowrap' }}>
            {roleMenuTexts.linked}{' '}
            <Switch size="small" checked={isLinked} onChange={onLinked} aria-label={roleMenuTexts.linked} />
          </label>
        )}
      </div>
      <Tree
        ref={treeRef}
        key={hits.length ? typedText : ''}
        checkable
        checkStrictly
        selectable={false}
        height={560}
        defaultExpandedKeys={hits.length ? hits : nodes.map(({ id }) => id)}
        filterTreeNode={(node) => hits.includes(Number(node.key))}
        checkedKeys={{ checked: state.checked, halfChecked: state.half }}
        treeData={(editable ? nodes : forReading(nodes)) as never}
        fieldNames={{ key: 'id', title: 'title', children: 'children' }}
        titleRender={titleOf}
        onCheck={(_, { checked, node }) =>
          onHeld(toggleMenu(index, heldMenus, Number((node as { key: unknown }).key), checked, isLinked))
        }
      />
    </>
  );
}

/** State of the drawer: the tree, the chosen menus with their difference to the stored ones, and the saving. */
function useRoleMenuDrawer() {
  const chosenRole = useRoleDialogs((state) => state.role);
  const hasPermission = useMay();
  const { tree, roleQuery } = useRoleMenus(chosenRole?.id ?? null);
  const { saving, save } = useMenuSaving(roleQuery);
  const [editedMenus, setEditedMenus] = useState<ReadonlySet<number> | null>(null);
  const [isLinked, setLinked] = useState(false);
  useEffect(() => setEditedMenus(null), [chosenRole]);
  // For a new role, whole groups are selected.
  const isNew = roleQuery.data !== undefined && (roleQuery.data.menus as number[]).length === 0;
  useEffect(() => setLinked(isNew), [chosenRole, isNew]);

  const nodes = tree.data;
  const { index, heldMenus } = useHeldMenus(nodes, roleQuery.data?.menus as number[] | undefined);
  const chosenMenus = editedMenus ?? heldMenus;
  const change = useMemo(() => changeOf(index, heldMenus, chosenMenus), [index, heldMenus, chosenMenus]);
  const isChanged = change.added.length + change.removed.length > 0;
  usePageDirty('menus', isChanged);
  const isAdmin = useSession((session) => session.user?.isAdmin === true);
  const lockReason = chosenRole && isClosedTo(roleEntity, chosenRole, isAdmin, 'edit');
  const editable = hasPermission([permissionOf(roleEntity, 'edit')]) && !lockReason;
  const lostPages =
    useLostPages(editable)
      .data?.find(({ id }) => id === chosenRole?.id)
      ?.pages.filter(({ id }) => index.has(id) && !chosenMenus.has(id)) ?? [];

  const close = async () => {
    if (isChanged && !(await feedback.confirm(failures.leaveUnsaved, { okText: '离开', cancelText: '继续' }))) return;
    useRoleDialogs.setState({ role: null });
  };
  const takeBack = () => setEditedMenus(withPages(index, chosenMenus, lostPages));
  return {
    chosenRole,
    tree,
    roleQuery,
    saving,
    save,
    setEditedMenus,
    isLinked,
    setLinked,
    nodes,
    index,
    chosenMenus,
    change,
    isChanged,
    lockReason,
    editable,
    lostPages,
    close,
    takeBack,
  };
}

/**
 * 菜单权限: the whole tree with the role's menus checked; saved as a set. antd's cascade is off (`checkStrictly`),
 * because it treats a partly held menu as not held.
 */
export function RoleMenuDrawer() {
  const drawer = useRoleMenuDrawer();

  return (
    <PageDrawer
      open={drawer.chosenRole !== null}
      size={560}
      title={`菜单权限：${String(drawer.chosenRole?.name ?? '')}`}
      onClose={() => void drawer.close()}
      footer={
        drawer.editable && (
          <SaveBar
            statusText={drawer.isChanged ? roleMenuTexts.change(drawer.change) : roleMenuTexts.unchanged}
            saving={drawer.saving}
            disabled={!drawer.nodes || !drawer.roleQuery.data || !drawer.isChanged}
            onCancel={() => void drawer.close()}
            onSave={() => void drawer.save(drawer.chosenMenus)}
          />
        )
      }
    >
      {drawer.lockReason && (
        <Alert
          type="info"
          showIcon
          title={`${drawer.lockReason}。需要不同的权限时，请新增本机构的角色。`}
          style={{ marginBottom: 8 }}
        />
      )}
      {(drawer.tree.error || drawer.roleQuery.error) && (
        <LoadFailure
          onRetry={() => {
            void drawer.tree.refetch();
            void drawer.roleQuery.refetch();
          }}
        />
      )}
      {!drawer.nodes || !drawer.roleQuery.data ? (
        <Skeleton active paragraph={{ rows: 10 }} />
      ) : (
        <>
          <LostPages lostPages={drawer.lostPages} onTakeBack={drawer.takeBack} />
          <MenuTree
            key={drawer.chosenRole?.id}
            nodes={drawer.nodes}
            index={drawer.index}
            heldMenus={drawer.chosenMenus}
            editable={drawer.editable}
            onHeld={drawer.setEditedMenus}
            isLinked={drawer.isLinked}
            onLinked={drawer.setLinked}
          />
        </>
      )}
    </PageDrawer>
  );
}
