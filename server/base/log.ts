import { type DestinationStream, type Logger, pino } from 'pino';
import type { Env } from './env';

// QUALITY IN15. Values under these names never reach a log, one or two levels deep; SQL parameters neither.
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

/** An error without its own fields: drivers hang queries, parameters and rows (`detail`) on theirs. */
function failureOf(error: unknown): Failure | string {
  if (!(error instanceof Error)) return String(error);
  const { code, params } = error as Error & { code?: unknown; params?: unknown };
  const cause = error.cause instanceof Error ? (failureOf(error.cause) as Failure) : undefined;
  // Drizzle writes the parameters into its message; the cause says what went wrong.
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

/** One JSON object a line, so that no CR or LF in a value can forge another. */
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
