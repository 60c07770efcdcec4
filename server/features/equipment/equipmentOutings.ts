import { and, eq, isNull } from 'drizzle-orm';
import { fixedDictionaries } from '@contract/dictionaries';
import { equipment } from '@contract/features/equipment/entities/equipment';
import { equipmentUse } from '@contract/features/equipment/entities/equipmentUse';
import { equipmentTexts, isConstantFlow, takeOutProblem } from '@contract/features/equipment/equipmentRules';
import { actorOf, type AuditEvent, recordAudit } from '@server/audit/auditTrail';
import { formatDay } from '@server/base/zone';
import { assertSeenVersion, idOf, type RowReference } from '@server/crud/assertSeenVersion';
import { assertReferences } from '@server/crud/checkReferences';
import type { CrudContext } from '@server/crud/crudContext';
import { undeletedRows, scopeOf, withIds } from '@server/crud/rowScope';
import type { Orm } from '@server/db/orm';
import { equipmentTable, equipmentUseTable } from '@server/db/schema';
import { assertStage, projectOf } from '@server/features/projects/projectStage';
import { conflict, invalid, notFound } from '@server/http/errors';
import type { Call } from '@server/http/route';
import type { Services } from '@server/services';

type StoredEquipment = typeof equipmentTable.$inferSelect;
export type StoredUse = typeof equipmentUseTable.$inferSelect;
export type UseKind = (typeof fixedDictionaries.equipmentUseKind)[number]['value'];

const statusOf: Readonly<Record<UseKind, string>> = {
  sampling: 'out',
  calibration: 'calibrating',
  repair: 'repairing',
};
const statusLabels: ReadonlyMap<string, string> = new Map(
  fixedDictionaries.equipmentStatus.map(({ value, label }) => [value, label]),
);
/** Returns the label of an instrument's status. */
export const statusLabel = (status: string): string => statusLabels.get(status) ?? status;

/**
 * Locks instruments visible to the viewer, in the order of their ids.
 * @throws Refusal 404 unless all of them exist
 */
async function lockEquipment(
  { registry }: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  ids: readonly number[],
): Promise<StoredEquipment[]> {
  const resource = registry.named('equipment');
  const wantedIds = [...new Set(ids)];
  const rows = await tx
    .select()
    .from(equipmentTable)
    .where(and(withIds(resource, wantedIds), undeletedRows(resource), scopeOf(resource, call.viewer)))
    .orderBy(equipmentTable.id)
    .for('update');
  if (rows.length !== wantedIds.length) throw notFound('部分设备不存在或已被删除，请刷新后重新选择');
  return rows;
}

/**
 * Locks open issues and their instruments.
 * @throws Refusal 404 if one is missing
 */
export async function lockUses(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  shownRows: readonly RowReference[],
): Promise<{ uses: StoredUse[]; instruments: ReadonlyMap<number, StoredEquipment> }> {
  const resource = context.registry.named('equipmentUse');
  const wantedIds = [...new Set(shownRows.map(idOf))];
  const useRows = await tx
    .select({ id: equipmentUseTable.id, equipment: equipmentUseTable.equipment })
    .from(equipmentUseTable)
    .where(and(withIds(resource, wantedIds), undeletedRows(resource), scopeOf(resource, call.viewer)));
  if (useRows.length !== wantedIds.length) throw notFound('部分出入库记录不存在，请刷新后重试');
  // Instruments are locked first, as at the issue. Two people then wait for each other instead of causing a deadlock.
  const rows = await lockEquipment(
    context,
    tx,
    call,
    useRows.map(({ equipment: id }) => id),
  );
  const uses = await tx
    .select()
    .from(equipmentUseTable)
    .where(withIds(resource, wantedIds))
    .orderBy(equipmentUseTable.id)
    .for('update');
  const instruments = new Map(rows.map((row) => [row.id, row]));
  return { uses, instruments };
}

interface OutBody {
  readonly project?: number | null | undefined;
  readonly useKind: UseKind;
  readonly equipmentIds: readonly number[];
  readonly outCondition: 'good' | 'faulty';
  readonly remark?: string | null | undefined;
}

const changeColumns = (services: Services, call: Call<unknown>, version: number) => ({
  version: version + 1,
  updateBy: call.viewer.user.id,
  updateTime: services.now(),
});

