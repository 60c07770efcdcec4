import { eq } from 'drizzle-orm';
import { user } from '@contract/features/system/entities/user';
import { maintenanceOpen, maintenanceTexts } from '@contract/features/system/maintenance';
import { failures } from '@contract/messages';
import { actorOf, recordAudit } from '@server/audit/trail';
import { verifyPassword } from '@server/auth/password';
import { guardTries } from '@server/auth/tries';
import { userTable } from '@server/db/schema';
import { forbidden, Refusal } from '@server/http/errors';
import type { Call } from '@server/http/route';
import type { Services } from '@server/services';

// Re-authentication: a stolen session alone opens nothing. Kept in memory, so that a restart closes all.

const until = new Map<string, number>();

/**
 * Opens the uploads for this session for some minutes.
 * @throws Refusal 400 `wrongPassword`, 429 `lockedOut`
 */
export async function openMaintenance(services: Services, call: Call<unknown>, password: string): Promise<void> {
  const { orm } = services.database;
  const { id, userName, nickName } = call.viewer.user;
  const right = await guardTries(services, { userName, ip: call.ip, session: true }, async () => {
    const [stored] = await orm.select({ hash: userTable.passwordHash }).from(userTable).where(eq(userTable.id, id));
    return (await verifyPassword(password, stored?.hash)) || undefined;
  });
  if (!right) {
    const reason = `${maintenanceTexts.uploadDatabase}：密码错误`;
    await recordAudit(orm, actorOf(call), [
      { action: 'loginFailed', entity: user, entityId: id, title: nickName, reason },
    ]);
    throw new Refusal(400, 'wrongPassword', failures.wrongPassword, {
      errors: [{ field: 'password', message: failures.wrongPassword }],
    });
  }
  until.set(call.viewer.sessionId, services.now().getTime() + maintenanceOpen * 60_000);
}

/** @throws Refusal 403 unless this session has given its password a short while ago */
export function assertOpened({ now }: Services, { viewer }: Call<unknown>): void {
  const ends = until.get(viewer.sessionId);
  const closed = ends === undefined || ends <= now().getTime();
  if (closed) throw forbidden(maintenanceTexts.askPassword);
}
