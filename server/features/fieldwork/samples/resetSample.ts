import { eq } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { recordFields } from '@contract/features/fieldwork/samples/recordFields';
import { sampleMachine } from '@contract/features/fieldwork/samples/sampleMachine';
import { siteTexts } from '@contract/features/fieldwork/samples/siteTexts';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import type { DeleteContext } from '@server/crud/policy';
import { changeEvents, columnsOf, saveJoins } from '@server/crud/storedValues';
import { sampleTable } from '@server/db/schema';
import { measuredAtPlace } from '@server/features/laboratory/sheets/measuredAtPlace';
import { conflict } from '@server/http/errors';
import { moveRows } from '@server/workflow/moveRows';
import { readSampleAgain } from './storeReadings';

/** Fields that the plan contains; they stay at a reset. */
const plannedFields: readonly string[] = ['person', 'equipment'];
const derivedFields = ['flow', 'flowDeviation', 'minutes', 'volume', 'standardVolume'];
const notNull: Readonly<Record<string, unknown>> = { restUnexposed: false, collectors: [] };

/** Values of a sample without a record: each field is empty. */
const nothingRead: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries([...recordFields, ...derivedFields].map((name) => [name, null])),
  ...notNull,
};

/**
 * Resets a sample to its planned state: its readings are removed, and a sample that was taken has to be taken again.
 * The audit trail keeps the readings.
 * @throws Refusal 409 once the sample was handed over, or once an on-site measurement was passed to the laboratory
 */
export async function resetSample(before: AnyRow, { services, registry, tx, call }: DeleteContext): Promise<void> {
  const resource = registry.named('sample');
  const context = { services, registry, resource, call };
  const state = String(before.state);
  const atPlace = (await measuredAtPlace(tx, { ids: [before.id] })).has(before.id);
  if ((state !== 'planned' && state !== 'collected') || (atPlace && state !== 'planned'))
    throw conflict(siteTexts.notResettable(String(before.sampleNo)), 'wrongState');
  const emptyReadings = Object.fromEntries(
    Object.entries(nothingRead).filter(([name]) => !plannedFields.includes(name)),
  );
  await tx
    .update(sampleTable)
    .set({
      ...columnsOf(resource, emptyReadings, services.env.zone),
      recordedAt: null,
      lateEntry: false,
      version: before.version + 1,
      updateBy: call.viewer.user.id,
      updateTime: services.now(),
    } as never)
    .where(eq(sampleTable.id, before.id));
  await saveJoins(tx, resource, before.id, emptyReadings);
  const after = await readSampleAgain(context, tx, before.id);
  await recordAudit(tx, actorOf(call), changeEvents(resource, 'edit', before, after, after));
  if (state === 'collected')
    await moveRows(services, tx, call, { machine: sampleMachine, resource, stateField: 'state' }, [after], 'reset');
}
