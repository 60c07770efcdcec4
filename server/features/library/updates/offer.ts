import { eq } from 'drizzle-orm';
import { type LibraryFileContent, libraryFileTexts } from '@contract/features/library/libraryFile';
import { type Actor, recordAudit } from '@server/audit/trail';
import { readBuiltInIds } from '@server/builtIn/builtIns';
import type { Registry } from '@server/crud/resource';
import type { Orm } from '@server/db/orm';
import { libraryUpdateRowTable, libraryUpdateTable } from '@server/db/schema';
import { conflict } from '@server/http/errors';
import { libraryDifferences } from './difference';

interface Offered {
  readonly content: LibraryFileContent;
  readonly origin: 'file' | 'shipped';
  /** First characters of the key that verified the signature. */
  readonly signer: string | null;
  readonly actor: Actor;
}

/** Number of rows in one statement. Each value of a row is a parameter, and PostgreSQL limits their number. */
const together = 200;

/**
 * Stores the differences of an update, for people to accept or decline. The library itself does not change.
 * @returns the number of differences
 * @throws Refusal 409 for an edition that was loaded before
 */
export async function offerUpdate(
  tx: Orm,
  registry: Registry,
  { content, origin, signer, actor }: Offered,
): Promise<number> {
  const { edition, issuedOn, note } = content;
  const [same] = await tx
    .select({ id: libraryUpdateTable.id })
    .from(libraryUpdateTable)
    .where(eq(libraryUpdateTable.edition, edition));
  if (same && origin === 'shipped') return 0;
  if (same) throw conflict(libraryFileTexts.loadedBefore(edition));
  const found = await libraryDifferences(tx, registry, await readBuiltInIds(tx), content.rows);
  if (origin === 'shipped' && !found.length) return 0;
  const [head] = await tx
    .insert(libraryUpdateTable)
    .values({ edition, origin, issuedOn, note, signer, rows: found.length, createBy: actor.userId })
    .returning({ id: libraryUpdateTable.id });
  const libraryUpdate = head?.id as number;
  const values = found.map(({ row, rowId, change, values: fields, before, after }) => ({
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
  for (let from = 0; from < values.length; from += together)
    await tx.insert(libraryUpdateRowTable).values(values.slice(from, from + together));
  const { entity } = registry.named('libraryUpdate');
  await recordAudit(tx, actor, [
    {
      action: 'add',
      entity,
      entityId: libraryUpdate,
      title: edition,
      after: { edition, origin, issuedOn, rows: found.length },
    },
  ]);
  return found.length;
}
