import PlusOutlined from '@ant-design/icons/PlusOutlined';
import ReloadOutlined from '@ant-design/icons/ReloadOutlined';
import RestOutlined from '@ant-design/icons/RestOutlined';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { useCallback, useMemo, useState } from 'react';
import { failureOf } from '@/api/callFailures';
import { client } from '@/api/client';
import { menuColumns } from '@/features/system/menus/menuColumns';
import { MenuTypeInput } from '@/features/system/menus/MenuTypeInput';
import { type TreeLine, useMenuTree } from '@/features/system/menus/useMenuTree';
import { DataTable } from '@/grid/DataTable';
import { deferredPart } from '@/lib/deferredPart';
import { feedback } from '@/lib/feedback';
import { useMedia } from '@/lib/useMedia';
import { definePage, EditDialog, type Ordered, OrderDialog, useListEditor } from '@/listEditor';
import { useSettings } from '@/session/settingsStore';
import { useMay } from '@/session/useCan';
import { mobileBreakpoint } from '@contract/constants';
import type { AnyRow } from '@contract/entity';
import { menu } from '@contract/features/system/entities/menu';
import { type MenuImpact, menuTexts } from '@contract/features/system/menuRules';
import { permissionOf } from '@contract/permissions';
import { orderTexts } from '@contract/workbook/sortNumbers';
import styles from '@/features/system/menus/menu.module.css';

const MenuBin = deferredPart(async () => (await import('@/features/system/menus/MenuBin')).MenuBin);
// Loaded with the form.
const MenuFields = deferredPart(async () => (await import('@/features/system/menus/MenuFields')).MenuFields);

const config = definePage({
  entity: menu,
  url: 'api/menus',
  columns: ['title'],
  form: ['type'],
  inputs: { type: MenuTypeInput },
  sections: [{ after: 'type', component: () => <MenuFields wanted /> }],
  sort: 'menuSort,asc',
});

const keyOf = ({ row }: TreeLine): number => row.id;

function LoadFailure({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  return (
    <>
      {failureOf(error).pageText}
      {'　'}
      <Button size="small" onClick={onRetry}>
        重试
      </Button>
    </>
  );
}

/** Search input for a part of a title, a component or a permission; searches on Enter. */
function MenuSearch({ onSearch }: { readonly onSearch: (text: string) => void }) {
  const [typedText, setTypedText] = useState('');
  return (
    <Input.Search
      className={styles.search}
      allowClear
      placeholder="标题、组件或权限标识"
      aria-label="模糊搜索"
      value={typedText}
      onChange={(event) => setTypedText(event.target.value)}
      onSearch={onSearch}
    />
  );
}

/** Asks whether to delete a menu, and names the menus and roles that the deletion also affects. */
async function confirmRemoval(row: AnyRow): Promise<boolean> {
  const { data: impact } = await client.get<MenuImpact>(`${menu.path}/impact`, { params: { id: row.id } });
  return feedback.confirm(menuTexts.confirmDelete(String(row['title']), impact), { danger: true });
}

interface MenuCommands extends Pick<ReturnType<typeof useListEditor>, 'openForm' | 'remove'> {
  readonly order: (parent: AnyRow | null) => Promise<void>;
}

interface MenuRights {
  readonly mayAdd: boolean | undefined;
  readonly mayEdit: boolean | undefined;
  readonly mayDelete: boolean | undefined;
}

/** Returns what the buttons of a row do; undefined without the permission. */
const rowHandlers = ({ openForm, remove, order }: MenuCommands, { mayAdd, mayEdit, mayDelete }: MenuRights) => ({
  edit: mayEdit ? (row: AnyRow) => void openForm('edit', row, { id: row.id }) : undefined,
  addBelow: mayAdd
    ? (row: AnyRow) => void openForm('add', null, { pid: row.id, type: Math.min(2, Number(row['type']) + 1) })
    : undefined,
  remove: mayDelete
    ? async (row: AnyRow) => {
        if (await confirmRemoval(row)) await remove([row]);
      }
    : undefined,
  order: mayEdit ? order : undefined,
});

/** 菜单管理: a lazy tree. Children load when a node is opened and stay open when the tree reloads. */
export default function MenuPage() {
  const editor = useListEditor(config, { embedded: true });
  const queryClient = useQueryClient();
  const hasPermission = useMay();
  // A phone has room for one fixed column, the actions.
  const isWide = useMedia(`(min-width: ${mobileBreakpoint}px)`);
  const size = useSettings((settings) => settings.size);
  const [blurry, setBlurry] = useState('');
  const { lines, toggle, loading, error } = useMenuTree(blurry);
  const [binOpen, setBinOpen] = useState(false);
  const [ordering, setOrdering] = useState<{ title: string; items: readonly Ordered[] }>({ title: '', items: [] });
  const [mayAdd, mayEdit, mayDelete, mayRestore] = (['add', 'edit', 'del', 'restore'] as const).map((action) =>
    hasPermission([permissionOf(menu, action)]),
  );
  const { openForm, remove } = editor;
  const refresh = () => void queryClient.invalidateQueries({ queryKey: ['list', menu.path] });

  const order = useCallback(async (parent: AnyRow | null) => {
    const { data } = await client.get<{ id: number; title: string }[]>(`${menu.path}/lazy`, {
      params: { pid: parent?.id ?? 0 },
    });
    setOrdering({
      title: parent ? String(parent['title']) : menuTexts.topLevel,
      items: data.map(({ id, title }) => ({ id, label: title })),
    });
  }, []);

  const columns = useMemo(
    () =>
      menuColumns({
        isWide,
        toggle,
        ...rowHandlers({ openForm, remove, order }, { mayAdd, mayEdit, mayDelete }),
      }),
    [isWide, toggle, mayAdd, mayEdit, mayDelete, openForm, remove, order],
  );

  return (
    <section className={styles.page} aria-label="菜单管理">
      <div className={styles.bar}>
        {mayAdd && (
          <Button type="primary" icon={<PlusOutlined />} onClick={() => void openForm('add')}>
            新增
          </Button>
        )}
        {mayEdit && <Button onClick={() => void order(null)}>{orderTexts.title}</Button>}
        <MenuSearch onSearch={setBlurry} />
        {mayRestore && (
          <Button className={styles.refresh} type="text" icon={<RestOutlined />} onClick={() => setBinOpen(true)}>
            {menuTexts.bin}
          </Button>
        )}
        <Button
          className={mayRestore ? undefined : styles.refresh}
          type="text"
          aria-label="刷新"
          icon={<ReloadOutlined />}
          onClick={refresh}
        />
      </div>
      <div className={styles.fill}>
        <DataTable<TreeLine>
          label="菜单"
          rows={lines}
          rowKey={keyOf}
          columns={columns}
          height="100%"
          density={size}
          loading={loading}
          error={error ? <LoadFailure error={error} onRetry={refresh} /> : undefined}
          empty={blurry ? '没有符合条件的菜单' : '还没有菜单'}
        />
      </div>
      <EditDialog editor={editor} />
      <OrderDialog
        open={ordering.items.length > 0}
        title={ordering.title}
        items={ordering.items}
        url={`${menu.path}/order`}
        onClose={() => setOrdering({ title: '', items: [] })}
        onSaved={refresh}
      />
      <MenuBin wanted={binOpen} open={binOpen} onClose={() => setBinOpen(false)} />
    </section>
  );
}
