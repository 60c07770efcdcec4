import { eq } from 'drizzle-orm';
import type { RecordParts } from '@contract/features/laboratory/paper/recordParts';
import type { LabWork } from '@contract/features/laboratory/sheets/labWork';
import type { Orm } from '@server/db/orm';
import { recordContentTable } from '@server/db/schema';

/**
 * Content of a record's paper without its moves and signers, which change after the record was submitted, and without
 * the other records of its group, each of which is stored with itself.
 */
export interface FrozenRecord {
  readonly work: Omit<LabWork, 'locked' | 'group'>;
  readonly parts: Omit<RecordParts, 'steps' | 'curveSteps' | 'specimens' | 'others'>;
}

/** Returns the content stored when the record was submitted; undefined for a draft. */
export async function frozenRecord(orm: Orm, sheetId: number): Promise<FrozenRecord | undefined> {
  const [frozenRow] = await orm
    .select({ content: recordContentTable.content })
    .from(recordContentTable)
    .where(eq(recordContentTable.sheetId, sheetId));
  return frozenRow?.content as FrozenRecord | undefined;
}

/**
 * Stores the content of a record, so that a later correction of a sample, library or name does not change what was
 * signed (QUALITY AUD5).
 */
export async function freezeRecord(
  tx: Orm,
  sheetId: number,
  { work, parts }: { readonly work: LabWork; readonly parts: RecordParts },
  time: Date,
): Promise<void> {
  const { locked: _locked, group: _group, ...storedWork } = work;
  const { steps: _steps, curveSteps: _curveSteps, specimens: _specimens, others: _others, ...beside } = parts;
  const content: FrozenRecord = { work: storedWork, parts: beside };
  await tx
    .insert(recordContentTable)
    .values({ sheetId, content, createTime: time })
    .onConflictDoUpdate({ target: recordContentTable.sheetId, set: { content, createTime: time } });
}

/**
 * Deletes the stored content when a record is returned to its analyst: it then follows its samples and libraries again.
 */
export async function deleteFrozenRecord(tx: Orm, sheetId: number): Promise<void> {
  await tx.delete(recordContentTable).where(eq(recordContentTable.sheetId, sheetId));
}
