import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { platformTexts } from '@contract/features/platforms/platformTexts';
import { pushMachine } from '@contract/features/platforms/pushMachine';
import { permissionOfMove } from '@contract/workflow/machine';
import type { Context } from '@server/crud/context';
import type { Orm } from '@server/db/orm';
import { connectorTable, pushTable } from '@server/db/schema';
import { pushMessage, storeMessage } from '@server/features/notices/systemMessage';
import { peopleWith } from '@server/features/projects/holders';
import { systemCall } from '@server/http/systemCall';

/** Highest number of pushes that one notice names. */
const together = 200;

/** Returns the people who may act on a failed push. */
const minders = (orm: Orm, organizationId: number) =>
  peopleWith(orm, organizationId, [permissionOfMove(pushMachine, { key: 'retry' })]);

/** Notifies of failed pushes that were not reported yet, with one notice per platform for all its failures. */
export async function raiseAlarms({ services }: Context): Promise<void> {
  const told: { people: number[]; msgId: number }[] = [];
  await services.database.transaction(async (tx) => {
    const failed = await tx
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
      .limit(together)
      .for('update', { of: pushTable, skipLocked: true });
    for (const connector of new Set(failed.map((one) => one.connector))) {
      const own = failed.filter((one) => one.connector === connector);
      const [first] = own;
      const people = first?.organizationId ? await minders(tx, first.organizationId) : [];
      if (!first || people.length === 0) continue;
      const numbers = [...new Set(own.map(({ no }) => no ?? ''))];
      const msgId = await storeMessage(services, tx, systemCall(platformTexts.worker), {
        title: platformTexts.alarmTitle(first.name, own.length),
        text: platformTexts.alarmText(numbers, (own.at(-1)?.answer ?? '').slice(0, 200)),
        priority: '1',
        organizationId: first.organizationId,
        people,
      });
      told.push({ people: people.map(({ id }) => id), msgId });
    }
    if (failed.length)
      await tx
        .update(pushTable)
        .set({ alarmed: true })
        .where(
          inArray(
            pushTable.id,
            failed.map(({ id }) => id),
          ),
        );
  });
  for (const { people, msgId } of told) await pushMessage(services, people, msgId);
}
