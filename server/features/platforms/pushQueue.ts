import { randomUUID } from 'node:crypto';
import { and, asc, eq, isNull, lte } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { type JudgedAnswer, judgePlatformAnswer } from '@contract/features/platforms/judgePlatformAnswer';
import { type PushPart, sectionsOfPart } from '@contract/features/platforms/platformFamilies';
import { mappedSections } from '@contract/features/platforms/platformMapping';
import type { PlatformPayload } from '@contract/features/platforms/platformPayload';
import { platformTexts } from '@contract/features/platforms/platformTexts';
import { delayAfter, maxDelaySeconds } from '@contract/features/platforms/retryDelay';
import type { CrudContext } from '@server/crud/crudContext';
import { wireColumns } from '@server/crud/presentRows';
import type { Orm } from '@server/db/orm';
import { connectorTable, pushAttemptTable, pushTable, reportTable } from '@server/db/schema';
import { systemCall } from '@server/http/systemCall';
import { moveRows } from '@server/workflow/moveRows';
import { attachFileContents } from './attachFileContents';
import { postToPlatform, NotDelivered } from './deliverPush';
import { keysOf } from './exchange/connectorKeys';
import type { ExchangeProgress } from './exchange/exchangeSteps';
import { NotSigned } from './exchange/notSigned';
import { type ExchangePayload, isExchangePayload, sendExchange } from './exchange/sendExchange';
import { signedHeaders, type SigningMethod } from './exchange/signedHeaders';
import { raiseAlarms } from './pushAlarms';
import { mappingOf, type StoredConnector } from './queuePushes';
import { countingReports, movedPush } from './reportedProject';

// Queue of pushes to platforms (DESIGN §1, Background work): rows are claimed with SKIP LOCKED, so that no two nodes
// send the same row.
// Rows are sent outside of any transaction. The process that still holds the claim writes the outcome. The claim of a
// stopped worker expires.

/** Highest number of rows in one round. */
const batchSize = 5;
/** Time in ms after the platform's timeout until a claim counts as abandoned. */
const graceMs = 30_000;

const workerCall = systemCall(platformTexts.worker);

interface ClaimedPush {
  readonly id: number;
  readonly claim: string;
  readonly attempt: number;
  readonly attempts: number;
  readonly operation: string;
  readonly pushKey: string;
  readonly part: PushPart;
  readonly url: URL;
  readonly body: Readonly<Record<string, unknown>>;
  readonly payload: Partial<PlatformPayload> | ExchangePayload;
  readonly progress: ExchangeProgress;
  readonly connector: StoredConnector;
}

const addressOf = ({ baseUrl }: StoredConnector, part: string, operation: string): URL =>
  new URL(`${baseUrl.replace(/\/+$/, '')}/${operation === 'withdraw' ? 'withdraw' : part}`);

async function readPush(context: CrudContext, tx: Orm, id: number): Promise<AnyRow> {
  const resource = context.registry.named('push');
  const [row] = await tx.select(wireColumns(resource)).from(resource.table).where(eq(resource.columns.id, id));
  return row as AnyRow;
}

async function duePushes(tx: Orm, now: Date) {
  return tx
    .select({ push: pushTable, connector: connectorTable, report: reportTable.state })
    .from(pushTable)
    .innerJoin(connectorTable, eq(connectorTable.id, pushTable.connector))
    .innerJoin(reportTable, eq(reportTable.id, pushTable.report))
    .where(
      and(
        eq(pushTable.state, 'waiting'),
        lte(pushTable.nextTry, now),
        isNull(pushTable.deleteTime),
        eq(connectorTable.active, true),
        isNull(connectorTable.deleteTime),
      ),
    )
    .orderBy(asc(pushTable.nextTry), asc(pushTable.id))
    .limit(batchSize)
    .for('update', { of: pushTable, skipLocked: true });
}

/** Returns the content for a generic platform; empty for an adapter, which builds its own. */
const bodyOf = (
  payload: ClaimedPush['payload'],
  pushPart: PushPart,
  operation: string,
  pushFields: Readonly<Record<string, unknown>>,
  connector: StoredConnector,
): Readonly<Record<string, unknown>> =>
  operation === 'withdraw'
    ? { ...pushFields, part: pushPart }
    : isExchangePayload(payload)
      ? {}
      : {
          ...pushFields,
          ...mappedSections(payload as PlatformPayload, sectionsOfPart[pushPart], mappingOf(connector)).body,
        };

