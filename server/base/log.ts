import { type DestinationStream, type Logger, pino } from 'pino';
import type { Env } from './env';

// Values under these names never reach a log, up to two levels deep; neither do SQL parameters (QUALITY IN15).
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
const paths = secretNames.flatMap((name) =>
  name === 'code' ? [`body.${name}`, `query.${name}`] : [name, `*.${name}`, `*.*.${name}`],
);

interface Failure {
  type: string;
  message: string;
  stack?: string;
  code?: unknown;
  cause?: Failure;
}

/** Returns an error without its own fields: drivers attach queries, parameters and rows (`detail`). */
function failureOf(error: unknown): Failure | string {
  if (!(error instanceof Error)) return String(error);
  const { code, params } = error as Error & { code?: unknown; params?: unknown };
  const cause = error.cause instanceof Error ? (failureOf(error.cause) as Failure) : undefined;
  // Drizzle writes parameters into its message; the cause tells what failed.
  const text = (whole: string): string =>
    params === undefined ? whole : whole.replace(/\n?params:[\s\S]*?(?=\n\s+at |$)/, '');
  return {
    type: error.name,
    message: text(error.message),
    ...(error.stack ? { stack: text(error.stack) } : {}),
    ...(code === undefined ? {} : { code }),
    ...(cause ? { cause } : {}),
  };
}

/** Writes one JSON object per line, so that CR or LF in a value can't forge a line. */
export function createLog(env: Pick<Env, 'logLevel'>, destination?: DestinationStream): Logger {
  const options = {
    level: env.logLevel,
    redact: { paths, censor: '***' },
    serializers: { err: failureOf },
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  return destination ? pino(options, destination) : pino(options);
}

/** Writes why the process ends to standard error, without what an error of the database carries. */
export const logFatal = (error: unknown, message: string): void =>
  createLog({ logLevel: 'fatal' }, pino.destination({ dest: 2, sync: true })).fatal({ err: error }, message);
