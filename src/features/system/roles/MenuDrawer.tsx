import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Input, Skeleton, Space, Switch, Tree } from 'antd';
import { type ComponentRef, useEffect, useMemo, useRef, useState } from 'react';
import { client } from '@/api/client';
import { crud } from '@/api/crudClient';
import { failureOf } from '@/api/failures';
import { feedback } from '@/lib/feedback';
import { shutTo } from '@/listEditor';
import { PageDrawer } from '@/session/overlays';
import { useSession } from '@/session/sessionStore';
import { usePageDirty } from '@/session/tabs/pageState';
import { useMay } from '@/session/useCan';
import { role as roleEntity } from '@contract/features/system/entities/role';
import type { RoleLostPages } from '@contract/features/system/rights';
import {
  changeOf,
  checkStateOf,
  indexOf,
  matching,
  type MenuTreeNode,
  roleMenuTexts,
  toggled,
  withAncestors,
  withPages,
} from '@contract/features/system/roleMenus';
import { failures, messages } from '@contract/messages';
import { permissionOf } from '@contract/permissions';
import { useChosenRole } from './chosenRole';
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
function useRoleMenus(role: number | null) {
  const tree = useQuery({
    queryKey: ['menuTree'],
    queryFn: async ({ signal }) => (await client.get<MenuTreeNode[]>('api/menus/tree', { signal })).data,
    enabled: role !== null,
    retry: false,
  });
  const fresh = useQuery({
    queryKey: ['role', role ?? undefined],
    queryFn: ({ signal }) => crud(roleEntity).get(role ?? 0, signal),
    enabled: role !== null,
    retry: false,
    gcTime: 0,
  });
  return { tree, fresh };
}

/** Returns the function that saves the menus of the role and closes the drawer. */
function useMenuSaving(fresh: ReturnType<typeof useRoleMenus>['fresh']) {
  const queries = useQueryClient();
  const [saving, setSaving] = useState(false);
  const save = async (menus: ReadonlySet<number>) => {
    if (!fresh.data) return;
    setSaving(true);
    try {
      await client.put('api/role/menu', { id: fresh.data.id, version: fresh.data.version, menus: [...menus] });
      feedback.notify('success', messages.edited);
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['list', roleEntity.path] }),
        queries.invalidateQueries({ queryKey: ['lostPages'] }),
      ]);
      useChosenRole.setState({ role: null });
    } catch (error) {
      // Reloads the version after another person's change. The selection made here stays.
      if (failureOf(error).code === 'stale') await fresh.refetch();
    } finally {
      setSaving(false);
    }
  };
  return { saving, save };
}

/** Returns the index of the tree, and the menus of the role with their ancestors. */
function useHeldMenus(nodes: readonly MenuTreeNode[] | undefined, menus: readonly number[] | undefined) {
  const index = useMemo(() => indexOf(nodes ?? []), [nodes]);
  const held = useMemo(() => withAncestors(index, menus ?? []), [index, menus]);
  return { index, held };
}

interface SaveBarProps {
  /** Sentence about the changes that saving would make. */
  readonly told: string;
  readonly saving: boolean;
  readonly disabled: boolean;
  readonly onCancel: () => void;
  readonly onSave: () => void;
}

