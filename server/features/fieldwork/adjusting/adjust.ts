import { eq } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { adjustTexts, isAdjustField } from '@contract/features/fieldwork/samples/adjusting';
import { sampleMachine } from '@contract/features/fieldwork/samples/sampleMachine';
import { sampleReadings } from '@contract/features/fieldwork/samples/sampleReadings';
import { siteTexts } from '@contract/features/fieldwork/samples/siteTexts';
import { recalculationTexts } from '@contract/features/laboratory/sheetTexts';
import type { OpenWhile } from '@contract/features/projects/openWhile';
import { mayEdit } from '@contract/workflow/machine';
import { actorOf, recordAudit } from '@server/audit/trail';
import type { Wanted } from '@server/crud/asShown';
import { once } from '@server/crud/idempotent';
import { type Desk, find } from '@server/crud/operations';
import { assertReferences } from '@server/crud/references';
import { changeEvents, columnsOf, saveJoins } from '@server/crud/stored';
import { only } from '@server/db/only';
import type { Orm } from '@server/db/orm';
import { sampleTable } from '@server/db/schema';
import { causedBy, dropFromRecords, recalculateSamples } from '@server/features/laboratory/sheets/recalculate';
import { voidTasksOf } from '@server/features/laboratory/tasks/movedTask';
import { keepTasksUntil, storageLimitAfterChange } from '@server/features/laboratory/tasks/storageLimit';
import { assertOpenWhile } from '@server/features/projects/projectPart';
import { conflict, invalid, notFound, Refusal, stale } from '@server/http/errors';
import { lockRows, moveRows } from '@server/workflow/move';
import { airAround, reread, ruledReadings, timeFaults } from '../samples/collect';
import { assertUsable, checkedFields, dayOf } from '../samples/record';
import { insertSamples } from '../samples/samplesOfDay';
import { instrumentFaults } from '../samples/simultaneousSamples';
import { nextLike, plannedAgain } from '../samples/voidSamples';

/**
 * Period of adjustment: it is open until the records are submitted for review. While sampling continues, the site
 * pages are used.
 */
const whileAdjusting: OpenWhile = {
  stages: ['handOver', 'testing'],
  early: adjustTexts.tooEarly,
  late: adjustTexts.tooLate,
};

