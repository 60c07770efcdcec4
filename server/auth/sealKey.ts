import { createHmac } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Orm } from '@server/db/orm';
import { userTable } from '@server/db/schema';

/**
 * Returns the key with which a person's browsers encrypt data between sessions. It is derived from a random text in
 * the person's row. It therefore stays the same after a new password, a restart and a restored backup, and is deleted
 * with the row.
 */
export async function sealKeyOf(orm: Orm, userId: number): Promise<string> {
  const [userRow] = await orm.select({ secret: userTable.sealSecret }).from(userTable).where(eq(userTable.id, userId));
  if (!userRow) throw new Error(`there is no person ${userId}`);
  return createHmac('sha256', userRow.secret).update(`sealed in the browser\n${userId}`).digest('base64');
}
