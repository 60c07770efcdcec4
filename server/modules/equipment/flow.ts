import { calibrationState, equipmentTexts, takesSamples } from '@contract/equipmentRules';
import { equipmentUse } from '@contract/entities/siteSample/equipmentUse';
import { checkFlow, deviationShown } from '@contract/lab/flow';
import { settled } from '@contract/lab/number';
import { attempt } from '@contract/lab/problem';
import { and, eq } from 'drizzle-orm';
import { actorOf, differenceOf, recordAudit } from '../../audit';
import { living, scopeOf } from '../../crud/scope';
import { equipmentTable, equipmentUseTable } from '../../db/schema';
import type { Orm } from '../../db/orm';
import { conflict, invalid, notFound, stale } from '../../http/errors';
import type { Call } from '../../http/route';
import { affectedBy, type AffectedSample } from '../../projects/failedFlow';
import { formatDay } from '../../zone';
import { type Ground, lockUses, type StoredUse } from './outings';

export interface FlowBody {
  readonly id: number;
  readonly version: number;
  readonly calibrator: number;
  readonly flowSet?: string | null | undefined;
  readonly flowBefore: string;
  readonly flowAfter?: string | null | undefined;
}

async function assertCalibrator({ registry, services }: Ground, tx: Orm, call: Call<unknown>, id: number): Promise<void> {
  const resource = registry.named('equipment');
  const [found] = await tx.select().from(equipmentTable).where(and(eq(equipmentTable.id, id), living(resource), scopeOf(resource, call.viewer)));
  if (!found) throw notFound('所选流量校准器不存在或已被删除');
  const refuse = (message: string) => invalid([{ field: 'calibrator', message }]);
  if (found.eqpKind !== 'flowCalibrator') throw refuse(equipmentTexts.notCalibrator);
  const state = calibrationState(found, formatDay(services.now(), services.env.zone));
  if (state === 'expired') throw refuse(equipmentTexts.calibratorExpired(found.eqpNo, found.calibrationDue ?? ''));
  if (state === 'missing') throw refuse(equipmentTexts.calibratorMissing(found.eqpNo));
}

export interface FlowAnswer {
  readonly verdict: 'pass' | 'fail' | null;
  readonly deviation: string | null;
  readonly message: string;
  readonly affected: readonly AffectedSample[];
}

/** Keeps the flow before and after sampling (DOMAIN §1.5); beyond 5 % it is kept all the same, and tells which samples it voids. */
export async function keepFlow(ground: Ground, tx: Orm, call: Call<unknown>, body: FlowBody): Promise<FlowAnswer> {
  const { services } = ground;
  const { uses, instruments } = await lockUses(ground, tx, call, [body.id]);
  const use = uses[0] as StoredUse;
  if (use.version !== body.version) throw stale({ id: use.id, version: use.version });
  if (use.inAt) throw conflict(equipmentTexts.alreadyBackFlow);
  if (use.useKind !== 'sampling') throw conflict(equipmentTexts.flowOnSite);
  const tool = instruments.get(use.equipment);
  if (tool && !takesSamples(String(tool.eqpKind))) throw conflict(equipmentTexts.takesNone(tool.eqpNo));
  await assertCalibrator(ground, tx, call, body.calibrator);
  const { flowBefore, flowAfter } = body;
  const checked = attempt(() => checkFlow(flowBefore, flowAfter || flowBefore));
  if (!checked.ok) throw invalid([{ field: checked.problem.message.includes('采样后') ? 'flowAfter' : 'flowBefore', message: checked.problem.message }]);
  const judged = flowAfter ? checked.value : null;
  const verdict = judged && (judged.passes ? 'pass' : 'fail');
  const values = { calibrator: body.calibrator, flowSet: body.flowSet || null, flowBefore, flowAfter: flowAfter || null, flowDeviation: judged && settled(judged.deviation).toString(), flowVerdict: verdict };
  await tx.update(equipmentUseTable).set({ ...values, version: use.version + 1, updateBy: call.viewer.user.id, updateTime: services.now() }).where(eq(equipmentUseTable.id, use.id));
  const { changed, before, after } = differenceOf(use as unknown as Record<string, unknown>, { ...use, ...values }, Object.keys(values));
  if (changed.length) await recordAudit(tx, actorOf(call), [{ action: 'edit', entity: equipmentUse, entityId: use.id, title: tool?.eqpNo ?? '', organizationId: use.organizationId, before, after }]);
  const affected = verdict === 'fail' ? await affectedBy(tx, use) : [];
  const text = judged?.deviationText ?? '';
  const message = verdict === 'fail' ? equipmentTexts.flowFailed(deviationShown(judged?.deviation ?? '0')) : verdict === 'pass' ? equipmentTexts.flowPassed(text) : equipmentTexts.flowSaved;
  return { verdict, deviation: values.flowDeviation, message, affected };
}
