import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { platformTexts } from '@contract/features/platforms/platformTexts';
import { pushMachine } from '@contract/features/platforms/pushMachine';
import { permissionOfMove } from '@contract/workflow/stateMachine';
import type { CrudContext } from '@server/crud/crudContext';
import type { Orm } from '@server/db/orm';
import { connectorTable, pushTable } from '@server/db/schema';
import { pushMessage, storeMessage } from '@server/features/notices/systemMessage';
import { peopleWith } from '@server/features/projects/currentHolders';
import { systemCall } from '@server/http/systemCall';

/** Highest number of pushes that one notice names. */
const maxPushes = 200;

/** Returns the people who may act on a failed push. */
const responsiblePeople = (orm: Orm, organizationId: number) =>
  peopleWith(orm, organizationId, [permissionOfMove(pushMachine, { key: 'retry' })]);

/** Notifies of failed pushes that were not reported yet, with one notice per platform for all its failures. */
export async function raiseAlarms({ services }: CrudContext): Promise<void> {
  const notices: { people: number[]; msgId: number }[] = [];
  await services.database.transaction(async (tx) => {
    const failedPushes = await tx
      .select({
        id: pushTable.id,
        no: pushTable.reportNo,
        answer: pushTable.answer,
        organizationId: pushTable.organizationId,
        connector: connectorTable.id,
        name: connectorTable.connectorName,
      })
      .from(pushTable)
      .innerJoin(connectorTable, eq(connectorTable.id, pushTable.connector))
      .where(and(eq(pushTable.state, 'failed'), eq(pushTable.alarmed, false), isNull(pushTable.deleteTime)))
      .orderBy(asc(pushTable.id))
      .limit(maxPushes)
      .for('update', { of: pushTable, skipLocked: true });
    for (const connectorId of new Set(failedPushes.map((push) => push.connector))) {
      const ownPushes = failedPushes.filter((push) => push.connector === connectorId);
      const [firstOwnPush] = ownPushes;
      const people = firstOwnPush?.organizationId ? await responsiblePeople(tx, firstOwnPush.organizationId) : [];
      if (!firstOwnPush || people.length === 0) continue;
      const numbers = [...new Set(ownPushes.map(({ no }) => no ?? ''))];
      const msgId = await storeMessage(services, tx, systemCall(platformTexts.worker), {
        title: platformTexts.alarmTitle(firstOwnPush.name, ownPushes.length),
        text: platformTexts.alarmText(numbers, (ownPushes.at(-1)?.answer ?? '').slice(0, 200)),
        priority: '1',
        organizationId: firstOwnPush.organizationId,
        people,
      });
      notices.push({ people: people.map(({ id }) => id), msgId });
    }
    if (failedPushes.length)
      await tx
        .update(pushTable)
        .set({ alarmed: true })
        .where(
          inArray(
            pushTable.id,
            failedPushes.map(({ id }) => id),
          ),
        );
  });
  for (const { people, msgId } of notices) await pushMessage(services, people, msgId);
}
