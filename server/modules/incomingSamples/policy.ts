import { incomingTexts, whileBringing } from '@contract/labIncomingTexts';
import type { FieldError } from '@contract/schema';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Policy } from '../../crud/policy';
import type { Registry } from '../../crud/resource';
import { incomingSampleTable, labMethodItemTable, projectTable } from '../../db/schema';
import type { Orm } from '../../db/orm';
import { conflict, invalid } from '../../http/errors';
import { perTransaction } from '../../crud/perTransaction';
import { projectPart } from '../../projects/part';
import { nextRowSort } from '../../projects/rowSort';

/** Methods of the library that measure a hazard. */
const methodsFor = (tx: Orm, hazard: number): Promise<ReadonlySet<number>> =>
  perTransaction(tx, `incoming:methods:${hazard}`, async () => new Set((await tx.select({ method: labMethodItemTable.method }).from(labMethodItemTable).where(and(eq(labMethodItemTable.hazard, hazard), isNull(labMethodItemTable.deleteTime)))).map(({ method }) => method)));

async function assertIncoming(tx: Orm, projectId: number): Promise<void> {
  const incoming = await perTransaction(tx, `incoming:${projectId}`, async () => (await tx.select({ incoming: projectTable.incoming }).from(projectTable).where(eq(projectTable.id, projectId)))[0]?.incoming === true);
  if (!incoming) throw conflict(incomingTexts.notIncoming, 'notIncoming');
}

function locked(row: Readonly<Record<string, unknown>>): string | null {
  const no = String(row.clientSampleNo ?? '');
  if (row.state === 'received') return incomingTexts.receivedLocked(no);
  return row.state === 'refused' ? incomingTexts.refusedLocked(no) : null;
}

/** A row is written until it is received or refused; its project is one of incoming samples. */
export const incomingSamplePolicy = (registry: () => Registry): Policy =>
  projectPart(registry, whileBringing, {
    savedTogether: true,
    async beforeSave(draft, { tx, before }) {
      const project = Number(draft.project);
      await assertIncoming(tx, project);
      const errors: FieldError[] = [];
      const along = (draft.alongWith as readonly number[] | undefined) ?? [];
      if (along.includes(Number(draft.hazard))) errors.push({ field: 'alongWith', message: incomingTexts.ownHazard });
      if (typeof draft.method === 'number' && (draft.method !== before?.method || draft.hazard !== before.hazard) && !(await methodsFor(tx, Number(draft.hazard))).has(draft.method)) errors.push({ field: 'method', message: incomingTexts.methodElsewhere });
      if (draft.clientSampleNo !== before?.clientSampleNo) {
        const [twin] = await tx.select({ id: incomingSampleTable.id }).from(incomingSampleTable).where(and(eq(incomingSampleTable.project, project), eq(incomingSampleTable.clientSampleNo, String(draft.clientSampleNo)), inArray(incomingSampleTable.state, ['registered', 'received']), isNull(incomingSampleTable.deleteTime))).limit(1);
        if (twin && twin.id !== before?.id) errors.push({ field: 'clientSampleNo', message: incomingTexts.duplicateNo(String(draft.clientSampleNo)) });
      }
      if (errors.length) throw invalid(errors);
      return before || draft.rowSort !== null ? {} : { rowSort: await nextRowSort(tx, incomingSampleTable, project) };
    },
    async assertOpen(row) {
      const why = locked(row);
      if (why !== null) throw conflict(why, 'locked');
    },
  });
