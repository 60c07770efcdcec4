import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { menu } from '@contract/features/system/entities/menu';
import { menuTexts } from '@contract/features/system/menuRules';
import { messages } from '@contract/messages';
import { permissionOf } from '@contract/permissions';
import { orderTexts } from '@contract/workbook/sortNumbers';
import { idOf, idsOrRowsBody } from '@server/crud/assertSeenVersion';
import type { CrudContext } from '@server/crud/crudContext';
import { listQuery, type Query } from '@server/crud/listQuery';
import { addRow, deleteRows, editRow, restoreRows } from '@server/crud/operations';
import { presentRows, wireColumns } from '@server/crud/presentRows';
import { orderBody, reorderRows } from '@server/crud/reorderRows';
import type { Registry } from '@server/crud/resource';
import { ok } from '@server/crud/routes';
import { menuTable } from '@server/db/schema';
import { badRequest, conflict } from '@server/http/errors';
import { type Call, type Route, route } from '@server/http/route';
import type { Services } from '@server/services';
import { buildMenus } from './buildMenus';
import { binOf, deletedTogether, impactOf } from './deletedMenus';
import type { MenuRow } from './menuTree';
import { grantedMenus, menuOrder, readTree } from './readMenus';

const tag = menu.label;
const rowBody = z.record(z.string(), z.unknown(), { error: () => '请求内容应为一个对象' });
/** Parameters that older clients send with every list; the server ignores them. */
const ignoredNames = new Set(['organizationId', 'timeSlot', 'qbelongIndustry', 'qarea']);
const nodeIds = z.array(z.int().nonnegative().max(2_147_483_647), { error: () => '请求内容应为编号列表' }).max(5000);

/** Converts the root 0 of older clients to null. */
const rootIsNull = (body: Record<string, unknown>): Record<string, unknown> =>
  body.pid === 0 || body.pid === '0' ? { ...body, pid: null } : body;

const permissionFor = (action: Parameters<typeof permissionOf>[1]) => permissionOf(menu, action);

function contextFor(context: CrudContext, call: Call<unknown>) {
  const { services, registry } = context;
  const resource = registry.named('menu');
  return { services, registry, resource, call };
}

/** Parses `pid=`; empty or 0 stands for the roots. */
const parentOf = (value: string | string[] | undefined): number | null => {
  if (value === undefined || value === '' || value === '0' || value === 'null') return null;
  if (typeof value !== 'string' || !/^\d{1,9}$/.test(value)) throw badRequest('参数pid应为编号');
  return Number(value);
};

async function listMenus(context: CrudContext, query: Query) {
  const { services, registry } = context;
  const resource = registry.named('menu');
  const { orm } = services.database;
  const { pid, blurry, page: _page, size: _size, sort: _sort, ...otherConditions } = query;
  const narrowedQuery: Query = { ...otherConditions, ...(blurry ? { keyword: blurry } : {}) };
  const tree = await readTree(services, registry);
  const isFiltered = Object.entries(narrowedQuery).some(([name, value]) => !ignoredNames.has(name) && value.length > 0);
  if (!isFiltered) {
    const rows = tree.childrenOf(parentOf(pid)).map((row) => tree.dto(row));
    return { content: rows, totalElements: rows.length };
  }
  const { where } = listQuery(resource, narrowedQuery, services.env.zone);
  const parent = parentOf(pid);
  const parentCondition =
    pid === undefined || pid === '' ? undefined : parent === null ? isNull(menuTable.pid) : eq(menuTable.pid, parent);
  const storedMenus = await orm
    .select(wireColumns(resource))
    .from(menuTable)
    .where(and(where, parentCondition))
    .orderBy(...menuOrder);
  const rows = (await presentRows(orm, registry, resource, storedMenus, services.env.zone)) as unknown as MenuRow[];
  return { content: rows.map((row) => tree.dto(row)), totalElements: rows.length };
}

/** Restores menus with the menus deleted together with them. */
async function restoreMenus(context: CrudContext, call: Call<z.output<typeof idsOrRowsBody>>) {
  const { services, registry } = context;
  const { orm } = services.database;
  const tree = await readTree(services, registry);
  const chosenIds = call.body.map(idOf);
  const rows = await orm
    .select({ id: menuTable.id, pid: menuTable.pid, title: menuTable.title })
    .from(menuTable)
    .where(inArray(menuTable.id, chosenIds))
    .orderBy(asc(menuTable.id));
  const orphanMenu = rows.find(({ pid }) => pid !== null && !tree.get(pid) && !chosenIds.includes(pid));
  if (orphanMenu) throw conflict(`菜单“${orphanMenu.title}”的上级已被删除，请先恢复上级`);
  const companionIds = (await deletedTogether(orm, chosenIds)).filter((id) => !chosenIds.includes(id));
  await restoreRows(contextFor(context, call), [...call.body, ...companionIds]);
  return ok(menuTexts.restored);
}

// People who assign menus to roles also read the tree.
const readPermissions = [permissionFor('list'), 'role:list'];

