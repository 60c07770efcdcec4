import { eq } from 'drizzle-orm';
import type { PushPart } from '@contract/features/platforms/platformFamilies';
import { platformTexts } from '@contract/features/platforms/platformTexts';
import { connectorTable } from '@server/db/schema';
import { projectOf } from '@server/features/projects/stage';
import { conflict } from '@server/http/errors';
import type { MoveContext, MoveRule } from '@server/workflow/moveRoutes';
import { assertPushable, partOf, wakeOutbox } from './queuePushes';
import { reportedOf } from './reportedProject';

const wake = async ({ tx }: MoveContext): Promise<void> => void (await wakeOutbox(tx));

/** Rebuilds the push from the project as it is now, if it is complete, so that corrections are included. */
async function anew({ services, registry, tx, call, row }: MoveContext): Promise<Readonly<Record<string, unknown>>> {
  const again = { attempts: 0, nextTry: services.now(), alarmed: false };
  if (row['operation'] === 'withdraw' && row['state'] === 'failed') return again;
  const project = await projectOf(tx, registry, call, Number(row['project']), 'share');
  const reported = await reportedOf({ services, registry }, tx, project);
  const [connector] = await tx
    .select()
    .from(connectorTable)
    .where(eq(connectorTable.id, Number(row['connector'])));
  if (!connector || connector.deleteTime) throw conflict(platformTexts.connectorGone);
  const part = row['part'] as PushPart;
  const payload = await assertPushable(tx, reported, part, connector);
  if (reported.report?.id !== row['report'])
    throw conflict(platformTexts.replaced(String(row['reportNo']), reported.report?.reportNo ?? ''), 'notIssued');
  return { ...again, operation: 'push', payload: partOf(payload, part) };
}

/** Moves of a push made by people; the others are made by the outbox. */
export const pushMoves: Readonly<Record<string, MoveRule>> = {
  retry: { before: anew, after: wake },
  cancel: { withheld: (row) => (row['sent'] === true ? platformTexts.maybeSent : null) },
  recall: {
    withheld: (row) =>
      row['sent'] !== true
        ? platformTexts.neverSent
        : row['operation'] === 'withdraw' && row['state'] === 'waiting'
          ? platformTexts.recalling
          : null,
    before: async ({ services }) => ({ operation: 'withdraw', attempts: 0, nextTry: services.now(), alarmed: false }),
    after: wake,
  },
  again: {
    before: async (context) => ({ ...(await anew(context)), sent: false, receiptNo: null, deliveredAt: null }),
    after: wake,
  },
};
