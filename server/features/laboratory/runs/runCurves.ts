import { and, asc, eq, isNull } from 'drizzle-orm';
import { checkMidpoint, midpointLimit } from '@contract/arithmetic/curves/qualityControl';
import { readCurve } from '@contract/arithmetic/curves/readCurve';
import { outcomeOfCalculation } from '@contract/arithmetic/numbers/calculationProblem';
import { withoutCalculationNoise } from '@contract/arithmetic/numbers/decimalNumbers';
import { roundSignificant, roundTo } from '@contract/arithmetic/numbers/roundingRules';
import type { AnyRow } from '@contract/entity';
import { type CurvePlan, curvePartOf } from '@contract/features/laboratory/curves/curvePlan';
import { liveView } from '@contract/features/laboratory/curves/curveView';
import { storedCurve } from '@contract/features/laboratory/curves/curveWork';
import { labCurvePoint } from '@contract/features/laboratory/entities/labCurvePoint';
import { usedQuantitiesOf } from '@contract/features/laboratory/runs/matchRun';
import {
  checkReadingsOf,
  curvePointsOf,
  type RunCheckReadings,
  type RunCurvePoints,
} from '@contract/features/laboratory/runs/runCurves';
import { runTexts } from '@contract/features/laboratory/runs/runTexts';
import type { RunCurve } from '@contract/features/laboratory/runs/runWire';
import { layoutOfSheet, methodOf } from '@contract/features/laboratory/sheets/labWork';
import { readingKeys } from '@contract/features/laboratory/sheets/rowEntity';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import type { CrudContext } from '@server/crud/crudContext';
import { insertRow } from '@server/crud/operations';
import type { Orm } from '@server/db/orm';
import { labCurvePointTable, labCurveTable, labRunCurvesTable, labRunInjectionTable } from '@server/db/schema';
import { otherNamesOf } from '@server/features/library/hazards/otherNames';
import { badRequest, conflict, notFound } from '@server/http/errors';
import type { Call } from '@server/http/route';
import { planFor, planForCurve, refitCurve, workOfPoints } from '../curves/curveFitting';
import { assertCurrentReading, methodsOfRun, openSheets, type RunReading, type StoredRun, visibleRun } from './readRun';

type OpenSheet = Awaited<ReturnType<typeof openSheets>>[number];

/** A component of a run with its plan and the readings of its standards. */
interface RunComponent {
  readonly sheet: OpenSheet;
  readonly methodTitle: string;
  readonly midpointMax: string | null;
  readonly plan: CurvePlan;
  readonly read: RunCurvePoints;
  readonly checks: RunCheckReadings;
  /** Keys of a row's readings that receive responses. */
  readonly readings: readonly string[];
}

/** Returns the sequence of a run as it is stored. */
const sequenceOf = (orm: Orm, runId: number) =>
  orm
    .select()
    .from(labRunInjectionTable)
    .where(and(eq(labRunInjectionTable.run, runId), isNull(labRunInjectionTable.deleteTime)))
    .orderBy(asc(labRunInjectionTable.rowSort), asc(labRunInjectionTable.id));

type SheetFacts = Pick<
  OpenSheet,
  'id' | 'methodKind' | 'layout' | 'variant' | 'method' | 'hazard' | 'hazardName' | 'organizationId'
>;

/**
 * Returns the plan of a record's curve and the readings of the standards; null if the record has no curve with
 * responses.
 */
async function componentOf(
  orm: Orm,
  sheet: SheetFacts,
  storedRun: StoredRun,
  lines: RunReading['lines'],
  sequence: Awaited<ReturnType<typeof sequenceOf>>,
): Promise<Omit<RunComponent, 'sheet'> | null> {
  const { library, plan } = await planFor(orm, String(sheet.methodKind), curvePartOf(sheet.layout), sheet.method);
  const sheetFacts = { methodKind: sheet.methodKind, layout: sheet.layout, variant: sheet.variant };
  const takenReadings = usedQuantitiesOf(
    methodOf(sheetFacts),
    readingKeys(methodOf(sheetFacts), layoutOfSheet(sheetFacts).key),
  );
  // A standard series of tubes has no responses.
  if (!plan?.sheet || !takenReadings) return null;
  const { unit } = plan;
  const curveItem = { method: sheet.method, hazard: sheet.hazard, unit, organizationId: sheet.organizationId };
  const hazardName = String(sheet.hazardName ?? '');
  const names = [hazardName, ...(await otherNamesOf(orm, sheet.hazard))];
  const component = { hazardName, names, quantities: takenReadings.quantities, unit };
  return {
    methodTitle: library?.title ?? '',
    midpointMax: library?.midpointMax ?? null,
    plan: await planForCurve(orm, plan, curveItem),
    read: curvePointsOf(lines, sequence, storedRun, component),
    checks: checkReadingsOf(lines, sequence, storedRun, component),
    readings: takenReadings.readings,
  };
}

