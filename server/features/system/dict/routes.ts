import { and, asc, count, eq, inArray, isNull, or, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { maxPageSize } from '@contract/constants';
import { replacedEntries } from '@contract/dictionaries/replacedEntries';
import { dictDetail, dictionary } from '@contract/features/system/entities/dict';
import { messages } from '@contract/messages';
import { mayAny, permissionOf } from '@contract/permissions';
import type { DictDetail, Page } from '@contract/wire';
import { orderTexts } from '@contract/workbook/sortNumbers';
import { idsOrRowsBody } from '@server/crud/assertSeenVersion';
import type { CrudContext } from '@server/crud/crudContext';
import { listQuery, type Query } from '@server/crud/listQuery';
import { deleteRows, restoreRows } from '@server/crud/operations';
import { presentRows, wireColumns } from '@server/crud/presentRows';
import { orderBody, reorderRows } from '@server/crud/reorderRows';
import type { Registry } from '@server/crud/resource';
import { ok } from '@server/crud/routes';
import { scopeOf } from '@server/crud/rowScope';
import { dictDetailTable, dictTable } from '@server/db/schema';
import { badRequest, forbidden } from '@server/http/errors';
import { type Call, type Route, route } from '@server/http/route';
import type { Viewer } from '@server/http/viewer';
import type { Services } from '@server/services';

const tag = dictDetail.label;
const maxNames = 50;

const idBody = z.int().positive().max(2_147_483_647);
/** Body of a deletion. SPEC §7: "ids or detail". */
const deleteBody = z.union(
  [idsOrRowsBody, idBody.transform((id) => [id]), z.object({ id: idBody }).transform(({ id }) => [id])],
  { error: () => '请求内容应为编号列表或一条字典详情' },
);

/**
 * Returns the condition for the common entries and those of one organization. For a platform administrator, that is
 * the home organization.
 */
function usableBy(viewer: Viewer): SQL | undefined {
  const organizationId = viewer.organizationId ?? viewer.homeOrganizationId;
  const isCommon = isNull(dictDetailTable.organizationId);
  return organizationId === null ? isCommon : or(isCommon, eq(dictDetailTable.organizationId, organizationId));
}

const detailOrder = [asc(dictDetailTable.dictSort), asc(dictDetailTable.id)];

/**
 * Returns the options of a select by dictionary name. Without a name, returns the entries of the management page to
 * people who may manage dictionaries.
 */
async function listOptions(context: CrudContext, call: Call<unknown>): Promise<Page<unknown>> {
  const { services, registry } = context;
  const { orm } = services.database;
  const resource = registry.named('dictDetail');
  const { dictName, size, ...otherConditions } = call.query;
  if (dictName !== undefined && typeof dictName !== 'string') throw badRequest('参数dictName应为一个字典名称');
  if (
    !dictName &&
    !mayAny(call.viewer.permissions, [permissionOf(dictDetail, 'list'), permissionOf(dictionary, 'list')])
  )
    throw forbidden();
  // SPEC §9 asks for 9999; the size is reduced to the largest page of lists.
  const clampedQuery: Query =
    size === undefined
      ? {}
      : {
          size:
            typeof size === 'string' && /^\d{1,6}$/.test(size) && Number(size) > maxPageSize
              ? String(maxPageSize)
              : size,
        };
  const { where, limit, offset, orderBy } = listQuery(
    resource,
    { ...otherConditions, ...clampedQuery },
    services.env.zone,
  );
  const dictCondition = dictName
    ? and(
        usableBy(call.viewer),
        inArray(
          dictDetailTable.dict,
          orm
            .select({ id: dictTable.id })
            .from(dictTable)
            .where(and(eq(dictTable.name, dictName), isNull(dictTable.deleteTime))),
        ),
      )
    : undefined;
  const condition = and(scopeOf(resource, call.viewer), where, dictCondition);
  const [storedEntries, [total]] = await Promise.all([
    orm
      .select(wireColumns(resource))
      .from(dictDetailTable)
      .where(condition)
      .orderBy(...(otherConditions.sort ? orderBy : detailOrder))
      .limit(limit)
      .offset(offset),
    orm.select({ total: count() }).from(dictDetailTable).where(condition),
  ]);
  const content = await presentRows(orm, registry, resource, storedEntries, services.env.zone);
  return {
    content: dictName ? markReplaced(dictName, content as unknown as DictDetail[]) : content,
    totalElements: total?.total ?? 0,
  };
}

/** Marks the entries that another of the same name replaces. */
const markReplaced = <E extends Pick<DictDetail, 'value' | 'label' | 'organizationId' | 'createBy' | 'disabled'>>(
  dict: string,
  entries: readonly E[],
): (E & Pick<DictDetail, 'replacedBy'>)[] => {
  const replaced = replacedEntries(dict, entries);
  return entries.map((entry) => {
    const replacedBy = entry.organizationId === null ? replaced.get(entry.value) : undefined;
    return replacedBy === undefined ? entry : { ...entry, replacedBy };
  });
};

/** Returns the usable entries of several dictionaries by name. */
async function entriesByName({ services, registry }: CrudContext, call: Call<unknown>) {
  const { orm } = services.database;
  const resource = registry.named('dictDetail');
  const names = [call.query.dictName ?? '']
    .flat()
    .flatMap((text) => text.split(','))
    .map((name) => name.trim())
    .filter(Boolean);
  if (!names.length || names.length > maxNames) throw badRequest(`参数dictName应为1到${maxNames}个字典名称`);
  const rows = await orm
    .select({
      dictName: dictTable.name,
      id: dictDetailTable.id,
      value: dictDetailTable.value,
      label: dictDetailTable.label,
      dictSort: dictDetailTable.dictSort,
      disabled: dictDetailTable.disabled,
      organizationId: dictDetailTable.organizationId,
      createBy: dictDetailTable.createBy,
    })
    .from(dictDetailTable)
    .innerJoin(dictTable, and(eq(dictTable.id, dictDetailTable.dict), isNull(dictTable.deleteTime)))
    .where(
      and(
        inArray(dictTable.name, names),
        isNull(dictDetailTable.deleteTime),
        scopeOf(resource, call.viewer),
        usableBy(call.viewer),
      ),
    )
    .orderBy(...detailOrder);
  const entriesByDict = new Map<string, DictDetail[]>(names.map((name) => [name, []]));
  for (const { dictName, ...entry } of rows) entriesByDict.get(dictName)?.push(entry);
  return Object.fromEntries([...entriesByDict].map(([name, entries]) => [name, markReplaced(name, entries)]));
}

/** Stores the order of a dictionary’s entries. */
async function saveEntryOrder({ services, registry }: CrudContext, call: Call<z.output<typeof orderBody>>) {
  const resource = registry.named('dictDetail');
  await reorderRows({ services, registry, resource, call }, 'dictSort', call.body.ids, (row) =>
    and(
      eq(dictDetailTable.dict, Number(row['dict'])),
      isNull(dictDetailTable.deleteTime),
      scopeOf(resource, call.viewer),
    ),
  );
  return ok(orderTexts.saved);
}

/** Returns the routes that read entries. */
const readingRoutes = (context: CrudContext): Route[] => [
  route({
    method: 'GET',
    path: 'api/dictDetail',
    permission: 'signedIn',
    tag,
    summary: '字典值：公共的与本机构的',
    query: {
      dictName: '字典名称',
      dict: '字典编号（管理页）',
      page: '页码，从0开始',
      size: '每页条数',
      organizationId: '机构，仅平台管理员可选',
    },
    handle: (call) => listOptions(context, call),
  }),
  route({
    method: 'GET',
    path: 'api/dictDetail/map',
    permission: 'signedIn',
    tag,
    summary: '一次取多个字典',
    query: { dictName: '字典名称，用逗号隔开' },
    handle: (call) => entriesByName(context, call),
  }),
];

/** Returns the routes that order, delete and restore entries. */
function editingRoutes(context: CrudContext): Route[] {
  const { services, registry } = context;
  const resource = registry.named('dictDetail');

  return [
    route({
      method: 'PUT',
      path: 'api/dictDetail/order',
      permission: [permissionOf(dictDetail, 'edit')],
      tag,
      summary: '调整一个字典的字典项顺序（全部编号，按新顺序）',
      body: orderBody,
      handle: (call) => saveEntryOrder(context, call),
    }),
    route({
      method: 'DELETE',
      path: 'api/dictDetail/delete',
      permission: [permissionOf(dictDetail, 'del')],
      tag,
      summary: '删除字典值；仍被使用的不能删除',
      body: deleteBody,
      async handle(call) {
        await deleteRows({ services, registry, resource, call }, call.body);
        return ok(messages.deleted);
      },
    }),
    route({
      method: 'PUT',
      path: 'api/dictDetail/restore',
      permission: [permissionOf(dictDetail, 'restore')],
      tag,
      summary: '恢复字典值',
      body: idsOrRowsBody,
      async handle(call) {
        await restoreRows({ services, registry, resource, call }, call.body);
        return ok('恢复成功');
      },
    }),
  ];
}

/** Routes of SPEC §7 and BEHAVIOUR 1.7. */
export function dictRoutes(services: Services, registry: Registry): Route[] {
  const context = { services, registry };
  const { orm } = services.database;

  return [
    ...readingRoutes(context),
    ...editingRoutes(context),
    route({
      method: 'GET',
      path: 'api/dict/all',
      permission: [permissionOf(dictionary, 'list'), permissionOf(dictDetail, 'list')],
      tag: dictionary.label,
      summary: '全部字典（数组）',
      handle: async () =>
        orm
          .select({ id: dictTable.id, name: dictTable.name, description: dictTable.description })
          .from(dictTable)
          .where(isNull(dictTable.deleteTime))
          .orderBy(asc(dictTable.name)),
    }),
  ];
}
