import { and, asc, eq, isNull, lte, or } from 'drizzle-orm';
import { z } from 'zod';
import { addDays } from '@contract/arithmetic/numbers/dayCounts';
import {
  type AccountInitials,
  expiryOfNew,
  type ExpiringAccounts,
  extendedExpiry,
  soonDays,
  termOf,
} from '@contract/features/system/accounts/accountExpiry';
import { expiryTexts } from '@contract/features/system/accounts/accountExpiryTexts';
import { user } from '@contract/features/system/entities/user';
import { permissionOf } from '@contract/permissions';
import { isDay, requiredMessage } from '@contract/schema';
import { formatDay } from '@server/base/zone';
import { rowsBody } from '@server/crud/assertSeenVersion';
import { findAll, type OperationContext, updateRow } from '@server/crud/operations';
import type { Registry, Resource } from '@server/crud/resource';
import { ok } from '@server/crud/routes';
import { scopeOf } from '@server/crud/rowScope';
import type { Orm } from '@server/db/orm';
import { organizationTable, userTable } from '@server/db/schema';
import { invalid } from '@server/http/errors';
import { type Route, route } from '@server/http/route';
import type { Viewer } from '@server/http/viewer';
import type { Services } from '@server/services';

/** Returns the organization's years of a new account; null where it has no setting. */
async function accountYears(orm: Orm, organizationId: number | null): Promise<number | null> {
  const [home] =
    organizationId === null
      ? []
      : await orm
          .select({ years: organizationTable.accountYears })
          .from(organizationTable)
          .where(eq(organizationTable.id, organizationId));
  return home?.years ?? null;
}

/** Returns the expiry date of a new account: the organization's setting, else five years from today. */
export const proposedExpiry = async (
  { env, now }: Pick<Services, 'env' | 'now'>,
  orm: Orm,
  organizationId: number | null,
): Promise<string> => expiryOfNew(formatDay(now(), env.zone), await accountYears(orm, organizationId));

const extendBody = z.object({
  rows: rowsBody,
  expiryDate: z
    .string({ error: () => requiredMessage(user.fields.expiryDate) })
    .refine(isDay, requiredMessage(user.fields.expiryDate)),
});

/** Returns the enabled accounts that have expired or soon will, and the expiry date that an extension proposes. */
async function expiringAccounts(
  { database, env, now }: Services,
  people: Resource,
  viewer: Viewer,
): Promise<ExpiringAccounts> {
  const today = formatDay(now(), env.zone);
  const rows = await database.orm
    .select({
      id: userTable.id,
      version: userTable.version,
      userName: userTable.userName,
      nickName: userTable.nickName,
      expiryDate: userTable.expiryDate,
      isAdmin: userTable.isAdmin,
    })
    .from(userTable)
    .where(
      and(
        isNull(userTable.deleteTime),
        eq(userTable.enabled, '1'),
        scopeOf(people, viewer),
        or(isNull(userTable.expiryDate), lte(userTable.expiryDate, addDays(today, soonDays))),
      ),
    )
    .orderBy(asc(userTable.expiryDate), asc(userTable.id));
  const expiring = rows.flatMap(({ isAdmin, ...row }) => {
    const term = termOf({ ...row, isAdmin }, today);
    return term ? [{ ...row, term, isOwnAccount: row.id === viewer.user.id }] : [];
  });
  return {
    people: expiring,
    proposed: extendedExpiry(
      today,
      await accountYears(database.orm, viewer.homeOrganizationId),
      expiring.map(({ expiryDate }) => expiryDate),
    ),
  };
}

/**
 * Extends accounts to a later day, all or none, and returns their number.
 * @throws Refusal 400 for a past day, or a day that is not later than that of each account
 */
async function extendAccounts(
  operation: OperationContext,
  tx: Orm,
  { rows: requestedRows, expiryDate }: z.infer<typeof extendBody>,
): Promise<number> {
  const { services, call } = operation;
  const rows = await findAll(operation, tx, requestedRows);
  if (expiryDate < formatDay(services.now(), services.env.zone))
    throw invalid([{ field: 'expiryDate', message: expiryTexts.notPast }]);
  // A person's own account is refused by its own rule when it is written.
  const unextended = rows.filter(
    ({ id, expiryDate: current }) => id !== call.viewer.user.id && current !== null && String(current) >= expiryDate,
  );
  if (unextended.length)
    throw invalid([
      { field: 'expiryDate', message: expiryTexts.notLater(unextended.map(({ nickName }) => String(nickName))) },
    ]);
  for (const row of rows) await updateRow(operation, tx, row, { expiryDate }, { action: 'edit' });
  return rows.length;
}

/** Routes of accounts that expire: list them, and extend many at once. */
export function expiryRoutes(services: Services, registry: Registry): Route[] {
  const { database, env, now } = services;
  const people = registry.named('user');
  const commonOptions = { permission: [permissionOf(user, 'edit')], tag: user.label } as const;
  return [
    route({
      ...commonOptions,
      method: 'GET',
      path: 'api/user/expiring',
      summary: '30天内到期、已到期和没有到期日的账号',
      handle: ({ viewer }) => expiringAccounts(services, people, viewer),
    }),
    route({
      ...commonOptions,
      method: 'PUT',
      path: 'api/user/expiry',
      summary: '批量延长账号的到期日，全部成功或全部不写入',
      body: extendBody,
      async handle(call) {
        const context = { services, registry, resource: people, call };
        return ok(expiryTexts.extended(await database.transaction((tx) => extendAccounts(context, tx, call.body))));
      },
    }),
    route({
      method: 'GET',
      path: 'api/user/initials',
      permission: [permissionOf(user, 'add'), permissionOf(user, 'edit')],
      tag: user.label,
      summary: '新用户的默认内容：到期日',
      async handle({ viewer }): Promise<AccountInitials> {
        const years = await accountYears(database.orm, viewer.homeOrganizationId);
        return { expiryDate: expiryOfNew(formatDay(now(), env.zone), years), years };
      },
    }),
  ];
}
