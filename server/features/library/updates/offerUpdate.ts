import { eq } from 'drizzle-orm';
import { type LibraryFileContent, libraryFileTexts } from '@contract/features/library/libraryFile';
import { type Actor, recordAudit } from '@server/audit/auditTrail';
import { readBuiltInIds } from '@server/builtIn/builtInRows';
import type { Registry } from '@server/crud/resource';
import type { Orm } from '@server/db/orm';
import { libraryUpdateRowTable, libraryUpdateTable } from '@server/db/schema';
import { conflict } from '@server/http/errors';
import { libraryDifferences } from './libraryDifferences';

interface OfferedUpdate {
  readonly content: LibraryFileContent;
  readonly origin: 'file' | 'shipped';
  /** First characters of the key that verified the signature. */
  readonly signer: string | null;
  readonly actor: Actor;
}

/** Number of rows in one statement. Each value of a row is a parameter, and PostgreSQL limits their number. */
const batchSize = 200;

/**
 * Stores the differences of an update, for people to accept or decline. The library itself does not change.
 * @returns the number of differences
 * @throws Refusal 409 for an edition that was loaded before
 */
export async function offerUpdate(
  tx: Orm,
  registry: Registry,
  { content, origin, signer, actor }: OfferedUpdate,
): Promise<number> {
  const { edition, issuedOn, note } = content;
  const [loadedEdition] = await tx
    .select({ id: libraryUpdateTable.id })
    .from(libraryUpdateTable)
    .where(eq(libraryUpdateTable.edition, edition));
  if (loadedEdition && origin === 'shipped') return 0;
  if (loadedEdition) throw conflict(libraryFileTexts.loadedBefore(edition));
  const differences = await libraryDifferences(tx, registry, await readBuiltInIds(tx), content.rows);
  if (origin === 'shipped' && !differences.length) return 0;
  const [head] = await tx
    .insert(libraryUpdateTable)
    .values({ edition, origin, issuedOn, note, signer, rows: differences.length, createBy: actor.userId })
    .returning({ id: libraryUpdateTable.id });
  const libraryUpdate = head?.id as number;
  const values = differences.map(({ row, rowId, change, values: fields, before, after }) => ({
    libraryUpdate,
    subject: row.subject,
    title: row.title,
    change,
    before,
    after,
    fileKey: row.key,
    rowId,
    fields,
    createBy: actor.userId,
  }));
  for (let from = 0; from < values.length; from += batchSize)
    await tx.insert(libraryUpdateRowTable).values(values.slice(from, from + batchSize));
  const { entity } = registry.named('libraryUpdate');
  await recordAudit(tx, actor, [
    {
      action: 'add',
      entity,
      entityId: libraryUpdate,
      title: edition,
      after: { edition, origin, issuedOn, rows: differences.length },
    },
  ]);
  return differences.length;
}