const moved = (desk: Desk) => ({ machine: sampleMachine, resource: desk.resource, stateField: 'state' }) as const;

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
async function write(
  desk: Desk,
  tx: Orm,
  before: AnyRow,
  changes: Readonly<Record<string, unknown>>,
  reason: string,
): Promise<AnyRow> {
  const { services, resource, call } = desk;
  const merged = { ...before, ...changes };
  const sampledOn = await dayOf(tx, before);
  await assertReferences(desk, tx, changes, before);
  if (changes.equipment && changes.equipment !== before.equipment)
    await assertUsable(tx, Number(before.project), Number(changes.equipment), sampledOn);
  // A recorded value can't be cleared. A sample that is recorded only now gets its air data as on site.
  const fresh = before.state === 'planned';
  const air = fresh ? await airAround(desk, tx, merged) : {};
  Object.assign(merged, air);
  const result = sampleReadings(await ruledReadings(desk, tx, before, merged, sampledOn));
  const wanted = fresh ? adjustTexts.needed : siteTexts.keepFilled;
  const faults = [
    ...result.faults,
    ...timeFaults(desk, merged, sampledOn),
    ...(await instrumentFaults(desk, tx, before, merged)),
    ...result.missing.map((field) => ({ field, message: wanted(resource.entity.fields[field]?.label ?? field) })),
  ];
  if (faults.length) {
    if (result.voidReason) throw new Refusal(400, 'flowDeviation', faults[0]?.message ?? '', { errors: faults });
    throw invalid(faults);
  }
  const kept = await storageLimitAfterChange(tx, before, merged, sampledOn);
  const { collectors, ...rest } = { ...changes, ...air, ...result.derived, ...kept } as Record<string, unknown>;
  const stamp = { updateBy: call.viewer.user.id, updateTime: services.now() };
  await tx
    .update(sampleTable)
    .set({ ...columnsOf(resource, rest, services.env.zone), version: before.version + 1, ...stamp } as never)
    .where(eq(sampleTable.id, before.id));
  if (kept.keepUntil !== undefined) await keepTasksUntil(tx, [before.id], kept.keepUntil, stamp);
  if (Array.isArray(collectors)) await saveJoins(tx, resource, before.id, { collectors });
  const after = await reread(desk, tx, before.id);
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
export function adjustSample(desk: Desk, { id, version, reason, values }: AdjustBody): Promise<AnyRow> {
  const checked = checkedFields(desk, values, isAdjustField);
  return desk.services.database.transaction((tx) =>
    once(tx, desk.call, async () => {
      const [before] = await find(desk, tx, [id], true);
      if (!before) throw notFound();
      await assertOpenWhile(tx, desk.registry, desk.call, Number(before.project), whileAdjusting);
      assertAdjustable(before);
      if (before.version !== version) throw stale(before);
      const changes = Object.fromEntries(
        Object.entries(checked).filter(
          ([name, value]) => JSON.stringify(value ?? null) !== JSON.stringify(before[name] ?? null),
        ),
      );
      if (!Object.keys(changes).length) throw invalid([{ field: 'values', message: adjustTexts.nothing }]);
      const after = await write(desk, tx, before, changes, reason);
      await recalculateSamples(tx, [id], causedBy(desk.call, recalculationTexts.sampling, reason));
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
export function addExtra(desk: Desk, { like, reason, values }: ExtraBody): Promise<AnyRow> {
  const { services, registry, call } = desk;
  const checked = checkedFields(desk, values, isAdjustField);
  return services.database.transaction((tx) =>
    once(tx, call, async () => {
      if (!(await find(desk, tx, [like], true)).length) throw notFound();
      const model = only(await tx.select().from(sampleTable).where(eq(sampleTable.id, like)));
      const project = await assertOpenWhile(tx, registry, call, model.project, {
        ...whileAdjusting,
        stages: ['handOver'],
      });
      const [id] = await insertSamples(services, tx, call, project, [
        { ...plannedAgain(model, await nextLike(tx, project, model)), person: null, equipment: null },
      ]);
      const row = await reread(desk, tx, Number(id));
      const filled = await write(desk, tx, row, checked, reason);
      await tx
        .update(sampleTable)
        .set({ recordedAt: services.now(), lateEntry: true })
        .where(eq(sampleTable.id, row.id));
      await moveRows(services, tx, call, moved(desk), [filled], 'collect', { reason });
      return reread(desk, tx, row.id);
    }),
  );
}

/**
 * Voids samples after the end of sampling: all of them or none. Each keeps its number and gets the reason.
 * @throws Refusal 409 for samples of another project
 */
export function voidAdjusted(desk: Desk, shown: readonly Wanted[], reason: string): Promise<number> {
  const { services, registry, call } = desk;
  return services.database.transaction((tx) =>
    once(tx, call, async () => {
      const rows = await lockRows(moved(desk), tx, call, shown);
      const ids = rows.map(({ id }) => id);
      const projects = new Set(rows.map(({ project }) => Number(project)));
      const [project] = projects;
      if (projects.size !== 1 || project === undefined) throw conflict(siteTexts.wrongProject);
      await assertOpenWhile(tx, registry, call, project, whileAdjusting);
      await moveRows(services, tx, call, moved(desk), rows, 'void', { reason, changes: { stateReason: reason } });
      await voidTasksOf({ services, registry }, tx, call, ids, reason);
      await dropFromRecords(services, tx, call, ids, reason);
      return rows.length;
    }),
  );
}
