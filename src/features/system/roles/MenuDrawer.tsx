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

/** Disables only the checkboxes: antd's disabled tree is too pale to read. */
const forReading = (nodes: readonly MenuTreeNode[]): object[] =>
  nodes.map(({ children, ...node }) => ({
    ...node,
    disableCheckbox: true,
    ...(children && { children: forReading(children) }),
  }));

/**
 * 菜单权限: the whole tree with the role's menus checked; saved as a set. antd's cascade is off (`checkStrictly`),
 * because it treats a partly held menu as not held.
 */
export function MenuDrawer() {
  const chosen = useChosenRole((state) => state.role);
  const may = useMay();
  const queries = useQueryClient();
  const tree = useQuery({
    queryKey: ['menuTree'],
    queryFn: async ({ signal }) => (await client.get<MenuTreeNode[]>('api/menus/tree', { signal })).data,
    enabled: chosen !== null,
    retry: false,
  });
  const fresh = useQuery({
    queryKey: ['role', chosen?.id],
    queryFn: ({ signal }) => crud(roleEntity).get(chosen?.id ?? 0, signal),
    enabled: chosen !== null,
    retry: false,
    gcTime: 0,
  });
  const [edited, setEdited] = useState<ReadonlySet<number> | null>(null);
  const [linked, setLinked] = useState(false);
  const [typed, setTyped] = useState('');
  const [saving, setSaving] = useState(false);
  useEffect(() => {
    setEdited(null);
    setTyped('');
  }, [chosen]);

  const nodes = tree.data;
  const index = useMemo(() => indexOf(nodes ?? []), [nodes]);
  const held = useMemo(
    () => withAncestors(index, (fresh.data?.menus as number[] | undefined) ?? []),
    [index, fresh.data],
  );
  const now = edited ?? held;
  const state = useMemo(() => checkStateOf(index, now, linked), [index, now, linked]);
  const change = useMemo(() => changeOf(index, held, now), [index, held, now]);
  const changed = change.added.length + change.removed.length > 0;
  usePageDirty('menus', changed);
  const hits = useMemo(() => matching(index, typed.trim()), [index, typed]);
  const shown = useRef<ComponentRef<typeof Tree>>(null);
  // Scrolls to the first match, since the tree is virtual.
  useEffect(() => {
    if (hits[0] !== undefined) shown.current?.scrollTo({ key: hits[0], align: 'top' });
  }, [hits]);
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
  const save = async () => {
    if (!fresh.data) return;
    setSaving(true);
    try {
      await client.put('api/role/menu', { id: fresh.data.id, version: fresh.data.version, menus: [...now] });
      feedback.notify('success', messages.edited);
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['list', roleEntity.path] }),
        queries.invalidateQueries({ queryKey: ['lostPages'] }),
      ]);
      useChosenRole.setState({ role: null });
    } catch (error) {
      // Reloads the version after another person's change; the selection made here stays.
      if (failureOf(error).code === 'stale') await fresh.refetch();
    } finally {
      setSaving(false);
    }
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
          <div style={{ display: 'flex', gap: 12, alignItems: 'center' }}>
            <span role="status" style={{ flex: 1, maxHeight: 88, overflow: 'auto' }}>
              {changed ? roleMenuTexts.change(change) : roleMenuTexts.unchanged}
            </span>
            <Space>
              <Button onClick={() => void close()}>取消</Button>
              <Button
                type="primary"
                loading={saving}
                disabled={!nodes || !fresh.data || !changed}
                onClick={() => void save()}
              >
                保存
              </Button>
            </Space>
          </div>
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
        <Alert
          type="error"
          showIcon
          title="菜单加载失败"
          action={
            <Button
              size="small"
              onClick={() => {
                void tree.refetch();
                void fresh.refetch();
              }}
            >
              重试
            </Button>
          }
        />
      )}
      {!nodes || !fresh.data ? (
        <Skeleton active paragraph={{ rows: 10 }} />
      ) : (
        <>
          {lost.length > 0 && (
            <Alert
              type="warning"
              showIcon
              title={roleMenuTexts.lost(lost)}
              action={
                <Button size="small" onClick={takeBack}>
                  {roleMenuTexts.takeBack}
                </Button>
              }
              style={{ marginBottom: 8 }}
            />
          )}
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
                <Switch size="small" checked={linked} onChange={setLinked} aria-label={roleMenuTexts.linked} />
              </label>
            )}
          </div>
          <Tree
            ref={shown}
            key={`${chosen?.id}:${hits.length ? typed : ''}`}
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
              setEdited(toggled(index, now, Number((node as { key: unknown }).key), checked, linked))
            }
          />
        </>
      )}
    </PageDrawer>
  );
}