/** Returns the audit event of the instrument for its issue or return. */
const statusEvent = (row: StoredEquipment, after: Readonly<Record<string, unknown>>): AuditEvent => ({
  action: 'status',
  entity: equipment,
  entityId: row.id,
  title: row.eqpNo,
  organizationId: row.organizationId,
  before: Object.fromEntries(
    Object.keys(after).map((name) => [name, (row as unknown as Record<string, unknown>)[name] ?? null]),
  ),
  after: { ...after },
});

/**
 * Issues instruments to a project, to calibration or to repair: all of them or none. Each instrument is locked during
 * the decision, so that only one of two people gets it.
 * @throws Refusal 409 with the name of the instrument and the reason
 */
export async function takeOut(context: CrudContext, tx: Orm, call: Call<unknown>, body: OutBody): Promise<number> {
  const { services, registry } = context;
  const now = services.now();
  const today = formatDay(now, services.env.zone);
  const rows = await lockEquipment(context, tx, call, body.equipmentIds);
  const problems = rows.flatMap((row) => {
    const outProblem = takeOutProblem(row, body.useKind, today, statusLabel(row.status));
    return outProblem
      ? [row.status === 'in' ? `设备${row.eqpNo}${outProblem}` : equipmentTexts.notThere(row.eqpNo)]
      : [];
  });
  if (problems.length) throw conflict(problems.slice(0, 3).join('；'), 'notAvailable');
  const { project } = body;
  if (body.useKind === 'sampling') {
    if (!project) throw invalid([{ field: 'project', message: equipmentTexts.sampledNeedsProject }]);
    assertStage(
      await projectOf(tx, registry, call, project, 'share'),
      ['survey', 'planning', 'planReview', 'sampling'],
      { early: equipmentTexts.tooEarly, late: equipmentTexts.tooLate },
    );
  }
  const userId = call.viewer.user.id;
  const insertedUses = await tx
    .insert(equipmentUseTable)
    .values(
      rows.map((row) => ({
        organizationId: row.organizationId,
        project: body.useKind === 'sampling' ? (project ?? null) : null,
        equipment: row.id,
        useKind: body.useKind,
        outAt: now,
        outBy: userId,
        outCondition: body.outCondition,
        remark: body.remark?.trim() || null,
        createBy: userId,
        updateBy: userId,
      })),
    )
    .returning();
  const status = statusOf[body.useKind];
  const events: AuditEvent[] = [];
  for (const row of rows) {
    await tx
      .update(equipmentTable)
      .set({ status, ...changeColumns(services, call, row.version) })
      .where(eq(equipmentTable.id, row.id));
    events.push(statusEvent(row, { status }));
  }
  for (const use of insertedUses)
    events.push({
      action: 'add',
      entity: equipmentUse,
      entityId: use.id,
      title: rows.find(({ id }) => id === use.equipment)?.eqpNo ?? '',
      organizationId: use.organizationId,
      after: { project: use.project, equipment: use.equipment, useKind: use.useKind, outCondition: use.outCondition },
    });
  await recordAudit(tx, actorOf(call), events);
  return insertedUses.length;
}

interface CalibrationBody {
  readonly passed: boolean;
  readonly calibratedOn?: string | null | undefined;
  readonly calibrationDue?: string | null | undefined;
  readonly calibrationBy?: string | null | undefined;
  readonly certificateNo?: string | null | undefined;
  readonly certificate?: string | null | undefined;
}

interface BackBody {
  readonly rows: readonly RowReference[];
  readonly inCondition: 'good' | 'faulty';
  readonly calibration?: CalibrationBody | undefined;
  readonly remark?: string | null | undefined;
}

function assertCalibration({ passed, calibratedOn, calibrationDue }: CalibrationBody, today: string): void {
  const errors = [
    ...(calibratedOn ? [] : [{ field: 'calibration.calibratedOn', message: equipmentTexts.onNeeded }]),
    ...(passed && !calibrationDue ? [{ field: 'calibration.calibrationDue', message: equipmentTexts.dueNeeded }] : []),
    ...(calibratedOn && calibratedOn > today
      ? [{ field: 'calibration.calibratedOn', message: equipmentTexts.onInFuture }]
      : []),
    ...(calibratedOn && calibrationDue && calibrationDue < calibratedOn
      ? [{ field: 'calibration.calibrationDue', message: equipmentTexts.dueBeforeOn }]
      : []),
    ...(passed && calibrationDue && calibratedOn && calibrationDue >= calibratedOn && calibrationDue < today
      ? [{ field: 'calibration.calibrationDue', message: equipmentTexts.duePast }]
      : []),
  ];
  if (errors.length) throw invalid(errors);
}

