import { otherPersonCode } from '@contract/constants';
import type { FileClass } from '@contract/field';
import type { FieldError } from '@contract/schema';

// Rules of the queue, independent of the browser: the next item to send, the meaning of a failure, the time of a
// retry.

export interface OutboxFile {
  /** Field of the body that receives the file's id. */
  readonly field: string;
  readonly name: string;
  readonly fileClass: FileClass;
  readonly blob: Blob;
  /** Set after the upload, so that a retry does not upload again. */
  readonly fileId?: string;
}

interface RefusedRequest {
  readonly message: string;
  readonly code: string | null;
  readonly errors: readonly FieldError[];
  /** Current row, for a refusal with code `stale`. */
  readonly current: Readonly<Record<string, unknown>> | null;
}

/** A request that waits to be sent. */
export interface OutboxItem {
  /** Position, assigned by the database. */
  readonly seq: number;
  /** Id created by the client, and Idempotency-Key of every attempt. */
  readonly id: string;
  readonly userId: number;
  readonly userName: string;
  readonly project: number;
  readonly method: 'POST' | 'PUT' | 'DELETE';
  /** Address of the request, e.g. `api/sample/record`. */
  readonly url: string;
  readonly body: unknown;
  readonly files: readonly OutboxFile[];
  /** Description for people. */
  readonly title: string;
  /** Items of one group change the same row: a later one waits for an earlier one. */
  readonly group: string;
  /** Time of creation in ms. */
  readonly at: number;
  readonly tries: number;
  /** Earliest time in ms of the next attempt, unless the network has returned or the person requests one. */
  readonly nextAt: number;
  readonly refused: RefusedRequest | null;
}

export type NewItem = Pick<OutboxItem, 'project' | 'method' | 'url' | 'body' | 'title' | 'group'> & {
  readonly id?: string;
  readonly files?: readonly OutboxFile[];
};

const firstDelayMs = 2_000;
const maxPauseMs = 60_000;

/** Returns the time in ms until the next attempt. */
export const retryDelayMs = (tries: number): number => Math.min(firstDelayMs * 2 ** Math.max(0, tries - 1), maxPauseMs);

/** Returns one person's items in order of creation. */
export const queueOf = (items: readonly OutboxItem[], userId: number): OutboxItem[] =>
  items.filter((item) => item.userId === userId).sort((a, b) => a.seq - b.seq);

/**
 * Checks whether an earlier item of the same group is still unsent. Sending this one first would reverse their order.
 */
export const isHeldBack = (item: OutboxItem, queue: readonly OutboxItem[]): boolean =>
  queue.some(({ seq, group }) => group === item.group && seq < item.seq);

/**
 * Returns the item to send now, or null if there is none or the next one has to wait. `urgent` ignores the waiting
 * time.
 */
export function nextToSend(queue: readonly OutboxItem[], now: number, urgent = false): OutboxItem | null {
  const nextOutboxItem = queue.find((item) => !item.refused && !isHeldBack(item, queue));
  if (!nextOutboxItem) return null;
  return urgent || nextOutboxItem.nextAt <= now ? nextOutboxItem : null;
}

/** The part of a failed request that the queue needs. */
interface FailedRequest {
  readonly kind: string;
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  readonly message: string;
  readonly errors?: readonly FieldError[] | undefined;
  readonly current?: unknown;
}

/** Checks whether another attempt may succeed: no network, expired session, server error, or two writes at once. */
export function isTemporaryFailure({ kind, status, code }: FailedRequest): boolean {
  if (
    kind === 'timeout' ||
    kind === 'noAnswer' ||
    kind === 'cancelled' ||
    kind === 'unauthorized' ||
    kind === 'expired'
  )
    return true;
  if (status === undefined || status >= 500 || status === 408 || status === 423 || status === 429) return true;
  // The session belongs to another person: the item waits until its owner signs in.
  return code === 'busy' || code === 'duplicateRequest' || code === otherPersonCode;
}

/**
 * Checks whether an earlier attempt saved the row: a row with the same clientId exists, even long after the server
 * has forgotten the key.
 */
export const isAlreadySaved = ({ status, code, errors }: FailedRequest): boolean =>
  status === 409 && code === 'duplicate' && errors?.[0]?.field === 'clientId';

/** Returns the item after a failed attempt: with a time for the next one, or with the server's refusal. */
export function itemAfterFailure(outboxItem: OutboxItem, failure: FailedRequest, now: number): OutboxItem {
  const tries = outboxItem.tries + 1;
  if (isTemporaryFailure(failure)) return { ...outboxItem, tries, nextAt: now + retryDelayMs(tries) };
  const { message, code = null, errors = [], current } = failure;
  const row =
    typeof current === 'object' && current !== null && !Array.isArray(current)
      ? (current as Record<string, unknown>)
      : null;
  return {
    ...outboxItem,
    tries,
    refused: { message: errors.length === 1 ? (errors[0]?.message ?? message) : message, code, errors, current: row },
  };
}

type RowValues = Readonly<Record<string, unknown>>;

/** A request that failed because another person changed the same row. The person decides how to continue. */
interface RefusedConflict {
  readonly body: { readonly values: RowValues };
  readonly refused: RefusedRequest;
}

const hasValues = (body: unknown): body is RefusedConflict['body'] =>
  typeof body === 'object' && body !== null && 'values' in body;

/** Returns the conflict that the person has to decide for a refused item; null for any other refusal. */
export const conflictOf = ({ body, refused }: OutboxItem): RefusedConflict | null =>
  refused?.code === 'stale' && hasValues(body) ? { body, refused } : null;

/** Returns the body that keeps the person's own values, based on the server's current row. */
export function withOwnValues({ body, refused: { current } }: RefusedConflict): unknown {
  if (!current) return body;
  return { ...body, base: Object.fromEntries(Object.keys(body.values).map((name) => [name, current[name] ?? null])) };
}

/** Returns the body without the fields whose values the other person set; null if no field is left. */
export function withOtherValues({ body, refused }: RefusedConflict): unknown {
  const refusedFields = new Set(refused.errors.map(({ field }) => field));
  const values = Object.fromEntries(Object.entries(body.values).filter(([name]) => !refusedFields.has(name)));
  return Object.keys(values).length ? { ...body, values } : null;
}

/** Returns the item to be sent again. A changed body makes it another request. */
export const itemToResend = (
  outboxItem: OutboxItem,
  body: unknown = outboxItem.body,
  id: string = outboxItem.id,
): OutboxItem => ({
  ...outboxItem,
  body,
  id,
  refused: null,
  tries: 0,
  nextAt: 0,
});

/** Returns the body with the ids of the uploaded files. */
export const bodyWithFiles = ({ body, files }: OutboxItem): unknown =>
  files.length
    ? { ...(body as object), ...Object.fromEntries(files.map(({ field, fileId }) => [field, fileId])) }
    : body;
