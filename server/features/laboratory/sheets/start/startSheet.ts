import { and, asc, eq, inArray } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { type MethodKey, testsIncoming } from '@contract/features/laboratory/methods/methodCatalogue';
import { labSheetTexts } from '@contract/features/laboratory/sheetTexts';
import { labTaskTexts } from '@contract/features/laboratory/tasks/taskTexts';
import { formatDay } from '@server/base/zone';
import type { CrudContext } from '@server/crud/crudContext';
import { insertRow } from '@server/crud/operations';
import type { Registry } from '@server/crud/resource';
import { undeletedRows, scopeOf, withIds } from '@server/crud/rowScope';
import { nextNumber } from '@server/crud/runningNumbers';
import type { Orm } from '@server/db/orm';
import { handOverTable, hazardTable, labMethodTable, labTaskTable, sampleTable } from '@server/db/schema';
import { methodItemOf } from '@server/features/library/methods/methodItems';
import { assertEditableStage } from '@server/features/projects/projectPart';
import { purposeOfTest } from '@server/features/stock/purposeFitness';
import { conflict, notFound } from '@server/http/errors';
import type { Call } from '@server/http/route';
import { recalculateSheet } from '../recalculate';
import { carriedHead } from './carriedHead';
import { insertTaskRows } from './insertTaskRows';
import { roomAirOf } from './roomAir';
import { assertAuthorised, curveFor, layoutFor } from './startChoices';
import { stagesAllowingStart, tasksFor } from './tasksFor';

interface StartBody {
  readonly tasks: readonly number[];
}

/**
 * Locks the one project of tasks. The order is always project, samples, tasks; a task never changes its project.
 * @throws Refusal 404; 409 if the tasks belong to several projects, or records can't start in the project's stage
 */
async function projectOfTasks(tx: Orm, registry: Registry, call: Call<unknown>, ids: readonly number[]) {
  const resource = registry.named('labTask');
  const [first, ...others] = await tx
    .selectDistinct({ project: labTaskTable.project })
    .from(labTaskTable)
    .where(and(withIds(resource, [...new Set(ids)]), undeletedRows(resource), scopeOf(resource, call.viewer)));
  if (!first) throw notFound(labTaskTexts.gone);
  if (others.length) throw conflict(labSheetTexts.mixedProjects);
  return assertEditableStage(tx, registry, call, first.project, await stagesAllowingStart(tx, ids));
}

function oneOf(rows: readonly AnyRow[], name: string, message: string): unknown {
  const values = new Set(rows.map((row) => row[name]));
  if (values.size > 1) throw conflict(message);
  return [...values][0];
}

/**
 * Returns the hazard, method and variant that all tasks share.
 * @throws Refusal 409 if they differ, no method is chosen, or all are blanks
 */
async function subjectOf(tx: Orm, tasks: readonly AnyRow[]) {
  const hazardId = Number(oneOf(tasks, 'hazard', labSheetTexts.mixedHazards));
  const methodId = oneOf(tasks, 'method', labSheetTexts.mixedMethods);
  const variant = String(oneOf(tasks, 'variant', labSheetTexts.mixedVariants));
  const [method] =
    typeof methodId === 'number' ? await tx.select().from(labMethodTable).where(eq(labMethodTable.id, methodId)) : [];
  if (!method) throw conflict(labSheetTexts.noMethod, 'noMethod');
  if (!tasks.some(({ sampleKind }) => sampleKind !== 'blank')) throw conflict(labSheetTexts.blanksAlone);
  const [hazardRow] = await tx
    .select({ name: hazardTable.name, category: hazardTable.category })
    .from(hazardTable)
    .where(eq(hazardTable.id, hazardId));
  const hazard = { id: hazardId, name: hazardRow?.name ?? '', category: hazardRow?.category ?? null };
  return { hazard, method, kind: method.methodKind as MethodKey, variant };
}

/** Returns when the first of the samples was received or checked; null if they were measured on site. */
async function receivedAt(tx: Orm, tasks: readonly AnyRow[]): Promise<Date | null> {
  const [received] = await tx
    .select({ day: handOverTable.receivedAt, checkedAt: sampleTable.checkedAt })
    .from(sampleTable)
    .leftJoin(handOverTable, eq(handOverTable.id, sampleTable.handOver))
    .where(
      inArray(
        sampleTable.id,
        tasks.map(({ sample }) => Number(sample)),
      ),
    )
    .orderBy(asc(sampleTable.checkedAt))
    .limit(1);
  return received?.day ?? received?.checkedAt ?? null;
}

