import { and, asc, eq, inArray, isNotNull, isNull, ne, or } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { sample } from '@contract/features/fieldwork/entities/sample';
import { samplerCountProblem } from '@contract/features/fieldwork/samples/samplerCount';
import { dayProblem } from '@contract/features/fieldwork/samples/samplingDays';
import { siteTexts } from '@contract/features/fieldwork/samples/siteTexts';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import { formatDay } from '@server/base/zone';
import type { Policy, SaveContext } from '@server/crud/policy';
import type { Orm } from '@server/db/orm';
import { samplePlanTable, sampleTable, samplingDayTable } from '@server/db/schema';
import { askVisit } from '@server/features/projects/clients/clientMatters';
import { wasDoneBefore } from '@server/features/projects/earlierWork';
import { projectPart, whileSampling } from '@server/features/projects/projectPart';
import { projectPeriod } from '@server/features/projects/projectPeriod';
import { projectOf } from '@server/features/projects/projectStage';
import { conflict, invalid } from '@server/http/errors';
import { makeSamplesOfDay } from './samplesOfDay';
import { isOnDay } from './storeReadings';

/**
 * Locks the plan, so that only one person at a time changes the project's days.
 * @throws Refusal 409 unless the plan is approved
 */
async function lockApprovedPlan(tx: Orm, projectId: number): Promise<void> {
  const [plan] = await tx
    .select({ state: samplePlanTable.state })
    .from(samplePlanTable)
    .where(and(eq(samplePlanTable.project, projectId), isNull(samplePlanTable.deleteTime)))
    .for('update');
  if (plan?.state !== 'approved' && !(await wasDoneBefore(tx, projectId, 'planning')))
    throw conflict(siteTexts.planNotApproved);
}

/** Returns 日次: the smallest unused number, because the plan counts days from one. */
function freeNumber(takenNumbers: readonly (number | null)[]): number {
  let number = 1;
  while (takenNumbers.includes(number)) number += 1;
  return number;
}

/**
 * Refuses to change the date of a day with samples that were begun on the old date, because the date decides which
 * limits, methods and instruments apply to them.
 */
async function assertStaysWithSamples({ services, tx }: SaveContext, dayId: number, sampledOn: string): Promise<void> {
  const sampleColumns = sampleTable;
  const begunSamples = await tx
    .select({ no: sampleColumns.sampleNo, startTime: sampleColumns.startTime })
    .from(sampleColumns)
    .where(
      and(
        eq(sampleColumns.samplingDay, dayId),
        ne(sampleColumns.state, 'voided'),
        isNotNull(sampleColumns.startTime),
        isNull(sampleColumns.deleteTime),
      ),
    )
    .orderBy(asc(sampleColumns.id))
    .for('share');
  for (const { no, startTime } of begunSamples) {
    const day = startTime && formatDay(startTime, services.env.zone);
    if (day && !isOnDay(day, sampledOn))
      throw invalid([{ field: 'sampledOn', message: siteTexts.startedElsewhere(no, day, sampledOn) }]);
  }
}

/**
 * Refuses a day outside the project's period, unless a remark explains it.
 * @throws Refusal 400 with the field `sampledOn`
 */
async function assertWithinProject(
  { services, tx }: SaveContext,
  projectId: number,
  day: string,
  remark: unknown,
): Promise<void> {
  const lifespan = await projectPeriod(tx, projectId, formatDay(services.now(), services.env.zone), services.env.zone);
  const message = dayProblem(day, lifespan, typeof remark === 'string' ? remark : null);
  if (message) throw invalid([{ field: 'sampledOn', message }]);
}

const idsOf = (value: unknown): number[] => (Array.isArray(value) ? value.map(Number) : []);

/**
 * Refuses a single sampling person where two are required. A day without people is checked at 结束采样.
 * @throws Refusal 400 with the field `collectors`
 */
function assertSamplerCount({ collectors, remark }: Readonly<Record<string, unknown>>, before: AnyRow | null): void {
  const collectorIds = idsOf(collectors);
  const asBefore =
    before && idsOf(before.collectors).join() === collectorIds.join() && before.remark === (remark ?? null);
  if (!collectorIds.length || asBefore) return;
  const message = samplerCountProblem({ collectors: collectorIds, remark: typeof remark === 'string' ? remark : null });
  if (message) throw invalid([{ field: 'collectors', message }]);
}

async function withDayNumber(draft: Record<string, unknown>, context: SaveContext): Promise<Record<string, unknown>> {
  const { tx, before } = context;
  const projectId = Number(draft.project);
  await lockApprovedPlan(tx, projectId);
  const days = samplingDayTable;
  const otherDays = await tx
    .select({ sampledOn: days.sampledOn, dayNo: days.dayNo })
    .from(days)
    .where(and(eq(days.project, projectId), isNull(days.deleteTime), before ? ne(days.id, before.id) : undefined));
  const day = String(draft.sampledOn);
  if (otherDays.some(({ sampledOn }) => sampledOn === day))
    throw invalid([{ field: 'sampledOn', message: siteTexts.dayTaken(day) }]);
  if (before && before.sampledOn !== day) await assertStaysWithSamples(context, before.id, day);
  assertSamplerCount(draft, before);
  if (before?.sampledOn !== day) await assertWithinProject(context, projectId, day, draft.remark);
  return { dayNo: before ? before.dayNo : freeNumber(otherDays.map(({ dayNo }) => dayNo)) };
}

/**
 * Save rules of sampling days: a new day creates its samples, and deleting it deletes them unless one was taken
 * (DOMAIN §1.8).
 */
export const samplingDayPolicy: Policy = projectPart(whileSampling, {
  disabledOperations: ['restore'],
  beforeSave: withDayNumber,
  async afterSave(row, { services, registry, tx, call, before }) {
    if (before) return;
    const project = await projectOf(tx, registry, call, Number(row.project));
    await makeSamplesOfDay(services, tx, call, project, { id: row.id, dayNo: Number(row.dayNo) });
    const day = String(row.sampledOn);
    // A day that is entered afterwards needs no confirmation.
    if (day > formatDay(services.now(), services.env.zone)) await askVisit(services, tx, call, project.id, day);
  },
  async beforeDelete(rows, { services, tx, call }) {
    const ids = rows.map(({ id }) => id);
    const ownCondition = and(inArray(sampleTable.samplingDay, ids), isNull(sampleTable.deleteTime));
    const samples = await tx.select().from(sampleTable).where(ownCondition).orderBy(sampleTable.id).for('update');
    const touchedCondition = or(ne(sampleTable.state, 'planned'), isNotNull(sampleTable.recordedAt));
    const [takenSample] = await tx
      .select({ id: sampleTable.id })
      .from(sampleTable)
      .where(and(ownCondition, touchedCondition))
      .limit(1);
    if (takenSample) throw conflict(siteTexts.dayInUse);
    if (!samples.length) return;
    await tx
      .update(sampleTable)
      .set({ deleteTime: services.now(), deleteBy: call.viewer.user.id })
      .where(
        inArray(
          sampleTable.id,
          samples.map(({ id }) => id),
        ),
      );
    await recordAudit(
      tx,
      actorOf(call),
      samples.map(({ id, sampleNo, organizationId }) => ({
        action: 'del' as const,
        entity: sample,
        entityId: id,
        title: sampleNo,
        organizationId,
        before: { sampleNo },
      })),
    );
  },
});
