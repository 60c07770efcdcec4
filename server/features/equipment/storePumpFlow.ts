import { and, eq } from 'drizzle-orm';
import { withoutCalculationNoise } from '@contract/arithmetic/numbers/decimalNumbers';
import { equipmentUse } from '@contract/features/equipment/entities/equipmentUse';
import { calibrationState, equipmentTexts, isConstantFlow, hasPump } from '@contract/features/equipment/equipmentRules';
import { judgePumpFlow } from '@contract/features/fieldwork/samples/pumpFlowCheck';
import { actorOf, differenceOf, recordAudit } from '@server/audit/auditTrail';
import { formatDay } from '@server/base/zone';
import type { CrudContext } from '@server/crud/crudContext';
import { undeletedRows, scopeOf } from '@server/crud/rowScope';
import type { Orm } from '@server/db/orm';
import { equipmentTable, equipmentUseTable } from '@server/db/schema';
import { conflict, invalid, notFound, stale } from '@server/http/errors';
import type { Call } from '@server/http/route';
import { lockUses, type StoredUse } from './equipmentOutings';
import { samplesTakenDuring, type AffectedSample } from './failedFlow';

interface FlowBody {
  readonly id: number;
  readonly version: number;
  readonly calibrator: number;
  readonly flowSet?: string | null | undefined;
  /** Meter readings before the issue; if absent, the stored readings stay. */
  readonly flowReadings?: readonly string[] | null | undefined;
  readonly flowBefore?: string | null | undefined;
  readonly flowAfter?: string | null | undefined;
  /** Air at the calibration, ℃ and kPa (GBZ 331-2024 F.2); if absent, the stored values stay. */
  readonly airTemperature?: string | null | undefined;
  readonly airPressure?: string | null | undefined;
}

async function assertCalibrator(
  { registry, services }: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  id: number,
): Promise<void> {
  const resource = registry.named('equipment');
  const [calibrator] = await tx
    .select()
    .from(equipmentTable)
    .where(and(eq(equipmentTable.id, id), undeletedRows(resource), scopeOf(resource, call.viewer)));
  if (!calibrator) throw notFound('所选流量校准器不存在或已被删除');
  const refuse = (message: string) => invalid([{ field: 'calibrator', message }]);
  if (calibrator.eqpKind !== 'flowCalibrator') throw refuse(equipmentTexts.notCalibrator);
  const state = calibrationState(calibrator, formatDay(services.now(), services.env.zone));
  if (state === 'expired')
    throw refuse(equipmentTexts.calibratorExpired(calibrator.eqpNo, calibrator.calibrationDue ?? ''));
  if (state === 'missing') throw refuse(equipmentTexts.calibratorMissing(calibrator.eqpNo));
}

interface FlowAnswer {
  readonly verdict: 'pass' | 'fail' | null;
  readonly deviation: string | null;
  readonly message: string;
  readonly affected: readonly AffectedSample[];
}

const splitReadings = (text: string | null): string[] => (text ? text.split('、') : []);

/**
 * Stores the flow before and after sampling (GBZ 331-2024 E.1–E.3). A flow that deviates too far is stored as well,
 * and the answer lists the samples that it voids.
 * @throws Refusal 400 for invalid flows; 404; 409 `stale`, or for an instrument that is returned or takes no samples
 */
export async function storePumpFlow(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  body: FlowBody,
): Promise<FlowAnswer> {
  const { services } = context;
  const { uses, instruments } = await lockUses(context, tx, call, [body.id]);
  const outing = uses[0] as StoredUse;
  if (outing.version !== body.version) throw stale({ id: outing.id, version: outing.version });
  if (outing.inAt) throw conflict(equipmentTexts.alreadyBackFlow);
  if (outing.useKind !== 'sampling') throw conflict(equipmentTexts.flowOnSite);
  const instrument = instruments.get(outing.equipment);
  if (instrument && !hasPump(String(instrument.eqpKind))) throw conflict(equipmentTexts.takesNone(instrument.eqpNo));
  await assertCalibrator(context, tx, call, body.calibrator);
  const day = formatDay(outing.outAt ?? services.now(), services.env.zone);
  const readings = body.flowReadings ?? splitReadings(outing.flowReadings);
  const flowAfter = body.flowAfter || null;
  const flowSet = body.flowSet || null;
  const judgement = judgePumpFlow({
    day,
    flowSet,
    readings,
    flowBefore: body.flowBefore || null,
    flowAfter,
    constantFlow: isConstantFlow(instrument?.flowControl),
  });
  if (judgement.faults.length) throw invalid([...judgement.faults]);
  const { verdict, deviation } = judgement;
  const values = {
    calibrator: body.calibrator,
    flowSet,
    flowReadings: readings.length ? readings.join('、') : null,
    flowBefore: judgement.flowBefore,
    flowAfter,
    flowDeviation: deviation && withoutCalculationNoise(deviation).toString(),
    flowVerdict: verdict,
    ...(body.airTemperature === undefined ? {} : { airTemperature: body.airTemperature || null }),
    ...(body.airPressure === undefined ? {} : { airPressure: body.airPressure || null }),
  };
  await tx
    .update(equipmentUseTable)
    .set({ ...values, version: outing.version + 1, updateBy: call.viewer.user.id, updateTime: services.now() })
    .where(eq(equipmentUseTable.id, outing.id));
  const { changed, before, after } = differenceOf(
    outing as unknown as Record<string, unknown>,
    { ...outing, ...values },
    Object.keys(values),
  );
  if (changed.length)
    await recordAudit(tx, actorOf(call), [
      {
        action: 'edit',
        entity: equipmentUse,
        entityId: outing.id,
        title: instrument?.eqpNo ?? '',
        organizationId: outing.organizationId,
        before,
        after,
      },
    ]);
  const affectedSamples = verdict === 'fail' ? await samplesTakenDuring(tx, outing) : [];
  return {
    verdict,
    deviation: values.flowDeviation,
    message: judgement.message ?? equipmentTexts.flowSaved,
    affected: affectedSamples,
  };
}
