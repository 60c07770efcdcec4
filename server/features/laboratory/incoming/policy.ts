import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import { incomingTexts, incomingRegistrationStages } from '@contract/features/laboratory/incoming/incomingTexts';
import type { FieldError } from '@contract/schema';
import { perTransaction } from '@server/crud/cachePerTransaction';
import type { Policy } from '@server/crud/policy';
import type { Orm } from '@server/db/orm';
import { incomingSampleTable, labMethodItemTable, projectTable } from '@server/db/schema';
import { nextRowSort } from '@server/features/projects/nextRowSort';
import { projectPart } from '@server/features/projects/projectPart';
import { conflict, invalid } from '@server/http/errors';

/** Returns the methods of the library that measure a hazard. */
const methodsFor = (tx: Orm, hazardId: number): Promise<ReadonlySet<number>> =>
  perTransaction(
    tx,
    `incoming:methods:${hazardId}`,
    async () =>
      new Set(
        (
          await tx
            .select({ method: labMethodItemTable.method })
            .from(labMethodItemTable)
            .where(and(eq(labMethodItemTable.hazard, hazardId), isNull(labMethodItemTable.deleteTime)))
        ).map(({ method }) => method),
      ),
  );

async function assertIncoming(tx: Orm, projectId: number): Promise<void> {
  const incoming = await perTransaction(
    tx,
    `incoming:${projectId}`,
    async () =>
      (await tx.select({ incoming: projectTable.incoming }).from(projectTable).where(eq(projectTable.id, projectId)))[0]
        ?.incoming === true,
  );
  if (!incoming) throw conflict(incomingTexts.notIncoming, 'notIncoming');
}

/**
 * Checks whether another undeleted row has the client's number. The lock makes the second of two simultaneous writers
 * wait and then find the first writer's row.
 */
async function isTaken(tx: Orm, projectId: number, no: string, ownId: number | null): Promise<boolean> {
  const table = incomingSampleTable;
  await perTransaction(tx, `incoming:numbers:${projectId}`, () =>
    tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`incomingSample:${projectId}`}))`),
  );
  const [twinSample] = await tx
    .select({ id: table.id })
    .from(table)
    .where(
      and(
        eq(table.project, projectId),
        eq(table.clientSampleNo, no),
        inArray(table.state, ['registered', 'received']),
        isNull(table.deleteTime),
        ownId === null ? undefined : ne(table.id, ownId),
      ),
    )
    .limit(1);
  return twinSample !== undefined;
}

/**
 * Requires that a row's number is free before the row is restored or its refusal is taken back.
 * @throws Refusal 409
 */
export async function assertNumberFree(
  tx: Orm,
  { id, project, clientSampleNo }: Readonly<Record<string, unknown>>,
): Promise<void> {
  const no = String(clientSampleNo);
  if (await isTaken(tx, Number(project), no, Number(id))) throw conflict(incomingTexts.duplicateNo(no), 'duplicate');
}

function lockReasonOf(row: Readonly<Record<string, unknown>>): string | null {
  const no = String(row.clientSampleNo ?? '');
  if (row.state === 'received') return incomingTexts.receivedLocked(no);
  return row.state === 'refused' ? incomingTexts.refusedLocked(no) : null;
}

/**
 * Save rules of incoming samples: editable until received or refused. The project must be one of incoming samples.
 */
export const incomingSamplePolicy: Policy = projectPart(incomingRegistrationStages, {
  savedTogether: true,
  async beforeSave(draft, { tx, before }) {
    const projectId = Number(draft.project);
    await assertIncoming(tx, projectId);
    const errors: FieldError[] = [];
    const alongIds = (draft.alongWith as readonly number[] | undefined) ?? [];
    if (alongIds.includes(Number(draft.hazard))) errors.push({ field: 'alongWith', message: incomingTexts.ownHazard });
    if (
      typeof draft.method === 'number' &&
      (draft.method !== before?.method || draft.hazard !== before.hazard) &&
      !(await methodsFor(tx, Number(draft.hazard))).has(draft.method)
    )
      errors.push({ field: 'method', message: incomingTexts.methodElsewhere });
    const no = String(draft.clientSampleNo);
    if (no !== before?.clientSampleNo && (await isTaken(tx, projectId, no, before?.id ?? null)))
      errors.push({ field: 'clientSampleNo', message: incomingTexts.duplicateNo(no) });
    if (errors.length) throw invalid(errors);
    return before || draft.rowSort !== null ? {} : { rowSort: await nextRowSort(tx, incomingSampleTable, projectId) };
  },
  async assertOpen(row) {
    const lockReason = lockReasonOf(row);
    if (lockReason !== null) throw conflict(lockReason, 'locked');
  },
  async afterRestore(rows, { tx }) {
    for (const row of rows) await assertNumberFree(tx, row);
  },
});
