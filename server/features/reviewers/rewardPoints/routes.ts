import { and, desc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { pointEntry } from '@contract/features/reviewers/entities/pointEntry';
import { outsideTexts } from '@contract/features/reviewers/reviewerTexts';
import type { PointBalance } from '@contract/features/reviewers/reviewerWire';
import { permissionOf } from '@contract/permissions';
import { assertReferences } from '@server/crud/checkReferences';
import type { Registry } from '@server/crud/resource';
import { ok } from '@server/crud/routes';
import { undeletedRows, scopeOf } from '@server/crud/rowScope';
import { once } from '@server/crud/runOnce';
import { personName } from '@server/db/distinctNames';
import type { Database } from '@server/db/openDatabase';
import { pointEntryTable, userTable } from '@server/db/schema';
import { idField } from '@server/http/bodySchemas';
import { forbidden } from '@server/http/errors';
import { type Call, type Route, route } from '@server/http/route';
import type { Services } from '@server/services';
import { assertReviewer, todayOf } from '../reviewerRows';
import { appendPoints } from './pointLedger';

const addBody = z.object({
  person: idField('请选择检查人'),
  pointKind: z.enum(['reward', 'deduct', 'redeem'], { error: () => '请选择类别' }),
  points: z
    .int({ error: () => outsideTexts.pointsSign })
    .positive(outsideTexts.pointsSign)
    .max(100_000, '积分不能超过100000'),
  explanation: z
    .string({ error: () => '请填写说明' })
    .trim()
    .min(1, '请填写说明')
    .max(200, '说明不能超过200个字'),
});

async function balancesOf(
  registry: Registry,
  database: Database,
  { viewer }: Pick<Call<unknown>, 'viewer'>,
): Promise<PointBalance[]> {
  const resource = registry.named('pointEntry');
  const table = pointEntryTable;
  const sum = sql<number>`sum(${table.points})::int`;
  return database.orm
    .select({
      person: table.person,
      personName: personName(),
      balance: sum,
      entries: sql<number>`count(*)::int`,
      earned: sql<number>`coalesce(sum(${table.points}) filter (where ${table.points} > 0), 0)::int`,
      spent: sql<number>`coalesce(-sum(${table.points}) filter (where ${table.points} < 0), 0)::int`,
    })
    .from(table)
    .innerJoin(userTable, eq(userTable.id, table.person))
    .where(and(undeletedRows(resource), scopeOf(resource, viewer)))
    .groupBy(table.person, userTable.id)
    .orderBy(desc(sum), table.person);
}

/** Routes of the points (积分) of reviewers: add an entry by hand; list each person's balance. */
export function outsidePointRoutes(services: Services, registry: Registry): Route[] {
  const context = { services, registry };
  const { database } = services;
  const { path, label: tag } = pointEntry;
  return [
    route({
      method: 'POST',
      path: `${path}/add`,
      permission: [permissionOf(pointEntry, 'add')],
      tag,
      summary: '登记奖励、扣减或兑换积分；余额不足时拒绝',
      body: addBody,
      async handle(call) {
        const { person, pointKind, points, explanation } = call.body;
        if (call.viewer.outside) throw forbidden();
        const row = await database.transaction((tx) =>
          once(tx, call, async () => {
            await assertReferences({ ...context, resource: registry.named('pointEntry'), call }, tx, { person }, null);
            await assertReviewer(tx, call, person, 'person');
            const [ownerRow] = await tx
              .select({ organizationId: userTable.organizationId })
              .from(userTable)
              .where(eq(userTable.id, person));
            return appendPoints(context, tx, call, {
              organizationId: ownerRow?.organizationId ?? null,
              person,
              pointKind,
              points: pointKind === 'reward' ? points : -points,
              entryOn: todayOf(services),
              explanation,
            });
          }),
        );
        return ok(outsideTexts.pointsAppended, row);
      },
    }),
    route({
      method: 'GET',
      path: `${path}/balances`,
      permission: [permissionOf(pointEntry, 'list')],
      tag,
      summary: '各检查人的积分余额、累计获得与使用',
      handle: ({ viewer }) => balancesOf(registry, database, { viewer }),
    }),
  ];
}
