import { eq } from 'drizzle-orm';
import type { RecordParts } from '@contract/features/laboratory/paper/recordParts';
import type { LabWork } from '@contract/features/laboratory/sheets/labWork';
import type { Orm } from '@server/db/orm';
import { recordContentTable } from '@server/db/schema';

/** What a record says on paper but for its way and its signers, which go on after it was handed in. */
export interface FrozenRecord {
  readonly work: Omit<LabWork, 'locked'>;
  readonly parts: Omit<RecordParts, 'steps' | 'curveSteps' | 'specimens'>;
}

/** What the record said when it was handed in; nothing while it is drafted. */
export async function frozenRecord(orm: Orm, sheetId: number): Promise<FrozenRecord | undefined> {
  const [found] = await orm
    .select({ content: recordContentTable.content })
    .from(recordContentTable)
    .where(eq(recordContentTable.sheetId, sheetId));
  return found?.content as FrozenRecord | undefined;
}

/** Keeps it, so that no correction of a sample, a library or a name reaches what was signed (QUALITY AUD5). */
export async function freezeRecord(
  tx: Orm,
  sheetId: number,
  { work, parts }: { readonly work: LabWork; readonly parts: RecordParts },
  time: Date,
): Promise<void> {
  const { locked: _locked, ...said } = work;
  const { steps: _steps, curveSteps: _curveSteps, specimens: _specimens, ...beside } = parts;
  const content: FrozenRecord = { work: said, parts: beside };
  await tx
    .insert(recordContentTable)
    .values({ sheetId, content, createTime: time })
    .onConflictDoUpdate({ target: recordContentTable.sheetId, set: { content, createTime: time } });
}

/** Returned to its analyst: it says again what its samples and libraries say. */
export async function thawRecord(tx: Orm, sheetId: number): Promise<void> {
  await tx.delete(recordContentTable).where(eq(recordContentTable.sheetId, sheetId));
}
