import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Env } from '@server/base/env';

export interface CommandOutput {
  line(text: string): void;
  warning(text: string): void;
}

/**
 * A command for operators.
 * @returns the exit code
 */
export type Command = (env: Env, args: readonly string[], say: CommandOutput) => Promise<number>;

/** Resolves a path relative to the user's directory, because npm runs scripts in the project's directory. */
export const pathOf = (file: string): string => resolve(process.env['INIT_CWD'] ?? process.cwd(), file);

/**
 * Returns whether a data directory contains a database. Opening an empty directory would create a database, and a
 * backup is restored only into an empty directory.
 */
export const hasDatabase = (dataDir: string): boolean => existsSync(join(dataDir, 'pglite'));
