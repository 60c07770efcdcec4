import { eq } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { adjustTexts, isAdjustField } from '@contract/features/fieldwork/samples/sampleAdjustment';
import { sampleMachine } from '@contract/features/fieldwork/samples/sampleMachine';
import { sampleReadings } from '@contract/features/fieldwork/samples/sampleReadings';
import { siteTexts } from '@contract/features/fieldwork/samples/siteTexts';
import { recalculationTexts } from '@contract/features/laboratory/sheetTexts';
import type { EditableStages } from '@contract/features/projects/editableStages';
import { mayEdit } from '@contract/workflow/stateMachine';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import type { RowReference } from '@server/crud/assertSeenVersion';
import { assertReferences } from '@server/crud/checkReferences';
import { type OperationContext, findVisibleRows } from '@server/crud/operations';
import { once } from '@server/crud/runOnce';
import { changeEvents, columnsOf, saveJoins } from '@server/crud/storedValues';
import type { Orm } from '@server/db/orm';
import { onlyRow } from '@server/db/readRows';
import { sampleTable } from '@server/db/schema';
import {
  recalculationCause,
  dropFromRecords,
  recalculateSamples,
} from '@server/features/laboratory/sheets/recalculate';
import { voidTasksOf } from '@server/features/laboratory/tasks/movedTask';
import { keepTasksUntil, storageLimitAfterChange } from '@server/features/laboratory/tasks/storageLimit';
import { assertEditableStage } from '@server/features/projects/projectPart';
import { conflict, invalid, notFound, Refusal, stale } from '@server/http/errors';
import { lockRows, moveRows } from '@server/workflow/moveRows';
import { assertUsable, checkedFields, dayOf } from '../samples/recordSample';
import { insertSamples } from '../samples/samplesOfDay';
import { instrumentFaults } from '../samples/simultaneousSamples';
import { nearestAirData, readSampleAgain, readingsWithRules, timeFaults } from '../samples/storeReadings';
import { nextSampleNumberLike, replannedFields } from '../samples/voidSamples';

/**
 * Period of adjustment: it is open until the records are submitted for review. While sampling continues, the site
 * pages are used.
 */
const whileAdjusting: EditableStages = {
  stages: ['handOver', 'testing'],
  early: adjustTexts.tooEarly,
  late: adjustTexts.tooLate,
};

const movedSampleOf = (context: OperationContext) =>
  ({ machine: sampleMachine, resource: context.resource, stateField: 'state' }) as const;

function assertAdjustable(row: AnyRow): void {
  const [no, state] = [String(row.sampleNo), String(row.state)];
  if (state === 'planned') throw conflict(adjustTexts.notTaken(no), 'wrongState');
  if (!mayEdit(sampleMachine, state))
    throw conflict(
      adjustTexts.locked(no, sampleMachine.states[state as keyof typeof sampleMachine.states]?.label ?? state),
      'locked',
    );
}

/**
 * Writes the changed sample with the values calculated from its readings, as on site.
 * @throws Refusal 400 with the fields; 400 `flowDeviation`
 */
async function writeSample(
  context: OperationContext,
  tx: Orm,
  before: AnyRow,
  changes: Readonly<Record<string, unknown>>,
  reason: string,
): Promise<AnyRow> {
  const { services, resource, call } = context;
  const mergedRow = { ...before, ...changes };
  const sampledOn = await dayOf(tx, before);
  await assertReferences(context, tx, changes, before);
  if (changes.equipment && changes.equipment !== before.equipment)
    await assertUsable(tx, Number(before.project), Number(changes.equipment), sampledOn);
  // A recorded value can't be cleared. A sample that is recorded only now gets its air data as on site.
  const isFirstRecord = before.state === 'planned';
  const air = isFirstRecord ? await nearestAirData(context, tx, mergedRow) : {};
  Object.assign(mergedRow, air);
  const readingsResult = sampleReadings(await readingsWithRules(context, tx, before, mergedRow, sampledOn));
  const neededText = isFirstRecord ? adjustTexts.needed : siteTexts.keepFilled;
  const faults = [
    ...readingsResult.faults,
    ...timeFaults(context, mergedRow, sampledOn),
    ...(await instrumentFaults(context, tx, before, mergedRow)),
    ...readingsResult.missing.map((field) => ({
      field,
      message: neededText(resource.entity.fields[field]?.label ?? field),
    })),
  ];
  if (faults.length) {
    if (readingsResult.voidReason)
      throw new Refusal(400, 'flowDeviation', faults[0]?.message ?? '', { errors: faults });
    throw invalid(faults);
  }
  const storageLimit = await storageLimitAfterChange(tx, before, mergedRow, sampledOn);
  const { collectors, ...columnValues } = { ...changes, ...air, ...readingsResult.derived, ...storageLimit } as Record<
    string,
    unknown
  >;
  const stamp = { updateBy: call.viewer.user.id, updateTime: services.now() };
  await tx
    .update(sampleTable)
    .set({ ...columnsOf(resource, columnValues, services.env.zone), version: before.version + 1, ...stamp } as never)
    .where(eq(sampleTable.id, before.id));
  if (storageLimit.keepUntil !== undefined) await keepTasksUntil(tx, [before.id], storageLimit.keepUntil, stamp);
  if (Array.isArray(collectors)) await saveJoins(tx, resource, before.id, { collectors });
  const after = await readSampleAgain(context, tx, before.id);
  await recordAudit(tx, { ...actorOf(call), reason }, changeEvents(resource, 'edit', before, after, after));
  return after;
}