/** Refuses an instrument that is back already, or a pump whose flow after use was not measured. */
function assertReturnable(
  storedUses: readonly StoredUse[],
  instruments: Awaited<ReturnType<typeof lockUses>>['instruments'],
  inCondition: string,
): void {
  for (const use of storedUses) {
    const instrument = instruments.get(use.equipment);
    if (use.inAt) throw conflict(equipmentTexts.alreadyBack(instrument?.eqpNo ?? ''));
    // The flow of an instrument that broke on site can no longer be measured.
    const isFlowMissing = use.flowBefore !== null && use.flowAfter === null;
    if (isFlowMissing && inCondition === 'good' && !isConstantFlow(instrument?.flowControl))
      throw conflict(equipmentTexts.noFlowAfter(instrument?.eqpNo ?? ''), 'noFlowAfter');
  }
}

/**
 * Checks the result of a calibration, which is stated for one instrument that was out for it, and for no other.
 * @throws Refusal 400
 */
async function assertCalibrationResult(
  { services, registry }: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  storedUses: readonly StoredUse[],
  { calibration }: BackBody,
): Promise<void> {
  const isCalibrating = storedUses.some(({ useKind }) => useKind === 'calibration');
  if (isCalibrating && (storedUses.length > 1 || !calibration))
    throw invalid([{ field: 'calibration', message: equipmentTexts.oneCalibration }]);
  if (calibration && !isCalibrating) throw invalid([{ field: 'calibration', message: equipmentTexts.onlyCalibration }]);
  if (!calibration) return;
  assertCalibration(calibration, formatDay(services.now(), services.env.zone));
  await assertReferences(
    { services, registry, resource: registry.named('equipment'), call },
    tx,
    { certificate: calibration.certificate ?? null },
    null,
  );
}

const calibrationFactsOf = (calibration: NonNullable<BackBody['calibration']>) => ({
  calibratedOn: calibration.calibratedOn ?? null,
  calibrationDue: calibration.calibrationDue ?? null,
  calibrationBy: calibration.calibrationBy?.trim() || null,
  certificateNo: calibration.certificateNo?.trim() || null,
  certificate: calibration.certificate ?? null,
});

/**
 * Records the return of instruments. After a calibration the instrument gets its new certificate. A faulty instrument
 * is stopped until a person has inspected it.
 * @throws Refusal 400 for an invalid calibration; 409 for an instrument that is already returned, or without the flow
 * afterwards
 */
export async function takeBack(context: CrudContext, tx: Orm, call: Call<unknown>, body: BackBody): Promise<number> {
  const { services } = context;
  const { calibration, inCondition } = body;
  const { uses, instruments } = await lockUses(context, tx, call, body.rows);
  const noOf = (use: StoredUse): string => instruments.get(use.equipment)?.eqpNo ?? '';
  assertReturnable(uses, instruments, inCondition);
  assertSeenVersion(uses, body.rows, noOf);
  await assertCalibrationResult(context, tx, call, uses, body);
  const isFit = inCondition === 'good' && calibration?.passed !== false;
  const status = isFit ? 'in' : 'stopped';
  const calibrationFacts = calibration ? calibrationFactsOf(calibration) : {};
  const remark = body.remark?.trim() ? { remark: body.remark.trim() } : {};
  const returned = { inAt: services.now(), inBy: call.viewer.user.id, inCondition, ...calibrationFacts, ...remark };
  const events: AuditEvent[] = [];
  for (const use of uses) {
    await tx
      .update(equipmentUseTable)
      .set({ ...returned, ...changeColumns(services, call, use.version) })
      .where(and(eq(equipmentUseTable.id, use.id), isNull(equipmentUseTable.inAt)));
    events.push({
      action: 'edit',
      entity: equipmentUse,
      entityId: use.id,
      title: noOf(use),
      organizationId: use.organizationId,
      before: { inCondition: null },
      after: { inCondition, ...calibrationFacts },
    });
    const row = instruments.get(use.equipment);
    if (!row) continue;
    // A failed calibration does not change the dates; the instrument is stopped.
    const card = calibration?.passed ? calibrationFacts : {};
    await tx
      .update(equipmentTable)
      .set({ status, ...card, ...changeColumns(services, call, row.version) })
      .where(eq(equipmentTable.id, row.id));
    events.push(statusEvent(row, { status, ...card }));
  }
  await recordAudit(tx, actorOf(call), events);
  return uses.length;
}
