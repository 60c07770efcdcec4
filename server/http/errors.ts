import { failures } from '@contract/messages';
import type { FieldError } from '@contract/schema';
import type { ErrorBody } from '@contract/wire';
import { isDiskFull } from '@server/base/diskSpace';

type RefusalStatus = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 423 | 429 | 500 | 503 | 507;

/** A refused request: status, code for programs and a Chinese sentence for people. */
export class Refusal extends Error {
  constructor(
    readonly status: RefusalStatus,
    readonly code: string,
    message: string,
    readonly details: Pick<ErrorBody, 'errors' | 'current'> = {},
    /** Seconds after which the caller may try again (header `Retry-After`). */
    readonly retryAfter?: number,
  ) {
    super(message);
    this.name = 'Refusal';
  }
}

/** Returns a refusal for a caller who is not signed in. */
export const unauthorized = () => new Refusal(401, 'unauthorized', failures.unauthorized);
/** Returns a refusal for a missing permission. */
export const forbidden = (message: string = failures.forbidden) => new Refusal(403, 'forbidden', message);
/**
 * Returns a refusal for a missing row. Also used for rows of another organization, so that their existence is not
 * revealed.
 */
export const notFound = (message: string = failures.notFound, errors?: FieldError[]) =>
  new Refusal(404, 'notFound', message, errors ? { errors } : {});
/** Returns a refusal for a conflict with the current state. */
export const conflict = (message: string, code = 'conflict') => new Refusal(409, code, message);
/** Returns a refusal for an outdated version, with the current row. */
export const stale = (currentRow: Record<string, unknown>) =>
  new Refusal(409, 'stale', failures.stale, { current: currentRow });
/** Returns a refusal for an invalid request. */
export const badRequest = (message: string, errors?: FieldError[]) =>
  new Refusal(400, 'badRequest', message, errors ? { errors } : {});
/** Returns a refusal for invalid fields; a single error is also the message. */
export const invalid = (errors: FieldError[]) =>
  new Refusal(400, 'invalid', errors.length === 1 ? (errors[0]?.message ?? failures.invalid) : failures.invalid, {
    errors,
  });

interface DatabaseError {
  code: string;
  constraint?: string;
  detail?: string;
}

/** Returns the PostgreSQL error that other errors wrap. */
export function databaseErrorOf(error: unknown): DatabaseError | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    const { code } = at as Partial<DatabaseError>;
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return at as unknown as DatabaseError;
  }
  return undefined;
}

const unreachableCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'ENOTFOUND', 'EPIPE']);
/** Messages of lost connections. The last one is from the rollback on a broken connection and hides the cause. */
const lostConnectionMessages =
  /connection terminated|timeout exceeded when trying to connect|query read timeout|is not queryable/i;

/**
 * Checks whether the database can't be reached or written now. This includes: no connection is free (53300), or a
 * standby answers (25006).
 */
function isAway(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    const code = (at as { code?: unknown }).code;
    if (typeof code === 'string' && (unreachableCodes.has(code) || /^(57P0|08|53300|25006)/.test(code))) return true;
    if (lostConnectionMessages.test(at.message)) return true;
  }
  return false;
}

/**
 * Converts an error to the Refusal that the client gets; never includes a stack or SQL (QUALITY IN14). Undefined for
 * an unexpected error.
 */
export function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  const database = databaseErrorOf(error);
  if (database?.code === '23505') return conflict('已存在相同的数据，请核对后再保存', 'duplicate');
  if (database?.code === '23503')
    return conflict('数据正被其他数据引用，不能执行此操作；不再使用时请停用', 'referenced');
  // Deadlock or serialisation failure: the database rolled back this transaction.
  if (database?.code === '40P01' || database?.code === '40001')
    return conflict('其他人正在修改相同的数据，请稍后重试', 'busy');
  if (isDiskFull(error)) return new Refusal(507, 'diskFull', '服务器存储空间不足，请联系管理员');
  if (database?.code === '57014') return new Refusal(503, 'slow', '查询耗时过长已取消，请缩小查询范围');
  if (isAway(error)) return new Refusal(503, 'unavailable', failures.unavailable);
  return undefined;
}

/** Returns the body of a refusal. */
export function errorBody(refusal: Refusal, requestId: string): ErrorBody {
  return { status: refusal.status, code: refusal.code, message: refusal.message, requestId, ...refusal.details };
}
