import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { labSheetRow } from '@contract/features/laboratory/entities/labSheetRow';
import type { PhysicalForm } from '@contract/features/laboratory/methods/physical/physicalForm';
import { formFor, isMeasuredAtPlace } from '@contract/features/laboratory/methods/physical/physicalForms';
import { recalculationTexts } from '@contract/features/laboratory/sheetTexts';
import { actorOf, type AuditEvent, recordAudit } from '@server/audit/auditTrail';
import { formatDay } from '@server/base/zone';
import type { CrudContext } from '@server/crud/crudContext';
import type { Orm } from '@server/db/orm';
import {
  hazardTable,
  labMethodTable,
  labSheetRowTable,
  labSheetTable,
  labTaskTable,
  sampleSiteHazardTable,
  sampleTable,
} from '@server/db/schema';
import type { Call } from '@server/http/route';
import { lockRows, moveRows } from '@server/workflow/moveRows';
import { authorisationProblem } from '../authorisation/authorisedAnalysts';
import { ensureTasks } from '../tasks/ensureTasks';
import { lockTasks, movedSample, movedTask } from '../tasks/movedTask';
import { moveSamplesToTaskState } from '../tasks/sampleStates';
import { recalculationCause, recalculateSamples } from './recalculate';

// Samples measured on site are not handed over; their record can begin once the measurement is done.

type MeasuredTexts = Readonly<Record<string, string>>;

interface SampleRow {
  readonly id: number;
  readonly name: string;
  readonly category: string | null;
  readonly kind: string | null;
}

/** Returns which of these samples are measured on site, with their form if they have one. */
export async function measuredAtPlace(
  orm: Orm,
  selection: { readonly ids: readonly number[] } | { readonly project: number },
): Promise<ReadonlyMap<number, PhysicalForm | null>> {
  const selectionCondition =
    'ids' in selection ? inArray(sampleTable.id, [...selection.ids]) : eq(sampleTable.project, selection.project);
  if ('ids' in selection && selection.ids.length === 0) return new Map();
  // The inferred type of the joins is less exact than the type of the columns.
  const rows: readonly SampleRow[] = await orm
    .select({
      id: sampleTable.id,
      name: hazardTable.name,
      category: hazardTable.category,
      kind: labMethodTable.methodKind,
    })
    .from(sampleTable)
    .innerJoin(hazardTable, eq(hazardTable.id, sampleTable.hazard))
    .leftJoin(sampleSiteHazardTable, eq(sampleSiteHazardTable.id, sampleTable.sampleSiteHazardId))
    .leftJoin(
      labMethodTable,
      eq(labMethodTable.id, sql`coalesce(${sampleTable.method}, ${sampleSiteHazardTable.method})`),
    )
    .where(and(selectionCondition, eq(sampleTable.sampleKind, 'sample'), isNull(sampleTable.deleteTime)));
  return new Map(
    rows
      .filter(({ kind, ...hazard }) => isMeasuredAtPlace(kind, hazard))
      .map(({ id, kind, ...hazard }) => [id, formFor(kind, hazard) ?? null]),
  );
}

/**
 * Assigns the tasks of measured samples to the person who measured them, if that person may test by the method. Other
 * tasks wait for the sample keeper.
 */
async function giveToMeasurer(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  taskIds: readonly number[],
): Promise<void> {
  const { services, registry } = context;
  const day = formatDay(services.now(), services.env.zone);
  const personId = call.viewer.user.id;
  const openTasks = await tx
    .select({ id: labTaskTable.id, method: labTaskTable.method, organizationId: labTaskTable.organizationId })
    .from(labTaskTable)
    .where(inArray(labTaskTable.id, [...taskIds]));
  const testableIds: number[] = [];
  for (const { id, method, organizationId } of openTasks)
    if (
      method !== null &&
      (await authorisationProblem(tx, { organizationId, person: personId, method, days: [day] })) === null
    )
      testableIds.push(id);
  if (!testableIds.length) return;
  const { tasks } = await lockTasks(context, tx, call, testableIds);
  await moveRows(services, tx, call, movedTask(registry), tasks, 'distribute', {
    changes: { analyst: personId, distributedBy: personId, distributedAt: services.now(), stateReason: null },
  });
  await moveSamplesToTaskState(context, tx, call, testableIds);
}