/** Returns the components of the viewer's open records that have a curve, each once by method, hazard and page. */
async function componentsOf(
  { registry }: CrudContext,
  orm: Orm,
  call: Call<unknown>,
  storedRun: StoredRun,
  { lines }: RunReading,
): Promise<RunComponent[]> {
  const sheets = await openSheets(orm, registry, call, await methodsOfRun(orm, storedRun.id));
  const sheetByKey = new Map<string, OpenSheet>();
  for (const sheet of sheets) {
    const key = `${sheet.method} ${sheet.hazard} ${curvePartOf(sheet.layout)}`;
    if (!sheetByKey.has(key)) sheetByKey.set(key, sheet);
  }
  const sequence = await sequenceOf(orm, storedRun.id);
  const components: RunComponent[] = [];
  for (const sheet of sheetByKey.values()) {
    const component = await componentOf(orm, sheet, storedRun, lines, sequence);
    if (component) components.push({ sheet, ...component });
  }
  return components;
}

/** Checks of a run in a record. */
export interface SheetChecks extends RunCheckReadings {
  /** Ids of the field blanks and of the samples measured twice in the run. */
  readonly samples: Readonly<Record<'blank' | 'parallel', ReadonlySet<number>>>;
  readonly sheet: OpenSheet;
  readonly midpoints: RunCurvePoints['midpoints'];
  readonly readings: RunComponent['readings'];
}

/** Returns the checks of a run for each of these records. */
export async function runChecksOf(
  orm: Orm,
  storedRun: StoredRun,
  { lines }: RunReading,
  sheets: readonly OpenSheet[],
): Promise<SheetChecks[]> {
  const sequence = await sequenceOf(orm, storedRun.id);
  const hasCheck = ({ injectionKind, standardVolume, standard }: (typeof sequence)[number]) =>
    ['solvent', 'blank', 'parallel', 'spike'].includes(injectionKind) ||
    (injectionKind === 'midpoint' && standardVolume !== null) ||
    (injectionKind === 'control' && standard !== null);
  if (!sequence.some(hasCheck)) return [];
  const samplesOf = (kind: 'blank' | 'parallel') =>
    new Set(
      sequence.flatMap(({ injectionKind, sample }) => (injectionKind === kind && sample !== null ? [sample] : [])),
    );
  const samples = { blank: samplesOf('blank'), parallel: samplesOf('parallel') };
  const checks: SheetChecks[] = [];
  for (const sheet of sheets) {
    const component = await componentOf(orm, sheet, storedRun, lines, sequence);
    if (component)
      checks.push({
        sheet,
        samples,
        midpoints: component.read.midpoints,
        readings: component.readings,
        ...component.checks,
      });
  }
  return checks;
}

const headOf = ({ plan }: RunComponent) => ({ fit: plan.usualFit, subtractZero: false });

/** Judges mid-points by the curve of the same run. */
function driftOf({ plan, read, midpointMax }: RunComponent): RunCurve['midpoints'] {
  const { fit } = workOfPoints({ fit: plan.usualFit, subtractZero: false }, read.points, plan);
  return read.midpoints.map(({ name, theory, response }) => {
    const readResult = fit ? outcomeOfCalculation(() => readCurve(fit, response).content) : null;
    if (!readResult?.ok)
      return { name, theoreticalContent: theory, foundContent: null, deviation: null, passes: false };
    const check = outcomeOfCalculation(() => checkMidpoint(readResult.value, theory, midpointMax ?? midpointLimit));
    if (!check.ok)
      return {
        name,
        theoreticalContent: theory,
        foundContent: roundSignificant(withoutCalculationNoise(readResult.value), 4),
        deviation: null,
        passes: false,
      };
    const deviation = roundTo(withoutCalculationNoise(check.value.deviation), 1);
    return {
      name,
      theoreticalContent: theory,
      foundContent: roundSignificant(withoutCalculationNoise(readResult.value), 4),
      deviation,
      passes: check.value.passes,
    };
  });
}

/** Returns the curves that were created from a run, by method and hazard. */
async function madeOf(orm: Orm, runId: number): Promise<ReadonlyMap<string, NonNullable<RunCurve['createdCurve']>>> {
  const rows = await orm
    .select({
      id: labCurveTable.id,
      curveNo: labCurveTable.curveNo,
      version: labCurveTable.version,
      state: labCurveTable.state,
      method: labCurveTable.method,
      hazard: labCurveTable.hazard,
    })
    .from(labRunCurvesTable)
    .innerJoin(labCurveTable, eq(labCurveTable.id, labRunCurvesTable.targetId))
    .where(and(eq(labRunCurvesTable.ownerId, runId), isNull(labCurveTable.deleteTime)));
  return new Map(
    rows.map(({ id, curveNo, version, state, method, hazard }) => [
      `${method} ${hazard}`,
      { id, curveNo: curveNo ?? '', version, state: state ?? '' },
    ]),
  );
}

