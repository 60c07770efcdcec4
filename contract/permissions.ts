import type { Entity } from './entity';

/** Actions on a resource. The server's guard and the console's button check the same key. */
export const actions = {
  list: '查看',
  add: '新增',
  edit: '编辑',
  copy: '复制',
  del: '删除',
  restore: '恢复',
  status: '变更状态',
  import: '导入',
  export: '导出',
  relation: '关联',
  cancelRelation: '取消关联',
  distribute: '分发',
  reset: '重置',
} as const;

export type ActionName = keyof typeof actions;

/** Permission that includes all others, on client and server (SPEC §6). */
export const administrator = 'admin';

/**
 * Permission of a person without roles (SPEC §6). It distinguishes an empty list of roles from a list that was never
 * loaded.
 */
export const defaultRole = 'ROLE_SYSTEM_DEFAULT';

/** Returns the permission key of an action, `<entity>:<action>`. */
export const permissionOf = (entity: Pick<Entity, 'name'>, action: ActionName): string => `${entity.name}:${action}`;

/**
 * Returns whether a person holds one of the wanted permissions. An empty or missing list of wanted permissions gives
 * false.
 */
export function mayAny(
  heldPermissions: ReadonlySet<string>,
  wantedPermissions: readonly string[] | undefined,
): boolean {
  if (!wantedPermissions || wantedPermissions.length === 0) return false;
  return heldPermissions.has(administrator) || wantedPermissions.some((permission) => heldPermissions.has(permission));
}
