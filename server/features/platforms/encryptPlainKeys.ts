import { and, eq, isNotNull, notLike } from 'drizzle-orm';
import type { Env } from '@server/base/env';
import { encryptSecret, encryptedPrefix } from '@server/base/secretEncryption';
import type { Database } from '@server/db/openDatabase';
import { connectorTable } from '@server/db/schema';

/**
 * Encrypts at the start of the server the keys that were stored before encryption existed.
 * @returns number of encrypted keys
 */
export async function sealPlainKeys(
  { orm }: Pick<Database, 'orm'>,
  env: Pick<Env, 'secretKey' | 'dataDir'>,
): Promise<number> {
  const unsealedConnectors = await orm
    .select({ id: connectorTable.id, key: connectorTable.apiKeyStored })
    .from(connectorTable)
    .where(and(isNotNull(connectorTable.apiKeyStored), notLike(connectorTable.apiKeyStored, `${encryptedPrefix}%`)));
  for (const { id, key } of unsealedConnectors) {
    // Writes only if nobody has set another key meanwhile.
    await orm
      .update(connectorTable)
      .set({ apiKeyStored: encryptSecret(env, key ?? '') })
      .where(and(eq(connectorTable.id, id), eq(connectorTable.apiKeyStored, key ?? '')));
  }
  return unsealedConnectors.length;
}
