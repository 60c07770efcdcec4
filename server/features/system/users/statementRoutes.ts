import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { user } from '@contract/features/system/entities/user';
import { signingStatement, signingTexts, statementEdition } from '@contract/workflow/signatureTexts';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import { formatMoment } from '@server/base/zone';
import { ok } from '@server/crud/routes';
import { onlyRow } from '@server/db/readRows';
import { userTable } from '@server/db/schema';
import { conflict } from '@server/http/errors';
import { type Route, route } from '@server/http/route';
import type { Services } from '@server/services';

const statementBody = z.object({ edition: z.string({ error: () => signingTexts.mustAccept }).max(20) });

/** Routes of 电子签名声明 (QUALITY §1, 9): each person accepts it once, before the first signature. */
export function statementRoutes({ database, env, now }: Services): Route[] {
  const tag = '个人中心';
  return [
    route({
      method: 'GET',
      path: 'api/user/signingStatement',
      permission: 'signedIn',
      tag,
      summary: '电子签名声明：现行版本，以及自己接受的版本和时间',
      async handle({ viewer }) {
        const [acceptance] = await database.orm
          .select({ accepted: userTable.statementEdition, time: userTable.statementTime })
          .from(userTable)
          .where(eq(userTable.id, viewer.user.id));
        return {
          edition: statementEdition,
          accepted: acceptance?.accepted ?? null,
          time: acceptance?.time ? formatMoment(acceptance.time, env.zone) : null,
        };
      },
    }),
    route({
      method: 'PUT',
      path: 'api/user/signingStatement',
      permission: 'signedIn',
      tag,
      summary: '接受电子签名声明',
      body: statementBody,
      async handle(call) {
        if (call.body.edition !== statementEdition) throw conflict(signingTexts.outdated);
        const { id, nickName } = call.viewer.user;
        await database.transaction(async (tx) => {
          const before = onlyRow(
            await tx
              .select({ accepted: userTable.statementEdition })
              .from(userTable)
              .where(eq(userTable.id, id))
              .for('update'),
          );
          // Only the first acceptance counts.
          if (before.accepted === statementEdition) return;
          await tx.update(userTable).set({ statementEdition, statementTime: now() }).where(eq(userTable.id, id));
          await recordAudit(tx, actorOf(call), [
            {
              action: 'edit',
              entity: user,
              entityId: id,
              title: nickName,
              before: { statementEdition: before.accepted },
              after: { statementEdition },
              reason: `接受《${signingStatement.title}》`,
            },
          ]);
        });
        return ok(signingTexts.accepted);
      },
    }),
  ];
}