interface AdjustBody {
  readonly id: number;
  readonly version: number;
  readonly reason: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/**
 * Changes a taken sample, with the reason in the audit trail.
 * @throws Refusal 400 if nothing changes; 404; 409 `stale`
 */
export function adjustSample(context: OperationContext, { id, version, reason, values }: AdjustBody): Promise<AnyRow> {
  const checkedValues = checkedFields(context, values, isAdjustField);
  return context.services.database.transaction((tx) =>
    once(tx, context.call, async () => {
      const [before] = await findVisibleRows(context, tx, [id], true);
      if (!before) throw notFound();
      await assertEditableStage(tx, context.registry, context.call, Number(before.project), whileAdjusting);
      assertAdjustable(before);
      if (before.version !== version) throw stale(before);
      const changes = Object.fromEntries(
        Object.entries(checkedValues).filter(
          ([name, value]) => JSON.stringify(value ?? null) !== JSON.stringify(before[name] ?? null),
        ),
      );
      if (!Object.keys(changes).length) throw invalid([{ field: 'values', message: adjustTexts.nothing }]);
      const after = await writeSample(context, tx, before, changes, reason);
      await recalculateSamples(tx, [id], recalculationCause(context.call, recalculationTexts.sampling, reason));
      return after;
    }),
  );
}

interface ExtraBody {
  /**
   * Id of a sample with the same hazard, day and point. The new sample copies its plan and gets the next number after
   * it.
   */
  readonly like: number;
  readonly reason: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/**
 * Adds a sample that was taken on site and is not in the list. It is numbered, filled in and marked as collected at
 * once.
 * @throws Refusal 404 for an unknown sample `like`; 409 in another stage of the project
 */
export function addExtra(context: OperationContext, { like, reason, values }: ExtraBody): Promise<AnyRow> {
  const { services, registry, call } = context;
  const checkedValues = checkedFields(context, values, isAdjustField);
  return services.database.transaction((tx) =>
    once(tx, call, async () => {
      if (!(await findVisibleRows(context, tx, [like], true)).length) throw notFound();
      const model = onlyRow(await tx.select().from(sampleTable).where(eq(sampleTable.id, like)));
      const project = await assertEditableStage(tx, registry, call, model.project, {
        ...whileAdjusting,
        stages: ['handOver'],
      });
      const [id] = await insertSamples(services, tx, call, project, [
        { ...replannedFields(model, await nextSampleNumberLike(tx, project, model)), person: null, equipment: null },
      ]);
      const row = await readSampleAgain(context, tx, Number(id));
      const filledRow = await writeSample(context, tx, row, checkedValues, reason);
      await tx
        .update(sampleTable)
        .set({ recordedAt: services.now(), lateEntry: true })
        .where(eq(sampleTable.id, row.id));
      await moveRows(services, tx, call, movedSampleOf(context), [filledRow], 'collect', { reason });
      return readSampleAgain(context, tx, row.id);
    }),
  );
}

/**
 * Voids samples after the end of sampling: all of them or none. Each keeps its number and gets the reason.
 * @throws Refusal 409 for samples of another project
 */
export function voidAdjusted(
  context: OperationContext,
  shownRows: readonly RowReference[],
  reason: string,
): Promise<number> {
  const { services, registry, call } = context;
  return services.database.transaction((tx) =>
    once(tx, call, async () => {
      const rows = await lockRows(movedSampleOf(context), tx, call, shownRows);
      const ids = rows.map(({ id }) => id);
      const projectIds = new Set(rows.map(({ project }) => Number(project)));
      const [projectId] = projectIds;
      if (projectIds.size !== 1 || projectId === undefined) throw conflict(siteTexts.wrongProject);
      await assertEditableStage(tx, registry, call, projectId, whileAdjusting);
      await moveRows(services, tx, call, movedSampleOf(context), rows, 'void', {
        reason,
        changes: { stateReason: reason },
      });
      await voidTasksOf({ services, registry }, tx, call, ids, reason);
      await dropFromRecords(services, tx, call, ids, reason);
      return rows.length;
    }),
  );
}
