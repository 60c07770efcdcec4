import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import { menu } from '@contract/features/system/entities/menu';
import { isKnownComponent, pathProblem, unknownComponent } from '@contract/features/system/menuRules';
import type { FieldError } from '@contract/schema';
import type { Policy, SaveContext } from '@server/crud/policy';
import type { Orm } from '@server/db/orm';
import { menuTable } from '@server/db/schema';
import { invalid } from '@server/http/errors';
import { assertNotNeeded, neededErrors } from './neededMenus';

const menuMessages = {
  ownParent: '上级不能为自己，请另选上级',
  ownDescendant: '上级不能为自己的下级，请另选上级',
  externalLink: '外链必须以http://或者https://开头',
  addressAsPath: '路由地址不能是网址；打开网址请选择外链菜单',
  noPath: '请输入路由地址',
  noPermission: '按钮必须填写权限标识',
  rootButton: '按钮必须有上级类目',
  buttonParent: '按钮下不能再建下级，请另选上级',
  sameTitle: (title: string) => `同一上级下已有名为“${title}”的菜单`,
  sameComponent: (name: string) => `组件名称“${name}”已被其他菜单使用`,
} as const;

interface MenuDraft {
  pid: number | null;
  type: number;
  title: string;
  iFrame: boolean | null;
  path: string | null;
  permission: string | null;
  componentName: string | null;
  component: string | null;
}

/** Save rules of menus (BEHAVIOUR 1.6). Lists, deletions and restores have their own routes, which follow the tree. */
export const menuPolicy: Policy = {
  disabledOperations: ['list', 'add', 'copy', 'edit', 'del', 'restore', 'status', 'import', 'export'],
  async beforeSave(draft, context) {
    const menuDraft = draft as unknown as MenuDraft;
    const { tx, before } = context;
    const errors = [
      ...ownErrors(menuDraft),
      ...(await treeErrors(menuDraft, context)),
      ...(before ? await neededErrors(tx, draft, before) : []),
    ];
    if (errors.length) throw invalid(errors);
    return {};
  },
  // Roles keep their links to deleted menus; they have no effect until the menu is restored.
  async beforeDelete(rows, { tx }) {
    await assertNotNeeded(
      tx,
      rows.map(({ id }) => id),
    );
  },
};

function ownErrors({ type, iFrame, path, permission, pid }: MenuDraft): FieldError[] {
  if (type === 2) {
    return [
      ...(permission ? [] : [{ field: 'permission', message: menuMessages.noPermission }]),
      ...(pid === null ? [{ field: 'pid', message: menuMessages.rootButton }] : []),
    ];
  }
  if (iFrame)
    return /^https?:\/\/[^\s/]/i.test(path ?? '') ? [] : [{ field: 'path', message: menuMessages.externalLink }];
  if (!path) return [{ field: 'path', message: menuMessages.noPath }];
  // `javascript:` and `//elsewhere` would open a foreign address from a link that looks internal (QUALITY IN4).
  return /^([a-z][a-z0-9+.-]*:|[/\\]{2})/i.test(path) ? [{ field: 'path', message: menuMessages.addressAsPath }] : [];
}

/** Returns errors of a menu's position. A later rule refuses an existing menu only if the menu is moved. */
async function placeErrors(tx: Orm, draft: MenuDraft, before: SaveContext['before']): Promise<FieldError[]> {
  const errors: FieldError[] = [];
  if (draft.component !== (before?.['component'] ?? null) && !isKnownComponent(draft.component))
    errors.push({ field: 'component', message: unknownComponent(String(draft.component)) });
  if (before && before['path'] === draft.path && before['pid'] === draft.pid && before['iFrame'] === draft.iFrame)
    return errors;
  const { id, pid, type, path, iFrame } = menuTable;
  const otherMenus = await tx
    .select({ id, pid, type, title: menuTable.title, path, iFrame })
    .from(menuTable)
    .where(isNull(menuTable.deleteTime));
  const pathFault = pathProblem({ ...draft, id: before?.id ?? null }, otherMenus);
  return pathFault ? [...errors, { field: 'path', message: pathFault }] : errors;
}

async function treeErrors(draft: MenuDraft, { tx, before }: SaveContext): Promise<FieldError[]> {
  const { pid, title, componentName } = draft;
  // One writer of the tree at a time: two valid moves can form a cycle together.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`${menu.name} tree`}))`);
  const errors: FieldError[] = [];
  const isOther = and(isNull(menuTable.deleteTime), before ? ne(menuTable.id, before.id) : undefined);
  const parent = pid === null ? isNull(menuTable.pid) : eq(menuTable.pid, pid);
  const [sameTitle] = await tx
    .select({ id: menuTable.id })
    .from(menuTable)
    .where(and(isOther, parent, eq(menuTable.title, title)))
    .limit(1);
  if (sameTitle) errors.push({ field: 'title', message: menuMessages.sameTitle(title) });
  if (componentName) {
    const [duplicateMenu] = await tx
      .select({ id: menuTable.id })
      .from(menuTable)
      .where(and(isOther, eq(menuTable.componentName, componentName)))
      .limit(1);
    if (duplicateMenu) errors.push({ field: 'componentName', message: menuMessages.sameComponent(componentName) });
  }
  const parentError = pid === null ? undefined : await parentErrorOf(tx, pid, before?.id);
  if (parentError) errors.push({ field: 'pid', message: parentError });
  else errors.push(...(await placeErrors(tx, draft, before)));
  return errors;
}

async function parentErrorOf(tx: Orm, pid: number, ownId: number | undefined): Promise<string | undefined> {
  if (pid === ownId) return menuMessages.ownParent;
  let at: number | null = pid;
  for (let depth = 0; at !== null && depth < 100; depth += 1) {
    const [parentMenu]: { pid: number | null; type: number }[] = await tx
      .select({ pid: menuTable.pid, type: menuTable.type })
      .from(menuTable)
      .where(eq(menuTable.id, at));
    if (depth === 0 && parentMenu?.type === 2) return menuMessages.buttonParent;
    at = parentMenu?.pid ?? null;
    if (at !== null && at === ownId) return menuMessages.ownDescendant;
  }
  return undefined;
}