/** Claims due rows and begins an attempt for each. */
async function claimDue(context: CrudContext): Promise<ClaimedPush[]> {
  const { services, registry } = context;
  const now = services.now();
  return services.database.transaction(async (tx) => {
    const duePushRows = await duePushes(tx, now);
    const claimedPushes: ClaimedPush[] = [];
    for (const { push, connector, report } of duePushRows) {
      const part = push.part as PushPart;
      const operation = push.operation ?? 'push';
      if (operation === 'push' && !(countingReports as readonly unknown[]).includes(report)) {
        await giveUp(context, tx, push.id, platformTexts.ended(push.reportNo ?? ''));
        continue;
      }
      const payload = push.payload as ClaimedPush['payload'];
      const pushFields = { reportNo: push.reportNo, pushKey: push.pushKey, operation };
      const body = bodyOf(payload, part, operation, pushFields, connector);
      const url = addressOf(connector, part, operation);
      const claimToken = randomUUID();
      const attempts = (push.attempts ?? 0) + 1;
      await moveRows(services, tx, workerCall, movedPush(registry), [await readPush(context, tx, push.id)], 'start', {
        changes: {
          claim: claimToken,
          leaseUntil: new Date(now.getTime() + (connector.timeoutSeconds ?? 30) * 1000 + graceMs),
          attempts,
          sent: true,
        },
      });
      // An adapter stores its requests itself.
      const [attempt] = isExchangePayload(payload)
        ? []
        : await tx
            .insert(pushAttemptTable)
            .values({ pushId: push.id, operation, startedAt: now, address: url.href, request: body })
            .returning({ id: pushAttemptTable.id });
      claimedPushes.push({
        id: push.id,
        claim: claimToken,
        attempt: attempt?.id ?? 0,
        attempts,
        operation,
        pushKey: push.pushKey ?? '',
        part,
        url,
        body,
        payload,
        progress: (push.progress as ExchangeProgress | null) ?? {},
        connector,
      });
    }
    return claimedPushes;
  });
}

interface EndedAttempt extends JudgedAnswer {
  readonly answerCode: number | null;
  readonly answer: string | null;
}

/** Returns the end of an attempt without an answer. */
const unansweredEnd = (outcome: EndedAttempt['outcome'], message: string): EndedAttempt => ({
  outcome,
  message,
  receiptNo: null,
  retryAfter: null,
  answerCode: null,
  answer: null,
});

async function sendPush(context: CrudContext, claimedPush: ClaimedPush, signal: AbortSignal): Promise<EndedAttempt> {
  const { connector, url, pushKey, body, operation, part, payload } = claimedPush;
  const { services } = context;
  try {
    if (isExchangePayload(payload)) return await sendExchange(context, { ...claimedPush, payload }, signal);
    const content =
      operation === 'push' && sectionsOfPart[part].includes('attachments')
        ? await attachFileContents(services, body, payload, mappingOf(connector))
        : { body };
    if ('refused' in content) return unansweredEnd('rejected', content.refused);
    const keys = keysOf(services, connector);
    if ('refused' in keys) return unansweredEnd('rejected', keys.refused);
    const text = JSON.stringify(content.body);
    const platformAnswer = await postToPlatform({
      url,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        accept: 'application/json',
        // Identical for every attempt, so that the platform does not accept a push twice.
        'idempotency-key': pushKey,
        ...signedHeaders((connector.signing as SigningMethod | null) ?? 'bearer', text, services.now().getTime(), keys),
      },
      body: text,
      secrets: keys.secrets,
      timeoutSeconds: connector.timeoutSeconds ?? 30,
      internalHostsAllowed: connector.localAllowed,
      signal,
    });
    return {
      ...judgePlatformAnswer(
        platformAnswer.status,
        platformAnswer.text,
        platformAnswer.retryAfter,
        mappingOf(connector),
      ),
      answerCode: platformAnswer.status,
      answer: platformAnswer.text.replaceAll('\u0000', '').slice(0, 4000),
    };
  } catch (error) {
    if (error instanceof NotSigned) return unansweredEnd('rejected', error.message);
    if (!(error instanceof NotDelivered)) services.log.error({ err: error, push: claimedPush.id }, 'a push failed');
    return unansweredEnd('unreachable', error instanceof NotDelivered ? error.message : platformTexts.dropped);
  }
}

interface AttemptToSettle {
  readonly id: number;
  readonly attempts: number;
  readonly operation: string;
  readonly maxAttempts: number;
  readonly firstDelay: number;
}

/** Moves a push after an attempt, in the caller's transaction. The caller has locked the row. */
async function settleRow(
  { services, registry }: CrudContext,
  tx: Orm,
  row: AnyRow,
  { attempts, operation, maxAttempts, firstDelay }: AttemptToSettle,
  endedAttempt: EndedAttempt,
): Promise<void> {
  const now = services.now();
  const { outcome, message, receiptNo, answerCode } = endedAttempt;
  // The full response is stored with its attempt. Lists and alarms show a sentence about it.
  const releasedFields = { claim: null, leaseUntil: null, answerCode, answer: message.slice(0, 4000) };
  const move = (key: string, reason: string | undefined, changes: object) =>
    moveRows(services, tx, workerCall, movedPush(registry), [row], key, {
      ...(reason === undefined ? {} : { reason: reason.slice(0, 1000) }),
      changes: { ...releasedFields, ...changes },
    });
  if (outcome === 'accepted' || outcome === 'repeated') {
    if (operation === 'withdraw') await move('takenBack', message, { nextTry: null });
    else await move('succeed', undefined, { nextTry: null, deliveredAt: now, ...(receiptNo ? { receiptNo } : {}) });
    return;
  }
  if (outcome === 'rejected') return void (await move('fail', message, { nextTry: null, alarmed: false }));
  if (attempts >= maxAttempts)
    return void (await move('fail', platformTexts.exhausted(attempts, message), { nextTry: null, alarmed: false }));
  const waitSeconds = Math.min(
    Math.max(delayAfter(attempts, firstDelay), endedAttempt.retryAfter ?? 0),
    maxDelaySeconds,
  );
  await move('release', platformTexts.later(message, waitSeconds), {
    nextTry: new Date(now.getTime() + waitSeconds * 1000),
  });
}

