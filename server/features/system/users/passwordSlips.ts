import { inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { AnyRow } from '@contract/entity';
import {
  oneTimePasswordTexts,
  type PasswordSlip,
  type PasswordSlips,
} from '@contract/features/notices/oneTimePasswords';
import { user } from '@contract/features/system/entities/user';
import { permissionOf } from '@contract/permissions';
import { hashPassword } from '@server/auth/passwordHash';
import { randomPassword } from '@server/auth/randomPassword';
import { assertOutranks } from '@server/auth/roleRank';
import { rowsBody } from '@server/crud/assertSeenVersion';
import { findAll, type OperationContext } from '@server/crud/operations';
import type { Registry } from '@server/crud/resource';
import { ok } from '@server/crud/routes';
import type { Orm } from '@server/db/orm';
import { userTable } from '@server/db/schema';
import { usedMailSettings } from '@server/features/notices/mail/mailSettings';
import { passwordLetter } from '@server/features/notices/mail/noticeLetter';
import { createSmtpSender } from '@server/features/notices/mail/smtp';
import { forbidden } from '@server/http/errors';
import { type Call, type Route, route } from '@server/http/route';
import { publicOrigin } from '@server/print/publicOrigin';
import type { Services } from '@server/services';
import { givePassword } from './givePassword';

const slipsBody = z.object({
  rows: rowsBody.max(200, '一次最多200人'),
  mail: z.boolean().nullish(),
});

/** Mails the passwords after they were stored. Passwords that can't be mailed are left for printing. */
async function mailAll(
  services: Services,
  call: Call<unknown>,
  passwordSlips: readonly PasswordSlip[],
): Promise<PasswordSlips> {
  const settings = await usedMailSettings(services);
  const { orm } = services.database;
  const receivers = new Map(
    (
      await orm
        .select({ id: userTable.id, email: userTable.email, organizationId: userTable.organizationId })
        .from(userTable)
        .where(
          inArray(
            userTable.id,
            passwordSlips.map(({ id }) => id),
          ),
        )
    ).map((receiver) => [receiver.id, receiver]),
  );
  const result: PasswordSlips = { slips: [], mailed: [], failed: [] };
  if (!settings) return { ...result, slips: [...passwordSlips] };
  const post = createSmtpSender(settings, call.request.signal);
  try {
    for (const passwordSlip of passwordSlips) {
      const { email: to, organizationId = null } = receivers.get(passwordSlip.id) ?? {};
      const origin = await publicOrigin(services, orm, organizationId);
      const { outcome, message } = to
        ? await post.send(await passwordLetter(settings, origin, to, passwordSlip, services.now().getTime()))
        : { outcome: 'refused', message: oneTimePasswordTexts.noAddress };
      if (outcome === 'sent') result.mailed.push(passwordSlip.nickName);
      else {
        result.slips.push(passwordSlip);
        result.failed.push(`${passwordSlip.nickName}：${message}`);
      }
    }
  } finally {
    post.close();
  }
  return result;
}

/**
 * Returns the people who get a password.
 * @throws Refusal 403 for the caller's own account and for people of a higher rank; 404; 409 for a changed row
 */
async function receiversOf(
  context: OperationContext,
  orm: Orm,
  seenRows: z.infer<typeof slipsBody>['rows'],
): Promise<AnyRow[]> {
  const rows = await findAll(context, orm, seenRows);
  const ids = rows.map(({ id }) => id);
  if (ids.includes(context.call.viewer.user.id)) throw forbidden(oneTimePasswordTexts.own);
  await assertOutranks(orm, context.call.viewer, ids);
  return rows;
}

/**
 * Returns a new password with its hash for each person. Many hashes take seconds, so they are made outside a
 * transaction: the embedded database has one connection, and nobody else could read meanwhile.
 */
async function newPasswords(ids: readonly number[]) {
  const passwords = new Map<number, { readonly password: string; readonly passwordHash: string }>();
  for (const id of ids) {
    const password = randomPassword();
    passwords.set(id, { password, passwordHash: await hashPassword(password) });
  }
  return passwords;
}

/**
 * Routes that issue first passwords, as slips to print or by mail. A password is shown once; the database stores only
 * its hash.
 */
export function slipRoutes(services: Services, registry: Registry): Route[] {
  const { database } = services;
  return [
    route({
      method: 'PUT',
      path: 'api/user/slips',
      permission: [permissionOf(user, 'reset')],
      tag: user.label,
      summary: '发放一次性密码：只在回答里出现一次，或发送邮件',
      body: slipsBody,
      async handle(call) {
        const context = { services, registry, resource: registry.named('user'), call };
        const userIds = (await receiversOf(context, database.orm, call.body.rows)).map(({ id }) => id);
        const passwords = await newPasswords(userIds);
        const passwordSlips = await database.transaction(async (tx) => {
          const newSlips: PasswordSlip[] = [];
          for (const row of await receiversOf(context, tx, call.body.rows)) {
            const newPassword = passwords.get(row.id);
            if (!newPassword) continue;
            const passwordSlip = {
              id: row.id,
              nickName: String(row.nickName),
              userName: String(row.userName),
              workNo: (row.workNo as string | null) ?? null,
              department: (row.department as string | null) ?? null,
            };
            await givePassword(
              services,
              tx,
              call,
              { ...passwordSlip, organizationId: row.organizationId, passwordHash: newPassword.passwordHash },
              oneTimePasswordTexts.action,
            );
            newSlips.push({ ...passwordSlip, password: newPassword.password });
          }
          // A simultaneous change of a password would make the slips worthless.
          await tx
            .update(userTable)
            .set({ version: sql`${userTable.version} + 1` })
            .where(inArray(userTable.id, userIds));
          return newSlips;
        });
        const delivery: PasswordSlips = call.body.mail
          ? await mailAll(services, call, passwordSlips)
          : { slips: passwordSlips, mailed: [], failed: [] };
        return ok(oneTimePasswordTexts.given(passwordSlips.length), delivery);
      },
    }),
  ];
}