/**
 * Receives measured samples in the laboratory without a circulation sheet. The caller has locked their project and
 * samples.
 */
export async function receiveMeasuredSamples(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  sampleIds: readonly number[],
): Promise<void> {
  if (!sampleIds.length) return;
  const movedResource = movedSample(context.registry);
  await moveRows(
    context.services,
    tx,
    call,
    movedResource,
    await lockRows(movedResource, tx, call, [...sampleIds]),
    'measure',
  );
  await giveToMeasurer(context, tx, call, await ensureTasks(context.services, tx, call, sampleIds));
}

/**
 * Receives samples that were measured and taken before the reception became automatic, and are on no circulation
 * sheet.
 */
export async function receiveEarlierMeasurements(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  projectId: number,
): Promise<void> {
  const remainingSamples = await tx
    .select({ id: sampleTable.id })
    .from(sampleTable)
    .where(
      and(
        eq(sampleTable.project, projectId),
        eq(sampleTable.state, 'collected'),
        isNull(sampleTable.handOver),
        isNull(sampleTable.deleteTime),
      ),
    );
  const measuredById = await measuredAtPlace(tx, { ids: remainingSamples.map(({ id }) => id) });
  await receiveMeasuredSamples(context, tx, call, [...measuredById.keys()]);
}

const changedKeys = (previousMeasuredTexts: MeasuredTexts, after: MeasuredTexts): string[] =>
  [...new Set([...Object.keys(previousMeasuredTexts), ...Object.keys(after)])].filter(
    (key) => previousMeasuredTexts[key] !== after[key],
  );

/** Loads the rows of a sample on draft records. */
async function draftRowsOf(tx: Orm, sampleId: number) {
  const [row, sheet] = [labSheetRowTable, labSheetTable];
  return tx
    .select({
      id: row.id,
      sampleNo: row.sampleNo,
      organizationId: row.organizationId,
      readings: row.readings,
      version: row.version,
    })
    .from(row)
    .innerJoin(sheet, eq(sheet.id, row.sheet))
    .where(
      and(
        eq(row.sample, sampleId),
        eq(row.rowKind, 'sample'),
        eq(sheet.state, 'drafting'),
        isNull(row.deleteTime),
        isNull(sheet.deleteTime),
      ),
    );
}

/**
 * Copies changes made on site into the rows of the sample on draft records; other typed values stay.
 * @throws Refusal 409 if the record is signed already
 */
export async function followMeasured(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  sampleId: number,
  previousMeasuredTexts: MeasuredTexts,
  after: MeasuredTexts,
): Promise<void> {
  const keys = changedKeys(previousMeasuredTexts, after);
  if (!keys.length) return;
  const rows = await draftRowsOf(tx, sampleId);
  const auditEvents: AuditEvent[] = [];
  for (const sheetRow of rows) {
    const previousReadings = sheetRow.readings ?? {};
    const readings = Object.fromEntries(
      Object.entries({ ...previousReadings, ...Object.fromEntries(keys.map((key) => [key, after[key] ?? ''])) }).filter(
        ([, value]) => value !== '',
      ),
    );
    await tx
      .update(labSheetRowTable)
      .set({
        readings,
        version: sheetRow.version + 1,
        updateBy: call.viewer.user.id,
        updateTime: context.services.now(),
      })
      .where(eq(labSheetRowTable.id, sheetRow.id));
    const pickKeys = (from: MeasuredTexts) => Object.fromEntries(keys.map((key) => [key, from[key] ?? null]));
    auditEvents.push({
      action: 'edit',
      entity: labSheetRow,
      entityId: sheetRow.id,
      title: sheetRow.sampleNo,
      organizationId: sheetRow.organizationId,
      before: pickKeys(previousReadings),
      after: pickKeys(readings),
    });
  }
  await recordAudit(tx, actorOf(call), auditEvents);
  await recalculateSamples(tx, [sampleId], recalculationCause(call, recalculationTexts.sampling));
}
