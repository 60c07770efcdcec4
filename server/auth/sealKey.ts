import { createHmac } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Orm } from '@server/db/orm';
import { userTable } from '@server/db/schema';

/**
 * The key of what a person's browsers keep between two of their sessions. It rests on a random text of the person's own
 * in the database, so that it outlives a new password, a restart and a
 * restored backup, and goes with the person's row.
 */
export async function sealKeyOf(orm: Orm, userId: number): Promise<string> {
  const [found] = await orm.select({ secret: userTable.sealSecret }).from(userTable).where(eq(userTable.id, userId));
  if (!found) throw new Error(`there is no person ${userId}`);
  return createHmac('sha256', found.secret).update(`sealed in the browser\n${userId}`).digest('base64');
}