function SaveBar({ told, saving, disabled, onCancel, onSave }: SaveBarProps) {
  return (
    <div style={{ display: 'flex', gap: 12, alignItems: 'center' }}>
      <span role="status" style={{ flex: 1, maxHeight: 88, overflow: 'auto' }}>
        {told}
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
function LostPages({ lost, onTakeBack }: { readonly lost: RoleLostPages['pages']; readonly onTakeBack: () => void }) {
  if (!lost.length) return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={roleMenuTexts.lost(lost)}
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
  readonly held: ReadonlySet<number>;
  readonly editable: boolean;
  readonly onHeld: (held: ReadonlySet<number>) => void;
  /** True if selecting a menu also selects its descendants. */
  readonly linked: boolean;
  readonly onLinked: (linked: boolean) => void;
}

/** The tree of menus with a search by name or permission. */
function MenuTree({ nodes, index, held, editable, onHeld, linked, onLinked }: MenuTreeProps) {
  const [typed, setTyped] = useState('');
  const state = useMemo(() => checkStateOf(index, held, linked), [index, held, linked]);
  const hits = useMemo(() => matching(index, typed.trim()), [index, typed]);
  const shown = useRef<ComponentRef<typeof Tree>>(null);
  // Scrolls to the first match, because the tree is virtual.
  useEffect(() => {
    if (hits[0] !== undefined) shown.current?.scrollTo({ key: hits[0], align: 'top' });
  }, [hits]);
  return (
    <>
      <div style={{ display: 'flex', gap: 12, alignItems: 'center', marginBottom: 8 }}>
        <Input
          allowClear
          placeholder="按名称或权限标识查找"
          aria-label="查找菜单"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        {editable && (
          <label title={roleMenuTexts.linkedHint} style={{ whiteSpace: 'nowrap' }}>
            {roleMenuTexts.linked}{' '}
            <Switch size="small" checked={linked} onChange={onLinked} aria-label={roleMenuTexts.linked} />
          </label>
        )}
      </div>
      <Tree
        ref={shown}
        key={hits.length ? typed : ''}
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
          onHeld(toggled(index, held, Number((node as { key: unknown }).key), checked, linked))
        }
      />
    </>
  );
}

/**
 * 菜单权限: the whole tree with the role's menus checked; saved as a set. antd's cascade is off (`checkStrictly`),
 * because it treats a partly held menu as not held.
 */
export function MenuDrawer() {
  const chosen = useChosenRole((state) => state.role);
  const may = useMay();
  const { tree, fresh } = useRoleMenus(chosen?.id ?? null);
  const { saving, save } = useMenuSaving(fresh);
  const [edited, setEdited] = useState<ReadonlySet<number> | null>(null);
  const [linked, setLinked] = useState(false);
  useEffect(() => setEdited(null), [chosen]);
  // For a new role, whole groups are selected.
  const isNew = fresh.data !== undefined && (fresh.data.menus as number[]).length === 0;
  useEffect(() => setLinked(isNew), [chosen, isNew]);

  const nodes = tree.data;
  const { index, held } = useHeldMenus(nodes, fresh.data?.menus as number[] | undefined);
  const now = edited ?? held;
  const change = useMemo(() => changeOf(index, held, now), [index, held, now]);
  const changed = change.added.length + change.removed.length > 0;
  usePageDirty('menus', changed);
  const isAdmin = useSession((session) => session.user?.isAdmin === true);
  const shut = chosen && shutTo(roleEntity, chosen, isAdmin, 'edit');
  const editable = may([permissionOf(roleEntity, 'edit')]) && !shut;
  const lost =
    useLostPages(editable)
      .data?.find(({ id }) => id === chosen?.id)
      ?.pages.filter(({ id }) => index.has(id) && !now.has(id)) ?? [];

  const close = async () => {
    if (changed && !(await feedback.confirm(failures.leaveUnsaved, { okText: '离开', cancelText: '继续' }))) return;
    useChosenRole.setState({ role: null });
  };
  const takeBack = () => setEdited(withPages(index, now, lost));

  return (
    <PageDrawer
      open={chosen !== null}
      size={560}
      title={`菜单权限：${String(chosen?.name ?? '')}`}
      onClose={() => void close()}
      footer={
        editable && (
          <SaveBar
            told={changed ? roleMenuTexts.change(change) : roleMenuTexts.unchanged}
            saving={saving}
            disabled={!nodes || !fresh.data || !changed}
            onCancel={() => void close()}
            onSave={() => void save(now)}
          />
        )
      }
    >
      {shut && (
        <Alert
          type="info"
          showIcon
          title={`${shut}。需要不同的权限时，请新增本机构的角色。`}
          style={{ marginBottom: 8 }}
        />
      )}
      {(tree.error || fresh.error) && (
        <LoadFailure
          onRetry={() => {
            void tree.refetch();
            void fresh.refetch();
          }}
        />
      )}
      {!nodes || !fresh.data ? (
        <Skeleton active paragraph={{ rows: 10 }} />
      ) : (
        <>
          <LostPages lost={lost} onTakeBack={takeBack} />
          <MenuTree
            key={chosen?.id}
            nodes={nodes}
            index={index}
            held={now}
            editable={editable}
            onHeld={setEdited}
            linked={linked}
            onLinked={setLinked}
          />
        </>
      )}
    </PageDrawer>
  );
}
