import { z } from 'zod';
import { messages } from '@contract/messages';
import { permissionOf } from '@contract/permissions';
import type { Answer } from '@contract/wire';
import { maxRowsTogether, savedText } from '@contract/workbook/saveMany';
import { versionField } from '@server/http/bodySchemas';
import { notFound } from '../http/errors';
import { type Call, readQuery, type Route, route } from '../http/route';
import type { Services } from '../services';
import { idsOrRowsBody } from './assertSeenVersion';
import {
  addRow,
  deleteRows,
  type OperationContext,
  editRow,
  shownRow,
  listRows,
  resetRow,
  restoreRows,
  setStatus,
} from './operations';
import type { Operation } from './policy';
import type { Registry, Resource } from './resource';
import { saveMany } from './saveMany';

const idSchema = z
  .int({ error: () => '编号应为正整数' })
  .positive('编号应为正整数')
  .max(2_147_483_647, '编号应为正整数');
const rowBody = z.record(z.string(), z.unknown(), { error: () => '请求内容应为一个对象' });
const rowToSave = z
  .looseObject({ id: idSchema.optional(), version: versionField.optional() }, { error: () => '每一行应为一个对象' })
  .refine((row) => (row.id === undefined) === (row.version === undefined), '缺少版本号，请刷新后重试');
const saveAllBody = z
  .object({
    rows: z.array(rowToSave).default([]),
    removed: z.array(z.object({ id: idSchema, version: versionField })).default([]),
  })
  .refine(
    ({ rows, removed }) => rows.length + removed.length <= maxRowsTogether,
    `一次最多保存${maxRowsTogether}行，请分批保存`,
  )
  .refine(({ rows, removed }) => rows.length + removed.length > 0, '没有需要保存的修改');
const resetBody = z.object({ id: idSchema }, { error: () => '请求不完整，请刷新页面后重试' });
const statusBody = z.object({ ids: idsOrRowsBody, field: z.string().max(50), value: z.unknown() });

/** Maximum size of a joint save, bytes; enough for 2,000 rows with thirty long texts. */
const maxSaveAllBytes = 16 * 1024 * 1024;

/** Returns the answer of a successful action. */
export const ok = <B>(message: string, body?: B): Answer<B> => ({
  code: '200',
  message,
  ...(body === undefined ? {} : { body }),
});

/**
 * Parses the id in the path.
 * @throws Refusal 404 for anything but a positive 32-bit integer
 */
export function idParam(call: Pick<Call, 'params'>): number {
  const text = call.params.id ?? '';
  const value = Number(text);
  // Each row has exactly one address: 1e1, 0x1 and 01 are refused.
  if (!/^[1-9]\d{0,9}$/.test(text) || value > 2_147_483_647) throw notFound();
  return value;
}

/** Returns the routes of the list and of a single row. */
function readingRoutes(services: Services, registry: Registry, resource: Resource): (Route | false)[] {
  const { entity, policy } = resource;
  const { path, label } = entity;
  const contextOf = (call: Call<unknown>): OperationContext => ({ services, registry, resource, call });
  const permissionsFor = (action: Parameters<typeof permissionOf>[1]) => [permissionOf(entity, action)];
  const hasOperation = (operation: Operation) => !policy.disabledOperations?.includes(operation);
  return [
    hasOperation('list') &&
      route({
        method: 'GET',
        path,
        permission: permissionsFor('list'),
        tag: label,
        summary: `${label}列表`,
        entity,
        shape: 'list',
        query: {
          page: '页码，从0开始',
          size: '每页条数，最多5000',
          sort: '排序，如id,desc',
          keyword: '关键字',
          deleted: 'true为回收站',
        },
        handle: (call) => listRows(contextOf(call), readQuery(call.request.url)),
      }),
    hasOperation('get') &&
      route({
        method: 'GET',
        path: `${path}/:id`,
        permission: permissionsFor('list'),
        tag: label,
        summary: `${label}详情`,
        entity,
        shape: 'row',
        handle: (call) => shownRow(contextOf(call), idParam(call)),
      }),
  ];
}

