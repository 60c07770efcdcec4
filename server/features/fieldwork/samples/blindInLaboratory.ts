import { and, desc, eq, isNull, ne } from 'drizzle-orm';
import { incomingKindCode } from '@contract/features/projects/runningNumberRules';
import { formatDay } from '@server/base/zone';
import { nextNumber } from '@server/crud/runningNumbers';
import type { Orm } from '@server/db/orm';
import { incomingSampleTable, labTaskTable, sampleTable } from '@server/db/schema';
import { nextRowSort } from '@server/features/projects/nextRowSort';
import type { StoredProject } from '@server/features/projects/projectStage';
import type { Services } from '@server/services';

// What a blind sample needs besides its own row, once its batch is in the laboratory: tasks, and in a project of
// incoming samples a line of the reception.

type StoredSample = typeof sampleTable.$inferSelect;

/** Returns the next number of an incoming sample of the project. */
export const nextIncomingNumber = (
  { now, env }: Pick<Services, 'now' | 'env'>,
  tx: Orm,
  { type, code, organizationId }: StoredProject,
  sampleKind: string,
): Promise<string> =>
  nextNumber(tx, Number(organizationId), 'incoming', {
    day: formatDay(now(), env.zone),
    type: String(type),
    project: String(code),
    kind: incomingKindCode(sampleKind),
  });

/** Returns the client's number that follows the highest one of the same form, e.g. K-04 after K-01 and K-03. */
export function nextClientNumber(ownNumber: string, otherNumbers: readonly string[]): string {
  const [, head = ownNumber, digits] = /^(.*?)(\d{1,15})$/.exec(ownNumber) ?? [];
  const stem = digits === undefined ? `${head}-` : head;
  const highest = Math.max(
    Number(digits ?? 1),
    ...otherNumbers.flatMap((no) => {
      const end = no.startsWith(stem) ? no.slice(stem.length) : '';
      return /^\d{1,15}$/.test(end) ? [Number(end)] : [];
    }),
  );
  return stem + String(highest + 1).padStart(digits?.length ?? 1, '0');
}

/**
 * Adds the line of the reception for a blind sample, with the facts of its model's line, so that the list of incoming
 * samples doesn't tell which one is blind.
 * @returns the client's number of the blind sample; null for a model that nobody brought
 */
export async function copyIncomingLine(tx: Orm, model: StoredSample, blindSampleId: number): Promise<string | null> {
  const table = incomingSampleTable;
  const [line] = await tx
    .select()
    .from(table)
    .where(and(eq(table.receivedAs, model.id), isNull(table.deleteTime)));
  if (!line) return null;
  const lines = await tx.select({ no: table.clientSampleNo }).from(table).where(eq(table.project, model.project));
  const clientSampleNo = nextClientNumber(
    line.clientSampleNo,
    lines.map(({ no }) => no),
  );
  const { id: _id, version: _version, ...copied } = line;
  await tx.insert(table).values({
    ...copied,
    clientSampleNo,
    receivedAs: blindSampleId,
    rowSort: await nextRowSort(tx, table, model.project),
  });
  return clientSampleNo;
}

/** Adds the tasks of a received blind sample: those of its model, not distributed yet. */
export async function copyTasks(
  tx: Orm,
  model: StoredSample,
  blindSample: Pick<StoredSample, 'id' | 'sampleNo' | 'pinyin' | 'initials'>,
): Promise<void> {
  const task = labTaskTable;
  const tasks = await tx
    .select()
    .from(task)
    .where(and(eq(task.sample, model.id), ne(task.state, 'voided'), isNull(task.retestOf), isNull(task.deleteTime)))
    .orderBy(desc(task.id));
  if (!tasks.length) return;
  await tx.insert(task).values(
    tasks.toReversed().map(({ id: _id, version: _version, ...copied }) => ({
      ...copied,
      sample: blindSample.id,
      sampleNo: blindSample.sampleNo,
      pinyin: blindSample.pinyin,
      initials: blindSample.initials,
      state: 'waiting',
      analyst: null,
      distributedBy: null,
      distributedAt: null,
      sheet: null,
      completedAt: null,
      stateReason: null,
      effective: true,
    })),
  );
}
