import { and, asc, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { isConstantFlow } from '@contract/features/equipment/equipmentRules';
import { measuredFaults, measuredOf } from '@contract/features/fieldwork/samples/measuredReadings';
import { nearestWeather } from '@contract/features/fieldwork/samples/nearestWeather';
import { sampleMachine } from '@contract/features/fieldwork/samples/sampleMachine';
import {
  requiresDurationCheck,
  type Readings,
  sampleReadings,
} from '@contract/features/fieldwork/samples/sampleReadings';
import { siteTexts } from '@contract/features/fieldwork/samples/siteTexts';
import type { PhysicalForm } from '@contract/features/laboratory/methods/physical/physicalForm';
import type { FieldError } from '@contract/schema';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import { formatDay, formatMoment, parseMoment } from '@server/base/zone';
import { type OperationContext, findVisibleRows } from '@server/crud/operations';
import { changeEvents, columnsOf, saveJoins } from '@server/crud/storedValues';
import type { Orm } from '@server/db/orm';
import { equipmentTable, sampleTable, siteWeatherTable } from '@server/db/schema';
import { assertDuty, categoriesOfHazards } from '@server/features/laboratory/authorisation/dutyAuthorisation';
import {
  followMeasured,
  measuredAtPlace,
  receiveMeasuredSamples,
} from '@server/features/laboratory/sheets/measuredAtPlace';
import { storageLimitAfterChange } from '@server/features/laboratory/tasks/storageLimit';
import { conflict, invalid, Refusal } from '@server/http/errors';
import { moveRows } from '@server/workflow/moveRows';
import { rulesOfSamples } from './sampleRules';
import { instrumentFaults } from './simultaneousSamples';

type StoredTexts = Readonly<Record<string, string>> | null;

/** States in which a sample measured on site may be corrected, as long as its record is not signed. */
const measuredStates: readonly string[] = ['planned', 'collected', 'received', 'distributed', 'testing'];

const textOrNull = (value: unknown): string | null => (value === null || value === undefined ? null : String(value));

const readingsOf = (row: Readonly<Record<string, unknown>>): Readings => ({
  sampleKind: String(row.sampleKind),
  plannedFlow: textOrNull(row.plannedFlow),
  startTime: textOrNull(row.startTime),
  endTime: textOrNull(row.endTime),
  flowBefore: textOrNull(row.flowBefore),
  flowAfter: textOrNull(row.flowAfter),
  temperature: textOrNull(row.temperature),
  pressure: textOrNull(row.pressure),
  flowSet: textOrNull(row.flowSet),
});

/**
 * Returns the readings with the data on which their rules depend: the day, the sampler, and the maximum sampling time
 * by the limits of the hazards.
 * @param before stored sample; unchanged times are not judged again
 */
export async function readingsWithRules(
  { services }: OperationContext,
  tx: Orm,
  before: AnyRow,
  row: Readonly<Record<string, unknown>>,
  sampledOn: string | null,
): Promise<Readings> {
  const toolTable = equipmentTable;
  const [instrument] = row.equipment
    ? await tx
        .select({ flowControl: toolTable.flowControl })
        .from(toolTable)
        .where(eq(toolTable.id, Number(row.equipment)))
    : [];
  const readings: Readings = { ...readingsOf(row), sampledOn, constantFlow: isConstantFlow(instrument?.flowControl) };
  if (!requiresDurationCheck(before, row)) return readings;
  return {
    ...readings,
    rules: (await rulesOfSamples(tx, { ids: [before.id] }, formatDay(services.now(), services.env.zone))).get(
      before.id,
    ),
  };
}

async function weatherOf(tx: Orm, dayId: number, zone: string) {
  const rows = await tx
    .select({
      id: siteWeatherTable.id,
      measuredAt: siteWeatherTable.measuredAt,
      temperature: siteWeatherTable.temperature,
      pressure: siteWeatherTable.pressure,
    })
    .from(siteWeatherTable)
    .where(and(eq(siteWeatherTable.samplingDay, dayId), isNull(siteWeatherTable.deleteTime)));
  return rows.map((row) => ({ ...row, measuredAt: formatMoment(row.measuredAt, zone) }));
}

/**
 * Returns the samples of the site whose air data were copied from a reading before its correction: they have its
 * values, and it was the nearest reading. Their V0 depends on it.
 * @param before reading before the correction
 */
export async function samplesBy({ services }: OperationContext, tx: Orm, before: AnyRow): Promise<number[]> {
  const sample = sampleTable;
  const { zone } = services.env;
  const day = Number(before.samplingDay);
  const [now, sampleTimes] = [
    (await weatherOf(tx, day, zone)).filter(({ id }) => id !== before.id),
    await tx
      .select({ id: sample.id, startTime: sample.startTime, endTime: sample.endTime })
      .from(sample)
      .where(
        and(
          eq(sample.samplingDay, day),
          eq(sample.sampleKind, 'sample'),
          inArray(sample.state, ['planned', 'collected']),
          isNotNull(sample.startTime),
          isNull(sample.deleteTime),
          eq(sample.temperature, String(before.temperature)),
          eq(sample.pressure, String(before.pressure)),
        ),
      )
      .orderBy(asc(sample.id))
      .for('update'),
  ];
  const readings = [
    ...now,
    {
      id: before.id,
      measuredAt: String(before.measuredAt),
      temperature: String(before.temperature),
      pressure: String(before.pressure),
    },
  ];
  return sampleTimes.flatMap(({ id, startTime, endTime }) =>
    startTime &&
    nearestWeather(readings, formatMoment(startTime, zone), endTime && formatMoment(endTime, zone))?.id === before.id
      ? [id]
      : [],
  );
}

/** Returns air data for a sample without typed ones, from the nearest reading of the day. */
export async function nearestAirData(
  { services }: OperationContext,
  tx: Orm,
  row: Readonly<Record<string, unknown>>,
): Promise<{ temperature?: unknown; pressure?: unknown }> {
  if (!row.startTime || !row.samplingDay || (row.temperature && row.pressure) || row.sampleKind === 'blank') return {};
  const weather = nearestWeather(
    await weatherOf(tx, Number(row.samplingDay), services.env.zone),
    String(row.startTime),
    textOrNull(row.endTime),
  );
  return weather
    ? { temperature: row.temperature ?? weather.temperature, pressure: row.pressure ?? weather.pressure }
    : {};
}

/** Tolerance for phones whose clock is ahead, ms. */
const clockToleranceMs = 10 * 60_000;

/** Returns whether a start belongs to a sampling day; a night shift continues into the next day. */
export function isOnDay(startedOn: string, sampledOn: string): boolean {
  const next = new Date(Date.parse(`${sampledOn}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
  return startedOn === sampledOn || startedOn === next;
}

/** Returns faults that depend on more than the readings: on the sampling day and the current time. */
export function timeFaults(
  { services }: OperationContext,
  row: Readonly<Record<string, unknown>>,
  sampledOn: string | null,
): FieldError[] {
  const { zone } = services.env;
  const latest = services.now().getTime() + clockToleranceMs;
  const faults: FieldError[] = [];
  for (const field of ['startTime', 'endTime'] as const) {
    const value = textOrNull(row[field]);
    if (value && parseMoment(value, zone).getTime() > latest) faults.push({ field, message: siteTexts.inFuture });
  }
  const start = textOrNull(row.startTime);
  if (start && sampledOn && !isOnDay(start.slice(0, 10), sampledOn))
    faults.push({ field: 'startTime', message: siteTexts.notOnDay(sampledOn) });
  return faults;
}

/** A sample that is written: as stored, as it will be, and the form of its measurement on site. */
interface WrittenSample {
  readonly before: AnyRow;
  /** Stored values with the changes and the air data. */
  readonly merged: Readonly<Record<string, unknown>>;
  /** Undefined for a sample that is tested in the laboratory; null where a measurement on site has no form. */
  readonly form: PhysicalForm | null | undefined;
  readonly sampledOn: string | null;
}

function assertRecordable(before: AnyRow, form: WrittenSample['form']): void {
  const state = String(before.state);
  const writableStates = form === undefined ? ['planned', 'collected'] : measuredStates;
  if (!writableStates.includes(state))
    throw conflict(
      siteTexts.notRecordable(
        String(before.sampleNo),
        sampleMachine.states[state as keyof typeof sampleMachine.states]?.label ?? state,
      ),
      'wrongState',
    );
}

/**
 * Refuses readings with faults.
 * @throws Refusal 400 `flowDeviation` with the reason for voiding the sample; 400 `invalid` with the fields
 */
async function assertNoFaults(
  context: OperationContext,
  tx: Orm,
  { before, merged, form, sampledOn }: WrittenSample,
  result: ReturnType<typeof sampleReadings>,
): Promise<void> {
  const { fields } = context.resource.entity;
  const faults = [
    ...result.faults,
    ...timeFaults(context, merged, sampledOn),
    ...(await instrumentFaults(context, tx, before, merged)),
    ...(form ? measuredFaults(form, merged.measured as StoredTexts) : []),
  ];
  if (before.state !== 'planned')
    for (const name of result.missing)
      faults.push({ field: name, message: siteTexts.keepFilled(fields[name]?.label ?? name) });
  if (!faults.length) return;
  if (result.voidReason)
    throw new Refusal(400, 'flowDeviation', faults[0]?.message ?? '', {
      errors: faults,
      current: { ...before, stateReason: result.voidReason },
    });
  throw invalid(faults);
}

/** Stores the values of a sample with the moment of their entry, and returns the row that is then stored. */
async function writeValues(
  context: OperationContext,
  tx: Orm,
  { before, merged }: WrittenSample,
  values: Readonly<Record<string, unknown>>,
): Promise<AnyRow> {
  const { services, resource, call } = context;
  const { zone } = services.env;
  const now = services.now();
  const end = textOrNull(merged.endTime) ?? textOrNull(merged.startTime);
  // The sample was recorded on a later day than observed (QUALITY §1, 2).
  const isLateEntry = end !== null && formatMoment(now, zone).slice(0, 10) > end.slice(0, 10);
  await tx
    .update(sampleTable)
    .set({
      ...columnsOf(resource, values, zone),
      recordedAt: now,
      lateEntry: Boolean(before.lateEntry) || isLateEntry,
      version: before.version + 1,
      updateBy: call.viewer.user.id,
      updateTime: now,
    } as never)
    .where(eq(sampleTable.id, before.id));
  await saveJoins(tx, resource, before.id, values);
  const after = await readSampleAgain(context, tx, before.id);
  await recordAudit(tx, actorOf(call), changeEvents(resource, 'edit', before, after, after));
  return after;
}

/** Moves a planned sample with complete readings to 已采样. A sample measured on site is received at once. */
async function collectSample(
  { services, registry, resource, call }: OperationContext,
  tx: Orm,
  after: AnyRow,
  { before, form, sampledOn }: WrittenSample,
): Promise<void> {
  await assertDuty(tx, call.viewer, {
    duty: 'sampling',
    organizationId: before.organizationId,
    day: sampledOn ?? formatDay(services.now(), services.env.zone),
    categories: await categoriesOfHazards(tx, before.hazard ? [Number(before.hazard)] : []),
  });
  await moveRows(services, tx, call, { machine: sampleMachine, resource, stateField: 'state' }, [after], 'collect');
  if (form !== undefined) await receiveMeasuredSamples({ services, registry }, tx, call, [before.id]);
}

/**
 * Writes readings to a locked sample: fills in missing air data from the nearest reading of the day, calculates the
 * derived values with `sampleReadings`, and marks a complete sample as collected.
 * @throws Refusal 400 `invalid` with the fields; 400 `flowDeviation` with the reason for voiding the sample; 409
 * where the sample is in a later state
 */
export async function storeReadings(
  context: OperationContext,
  tx: Orm,
  before: AnyRow,
  changes: Readonly<Record<string, unknown>>,
  sampledOn: string | null,
): Promise<AnyRow> {
  const { services, registry, call } = context;
  const form = (await measuredAtPlace(tx, { ids: [before.id] })).get(before.id);
  assertRecordable(before, form);
  const air = await nearestAirData(context, tx, { ...before, ...changes });
  const sample: WrittenSample = { before, merged: { ...before, ...changes, ...air }, form, sampledOn };
  const readingsResult = sampleReadings(await readingsWithRules(context, tx, before, sample.merged, sampledOn));
  await assertNoFaults(context, tx, sample, readingsResult);
  const hasMeasured = form && Object.hasOwn(changes, 'measured');
  const after = await writeValues(context, tx, sample, {
    ...changes,
    ...(hasMeasured ? { measured: measuredOf(form, sample.merged.measured as StoredTexts) } : {}),
    ...air,
    ...readingsResult.derived,
    // A sample that was returned from a sheet already has its last day of storage.
    ...(await storageLimitAfterChange(tx, before, sample.merged, sampledOn)),
  });
  const isPlanned = before.state === 'planned';
  if (form && !isPlanned)
    await followMeasured(
      { services, registry },
      tx,
      call,
      before.id,
      (before.measured as StoredTexts) ?? {},
      (after.measured as StoredTexts) ?? {},
    );
  if (!isPlanned || !readingsResult.complete) return after;
  await collectSample(context, tx, after, sample);
  return readSampleAgain(context, tx, before.id);
}

/** Reads a sample again after a write, in API form. */
export async function readSampleAgain(context: OperationContext, tx: Orm, id: number): Promise<AnyRow> {
  const [row] = await findVisibleRows(context, tx, [id], false);
  if (!row) throw new Error(`sample ${id} was not found in the transaction that stored it`);
  return row;
}
