import { hostname } from 'node:os';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Env } from './env';
import { thisBuild } from './version';

// Values under these names are never logged, up to two levels deep; neither are SQL parameters (QUALITY IN15).
const secretNames = [
  'password',
  'oldPass',
  'newPass',
  'token',
  'authorization',
  'Authorization',
  'cookie',
  'code',
  'remember',
  'secret',
  'sealKey',
  'params',
];
const redactedPaths = secretNames.flatMap((name) =>
  name === 'code' ? [`body.${name}`, `query.${name}`] : [name, `*.${name}`, `*.*.${name}`],
);

interface LoggedFailure {
  type: string;
  message: string;
  stack?: string;
  code?: unknown;
  cause?: LoggedFailure;
}

/** Returns an error without its own fields, because drivers attach queries, parameters and rows (`detail`). */
function failureOf(error: unknown): LoggedFailure | string {
  if (!(error instanceof Error)) return String(error);
  const { code, params } = error as Error & { code?: unknown; params?: unknown };
  const cause = error.cause instanceof Error ? (failureOf(error.cause) as LoggedFailure) : undefined;
  // The message of Drizzle contains parameters, so the message of the cause is used instead.
  const text = (fullText: string): string =>
    params === undefined ? fullText : fullText.replace(/\n?params:[\s\S]*?(?=\n\s+at |$)/, '');
  return {
    type: error.name,
    message: text(error.message),
    ...(error.stack ? { stack: text(error.stack) } : {}),
    ...(code === undefined ? {} : { code }),
    ...(cause ? { cause } : {}),
  };
}

/**
 * Writes one JSON object per line, so that CR or LF in a value can't forge a line. Each names the node and its build,
 * so that the lines of several nodes can be collected in one place.
 */
export function createLog(env: Pick<Env, 'logLevel'>, destination?: DestinationStream): Logger {
  const options = {
    level: env.logLevel,
    redact: { paths: redactedPaths, censor: '***' },
    serializers: { err: failureOf },
    base: { node: hostname(), build: thisBuild() },
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  return destination ? pino(options, destination) : pino(options);
}

/** Writes to standard error why the process ends, without the data that a database error contains. */
export const logFatal = (error: unknown, message: string): void =>
  createLog({ logLevel: 'fatal' }, pino.destination({ dest: 2, sync: true })).fatal({ err: error }, message);