/** Returns the routes that read parts of the tree, for selects and the rights of roles. */
function menuTreeRoutes(context: CrudContext): Route[] {
  const { services, registry } = context;
  return [
    route({
      method: 'GET',
      path: 'api/menus/lazy',
      permission: readPermissions,
      tag,
      summary: '下级菜单（数组），用于树选择',
      query: { pid: '上级编号，0为顶级' },
      async handle(call) {
        const tree = await readTree(services, registry);
        return tree.childrenOf(parentOf(call.query.pid)).map((row) => tree.dto(row));
      },
    }),
    route({
      method: 'GET',
      path: 'api/menus/tree',
      permission: readPermissions,
      tag,
      summary: '整棵菜单树，用于角色授权',
      handle: async () => (await readTree(services, registry)).nested(),
    }),
    route({
      method: 'POST',
      path: 'api/menus/superior',
      permission: readPermissions,
      tag,
      summary: '可作为上级的菜单树，不含自身',
      body: nodeIds,
      handle: async (call) => (await readTree(services, registry)).superiors(call.body),
    }),
    route({
      method: 'GET',
      path: 'api/menus/child',
      permission: readPermissions,
      tag,
      summary: '菜单及其全部下级的编号',
      query: { id: '菜单编号' },
      async handle(call) {
        const id = parentOf(call.query.id);
        const tree = await readTree(services, registry);
        return id !== null && tree.get(id) ? tree.withDescendants([id]) : [];
      },
    }),
  ];
}

/** Returns the routes that read the tree of menus. */
function readingRoutes(context: CrudContext): Route[] {
  const { services, registry } = context;
  const { orm } = services.database;

  return [
    route({
      method: 'GET',
      path: 'api/menus',
      permission: [permissionFor('list')],
      tag,
      summary: '菜单列表：无条件时为顶级，有条件时为全部匹配',
      query: {
        pid: '上级编号，0为顶级',
        blurry: '标题、组件或权限标识',
        createTime: '创建时间起止',
        deleted: 'true为回收站',
      },
      handle: (call) => listMenus(context, call.query),
    }),
    ...menuTreeRoutes(context),
    route({
      method: 'GET',
      path: 'api/menus/build',
      permission: 'signedIn',
      tag,
      summary: '当前用户的菜单与按钮权限',
      async handle(call) {
        const tree = await readTree(services, registry);
        return buildMenus(tree, await grantedMenus(orm, tree, call.viewer));
      },
    }),
  ];
}

/** Returns the routes that add, edit and order menus. */
function editingRoutes(context: CrudContext): Route[] {
  const { services, registry } = context;
  const { orm } = services.database;

  return [
    route({
      method: 'POST',
      path: 'api/menus/add',
      permission: [permissionFor('add')],
      tag,
      summary: '新增菜单',
      body: rowBody,
      handle: async (call) => ok(messages.added, await addRow(contextFor(context, call), rootIsNull(call.body))),
    }),
    route({
      method: 'PUT',
      path: 'api/menus/edit',
      permission: [permissionFor('edit')],
      tag,
      summary: '编辑菜单',
      body: rowBody,
      handle: async (call) => ok(messages.edited, await editRow(contextFor(context, call), rootIsNull(call.body))),
    }),
    route({
      method: 'GET',
      path: 'api/menus/impact',
      permission: [permissionFor('del')],
      tag,
      summary: '删除一个菜单会带走多少下级、影响哪些角色',
      query: { id: '菜单编号' },
      async handle(call) {
        const id = parentOf(call.query.id);
        return impactOf(orm, id === null ? [] : (await readTree(services, registry)).withDescendants([id]));
      },
    }),
    route({
      method: 'GET',
      path: 'api/menus/bin',
      permission: [permissionFor('restore')],
      tag,
      summary: '已删除的菜单，供恢复',
      handle: () => binOf(orm, services.env.zone),
    }),
    route({
      method: 'PUT',
      path: 'api/menus/order',
      permission: [permissionFor('edit')],
      tag,
      summary: '调整同一上级下菜单的顺序（全部编号，按新顺序）',
      body: orderBody,
      async handle(call) {
        await reorderRows(contextFor(context, call), 'menuSort', call.body.ids, ({ pid }) =>
          and(typeof pid === 'number' ? eq(menuTable.pid, pid) : isNull(menuTable.pid), isNull(menuTable.deleteTime)),
        );
        return ok(orderTexts.saved);
      },
    }),
  ];
}

/** Returns the routes that delete and restore menus. */
function binRoutes(context: CrudContext): Route[] {
  const { services, registry } = context;

  return [
    route({
      method: 'DELETE',
      path: 'api/menus/delete',
      permission: [permissionFor('del')],
      tag,
      summary: '删除菜单及其全部下级；角色与它们的关联在恢复时一并恢复',
      body: idsOrRowsBody,
      async handle(call) {
        const tree = await readTree(services, registry);
        const chosenIds = call.body.map(idOf);
        const descendantIds = tree.withDescendants(chosenIds).filter((id) => !chosenIds.includes(id));
        await deleteRows(contextFor(context, call), [...call.body, ...descendantIds]);
        return ok(messages.deleted);
      },
    }),
    route({
      method: 'PUT',
      path: 'api/menus/restore',
      permission: [permissionFor('restore')],
      tag,
      summary: '恢复菜单及与其一并删除的下级；上级须已恢复或一并恢复',
      body: idsOrRowsBody,
      handle: (call) => restoreMenus(context, call),
    }),
  ];
}

/** Routes of SPEC §7 and BEHAVIOUR 1.6. */
export function menuRoutes(services: Services, registry: Registry): Route[] {
  const context = { services, registry };
  return [...readingRoutes(context), ...editingRoutes(context), ...binRoutes(context)];
}
