import { Button, Input, Space, Table } from 'antd';
import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import PlusOutlined from '@ant-design/icons/PlusOutlined';
import ReloadOutlined from '@ant-design/icons/ReloadOutlined';
import { mobileBreakpoint } from '@contract/constants';
import type { AnyRow } from '@contract/entity';
import { menu } from '@contract/entities/system/menu';
import { permissionOf } from '@contract/permissions';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { feedback } from '@/lib/feedback';
import { latePart } from '@/lib/latePart';
import { useMedia } from '@/lib/useMedia';
import { definePage, EditDialog, useListEditor } from '@/listEditor';
import { useMay } from '@/session/useCan';
import { MenuIcon } from '@/fields';
import styles from './menu.module.css';
import { MenuTypeInput } from './parts/MenuTypeInput';
import { useMenuTree } from './parts/useMenuTree';

// Within the form, which comes late itself.
const MenuFields = latePart(async () => (await import('./parts/MenuFields')).MenuFields);

const config = definePage({
  entity: menu,
  columns: ['title'],
  form: ['type'],
  inputs: { type: MenuTypeInput },
  sections: [{ after: 'type', component: () => <MenuFields wanted /> }],
  sort: 'menuSort,asc',
});

const words = ['目录', '菜单', '按钮'];

/** 菜单管理: a lazy tree (its children come when a node is opened, and stay open when the tree is read anew). */
export default function MenuPage() {
  const editor = useListEditor(config, { embedded: true });
  const queries = useQueryClient();
  const may = useMay();
  // On a telephone there is room for one fixed column: that of the actions.
  const wide = useMedia(`(min-width: ${mobileBreakpoint}px)`);
  const [typed, setTyped] = useState('');
  const [blurry, setBlurry] = useState('');
  const tree = useMenuTree(blurry);
  const can = (action: 'add' | 'edit' | 'del') => may([permissionOf(menu, action)]);

  const remove = async (row: AnyRow) => {
    const yes = await feedback.confirm(`确定删除“${String(row.title)}”吗？如果存在下级节点则一并删除`, { danger: true });
    if (yes) await editor.remove([row]);
  };

  return (
    <section className={styles.page} aria-label="菜单管理">
      <div className={styles.bar}>
        {can('add') && <Button type="primary" icon={<PlusOutlined />} onClick={() => void editor.openForm('add')}>新增</Button>}
        <Input.Search className={styles.search} allowClear placeholder="标题、组件或权限标识" aria-label="模糊搜索" value={typed} onChange={(event) => setTyped(event.target.value)} onSearch={setBlurry} />
        <Button className={styles.refresh} type="text" aria-label="刷新" icon={<ReloadOutlined />} onClick={() => void queries.invalidateQueries({ queryKey: ['list', menu.path] })} />
      </div>
      <Table<AnyRow>
        rowKey="id"
        size="small"
        sticky
        pagination={false}
        loading={tree.loading}
        dataSource={tree.rows}
        expandable={{ expandedRowKeys: tree.expanded, onExpand: tree.toggle, rowExpandable: (row) => row.hasChildren === true }}
        scroll={{ x: 1100 }}
        columns={[
          { title: '菜单标题', dataIndex: 'title', width: 260, ...(wide && { fixed: 'left' as const }), render: (title: string, row) => <span><MenuIcon name={row.icon as string | null} /> {title}</span> },
          { title: '类型', dataIndex: 'type', width: 72, render: (type: number) => words[type] },
          { title: '排序', dataIndex: 'menuSort', width: 72, align: 'right' },
          { title: '路由地址', dataIndex: 'path', width: 180, ellipsis: true, className: 'mono' },
          { title: '权限标识', dataIndex: 'permission', width: 180, ellipsis: true, className: 'mono' },
          { title: '组件路径', dataIndex: 'component', width: 200, ellipsis: true, className: 'mono' },
          { title: '外链', dataIndex: 'iFrame', width: 64, render: yesNo },
          { title: '缓存', dataIndex: 'cache', width: 64, render: yesNo },
          { title: '可见', dataIndex: 'hidden', width: 64, render: (hidden: boolean) => yesNo(!hidden) },
          { title: '创建时间', dataIndex: 'createTime', width: 168 },
          {
            title: '操作',
            key: 'actions',
            width: 180,
            fixed: 'right',
            render: (_: unknown, row) => (
              <Space size={0}>
                {can('edit') && <Button type="link" size="small" onClick={() => void editor.openForm('edit', row, { id: row.id })}>编辑</Button>}
                {can('add') && row.type !== 2 && <Button type="link" size="small" onClick={() => void editor.openForm('add', null, { pid: row.id, type: Math.min(2, Number(row.type) + 1) })}>新增下级</Button>}
                {can('del') && <Button type="link" size="small" danger icon={<DeleteOutlined />} aria-label={`删除${String(row.title)}`} onClick={() => void remove(row)} />}
              </Space>
            ),
          },
        ]}
      />
      <EditDialog editor={editor} />
    </section>
  );
}

function yesNo(value: boolean): string {
  return value ? '是' : '否';
}
