import { Alert, Button, Input, Skeleton, Space, Tree } from 'antd';
import { role as roleEntity } from '@contract/features/system/entities/role';
import { failures, messages } from '@contract/messages';
import { permissionOf } from '@contract/permissions';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { client } from '@/api/client';
import { crud } from '@/api/crudClient';
import { failureOf } from '@/api/failures';
import { feedback } from '@/lib/feedback';
import { shutTo } from '@/listEditor';
import { PageDrawer } from '@/session/overlays';
import { usePageDirty } from '@/session/tabs/pageState';
import { useSession } from '@/session/sessionStore';
import { useMay } from '@/session/useCan';
import { useChosenRole } from './chosenRole';
import { checkStateOf, idsToSave, matching, type MenuTreeNode } from './menuTree';

function titleOf(node: object) {
  const { title, permission } = node as MenuTreeNode;
  return <span>{title} {permission && <code style={{ opacity: 0.6 }}>{permission}</code>}</span>;
}

/** What can't be changed can be read all the same, which antd's disabled tree is too pale for. */
const forReading = (nodes: readonly MenuTreeNode[]): object[] => nodes.map(({ children, ...node }) => ({ ...node, disableCheckbox: true, ...(children && { children: forReading(children) }) }));

/** 菜单权限: the full tree, half-checked parents shown as such, saved as the full set of ids. */
export function MenuDrawer() {
  const chosen = useChosenRole((state) => state.role);
  const may = useMay();
  const queries = useQueryClient();
  const tree = useQuery({ queryKey: ['menuTree'], queryFn: async ({ signal }) => (await client.get<MenuTreeNode[]>('api/menus/tree', { signal })).data, enabled: chosen !== null, retry: false });
  const fresh = useQuery({ queryKey: ['role', chosen?.id], queryFn: ({ signal }) => crud(roleEntity).get(chosen?.id ?? 0, signal), enabled: chosen !== null, retry: false, gcTime: 0 });
  const [checked, setChecked] = useState<ReadonlySet<number> | null>(null);
  const [typed, setTyped] = useState('');
  const [saving, setSaving] = useState(false);
  usePageDirty('menus', checked !== null);
  useEffect(() => {
    setChecked(null);
    setTyped('');
  }, [chosen]);

  const nodes = tree.data;
  const held = useMemo(() => new Set((fresh.data?.menus as number[] | undefined) ?? []), [fresh.data]);
  const state = useMemo(() => {
    if (!nodes) return { checked: [], half: [] };
    const now = checked ? new Set(idsToSave(nodes, checked)) : held;
    return checkStateOf(nodes, now);
  }, [nodes, held, checked]);
  const hits = useMemo(() => (nodes ? matching(nodes, typed.trim()) : []), [nodes, typed]);
  const isAdmin = useSession((session) => session.user?.isAdmin === true);
  const shut = chosen && shutTo(roleEntity, chosen, isAdmin, 'edit');
  const editable = may([permissionOf(roleEntity, 'edit')]) && !shut;

  const close = async () => {
    if (checked && !(await feedback.confirm(failures.leaveUnsaved, { okText: '离开', cancelText: '继续' }))) return;
    useChosenRole.setState({ role: null });
  };
  const save = async () => {
    if (!nodes || !checked || !fresh.data) return;
    setSaving(true);
    try {
      await client.put('api/role/menu', { id: fresh.data.id, version: fresh.data.version, menus: idsToSave(nodes, checked) });
      feedback.notify('success', messages.edited);
      await queries.invalidateQueries({ queryKey: ['list', roleEntity.path] });
      useChosenRole.setState({ role: null });
    } catch (error) {
      // The list's other fields may have moved on meanwhile; the choice made here stays, the version is read anew.
      if (failureOf(error).code === 'stale') await fresh.refetch();
    } finally {
      setSaving(false);
    }
  };

  return (
    <PageDrawer
      open={chosen !== null}
      size={560}
      title={`菜单权限：${String(chosen?.name ?? '')}`}
      onClose={() => void close()}
      footer={editable && (
        <Space style={{ display: 'flex', justifyContent: 'flex-end' }}>
          <span>{checked ? `已选 ${checked.size} 项，未保存` : ''}</span>
          <Button onClick={() => void close()}>取消</Button>
          <Button type="primary" loading={saving} disabled={!nodes || !fresh.data || !checked} onClick={() => void save()}>保存</Button>
        </Space>
      )}
    >
      {shut && <Alert type="info" showIcon title={`${shut}。需要不同的权限时，请新增本机构的角色。`} style={{ marginBottom: 8 }} />}
      {(tree.error || fresh.error) && <Alert type="error" showIcon title="菜单加载失败" action={<Button size="small" onClick={() => { void tree.refetch(); void fresh.refetch(); }}>重试</Button>} />}
      {!nodes || !fresh.data ? (
        <Skeleton active paragraph={{ rows: 10 }} />
      ) : (
        <>
          <Input allowClear placeholder="按名称或权限标识查找" aria-label="查找菜单" value={typed} onChange={(event) => setTyped(event.target.value)} style={{ marginBottom: 8 }} />
          <Tree
            key={`${chosen?.id}:${hits.length ? typed : ''}`}
            checkable
            checkStrictly={false}
            selectable={false}
            height={560}
            defaultExpandedKeys={hits.length ? hits : nodes.map(({ id }) => id)}
            filterTreeNode={(node) => hits.includes(Number(node.key))}
            checkedKeys={{ checked: state.checked, halfChecked: state.half }}
            treeData={(editable ? nodes : forReading(nodes)) as never}
            fieldNames={{ key: 'id', title: 'title', children: 'children' }}
            titleRender={titleOf}
            onCheck={(keys) => setChecked(new Set((Array.isArray(keys) ? keys : keys.checked).map(Number)))}
          />
        </>
      )}
    </PageDrawer>
  );
}
