import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { preferenceTable } from '../../db/schema';
import { badRequest } from '../../http/errors';
import { type Call, type Route, route } from '../../http/route';
import type { Services } from '../../services';

/** What a person chose, kept on the server so that it follows them from desk to desk. */
export function preferenceRoutes(services: Services): Route[] {
  const { orm } = services.database;
  const keyOf = (call: Pick<Call, 'params'>): string => {
    const key = call.params.key ?? '';
    if (!/^[\w:.-]{1,100}$/.test(key)) throw badRequest('设置名称不正确');
    return key;
  };
  return [
    route({
      method: 'GET', path: 'api/preference/:key', permission: 'signedIn', tag: '个人设置', summary: '读取个人设置；没有时为null',
      async handle(call) {
        const [found] = await orm.select({ value: preferenceTable.value }).from(preferenceTable).where(and(eq(preferenceTable.userId, call.viewer.user.id), eq(preferenceTable.key, keyOf(call))));
        return { value: found?.value ?? null };
      },
    }),
    route({
      method: 'PUT', path: 'api/preference/:key', permission: 'signedIn', tag: '个人设置', summary: '保存个人设置；null为删除', limit: 64 * 1024,
      body: z.object({ value: z.json() }),
      async handle(call) {
        // Nothing chosen is no row: its column holds values alone, and the read answers null without one.
        if (call.body.value === null) {
          await orm.delete(preferenceTable).where(and(eq(preferenceTable.userId, call.viewer.user.id), eq(preferenceTable.key, keyOf(call))));
          return { value: null };
        }
        const row = { userId: call.viewer.user.id, key: keyOf(call), value: call.body.value, updateTime: services.now() };
        await orm.insert(preferenceTable).values(row).onConflictDoUpdate({ target: [preferenceTable.userId, preferenceTable.key], set: { value: row.value, updateTime: row.updateTime } });
        return { value: row.value };
      },
    }),
  ];
}
