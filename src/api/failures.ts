import { AxiosError, isCancel } from 'axios';
import { feedback } from '@/lib/feedback';
import { expiryWarningDuration, errorDuration } from '@contract/constants';
import { failures, messages } from '@contract/messages';
import type { FieldError } from '@contract/schema';
import type { ErrorBody } from '@contract/wire';

/** Which line of SPEC §8's catalogue a failure falls under. */
export type FailureKind = 'cancelled' | 'timeout' | 'noAnswer' | 'unauthorized' | 'forbidden' | 'expired' | 'refused';

type Details = Partial<Pick<ErrorBody, 'code' | 'errors' | 'current' | 'requestId'>> & { status?: number };

/** Sent under the key of something that was saved, though nobody heard so. */
export const savedBeforeCode = 'savedBefore';

/** Every call of the api rejects with this and nothing else. */
export class Failure extends Error {
  readonly kind: FailureKind;
  readonly status: number | undefined;
  /** The server's word for programs: stale, invalid, duplicate … */
  readonly code: string | undefined;
  readonly errors: FieldError[] | undefined;
  /** With `stale`: the row as it is now, or the rows. */
  readonly current: ErrorBody['current'];
  readonly requestId: string | undefined;
  /** The person has been told; showing it again would say it twice. */
  announced = false;

  constructor(kind: FailureKind, message: string, details: Details = {}, cause?: unknown) {
    super(message, { cause });
    this.name = 'Failure';
    this.kind = kind;
    this.status = details.status;
    this.code = details.code;
    this.errors = details.errors;
    this.current = details.current;
    this.requestId = details.requestId;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The server's words in an error's body; a download's come as a blob and are read as text first (BEHAVIOUR §1.8). */
export async function errorBodyOf(data: unknown): Promise<Partial<ErrorBody>> {
  const text = data instanceof Blob ? await data.text() : data;
  const body = typeof text === 'string' ? parsed(text) : text;
  return isRecord(body) ? (body as Partial<ErrorBody>) : {};
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value.trim() ? value : undefined);

/** The failure behind whatever axios rejected with. */
export async function readFailure(error: unknown): Promise<Failure> {
  if (error instanceof Failure) return error;
  if (isCancel(error)) return new Failure('cancelled', '已取消', {}, error);
  if (!(error instanceof AxiosError)) return new Failure('noAnswer', messages.requestFailed, {}, error);
  const { response } = error;
  if (!response) {
    const timeout = error.code === AxiosError.ECONNABORTED || error.code === AxiosError.ETIMEDOUT;
    return new Failure(
      timeout ? 'timeout' : 'noAnswer',
      timeout ? messages.timeout : messages.requestFailed,
      {},
      error,
    );
  }
  const body = await errorBodyOf(response.data);
  const requestId = text(body.requestId) ?? text(response.headers['x-request-id']);
  const details: Details = {
    status: response.status,
    code: text(body.code),
    requestId,
    errors: Array.isArray(body.errors) ? body.errors : undefined,
    current: body.current,
  };
  const message = text(body.message);
  // A refused login is an answer, not the end of a session; and a logout must not end it a second time (BEHAVIOUR
  // §1.1).
  const atTheDoor = /auth\/log(in|out)$/.test(error.config?.url ?? '');
  if (body.code === 'expired' && !atTheDoor) return new Failure('expired', message ?? messages.expired, details, error);
  if (response.status === 401 && !atTheDoor)
    return new Failure('unauthorized', message ?? failures.unauthorized, details, error);
  if (response.status === 403) return new Failure('forbidden', message ?? failures.forbidden, details, error);
  // What was sent under this key and got no answer is there; this, which differs from it, is not.
  if (message === failures.keyUsed)
    return new Failure('refused', failures.savedBefore, { ...details, code: savedBeforeCode }, error);
  return new Failure('refused', message ?? messages.requestFailed, details, error);
}

/** The failure in a `catch`: calls reject with one already; anything else is a fault of ours. */
export const failureOf = (error: unknown): Failure =>
  error instanceof Failure
    ? error
    : new Failure(
        'noAnswer',
        error instanceof Error && error.message ? error.message : messages.requestFailed,
        {},
        error,
      );

/**
 * Whether it may have been done all the same: nothing came back, or the word of something on the way. It is repeated
 * under the same key.
 */
export const isUnclear = ({ kind, status }: Failure): boolean =>
  kind === 'timeout' || kind === 'noAnswer' || (status ?? 0) >= 500;

/** What a form shows at its fields or as a comparison: no further notice is due. */
export const shownByForm = (failure: Failure): boolean => Boolean(failure.errors?.length) || failure.code === 'stale';

/** SPEC §8, the person's half: who is told what, and for how long. What happens besides is the client's. */
export function announce(failure: Failure): void {
  if (failure.announced || failure.kind === 'cancelled') return;
  failure.announced = true;
  // The next page says it: the login page by the `point` cookie, /401 by its text, which knows of no reason but a
  // missing permission.
  if (failure.kind === 'unauthorized' || (failure.kind === 'forbidden' && failure.message === failures.forbidden))
    return;
  if (failure.kind === 'expired')
    return feedback.notify('warning', messages.expired, { duration: expiryWarningDuration });
  // A request id helps where we are at fault; with a refusal it is noise.
  const requestId = failure.status !== undefined && failure.status >= 500 ? failure.requestId : undefined;
  feedback.notify('error', failure.message, { duration: errorDuration, ...(requestId ? { requestId } : {}) });
}
