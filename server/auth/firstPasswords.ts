import { rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { userTable } from '@server/db/schema';
import type { Services } from '@server/services';

const fileIn = (dataDir: string): string => join(dataDir, 'first-passwords.txt');

/**
 * Stores the passwords of a first start in a file that only the server's account can read. It is used where the
 * output of the terminal is stored (containers, services).
 * @returns the path of the file
 */
export function keepFirstPasswords(dataDir: string, lines: readonly string[]): string {
  writeFileSync(fileIn(dataDir), `${lines.join('\n')}\n`, { mode: 0o600 });
  return fileIn(dataDir);
}

/** Removes the file once the administrator has changed the password. */
export async function forgetFirstPasswords({ env, database }: Pick<Services, 'env' | 'database'>): Promise<void> {
  const fileStats = statSync(fileIn(env.dataDir), { throwIfNoEntry: false });
  if (!fileStats) return;
  const [admin] = await database.orm
    .select({ time: userTable.passwordTime })
    .from(userTable)
    .where(eq(userTable.id, 1));
  if (!admin || admin.time > fileStats.mtime) rmSync(fileIn(env.dataDir), { force: true });
}