type ProjectOfTasks = Awaited<ReturnType<typeof projectOfTasks>>;
type SheetSubject = Awaited<ReturnType<typeof subjectOf>> & { readonly layout: string };

/** Returns the draft of a new record, and the values that only the server sets. */
async function newSheet(
  { services }: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  project: ProjectOfTasks,
  { hazard, method, kind, variant, layout }: SheetSubject,
  tasks: readonly AnyRow[],
) {
  const { organizationId } = project;
  const { zone } = services.env;
  const [analyst, today] = [call.viewer.user.id, formatDay(services.now(), zone)];
  const methodItem = await methodItemOf(tx, { method: method.id, hazard: hazard.id, organizationId });
  const received = await receivedAt(tx, tasks);
  const sheetNo = await nextNumber(tx, Number(organizationId), 'record', {
    day: today,
    type: String(project.type),
    project: String(project.code),
  });
  const sheetKey = { organizationId, method: method.id, hazard: hazard.id, layout, variant, analyst };
  const carriedValues = await carriedHead(tx, sheetKey, await purposeOfTest(tx, kind, hazard.id), today);
  const { carriedFrom, ...head } = carriedValues ?? { carriedFrom: null };
  const fixedValues = {
    sheetNo,
    methodKind: kind,
    variant,
    layout,
    hazardName: hazard.name,
    analyst,
    receivedOn: received && formatDay(received, zone),
    state: 'drafting',
    complete: false,
    carriedFrom,
  };
  const draft = {
    project: project.id,
    method: method.id,
    hazard: hazard.id,
    testDate: today,
    ...head,
    lod: methodItem?.lod ?? null,
    lodUnit: methodItem?.lodUnit ?? null,
    loq: methodItem?.loq ?? null,
    publishedMinimum: methodItem?.minConc ?? null,
    ...(await roomAirOf(
      tx,
      { organizationId, instrument: carriedValues?.instrument ?? null, from: today, until: null },
      zone,
    )),
    curve: await curveFor(tx, { kind, method: method.id, hazard: hazard.id, layout }, today),
    incomingUnit: variant === 'incoming' ? 'μg/样品' : null,
  };
  return { fixed: fixedValues, draft };
}

/** Returns the resource with values that only the server sets on a new row. Only a policy writes readonly fields. */
function withFixed(registry: Registry, fixedValues: Readonly<Record<string, unknown>>) {
  const resource = registry.named('labSheet');
  return {
    ...resource,
    policy: { ...resource.policy, beforeSave: async () => fixedValues, afterSave: async () => undefined },
  };
}

/**
 * Starts a record of these tasks. The caller includes the blanks of the samples' batches.
 * @throws Refusal 404, 409; UnauthorisedAct if the person may not use the method today
 */
export async function startSheet(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  { tasks: ids }: StartBody,
): Promise<AnyRow> {
  const { services, registry } = context;
  const project = await projectOfTasks(tx, registry, call, ids);
  const { organizationId } = project;
  const tasks = await tasksFor(context, tx, call, ids);
  const subject = await subjectOf(tx, tasks);
  const { hazard, method, kind, variant } = subject;
  const today = formatDay(services.now(), services.env.zone);
  await assertAuthorised(tx, call.viewer, method, today, { organizationId, project: project.id });
  // The method of a task may have been changed since the sample was received.
  if (variant === 'incoming' && !testsIncoming(kind))
    throw conflict(labSheetTexts.notForIncoming(method.title), 'notForIncoming');
  const layout = layoutFor(kind, method.resultRoute, hazard);
  const { fixed, draft } = await newSheet(context, tx, call, project, { ...subject, layout }, tasks);
  const sheet = await insertRow(
    { services, registry, resource: withFixed(registry, fixed), call },
    tx,
    draft,
    { action: 'add' },
    organizationId,
  );
  const started = { organizationId, method: method.id, hazard: hazard.id, methodKind: kind, layout, variant };
  await insertTaskRows(context, tx, call, { id: sheet.id, ...started }, tasks);
  await recalculateSheet(tx, sheet.id, null);
  return sheet;
}
