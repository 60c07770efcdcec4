import { eq } from 'drizzle-orm';
import { type ExchangeName, isExchange } from '@contract/features/platforms/exchange/adapterNames';
import { adapterData } from '@contract/features/platforms/exchange/exchangeAdapters';
import type { PushPart } from '@contract/features/platforms/platformFamilies';
import { platformTexts } from '@contract/features/platforms/platformTexts';
import { connectorTable } from '@server/db/schema';
import { projectOf } from '@server/features/projects/projectStage';
import { conflict } from '@server/http/errors';
import type { MoveContext, MoveRule } from '@server/workflow/moveRoutes';
import { contentFor, wakePushQueue } from './queuePushes';
import { reportedOf } from './reportedProject';

const wakeQueue = async ({ tx }: MoveContext): Promise<void> => void (await wakePushQueue(tx));

const isByHand = (adapter: unknown): boolean =>
  isExchange(adapter as string | null) && adapterData[adapter as ExchangeName].byHand;
/** Clears the next attempt of a push that a person uploads. */
const byHandTry = (adapter: unknown) => (isByHand(adapter) ? { nextTry: null } : {});

/** Builds the push again from the current project if the project is complete, so that corrections are included. */
async function rebuildPush({
  services,
  registry,
  tx,
  call,
  row,
}: MoveContext): Promise<Readonly<Record<string, unknown>>> {
  const retryFields = { attempts: 0, nextTry: services.now(), alarmed: false };
  if (row['operation'] === 'withdraw' && row['state'] === 'failed') return retryFields;
  const project = await projectOf(tx, registry, call, Number(row['project']), 'share');
  const reportedProject = await reportedOf({ services, registry }, tx, project);
  const [connector] = await tx
    .select()
    .from(connectorTable)
    .where(eq(connectorTable.id, Number(row['connector'])));
  if (!connector || connector.deleteTime) throw conflict(platformTexts.connectorGone);
  const part = row['part'] as PushPart;
  const payload = await contentFor(tx, call, reportedProject, part, connector);
  if (reportedProject.report?.id !== row['report'])
    throw conflict(
      platformTexts.replaced(String(row['reportNo']), reportedProject.report?.reportNo ?? ''),
      'notIssued',
    );
  return { ...retryFields, operation: 'push', payload, adapter: connector.adapter, ...byHandTry(connector.adapter) };
}

/** Moves of a push that people make. The queue of pushes makes all other moves. */
export const pushMoves: Readonly<Record<string, MoveRule>> = {
  retry: { before: rebuildPush, after: wakeQueue },
  cancel: { withheldReason: (row) => (row['sent'] === true ? platformTexts.maybeSent : null) },
  recall: {
    withheldReason: (row) =>
      isExchange(row['adapter'] as string | null)
        ? platformTexts.cannotRecall
        : row['sent'] !== true
          ? platformTexts.neverSent
          : row['operation'] === 'withdraw' && row['state'] === 'waiting'
            ? platformTexts.recalling
            : null,
    before: async ({ services }) => ({ operation: 'withdraw', attempts: 0, nextTry: services.now(), alarmed: false }),
    after: wakeQueue,
  },
  handUploaded: {
    withheldReason: (row) => (isByHand(row['adapter']) ? null : platformTexts.notByHand),
    before: async ({ services }) => ({
      sent: true,
      nextTry: null,
      deliveredAt: services.now(),
      answer: platformTexts.handUploaded,
    }),
  },
  handTakenBack: {
    withheldReason: (row) =>
      isExchange(row['adapter'] as string | null)
        ? row['sent'] === true
          ? null
          : platformTexts.neverSent
        : platformTexts.canRecall,
    before: async () => ({ nextTry: null, progress: null }),
  },
  again: {
    before: async (context) => ({
      ...(await rebuildPush(context)),
      sent: false,
      receiptNo: null,
      deliveredAt: null,
      progress: null,
    }),
    after: wakeQueue,
  },
};
