import { otherPersonCode } from '@contract/constants';
import type { FileClass } from '@contract/field';
import type { FieldError } from '@contract/schema';

// The queue's own rules, without a browser: what is sent next, what a failure means, when it is tried again.

export interface OutboxFile {
  /** The field of the body that takes the file's id. */
  readonly field: string;
  readonly name: string;
  readonly fileClass: FileClass;
  readonly blob: Blob;
  /** Once it is uploaded; a later try does not upload it again. */
  readonly fileId?: string;
}

export interface Refused {
  readonly message: string;
  readonly code: string | null;
  readonly errors: readonly FieldError[];
  /** With `stale`: the row as it is now. */
  readonly current: Readonly<Record<string, unknown>> | null;
}

/** One write on its way. */
export interface OutboxItem {
  /** Its place, given by the database. */
  readonly seq: number;
  /** The client's own id: the Idempotency-Key of every try. */
  readonly id: string;
  readonly userId: number;
  readonly userName: string;
  readonly project: number;
  readonly method: 'POST' | 'PUT' | 'DELETE';
  /** E.g. `api/sample/record`. */
  readonly url: string;
  readonly body: unknown;
  readonly files: readonly OutboxFile[];
  /** What it is, in words. */
  readonly title: string;
  /** Items of one group are about the same thing: a later one waits for an earlier one. */
  readonly group: string;
  /** ms */
  readonly at: number;
  readonly tries: number;
  /** ms; not before, unless something has changed (the network is back, the person asks). */
  readonly nextAt: number;
  readonly refused: Refused | null;
}

export type NewItem = Pick<OutboxItem, 'project' | 'method' | 'url' | 'body' | 'title' | 'group'> & {
  readonly id?: string;
  readonly files?: readonly OutboxFile[];
};

const first = 2_000;
const longest = 60_000;

/** ms until the next try after so many. */
export const waitAfter = (tries: number): number => Math.min(first * 2 ** Math.max(0, tries - 1), longest);

/** The items of one person in the order in which they were made. */
export const queueOf = (items: readonly OutboxItem[], userId: number): OutboxItem[] =>
  items.filter((item) => item.userId === userId).sort((a, b) => a.seq - b.seq);

/** Whether an earlier item about the same thing is still there: sending this one first would turn their order round. */
export const isHeldBack = (item: OutboxItem, queue: readonly OutboxItem[]): boolean =>
  queue.some(({ seq, group }) => group === item.group && seq < item.seq);

/**
 * The item that is to be sent now; null where there is none, or where the next one has to wait. `urgent` waits for
 * nothing.
 */
export function nextToSend(queue: readonly OutboxItem[], now: number, urgent = false): OutboxItem | null {
  const next = queue.find((item) => !item.refused && !isHeldBack(item, queue));
  if (!next) return null;
  return urgent || next.nextAt <= now ? next : null;
}

/** What is known of a failed call. */
export interface Failed {
  readonly kind: string;
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  readonly message: string;
  readonly errors?: readonly FieldError[] | undefined;
  readonly current?: unknown;
}

/**
 * No answer, or an answer that another try may change: the network, the session, the server's own trouble, two writers
 * at once.
 */
export function isPassing({ kind, status, code }: Failed): boolean {
  if (
    kind === 'timeout' ||
    kind === 'noAnswer' ||
    kind === 'cancelled' ||
    kind === 'unauthorized' ||
    kind === 'expired'
  )
    return true;
  if (status === undefined || status >= 500 || status === 408 || status === 423 || status === 429) return true;
  // With somebody else's session: what waits is its owner's, and goes out with theirs.
  return code === 'busy' || code === 'duplicateRequest' || code === otherPersonCode;
}

/** The row that was added has arrived before: its own mark is there already, long after the server forgot the key. */
export const hasArrived = ({ status, code, errors }: Failed): boolean =>
  status === 409 && code === 'duplicate' && errors?.[0]?.field === 'clientId';

/** The item after a failed try: to be tried later, or kept with what the server said. */
export function afterFailure(item: OutboxItem, failure: Failed, now: number): OutboxItem {
  const tries = item.tries + 1;
  if (isPassing(failure)) return { ...item, tries, nextAt: now + waitAfter(tries) };
  const { message, code = null, errors = [], current } = failure;
  const row =
    typeof current === 'object' && current !== null && !Array.isArray(current)
      ? (current as Record<string, unknown>)
      : null;
  return {
    ...item,
    tries,
    refused: { message: errors.length === 1 ? (errors[0]?.message ?? message) : message, code, errors, current: row },
  };
}

/** To be sent again as it is, or with another body; another body is another request. */
export const again = (item: OutboxItem, body: unknown = item.body, id: string = item.id): OutboxItem => ({
  ...item,
  body,
  id,
  refused: null,
  tries: 0,
  nextAt: 0,
});

/** The body of an item whose files have been uploaded. */
export const bodyWithFiles = ({ body, files }: OutboxItem): unknown =>
  files.length
    ? { ...(body as object), ...Object.fromEntries(files.map(({ field, fileId }) => [field, fileId])) }
    : body;
