import { and, eq } from 'drizzle-orm';
import { fixedDictionaries } from '@contract/dictionaries';
import { formOfLayout } from '@contract/features/laboratory/methods/physical/physicalForms';
import { recordMachine } from '@contract/features/laboratory/sheets/recordMachine';
import { labSheetTexts } from '@contract/features/laboratory/sheetTexts';
import { measuringStages, testingStages } from '@contract/features/laboratory/testingStages';
import { notEditableReason } from '@contract/features/projects/editableStages';
import type { Registry } from '@server/crud/resource';
import { undeletedRows, scopeOf } from '@server/crud/rowScope';
import { personName } from '@server/db/distinctNames';
import type { Orm } from '@server/db/orm';
import { labSheetTable, projectTable, userTable } from '@server/db/schema';
import { projectOf } from '@server/features/projects/projectStage';
import { conflict, notFound } from '@server/http/errors';
import type { Call } from '@server/http/route';
import type { MovedEntity } from '@server/workflow/moveRows';
import { assertWholeGroups } from './group/groupMembers';

export type StoredSheet = typeof labSheetTable.$inferSelect;

/** Returns how a record moves: its machine, table and state field. */
export const movedRecord = (registry: Registry): MovedEntity => ({
  machine: recordMachine,
  resource: registry.named('labSheet'),
  stateField: 'state',
  assertWholeDocuments: assertWholeGroups,
});

const stateLabels: ReadonlyMap<string, string> = new Map(
  fixedDictionaries.recordState.map(({ value, label }) => [value, label]),
);
/** Returns the label of a record's state. */
const recordStateLabel = (state: string): string => stateLabels.get(state) ?? state;

/**
 * Returns a record that the viewer may see.
 * @throws Refusal 404
 */
export async function visibleSheet(
  orm: Orm,
  registry: Registry,
  call: Pick<Call<unknown>, 'viewer'>,
  id: number,
  lock?: 'update' | 'share',
): Promise<StoredSheet> {
  const resource = registry.named('labSheet');
  const query = orm
    .select()
    .from(labSheetTable)
    .where(and(eq(labSheetTable.id, id), undeletedRows(resource), scopeOf(resource, call.viewer)));
  const [sheetRow] = lock ? await query.for(lock) : await query;
  if (!sheetRow) throw notFound('检测记录不存在或已被删除');
  return sheetRow;
}

/** Returns a sentence why a person can't edit a record now; null if the person can. */
export async function sheetLockReason(
  orm: Orm,
  sheet: Pick<StoredSheet, 'state' | 'analyst' | 'project' | 'layout'>,
  userId: number,
): Promise<string | null> {
  if (sheet.state !== recordMachine.initial) return labSheetTexts.locked(recordStateLabel(String(sheet.state)));
  const [project] = await orm
    .select({ stage: projectTable.stage, takenOverAt: projectTable.takenOverAt })
    .from(projectTable)
    .where(eq(projectTable.id, sheet.project));
  const lockReason = notEditableReason(
    String(project?.stage),
    formOfLayout(sheet.layout) ? measuringStages : testingStages,
    project?.takenOverAt,
  );
  if (lockReason !== null) return lockReason;
  if (sheet.analyst === userId || sheet.analyst === null) return null;
  const [analyst] = await orm.select({ name: personName() }).from(userTable).where(eq(userTable.id, sheet.analyst));
  return labSheetTexts.othersSheet(analyst?.name ?? '');
}

/**
 * Locks a record for writing, and its project against a move. Every writer of its parts (rows, checks, attachments)
 * calls this first, so that nothing is written after a signature.
 * @throws Refusal 404; 409 if the record is signed, the project has moved on, or the record belongs to another person
 */
export async function openSheet(
  tx: Orm,
  registry: Registry,
  call: Pick<Call<unknown>, 'viewer'>,
  id: number,
): Promise<StoredSheet> {
  const sheet = await visibleSheet(tx, registry, call, id, 'update');
  await projectOf(tx, registry, call, sheet.project, 'share');
  const lockReason = await sheetLockReason(tx, sheet, call.viewer.user.id);
  if (lockReason !== null) throw conflict(lockReason, 'locked');
  return sheet;
}
