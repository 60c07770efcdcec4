import { and, eq, isNotNull, notLike } from 'drizzle-orm';
import type { Env } from '@server/base/env';
import { seal, sealedAs } from '@server/base/sealed';
import type { Database } from '@server/db/client';
import { connectorTable } from '@server/db/schema';

/**
 * Encrypts at the start of the server the keys that were stored before encryption existed.
 * @returns number of encrypted keys
 */
export async function sealPlainKeys(
  { orm }: Pick<Database, 'orm'>,
  env: Pick<Env, 'secretKey' | 'dataDir'>,
): Promise<number> {
  const plain = await orm
    .select({ id: connectorTable.id, key: connectorTable.apiKeyStored })
    .from(connectorTable)
    .where(and(isNotNull(connectorTable.apiKeyStored), notLike(connectorTable.apiKeyStored, `${sealedAs}%`)));
  for (const { id, key } of plain) {
    // Writes only if nobody has set another key meanwhile.
    await orm
      .update(connectorTable)
      .set({ apiKeyStored: seal(env, key ?? '') })
      .where(and(eq(connectorTable.id, id), eq(connectorTable.apiKeyStored, key ?? '')));
  }
  return plain.length;
}
