import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { type ExchangeName, isExchange } from '@contract/features/platforms/exchange/adapterNames';
import type { ExchangeMessage } from '@contract/features/platforms/exchange/exchangeAdapters';
import type { ExchangeModel } from '@contract/features/platforms/exchange/exchangeModel';
import type { JudgedAnswer } from '@contract/features/platforms/judgePlatformAnswer';
import type { PlatformPayload } from '@contract/features/platforms/platformPayload';
import { platformTexts } from '@contract/features/platforms/platformTexts';
import { formatMoment } from '@server/base/zone';
import type { CrudContext } from '@server/crud/crudContext';
import { pushAttemptTable, pushTable } from '@server/db/schema';
import { postToPlatform, NotDelivered } from '../deliverPush';
import type { StoredConnector } from '../queuePushes';
import { keysOf } from './connectorKeys';
import {
  withPlatformAnswer,
  type ExchangeRequest,
  nextRequest,
  type ExchangeProgress,
  type SentFile,
} from './exchangeSteps';
import { NotSigned } from './notSigned';
import { messageFor } from './platformCodes';

// Sends the requests of a message one after another. Each request is stored with its answer, and the accepted parts
// are stored before the next request is sent.

/** Payload of a push that an adapter sends. */
export interface ExchangePayload {
  readonly model: ExchangeModel;
  readonly attachments: PlatformPayload['attachments'];
}

/** Checks whether a push was queued for an adapter. */
export const isExchangePayload = (payload: unknown): payload is ExchangePayload =>
  typeof payload === 'object' && payload !== null && 'model' in payload;

interface ExchangeEnded extends JudgedAnswer {
  readonly answerCode: number | null;
  readonly answer: string | null;
}

interface ExchangeClaim {
  readonly id: number;
  readonly claim: string;
  readonly payload: ExchangePayload;
  readonly progress: ExchangeProgress;
  readonly connector: StoredConnector;
}

const endWith = (outcome: JudgedAnswer['outcome'], message: string): ExchangeEnded => ({
  outcome,
  message,
  receiptNo: null,
  retryAfter: null,
  answerCode: null,
  answer: null,
});

/** Time zone of all platforms. */
const platformZone = 'Asia/Shanghai';
/** Time in ms after a timeout until a claim counts as abandoned. */
const graceMs = 30_000;

/** Last second in a connector's header, by connector. The digest over the second must not repeat. */
const seconds = new Map<number, number>();

/** Returns a second that no earlier request of the connector used, in the platform's format. */
function secondFor(connectorId: number, now: Date): string {
  const requestSecond = Math.max(Math.floor(now.getTime() / 1000), (seconds.get(connectorId) ?? 0) + 1);
  seconds.set(connectorId, requestSecond);
  return formatMoment(new Date(requestSecond * 1000), platformZone);
}

/** Returns the report's file for a platform that accepts it; a sentence if the file is missing or altered. */
async function fileOf(
  { files }: Pick<CrudContext['services'], 'files'>,
  adapter: ExchangeName,
  { attachments }: ExchangePayload,
): Promise<SentFile | null | string> {
  const [firstAttachment] = attachments;
  if (adapter !== 'county' || !firstAttachment) return null;
  const stream = await files.read(firstAttachment.fileId);
  if (!stream) return platformTexts.attachmentGone;
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  if (createHash('sha256').update(bytes).digest('hex') !== firstAttachment.sha256)
    return platformTexts.attachmentAltered;
  return { name: firstAttachment.name, mime: firstAttachment.mime, sha256: firstAttachment.sha256, bytes };
}

const addressOf = ({ baseUrl }: StoredConnector, path: string): URL =>
  new URL(path ? `${baseUrl.replace(/\/+$/, '')}/${path}` : baseUrl);

