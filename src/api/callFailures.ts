import { AxiosError, isCancel } from 'axios';
import { feedback } from '@/lib/feedback';
import { isRecord } from '@/lib/isRecord';
import { accountExpiryWarningDuration, errorDuration } from '@contract/constants';
import { failures, messages } from '@contract/messages';
import type { FieldError } from '@contract/schema';
import type { ErrorBody } from '@contract/wire';

/** Kind of a failure. Each kind has a sentence in the catalogue of SPEC §8. */
type FailureKind = 'cancelled' | 'timeout' | 'noAnswer' | 'unauthorized' | 'forbidden' | 'expired' | 'refused';

type FailureDetails = Partial<Pick<ErrorBody, 'code' | 'errors' | 'current' | 'requestId'>> & { status?: number };

/** Code for a request whose key has already saved a change, although its answer never arrived. */
export const savedBeforeCode = 'savedBefore';

/** The only error that requests reject with. */
export class Failure extends Error {
  readonly kind: FailureKind;
  readonly status: number | undefined;
  /** Code for programs: stale, invalid, duplicate … */
  readonly code: string | undefined;
  readonly errors: FieldError[] | undefined;
  /** For `stale`: the current row, or the current rows. */
  readonly current: ErrorBody['current'];
  readonly requestId: string | undefined;
  /** True if the failure has been shown to the person and must not be shown again. */
  announced = false;

  constructor(kind: FailureKind, message: string, details: FailureDetails = {}, cause?: unknown) {
    super(message, { cause });
    this.name = 'Failure';
    this.kind = kind;
    this.status = details.status;
    this.code = details.code;
    this.errors = details.errors;
    this.current = details.current;
    this.requestId = details.requestId;
  }

  /**
   * Message for a place on the page. It includes the request's id where the server failed and the message asks for the
   * id; a notification shows the id on a line of its own.
   */
  get pageText(): string {
    const isServerFault = this.status !== undefined && this.status >= 500;
    return isServerFault && this.requestId ? `${this.message}（请求编号：${this.requestId}）` : this.message;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the error body. The body of a failed download is a blob and is read as text first (BEHAVIOUR §1.8). */
async function errorBodyOf(data: unknown): Promise<Partial<ErrorBody>> {
  const text = data instanceof Blob ? await data.text() : data;
  const body = typeof text === 'string' ? parseJson(text) : text;
  return isRecord(body) ? (body as Partial<ErrorBody>) : {};
}

const textOrUndefined = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() ? value : undefined;

/** Converts the rejection of axios to a `Failure`. */
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
  const requestId = textOrUndefined(body.requestId) ?? textOrUndefined(response.headers['x-request-id']);
  const details: FailureDetails = {
    status: response.status,
    code: textOrUndefined(body.code),
    requestId,
    errors: Array.isArray(body.errors) ? body.errors : undefined,
    current: body.current,
  };
  const message = textOrUndefined(body.message);
  // A refused login does not end a session, and a logout must not end it a second time (BEHAVIOUR §1.1). A request
  // without a session does not end one either.
  const atTheDoor = /auth\/log(in|out)$/.test(error.config?.url ?? '') || !error.config?.headers.has('Authorization');
  if (body.code === 'expired' && !atTheDoor) return new Failure('expired', message ?? messages.expired, details, error);
  if (response.status === 401 && !atTheDoor)
    return new Failure('unauthorized', message ?? failures.unauthorized, details, error);
  if (response.status === 403) return new Failure('forbidden', message ?? failures.forbidden, details, error);
  // An earlier request with this key was saved although its answer never arrived. This request differs and was not
  // saved.
  if (message === failures.keyUsed)
    return new Failure('refused', failures.savedBefore, { ...details, code: savedBeforeCode }, error);
  return new Failure('refused', message ?? messages.requestFailed, details, error);
}

/** Returns the failure caught in a `catch`. Anything but a `Failure` is a programming error. */
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
 * Checks whether the request may have been carried out: there was no answer, or one from a proxy. Repeat it with the
 * same key.
 */
export const isUnclear = ({ kind, status }: Failure): boolean =>
  kind === 'timeout' || kind === 'noAnswer' || (status ?? 0) >= 500;

/** Checks whether a form shows the failure, at its fields or as a comparison, so that no notice is needed. */
export const shownByForm = (failure: Failure): boolean => Boolean(failure.errors?.length) || failure.code === 'stale';

/** Shows a failure to the person, in the words and for the time of SPEC §8. */
export function showFailure(failure: Failure): void {
  if (failure.announced || failure.kind === 'cancelled') return;
  failure.announced = true;
  // The next page shows these failures: the login page by the `point` cookie, /401 by its text, which covers only the
  // missing permission.
  if (failure.kind === 'unauthorized' || (failure.kind === 'forbidden' && failure.message === failures.forbidden))
    return;
  if (failure.kind === 'expired')
    return feedback.notify('warning', messages.expired, { duration: accountExpiryWarningDuration });
  // The request id helps to find a server error. A refusal needs none.
  const requestId = failure.status !== undefined && failure.status >= 500 ? failure.requestId : undefined;
  feedback.notify('error', failure.message, { duration: errorDuration, ...(requestId ? { requestId } : {}) });
}
