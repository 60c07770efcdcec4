import { and, asc, eq, isNull, notInArray } from 'drizzle-orm';
import { failedFlowTexts } from '@contract/features/fieldwork/samples/pumpFlowCheck';
import { formatDay } from '@server/base/zone';
import type { Orm } from '@server/db/orm';
import { equipmentTable, equipmentUseTable, sampleTable } from '@server/db/schema';
import { conflict } from '@server/http/errors';

export interface AffectedSample {
  readonly id: number;
  readonly sampleNo: string;
  readonly state: string;
}

type EquipmentOuting = Pick<typeof equipmentUseTable.$inferSelect, 'id' | 'project' | 'equipment'>;

/**
 * Returns the samples of the project taken with the instrument during this issue, i.e. between the previous and the
 * next issue. Voided samples are left out.
 */
export async function samplesTakenDuring(tx: Orm, equipmentOuting: EquipmentOuting): Promise<AffectedSample[]> {
  if (equipmentOuting.project === null) return [];
  const outings = await tx
    .select({ id: equipmentUseTable.id, outAt: equipmentUseTable.outAt, inAt: equipmentUseTable.inAt })
    .from(equipmentUseTable)
    .where(
      and(
        eq(equipmentUseTable.project, equipmentOuting.project),
        eq(equipmentUseTable.equipment, equipmentOuting.equipment),
        isNull(equipmentUseTable.deleteTime),
      ),
    )
    .orderBy(asc(equipmentUseTable.id));
  const index = outings.findIndex(({ id }) => id === equipmentOuting.id);
  const [previousReturn, nextIssue] = [outings[index - 1]?.inAt, outings[index + 1]?.outAt];
  const samples = await tx
    .select({
      id: sampleTable.id,
      version: sampleTable.version,
      sampleNo: sampleTable.sampleNo,
      state: sampleTable.state,
      startTime: sampleTable.startTime,
    })
    .from(sampleTable)
    .where(
      and(
        eq(sampleTable.project, equipmentOuting.project),
        eq(sampleTable.equipment, equipmentOuting.equipment),
        isNull(sampleTable.deleteTime),
        notInArray(sampleTable.state, ['planned', 'voided']),
      ),
    )
    .orderBy(asc(sampleTable.sampleNo));
  return samples
    .filter(
      ({ startTime }) =>
        !startTime || ((!previousReturn || startTime >= previousReturn) && (!nextIssue || startTime < nextIssue)),
    )
    .map(({ id, sampleNo, state }) => ({ id, sampleNo, state: String(state) }));
}

/**
 * Lists samples taken by an instrument whose flow deviated too far, because their volume is unreliable (GBZ 331-2024
 * E.3; before it DOMAIN §1.5).
 * @param concerns selects the samples of the project that are about to be processed
 * @param step Chinese name of the step, for the sentence, e.g. 送交
 * @returns one sentence for each instrument, with the names of the instrument and its samples
 */
export async function failedFlowReasons(
  tx: Orm,
  zone: string,
  projectId: number,
  concerns: (sample: AffectedSample) => boolean,
  step: string,
): Promise<string[]> {
  const [useTable, toolTable] = [equipmentUseTable, equipmentTable];
  const failedOutings = await tx
    .select({
      id: useTable.id,
      project: useTable.project,
      equipment: useTable.equipment,
      outAt: useTable.outAt,
      deviation: useTable.flowDeviation,
      flowSet: useTable.flowSet,
      flowBefore: useTable.flowBefore,
      flowAfter: useTable.flowAfter,
      eqpNo: toolTable.eqpNo,
    })
    .from(useTable)
    .innerJoin(toolTable, eq(toolTable.id, useTable.equipment))
    .where(and(eq(useTable.project, projectId), eq(useTable.flowVerdict, 'fail'), isNull(useTable.deleteTime)))
    .orderBy(asc(useTable.id));
  const stops: string[] = [];
  for (const { eqpNo, outAt, ...outing } of failedOutings) {
    const samples = (await samplesTakenDuring(tx, outing)).filter(concerns);
    const texts = failedFlowTexts({ ...outing, day: outAt ? formatDay(outAt, zone) : '' });
    const numbers = samples.map(({ sampleNo }) => sampleNo);
    if (numbers.length) stops.push(texts.stops(eqpNo, numbers, step));
  }
  return stops;
}

/**
 * Refuses a step for samples whose pump failed its flow check. The parameters are those of `failedFlowReasons`.
 * @throws Refusal 409 `flowFailed` with the names of instrument and samples
 */
export async function assertNoFailedFlow(...args: Parameters<typeof failedFlowReasons>): Promise<void> {
  const [firstStop] = await failedFlowReasons(...args);
  if (firstStop !== undefined) throw conflict(firstStop, 'flowFailed');
}