/** Sends one request and stores it with its answer. */
async function sendOne(
  { services }: CrudContext,
  { id, connector }: ExchangeClaim,
  request: ExchangeRequest,
  secrets: readonly string[],
  judgeAnswer: (answer: { status: number; text: string }) => JudgedAnswer & { readonly progress: ExchangeProgress },
  signal: AbortSignal,
): Promise<ExchangeEnded & { readonly progress?: ExchangeProgress }> {
  const { database, now, log } = services;
  const url = addressOf(connector, request.path);
  const [attempt] = await database.orm
    .insert(pushAttemptTable)
    .values({ pushId: id, operation: 'push', startedAt: now(), address: url.href, request: request.storedRequest })
    .returning({ id: pushAttemptTable.id });
  const form = request.body instanceof FormData ? new Response(request.body) : null;
  let result: ExchangeEnded & { readonly progress?: ExchangeProgress };
  try {
    const { status, text } = await postToPlatform({
      url,
      headers: { ...request.headers, ...(form ? { 'content-type': form.headers.get('content-type') ?? '' } : {}) },
      body: form ? new Uint8Array(await form.arrayBuffer()) : (request.body as string),
      secrets,
      timeoutSeconds: connector.timeoutSeconds ?? 30,
      internalHostsAllowed: connector.localAllowed,
      signal,
    });
    result = {
      ...judgeAnswer({ status, text }),
      answerCode: status,
      answer: text.replaceAll('\u0000', '').slice(0, 4000),
    };
  } catch (error) {
    if (!(error instanceof NotDelivered)) log.error({ err: error, push: id }, 'a push failed');
    result = endWith('unreachable', error instanceof NotDelivered ? error.message : platformTexts.dropped);
  }
  const { outcome, message, answerCode, answer } = result;
  await database.orm
    .update(pushAttemptTable)
    .set({ endedAt: now(), outcome, answerCode, answer, message })
    .where(eq(pushAttemptTable.id, attempt?.id ?? 0));
  return result;
}

/** Sends the requests that the platform has not accepted yet. */
export async function sendExchange(
  context: CrudContext,
  claim: ExchangeClaim,
  signal: AbortSignal,
): Promise<ExchangeEnded> {
  const { services } = context;
  const { database, now } = services;
  const { connector, payload } = claim;
  const { adapter } = connector;
  if (!isExchange(adapter)) return endWith('rejected', platformTexts.wrongPart);
  const keys = keysOf(services, connector);
  if ('refused' in keys) return endWith('rejected', keys.refused);
  const builtMessage = await messageFor(database.orm, adapter, connector, payload.model);
  if (builtMessage.faults.length > 0)
    return endWith('rejected', builtMessage.faults.map(({ message }) => message).join('；'));
  const file = await fileOf(services, adapter, payload);
  if (typeof file === 'string') return endWith('rejected', file);
  const { agency } = payload.model;
  const org = { code: agency.creditCode ?? '', name: agency.name ?? '' };
  const message: ExchangeMessage = builtMessage.message;
  let progress = claim.progress;
  let lastExchangeEnded = endWith('accepted', platformTexts.accepted);
  try {
    for (;;) {
      const time = secondFor(connector.id, now());
      const request = nextRequest({ message, progress, credentials: keys, time, org, file });
      if (!request) return lastExchangeEnded;
      const result = await sendOne(
        context,
        claim,
        request,
        keys.secrets,
        (answer) => withPlatformAnswer(message, request, progress, answer),
        signal,
      );
      lastExchangeEnded = result;
      if (result.outcome !== 'accepted') return result;
      progress = result.progress ?? progress;
      await database.orm
        .update(pushTable)
        .set({ progress, leaseUntil: new Date(now().getTime() + (connector.timeoutSeconds ?? 30) * 1000 + graceMs) })
        .where(and(eq(pushTable.id, claim.id), eq(pushTable.claim, claim.claim)));
    }
  } catch (error) {
    if (error instanceof NotSigned) return endWith('rejected', error.message);
    throw error;
  }
}
