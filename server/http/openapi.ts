import { z } from 'zod';
import { filtersOf, rowSchema } from './entitySchema';
import type { Route } from './route';

/** Lists the possible refusals of a call. */
function refusalsOf({ permission, body, form, method, path }: Route): Record<string, { description: string }> {
  const refusals: [number, string, boolean][] = [
    [400, '内容有误，errors逐字段说明', Boolean(body || form) || method === 'GET'],
    [401, '未登录或登录已过期', permission !== 'public'],
    [403, '没有权限', permission === 'admin' || Array.isArray(permission)],
    [404, '数据不存在、已删除或属于其他机构', path.includes(':') || method === 'PUT' || method === 'DELETE'],
    [409, '与现有数据冲突、已被他人修改（current为现值）或正被引用', method !== 'GET'],
    [413, '超过大小限制', Boolean(body || form)],
    [415, '文件内容或类型不符', Boolean(form)],
  ];
  return Object.fromEntries(
    refusals.flatMap(([status, description, applies]) => (applies ? [[String(status), { description }]] : [])),
  );
}

/** Describes the answer of a call about rows; other calls describe it in their summary. */
function answerOf({ entity, shape }: Route): { description: string; content?: unknown } {
  if (!entity || !shape) return { description: '成功' };
  const row = { $ref: `#/components/schemas/${entity.name}` };
  const integer = { type: 'integer' };
  const schema = {
    list: { type: 'object', properties: { content: { type: 'array', items: row }, totalElements: integer } },
    row,
    draft: { type: 'object', properties: { code: { type: 'string' }, message: { type: 'string' }, body: row } },
  }[shape];
  return { description: '成功', content: { 'application/json': { schema } } };
}

/** Returns the OpenAPI 3.1 document of the mounted routes. */
export function openapiOf(routes: readonly Route[], version: string): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const path = `/${route.path.replace(/:(\w+)/g, '{$1}')}`;
    const parameters = [
      ...[...route.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
        name,
        in: 'path',
        required: true,
        schema: { type: 'string' },
      })),
      ...Object.entries({
        ...route.query,
        ...(route.entity && route.shape === 'list' ? filtersOf(route.entity) : {}),
      }).map(([name, description]) => ({ name, in: 'query', description, schema: { type: 'string' } })),
    ];
    const content = route.body
      ? {
          'application/json': {
            schema:
              route.entity && route.shape === 'draft'
                ? { $ref: `#/components/schemas/${route.entity.name}` }
                : z.toJSONSchema(route.body, { unrepresentable: 'any', io: 'input' }),
          },
        }
      : route.form && {
          'multipart/form-data': {
            schema: {
              type: 'object',
              properties: Object.fromEntries(
                Object.entries(route.form).map(([name, description]) => [name, { type: 'string', description }]),
              ),
            },
          },
        };
    paths[path] = {
      ...paths[path],
      [route.method.toLowerCase()]: {
        summary: route.summary,
        tags: route.tag ? [route.tag] : [],
        parameters,
        ...(content ? { requestBody: { content } } : {}),
        ...(route.permission === 'public' ? { security: [] } : {}),
        'x-permission': route.permission,
        responses: {
          200: answerOf(route),
          ...refusalsOf(route),
          default: { description: '失败：{status, code, message, requestId, errors?}' },
        },
      },
    };
  }
  return {
    openapi: '3.1.0',
    info: { title: '职业卫生检测管理系统接口', version },
    paths,
    components: {
      schemas: Object.fromEntries(routes.flatMap(({ entity }) => (entity ? [[entity.name, rowSchema(entity)]] : []))),
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    },
    security: [{ token: [] }],
  };
}
