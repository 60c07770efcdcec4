import { role } from '@contract/features/system/entities/role';
import { permissionOf } from '@contract/permissions';
import { definePage, ListEditor } from '@/listEditor';
import { OwnerCell } from '@/fields';
import { latePart } from '@/lib/latePart';
import { useChosenRole } from '@/features/system/roles/chosenRole';

const MenuDrawer = latePart(async () => (await import('@/features/system/roles/MenuDrawer')).MenuDrawer);

const page = definePage({
  entity: role,
  columns: ['name', 'level', 'dataScope', 'organizationId', 'remark', 'createTime', 'updateTime'],
  cells: { organizationId: OwnerCell },
  filters: ['name', 'dataScope'],
  form: ['name', 'level', 'dataScope', 'remark'],
  sort: 'level,asc',
  can: ['add', 'edit', 'del', 'restore'],
  actions: [
    { key: 'menus', label: '菜单权限', at: 'row', permission: [permissionOf(role, 'list')], run: ({ rows: [row] }) => useChosenRole.setState({ role: row ?? null }) },
  ],
});

/** Roles, and what each may do: the menu tree stands in a drawer of its own, so that nobody saves it half loaded. */
export default function RolePage() {
  const open = useChosenRole((state) => state.role !== null);
  return (
    <>
      <ListEditor page={page} />
      <MenuDrawer wanted={open} />
    </>
  );
}
