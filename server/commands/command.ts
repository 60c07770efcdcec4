import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Env } from '@server/base/env';

export interface Say {
  line(text: string): void;
  warning(text: string): void;
}

/** What an operator runs beside the server. @returns the exit code */
export type Command = (env: Env, args: readonly string[], say: Say) => Promise<number>;

/** npm runs everything in the project's directory; people mean their own. */
export const pathOf = (file: string): string => resolve(process.env['INIT_CWD'] ?? process.cwd(), file);

/**
 * Asked before a directory is opened to be read: opening an empty one would make a database there, which no backup is
 * restored over.
 */
export const hasDatabase = (dataDir: string): boolean => existsSync(join(dataDir, 'pglite'));