/** Returns the routes that add, copy and change a row. */
function rowRoutes(services: Services, registry: Registry, resource: Resource): (Route | false)[] {
  const { entity, policy } = resource;
  const { path, label } = entity;
  const contextOf = (call: Call<unknown>): OperationContext => ({ services, registry, resource, call });
  const permissionsFor = (action: Parameters<typeof permissionOf>[1]) => [permissionOf(entity, action)];
  const hasOperation = (operation: Operation) => !policy.disabledOperations?.includes(operation);
  return [
    hasOperation('add') &&
      route({
        method: 'POST',
        path: `${path}/add`,
        permission: permissionsFor('add'),
        tag: label,
        summary: `新增${label}`,
        body: rowBody,
        entity,
        shape: 'draft',
        handle: async (call) => ok(messages.added, await addRow(contextOf(call), call.body)),
      }),
    hasOperation('copy') &&
      route({
        method: 'POST',
        path: `${path}/copy`,
        permission: permissionsFor('copy'),
        tag: label,
        summary: `复制${label}`,
        ...(policy.copyParts ? { query: { from: '被复制数据的编号，其所含内容一并复制' } } : {}),
        body: rowBody,
        entity,
        shape: 'draft',
        handle: async (call) => ok(messages.copied, await addRow(contextOf(call), call.body, 'copy')),
      }),
    hasOperation('edit') &&
      route({
        method: 'PUT',
        path: `${path}/edit`,
        permission: permissionsFor('edit'),
        tag: label,
        summary: `编辑${label}`,
        body: rowBody,
        entity,
        shape: 'draft',
        handle: async (call) => ok(messages.edited, await editRow(contextOf(call), call.body)),
      }),
  ];
}

/** Returns the routes that delete rows and restore them. */
function removingRoutes(services: Services, registry: Registry, resource: Resource): (Route | false)[] {
  const { entity, policy } = resource;
  const { path, label } = entity;
  const contextOf = (call: Call<unknown>): OperationContext => ({ services, registry, resource, call });
  const permissionsFor = (action: Parameters<typeof permissionOf>[1]) => [permissionOf(entity, action)];
  const hasOperation = (operation: Operation) => !policy.disabledOperations?.includes(operation);
  return [
    hasOperation('del') &&
      route({
        method: 'DELETE',
        path: `${path}/delete`,
        permission: permissionsFor('del'),
        tag: label,
        summary: `删除${label}`,
        body: idsOrRowsBody,
        handle: async (call) => {
          await deleteRows(contextOf(call), call.body);
          return ok(messages.deleted);
        },
      }),
    hasOperation('restore') &&
      hasOperation('del') &&
      route({
        method: 'PUT',
        path: `${path}/restore`,
        permission: permissionsFor('restore'),
        tag: label,
        summary: `恢复${label}`,
        body: idsOrRowsBody,
        handle: async (call) => {
          await restoreRows(contextOf(call), call.body);
          return ok('恢复成功');
        },
      }),
  ];
}

/**
 * Returns the generic routes of a resource (PRODUCT §5), without the operations in `policy.disabledOperations`.
 * @param resource entity with its table and policy
 */
export function crudRoutes(services: Services, registry: Registry, resource: Resource): Route[] {
  const { entity, policy } = resource;
  const { path, label } = entity;
  const contextOf = (call: Call<unknown>): OperationContext => ({ services, registry, resource, call });
  const permissionsFor = (action: Parameters<typeof permissionOf>[1]) => [permissionOf(entity, action)];
  const hasOperation = (operation: Operation) => !policy.disabledOperations?.includes(operation);
  const routes: (Route | false)[] = [
    ...readingRoutes(services, registry, resource),
    ...rowRoutes(services, registry, resource),
    ...removingRoutes(services, registry, resource),
    policy.resets !== undefined &&
      route({
        method: 'POST',
        path: `${path}/reset`,
        permission: permissionsFor('reset'),
        tag: label,
        summary: `重置${label}：恢复为填写之前`,
        body: resetBody,
        handle: async (call) => {
          await resetRow(contextOf(call), call.body.id);
          return ok(messages.resetDone);
        },
      }),
    policy.savedTogether === true &&
      route({
        method: 'PUT',
        path: `${path}/saveAll`,
        permission: (['add', 'edit', 'del'] as const).map((action) => permissionOf(entity, action)),
        tag: label,
        summary: `一并保存多行${label}：全部成功或全部不写入`,
        body: saveAllBody,
        limit: maxSaveAllBytes,
        handle: async (call) => ok(savedText, await saveMany(contextOf(call), call.body)),
      }),
    hasOperation('status') &&
      hasOperation('edit') &&
      route({
        method: 'PUT',
        path: `${path}/status`,
        permission: permissionsFor('status'),
        tag: label,
        summary: `批量变更${label}状态`,
        body: statusBody,
        handle: async (call) => {
          await setStatus(contextOf(call), call.body.ids, call.body.field, call.body.value);
          return ok(messages.submitted);
        },
      }),
  ];
  return routes.filter((candidate): candidate is Route => candidate !== false);
}
