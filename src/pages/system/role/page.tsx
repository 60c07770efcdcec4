import { client } from '@/api/client';
import { useRoleDialogs } from '@/features/system/roles/roleDialogs';
import { OwnerCell } from '@/fields';
import { deferredPart } from '@/lib/deferredPart';
import { feedback } from '@/lib/feedback';
import { defineAction, definePage, ListEditor } from '@/listEditor';
import { role } from '@contract/features/system/entities/role';
import { user } from '@contract/features/system/entities/user';
import { roleMenuTexts } from '@contract/features/system/roleMenus';
import { roleTexts } from '@contract/features/system/roleTexts';
import { messages } from '@contract/messages';
import { permissionOf } from '@contract/permissions';

const RoleMenuDrawer = deferredPart(
  async () => (await import('@/features/system/roles/RoleMenuDrawer')).RoleMenuDrawer,
);
const LostPagesDialog = deferredPart(
  async () => (await import('@/features/system/roles/LostPagesDialog')).LostPagesDialog,
);
const AssignUsersDialog = deferredPart(
  async () => (await import('@/features/system/roles/AssignUsersDialog')).AssignUsersDialog,
);
const CompareRolesDialog = deferredPart(
  async () => (await import('@/features/system/roles/CompareRolesDialog')).CompareRolesDialog,
);
const LateDetail = deferredPart(async () => (await import('@/features/system/roles/RoleDetail')).RoleDetail);

/** Copies a role with its menus. */
const copyRole = defineAction({
  key: 'duplicate',
  label: roleTexts.copy,
  place: 'row',
  permission: [permissionOf(role, 'copy')],
  async run({ rows: [row], editor }) {
    if (!row) return;
    const name = await feedback.prompt(roleTexts.copyPrompt(String(row.name)), {
      placeholder: roleTexts.copyName(String(row.name)),
      check: (text) => (text.trim() ? null : roleTexts.noName),
      okText: '复制',
    });
    if (name === null) return;
    await client.post(`${role.path}/duplicate`, { id: row.id, name });
    feedback.notify('success', messages.copied);
    await editor.refresh();
  },
});

const page = definePage({
  entity: role,
  url: 'api/role',
  columns: ['name', 'level', 'dataScope', 'organizationId', 'remark', 'createTime', 'updateTime'],
  cells: { organizationId: OwnerCell },
  filters: ['name', 'dataScope'],
  form: ['name', 'level', 'dataScope', 'remark'],
  sort: 'level,asc',
  abilities: ['add', 'edit', 'del', 'restore'],
  slots: { detail: ({ row }) => <LateDetail wanted row={row} /> },
  actions: [
    {
      key: 'lost',
      label: roleMenuTexts.check,
      place: 'toolbar',
      permission: [permissionOf(role, 'edit')],
      run: () => useRoleDialogs.setState({ checking: true }),
    },
    {
      key: 'menus',
      label: '菜单权限',
      place: 'row',
      permission: [permissionOf(role, 'list')],
      run: ({ rows: [row] }) => useRoleDialogs.setState({ role: row ?? null }),
    },
    {
      key: 'assign',
      label: roleTexts.assign,
      place: 'row',
      permission: [permissionOf(user, 'edit')],
      run: ({ rows: [row] }) => useRoleDialogs.setState({ assigning: row ?? null }),
    },
    copyRole,
    {
      key: 'compare',
      label: roleTexts.compare,
      place: 'selection',
      permission: [permissionOf(role, 'list')],
      enabled: (rows) => rows.length === 2,
      run: ({ rows }) => useRoleDialogs.setState({ comparing: rows }),
    },
  ],
});

/** Roles and their permissions. The menu tree opens in a separate drawer, so that it is never saved half loaded. */
export default function RolePage() {
  const { role: chosenRole, checking, assigning, comparing } = useRoleDialogs();
  return (
    <>
      <ListEditor page={page} />
      <RoleMenuDrawer wanted={chosenRole !== null} />
      <LostPagesDialog wanted={checking} />
      <AssignUsersDialog wanted={assigning !== null} />
      <CompareRolesDialog wanted={comparing.length > 0} />
    </>
  );
}