/** Ends a push that will not be sent again and leaves the decision to a person. */
async function giveUp(context: CrudContext, tx: Orm, id: number, message: string): Promise<void> {
  const waitingPush = await readPush(context, tx, id);
  await moveRows(context.services, tx, workerCall, movedPush(context.registry), [waitingPush], 'start');
  const { attempts, operation } = waitingPush as AnyRow & { readonly attempts: number; readonly operation: string };
  await settleRow(
    context,
    tx,
    await readPush(context, tx, id),
    { id, attempts, operation, maxAttempts: 0, firstDelay: 0 },
    unansweredEnd('rejected', message),
  );
}

async function settleAttempt(
  context: CrudContext,
  claimedPush: ClaimedPush,
  endedAttempt: EndedAttempt,
): Promise<void> {
  const { database, now } = context.services;
  await database.transaction(async (tx) => {
    if (claimedPush.attempt > 0)
      await tx
        .update(pushAttemptTable)
        .set({
          endedAt: now(),
          outcome: endedAttempt.outcome,
          answerCode: endedAttempt.answerCode,
          answer: endedAttempt.answer,
          message: endedAttempt.message,
        })
        .where(eq(pushAttemptTable.id, claimedPush.attempt));
    const [heldPush] = await tx
      .select({ id: pushTable.id })
      .from(pushTable)
      .where(
        and(eq(pushTable.id, claimedPush.id), eq(pushTable.claim, claimedPush.claim), eq(pushTable.state, 'pushing')),
      )
      .for('update');
    // The claim expired and another worker claimed the row; that worker writes the outcome.
    if (!heldPush) return;
    await settleRow(
      context,
      tx,
      await readPush(context, tx, claimedPush.id),
      {
        id: claimedPush.id,
        attempts: claimedPush.attempts,
        operation: claimedPush.operation,
        maxAttempts: claimedPush.connector.maxAttempts ?? 8,
        firstDelay: claimedPush.connector.firstDelay ?? 30,
      },
      endedAttempt,
    );
  });
}

/** Releases claims of stopped workers. */
async function releaseStale(context: CrudContext): Promise<void> {
  const { database, now } = context.services;
  await database.transaction(async (tx) => {
    const abandonedPushes = await tx
      .select({ push: pushTable, maxAttempts: connectorTable.maxAttempts })
      .from(pushTable)
      .innerJoin(connectorTable, eq(connectorTable.id, pushTable.connector))
      .where(and(eq(pushTable.state, 'pushing'), lte(pushTable.leaseUntil, now()), isNull(pushTable.deleteTime)))
      .limit(batchSize)
      .for('update', { of: pushTable, skipLocked: true });
    for (const { push, maxAttempts } of abandonedPushes) {
      const endedAttempt = unansweredEnd('unreachable', platformTexts.interrupted);
      await tx
        .update(pushAttemptTable)
        .set({ endedAt: now(), outcome: endedAttempt.outcome, message: endedAttempt.message })
        .where(and(eq(pushAttemptTable.pushId, push.id), isNull(pushAttemptTable.endedAt)));
      await settleRow(
        context,
        tx,
        await readPush(context, tx, push.id),
        {
          id: push.id,
          attempts: push.attempts ?? 0,
          operation: push.operation ?? 'push',
          maxAttempts: maxAttempts ?? 8,
          firstDelay: 0,
        },
        endedAttempt,
      );
    }
  });
}

/**
 * Runs one round: resumes interrupted pushes, sends due ones, and notifies of failed ones.
 * @returns number of sent pushes
 */
export async function deliverDue(
  context: CrudContext,
  signal: AbortSignal = new AbortController().signal,
): Promise<number> {
  await releaseStale(context);
  const claimedPushes = await claimDue(context);
  await Promise.all(
    claimedPushes.map(async (claimedPush) =>
      settleAttempt(context, claimedPush, await sendPush(context, claimedPush, signal)),
    ),
  );
  await raiseAlarms(context);
  return claimedPushes.length;
}

/** Returns when the next push is due; null if no push waits. */
export async function nextDue({ services }: CrudContext): Promise<Date | null> {
  const [nextPush] = await services.database.orm
    .select({ at: pushTable.nextTry })
    .from(pushTable)
    .innerJoin(connectorTable, eq(connectorTable.id, pushTable.connector))
    .where(
      and(
        eq(pushTable.state, 'waiting'),
        isNull(pushTable.deleteTime),
        eq(connectorTable.active, true),
        isNull(connectorTable.deleteTime),
      ),
    )
    .orderBy(asc(pushTable.nextTry))
    .limit(1);
  return nextPush?.at ?? null;
}