/** Returns the curve of every component of a run, fitted from its standards, with the drift at the mid-points. */
export async function curvesOfRun(
  context: CrudContext,
  orm: Orm,
  call: Call<unknown>,
  storedRun: StoredRun,
  reading: RunReading,
): Promise<RunCurve[]> {
  const curveByKey = await madeOf(orm, storedRun.id);
  return (await componentsOf(context, orm, call, storedRun, reading)).map((component): RunCurve => {
    const { sheet, plan, read, methodTitle } = component;
    const view = liveView({ ...headOf(component), conditions: null }, read.points, plan);
    const curveWork = workOfPoints(headOf(component), read.points, plan);
    return {
      method: sheet.method,
      methodTitle,
      hazard: sheet.hazard,
      hazardName: String(sheet.hazardName ?? ''),
      unit: plan.unit,
      points: read.points.map(({ x, y1, y2, y3 }) => ({
        x: x ?? '',
        responses: [y1, y2, y3].filter((response): response is string => typeof response === 'string'),
      })),
      r: storedCurve(curveWork).r,
      equation: view.equation || null,
      accepted: curveWork.accepted,
      findings: [
        ...read.problems,
        ...(read.points.length ? curveWork.findings.map(({ message }) => message) : [runTexts.noStandards]),
      ],
      midpoints: driftOf(component),
      createdCurve: curveByKey.get(`${sheet.method} ${sheet.hazard}`) ?? null,
    };
  });
}

/** Stores the points of a curve with their audit lines, and fits it. */
async function storePoints(
  { services }: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  curve: AnyRow,
  points: RunCurvePoints['points'],
): Promise<void> {
  const userId = call.viewer.user.id;
  const insertedPoints = await tx
    .insert(labCurvePointTable)
    .values(
      points.map(({ x, standardVolume = null, y1 = null, y2 = null, y3 = null }, index) => ({
        curve: curve.id,
        rowSort: (index + 1) * 10,
        x: x ?? '0',
        standardVolume,
        y1,
        y2,
        y3,
        excluded: false,
        organizationId: curve.organizationId,
        createBy: userId,
        updateBy: userId,
      })),
    )
    .returning();
  await recordAudit(
    tx,
    actorOf(call),
    insertedPoints.map((point) => ({
      action: 'add' as const,
      entity: labCurvePoint,
      entityId: point.id,
      title: point.x,
      organizationId: point.organizationId,
      after: { curve: curve.id, x: point.x, y1: point.y1, y2: point.y2, y3: point.y3 },
    })),
  );
  await refitCurve({ tx, call, services }, curve.id);
}

/**
 * Creates the draft of one component's curve from the standards of a run. A person checks it and submits it like any
 * other curve.
 * @throws Refusal 400 if the standards give no level; 404 for a component that the run does not have; 409 if the run
 * already has a curve of it
 */
export async function makeRunCurve(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  { id, method, hazard }: { readonly id: number; readonly method: number; readonly hazard: number },
  reading: RunReading,
): Promise<AnyRow> {
  const { services, registry } = context;
  const run = await visibleRun(tx, registry, call, id, 'update');
  await assertCurrentReading(tx, run, reading);
  const component = (await componentsOf(context, tx, call, run, reading)).find(
    ({ sheet }) => sheet.method === method && sheet.hazard === hazard,
  );
  if (!component) throw notFound();
  const existingCurve = (await madeOf(tx, run.id)).get(`${method} ${hazard}`);
  if (existingCurve) throw conflict(runTexts.curveHas(existingCurve.curveNo));
  const { sheet, plan, read } = component;
  if (read.points.length === 0) throw badRequest(read.problems[0] ?? runTexts.noStandards);
  const draft = {
    methodKind: sheet.methodKind,
    part: plan.part,
    method,
    hazard,
    instrument: run.instrument ?? sheet.instrument,
    instrumentReason: sheet.instrumentReason,
    conditions: sheet.conditions,
    standard: run.standard ?? sheet.standard,
    stockConcentration: run.stock?.slice(0, 100) ?? null,
    preparedOn: run.runDate,
    ...headOf(component),
    unit: plan.unit,
    remark: runTexts.curveFrom(run.runNo ?? '', run.stock ?? ''),
  };
  const operationContext = { services, registry, resource: registry.named('labCurve'), call };
  const curve = await insertRow(operationContext, tx, draft, { action: 'add' }, run.organizationId);
  await storePoints(context, tx, call, curve, read.points);
  await tx.insert(labRunCurvesTable).values({ ownerId: run.id, targetId: curve.id, position: curve.id });
  return curve;
}
