import { hostname } from 'node:os';
import { thisBuild } from './version';

/** Levels of the log, as pino writes them. */
const levelNumbers = { info: 30, warn: 40 } as const;

/**
 * Prints a sentence for the operator: `info` to standard output, `warn` to standard error. With `LOG_FORMAT=json` it
 * is a line as those of the log, so that a collector reads one format from the first line. Without pino, because the
 * supervisor runs on any Node.
 */
export function tellOperator(text: string, level: keyof typeof levelNumbers = 'info'): void {
  const isLine = process.env['LOG_FORMAT'] === 'json';
  const line = isLine
    ? JSON.stringify({
        level: levelNumbers[level],
        time: new Date().toISOString(),
        node: hostname(),
        build: thisBuild(),
        msg: text,
      })
    : text;
  if (level === 'info') console.log(line);
  else console.error(line);
}
