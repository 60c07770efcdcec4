import type { Entity } from './entity';

/** What can be done to a resource; the guard on the server and the button in the console ask for the same key. */
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

/** SPEC §6: holds everything, on both sides. */
export const administrator = 'admin';

/** SPEC §6: what a person without roles is given, so that "no roles" is not asked for again. */
export const defaultRole = 'ROLE_SYSTEM_DEFAULT';

export const permissionOf = (entity: Pick<Entity, 'name'>, action: ActionName): string => `${entity.name}:${action}`;

/** Any one of the wanted suffices; nothing wanted or nothing held is no. */
export function mayAny(held: ReadonlySet<string>, wanted: readonly string[] | undefined): boolean {
  if (!wanted || wanted.length === 0) return false;
  return held.has(administrator) || wanted.some((permission) => held.has(permission));
}
