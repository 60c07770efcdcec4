import { and, count, eq, ne, sql } from 'drizzle-orm';
import { z } from 'zod';
import { preferenceLimits, quotaTexts } from '@contract/features/system/storageQuotaTexts';
import { preferenceTable } from '@server/db/schema';
import { badRequest } from '@server/http/errors';
import { type Call, type Route, route } from '@server/http/route';
import type { Services } from '@server/services';

const keyOf = (call: Pick<Call, 'params'>): string => {
  const key = call.params.key ?? '';
  if (!/^[\w:.-]{1,100}$/.test(key)) throw badRequest('设置名称不正确');
  return key;
};

/**
 * Stores a preference; null removes it.
 * @throws Refusal 400 if the person would have too many preferences, or too large ones
 */
async function savePreference({ database, now }: Services, userId: number, key: string, value: unknown): Promise<void> {
  // A cleared choice deletes the row. The column stores only values, and reading returns null without a row.
  if (value === null) {
    await database.orm
      .delete(preferenceTable)
      .where(and(eq(preferenceTable.userId, userId), eq(preferenceTable.key, key)));
    return;
  }
  await database.transaction(async (tx) => {
    // Serialises the writes of a person, so that simultaneous ones do not exceed the limit together.
    await tx.execute(sql`select pg_advisory_xact_lock(7001, ${userId})`);
    const [usage] = await tx
      .select({
        count: count(),
        bytes: sql<string>`coalesce(sum(octet_length(${preferenceTable.value}::text)), 0)`,
      })
      .from(preferenceTable)
      .where(and(eq(preferenceTable.userId, userId), ne(preferenceTable.key, key)));
    const bytes = Number(usage?.bytes ?? 0) + Buffer.byteLength(JSON.stringify(value));
    if ((usage?.count ?? 0) >= preferenceLimits.count || bytes > preferenceLimits.bytes)
      throw badRequest(quotaTexts.preferences);
    const row = { userId, key, value, updateTime: now() };
    await tx
      .insert(preferenceTable)
      .values(row)
      .onConflictDoUpdate({
        target: [preferenceTable.userId, preferenceTable.key],
        set: { value: row.value, updateTime: row.updateTime },
      });
  });
}

/** Routes of a person's preferences, kept on the server so that they apply on every computer. */
export function preferenceRoutes(services: Services): Route[] {
  const { database } = services;
  const { orm } = database;
  return [
    route({
      method: 'GET',
      path: 'api/preference/:key',
      permission: 'signedIn',
      tag: '个人设置',
      summary: '读取个人设置；没有时为null',
      async handle(call) {
        const [preference] = await orm
          .select({ value: preferenceTable.value })
          .from(preferenceTable)
          .where(and(eq(preferenceTable.userId, call.viewer.user.id), eq(preferenceTable.key, keyOf(call))));
        return { value: preference?.value ?? null };
      },
    }),
    route({
      method: 'PUT',
      path: 'api/preference/:key',
      permission: 'signedIn',
      tag: '个人设置',
      summary: '保存个人设置；null为删除',
      limit: 64 * 1024,
      body: z.object({ value: z.json() }),
      async handle(call) {
        await savePreference(services, call.viewer.user.id, keyOf(call), call.body.value);
        return { value: call.body.value };
      },
    }),
  ];
}
