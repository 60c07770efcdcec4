import { hostname, networkInterfaces } from 'node:os';
import { and, isNotNull, isNull } from 'drizzle-orm';
import { publicUrlTexts } from '@contract/features/publicity/publicityWire';
import { builtInTable, organizationTable } from '@server/db/schema';
import { storeForAdministrators } from '@server/features/notices/tellAdministrators';
import type { Services } from '@server/services';

/** Key of the mark that administrators were asked for the address once. */
const requestedKey = 'asked:publicUrl';
const localHostPattern = /^(127\.|localhost$|\[?::1\]?$|0\.0\.0\.0$|\[?::\]?$)/;

/**
 * Returns the address at which others in the network reach this machine. This is the listening address unless it is
 * local, else the network address or the host name.
 */
function addressOf(listensOn: string): string {
  const url = new URL(listensOn);
  if (!localHostPattern.test(url.hostname)) return url.origin;
  const ownAddress = Object.values(networkInterfaces())
    .flatMap((networkAddress) => networkAddress ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal);
  url.hostname = ownAddress?.address ?? hostname();
  return url.origin;
}

/**
 * Suggests the address for the QR codes of reports if none is configured: on the terminal at each start, to
 * administrators once (SEC-14). A demonstration needs none.
 * @param listensOn `http://host:port`
 * @returns sentence for the terminal; null without a suggestion
 */
export async function suggestPublicUrl(services: Services, listensOn: string): Promise<string | null> {
  const { database, env } = services;
  if (env.publicUrl || env.demo) return null;
  const [earlierMessage] = await database.orm
    .select({ id: organizationTable.id })
    .from(organizationTable)
    .where(and(isNotNull(organizationTable.publicUrl), isNull(organizationTable.deleteTime)))
    .limit(1);
  if (earlierMessage) return null;
  const text = publicUrlTexts.suggested(addressOf(listensOn));
  const notify = await database.transaction(async (tx) => {
    const [insertedAddress] = await tx
      .insert(builtInTable)
      .values({ key: requestedKey, rowId: 0 })
      .onConflictDoNothing()
      .returning({ key: builtInTable.key });
    return insertedAddress
      ? storeForAdministrators(services, tx, {
          programPart: publicUrlTexts.suggestedTitle,
          title: publicUrlTexts.suggestedTitle,
          text,
        })
      : null;
  });
  await notify?.();
  return text;
}
