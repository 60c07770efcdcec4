import { and, asc, desc, eq, gte, inArray, isNull, lte, or } from 'drizzle-orm';
import { fixedDictionaries } from '@contract/dictionaries';
import type { AnyRow } from '@contract/entity';
import { isRespirable } from '@contract/features/fieldwork/plan/planFacts';
import { curvePartOf } from '@contract/features/laboratory/curves/curvePlan';
import { type MethodKey, testsIncoming } from '@contract/features/laboratory/methods/catalogue';
import { formFor, formOfLayout } from '@contract/features/laboratory/methods/physical/physicalForms';
import { startReadings } from '@contract/features/laboratory/methods/physical/startReadings';
import { methodSheets } from '@contract/features/laboratory/methods/sheets/registry';
import { layoutOf, readingsOfLayout } from '@contract/features/laboratory/methods/sheets/sheet';
import { readingKeys } from '@contract/features/laboratory/sheets/rowEntity';
import {
  labSheetTexts,
  recalculationTexts,
  whileMeasuring,
  whileTesting,
} from '@contract/features/laboratory/sheetTexts';
import { labTaskTexts } from '@contract/features/laboratory/tasks/taskTexts';
import { nonconformityTexts } from '@contract/features/nonconformities/nonconformityTexts';
import type { OpenWhile } from '@contract/features/projects/openWhile';
import { formatDay } from '@server/base/zone';
import type { Context } from '@server/crud/context';
import { nextNumber } from '@server/crud/numbering';
import { insertRow } from '@server/crud/operations';
import type { Registry } from '@server/crud/resource';
import { living, scopeOf, withIds } from '@server/crud/scope';
import type { Orm } from '@server/db/orm';
import {
  handOverTable,
  hazardTable,
  labCurveTable,
  labMethodTable,
  labSheetRowTable,
  labSheetTable,
  labTaskTable,
  methodAuthorisationTable,
  sampleTable,
  userTable,
} from '@server/db/schema';
import { methodItemOf } from '@server/features/library/methods/methodItems';
import { UnauthorisedAct } from '@server/features/nonconformities/filing';
import { assertOpenWhile } from '@server/features/projects/projectPart';
import { purposeFor } from '@server/features/stock/lotFitness';
import { conflict, notFound } from '@server/http/errors';
import type { Call } from '@server/http/route';
import type { Viewer } from '@server/http/viewer';
import { moveRows } from '@server/workflow/move';
import { lockTasks, movedTask } from '../tasks/movedTask';
import { followTasks } from '../tasks/sampleStates';
import { measuredAtPlace } from './atPlace';
import { carriedHead } from './carriedHead';
import { openSheet, type StoredSheet } from './openSheet';
import { causedBy, recalculate } from './recalculate';
import { startingEfficiencies } from './sheetEfficiencies';
import { auditAddedRows } from './sheetRows';

const taskLabels: ReadonlyMap<string, string> = new Map(
  fixedDictionaries.labTaskState.map(({ value, label }) => [value, label]),
);

/**
 * Returns the tasks that may go on a record of one person: those distributed to them. The caller has locked their
 * project.
 * @throws Refusal 404, 409
 */
async function tasksFor(context: Context, tx: Orm, call: Call<unknown>, ids: readonly number[]): Promise<AnyRow[]> {
  const { tasks: rows } = await lockTasks(context, tx, call, ids);
  for (const row of rows) {
    const no = String(row.sampleNo);
    if (row.state === 'testing' || row.state === 'completed') {
      const [sheet] = await tx
        .select({ no: labSheetTable.sheetNo })
        .from(labSheetTable)
        .where(eq(labSheetTable.id, Number(row.sheet)));
      throw conflict(labSheetTexts.onSheet(no, String(row.hazardName), String(sheet?.no ?? '')), 'onSheet');
    }
    if (row.state !== 'distributed')
      throw conflict(labSheetTexts.notDistributed(no, taskLabels.get(String(row.state)) ?? ''), 'notDistributed');
    if (row.analyst !== call.viewer.user.id) {
      const [analyst] = await tx
        .select({ name: userTable.nickName })
        .from(userTable)
        .where(eq(userTable.id, Number(row.analyst)));
      throw conflict(labSheetTexts.notYours(no, analyst?.name ?? ''), 'notYours');
    }
  }
  return rows;
}

const oneOf = (rows: readonly AnyRow[], name: string, message: string): unknown => {
  const values = new Set(rows.map((row) => row[name]));
  if (values.size > 1) throw conflict(message);
  return [...values][0];
};

/** Requires an authorisation for the method on a day (ISO/IEC 17025 6.2.6). */
async function assertAuthorised(
  tx: Orm,
  { user }: Viewer,
  method: { readonly id: number; readonly title: string },
  day: string,
  owner: { readonly organizationId: number | null; readonly project: number },
): Promise<void> {
  const table = methodAuthorisationTable;
  const [found] = await tx
    .select({ id: table.id })
    .from(table)
    .where(
      and(
        eq(table.person, user.id),
        eq(table.method, method.id),
        lte(table.validFrom, day),
        gte(table.validUntil, day),
        isNull(table.deleteTime),
      ),
    )
    .limit(1);
  if (!found)
    throw new UnauthorisedAct(labSheetTexts.unauthorised(method.title), {
      ...owner,
      description: nonconformityTexts.unauthorised(day, user.nickName, nonconformityTexts.acts.start, method.title),
    });
}

/**
 * Returns the layout of a method by its result route; phosphorus trichloride and factors with a form have their own.
 */
function layoutFor(
  kind: MethodKey,
  route: string | null,
  hazard: { readonly name: string; readonly category: string | null },
): string {
  const layouts: readonly { readonly key: string }[] = methodSheets[kind].layouts;
  const wanted =
    kind === 'spectrophotometry' && /三氯化磷/.test(hazard.name) ? 'pcl3' : (formFor(kind, hazard)?.key ?? route);
  return (layouts.find(({ key }) => key === wanted) ?? layouts[0])?.key ?? 'main';
}

/** Returns the newest approved curve of the method, hazard and layout that is valid on the day. */
async function curveFor(tx: Orm, method: number, hazard: number, layout: string, day: string): Promise<number | null> {
  const table = labCurveTable;
  const [found] = await tx
    .select({ id: table.id })
    .from(table)
    .where(
      and(
        eq(table.method, method),
        eq(table.hazard, hazard),
        eq(table.part, curvePartOf(layout)),
        eq(table.state, 'approved'),
        lte(table.preparedOn, day),
        or(isNull(table.validUntil), gte(table.validUntil, day)),
        isNull(table.deleteTime),
      ),
    )
    .orderBy(desc(table.preparedOn), desc(table.id))
    .limit(1);
  return found?.id ?? null;
}

/** Returns which dust a method collects, by its standard or its title. */
const dustOf = (method: { readonly standardNo: string; readonly title: string }): string | null =>
  isRespirable(method)
    ? 'respirable'
    : /192\.1(?!\d)/.test(method.standardNo) || /总粉尘|总尘/.test(method.title)
      ? 'total'
      : null;

const initialReadings = (
  kind: MethodKey,
  layout: string,
  method: { readonly standardNo: string; readonly title: string },
): Record<string, string> => {
  const dust = kind === 'dust' ? dustOf(method) : null;
  const readings: Readonly<Record<string, { readonly initial?: string | number | boolean }>> = readingsOfLayout(
    methodSheets[kind],
    layoutOf(methodSheets[kind], layout),
  );
  return {
    ...Object.fromEntries(
      readingKeys(kind, layout).flatMap((key) =>
        readings[key]?.initial === undefined ? [] : [[key, String(readings[key].initial)]],
      ),
    ),
    ...(dust ? { dustType: dust } : {}),
  };
};

type StartedSheet = Pick<
  StoredSheet,
  'id' | 'organizationId' | 'method' | 'hazard' | 'methodKind' | 'layout' | 'variant'
>;

/**
 * Puts tasks on a record: a row each, samples before blanks in the order of their numbers. The tasks and their samples
 * move to 检测中.
 */
async function putOn(
  context: Context,
  tx: Orm,
  call: Call<unknown>,
  sheet: StartedSheet,
  tasks: readonly AnyRow[],
): Promise<void> {
  const { services, registry } = context;
  const samples = new Map(
    (
      await tx
        .select({
          id: sampleTable.id,
          kind: sampleTable.sampleKind,
          mode: sampleTable.mode,
          measured: sampleTable.measured,
        })
        .from(sampleTable)
        .where(
          inArray(
            sampleTable.id,
            tasks.map(({ sample }) => Number(sample)),
          ),
        )
    ).map((one) => [one.id, one]),
  );
  const [method] = await tx
    .select({ standardNo: labMethodTable.standardNo, title: labMethodTable.title })
    .from(labMethodTable)
    .where(eq(labMethodTable.id, sheet.method));
  const readings = initialReadings(
    sheet.methodKind as MethodKey,
    sheet.layout ?? 'main',
    method ?? { standardNo: '', title: '' },
  );
  const isBlank = (task: AnyRow) => samples.get(Number(task.sample))?.kind === 'blank';
  const form = formOfLayout(sheet.layout);
  const efficiencies = await startingEfficiencies(
    tx,
    sheet,
    [...samples.values()].filter(({ kind }) => kind !== 'blank').map(({ id }) => id),
  );
  const begun = (sample: number) => ({
    ...readings,
    ...(efficiencies.has(sample) ? { efficiency: efficiencies.get(sample) ?? '' } : {}),
  });
  const readingsOf = (sample: number): Record<string, string> =>
    form
      ? startReadings(form, samples.get(sample)?.mode ?? null, samples.get(sample)?.measured ?? null)
      : begun(sample);
  const ordered = [...tasks].sort(
    (a, b) =>
      Number(isBlank(a)) - Number(isBlank(b)) ||
      String(a.sampleNo).localeCompare(String(b.sampleNo), 'en', { numeric: true }),
  );
  const known = await tx
    .select({ sort: labSheetRowTable.rowSort })
    .from(labSheetRowTable)
    .where(and(eq(labSheetRowTable.sheet, sheet.id), isNull(labSheetRowTable.deleteTime)));
  const last = Math.max(0, ...known.map(({ sort }) => sort ?? 0));
  const userId = call.viewer.user.id;
  const given =
    sheet.variant === 'incoming'
      ? new Map(
          (
            await tx
              .select({ id: sampleTable.id, standardVolume: sampleTable.standardVolume })
              .from(sampleTable)
              .where(
                inArray(
                  sampleTable.id,
                  tasks.map(({ sample }) => Number(sample)),
                ),
              )
          ).map((one) => [one.id, one.standardVolume]),
        )
      : undefined;
  const made = await tx
    .insert(labSheetRowTable)
    .values(
      ordered.map((task, at) => ({
        organizationId: sheet.organizationId,
        sheet: sheet.id,
        task: task.id,
        sample: Number(task.sample),
        sampleNo: String(task.sampleNo),
        rowKind: isBlank(task) ? 'blank' : 'sample',
        rowSort: last + (at + 1) * 10,
        readings: readingsOf(Number(task.sample)),
        censored: false,
        standardVolume: given?.get(Number(task.sample)) ?? null,
        createBy: userId,
        updateBy: userId,
      })),
    )
    .returning();
  await auditAddedRows(tx, call, made);
  await moveRows(services, tx, call, movedTask(registry), tasks, 'start', { changes: { sheet: sheet.id } });
  await followTasks(
    context,
    tx,
    call,
    tasks.map(({ id }) => id),
  );
}

/** Returns the stages in which a record can start. Samples have to be handed over, unless they are measured on site. */
async function startableWhile(tx: Orm, taskIds: readonly number[]): Promise<OpenWhile> {
  const samples = [
    ...new Set(
      (
        await tx
          .select({ id: labTaskTable.sample })
          .from(labTaskTable)
          .where(inArray(labTaskTable.id, [...taskIds]))
      ).map(({ id }) => id),
    ),
  ];
  const measured = await measuredAtPlace(tx, { ids: samples });
  return samples.every((id) => measured.has(id)) ? whileMeasuring : whileTesting;
}

interface StartBody {
  readonly tasks: readonly number[];
}

/** Starts a record of these tasks. The caller includes the blanks of the samples' batches. */
export async function startSheet(
  context: Context,
  tx: Orm,
  call: Call<unknown>,
  { tasks: ids }: StartBody,
): Promise<AnyRow> {
  const { services, registry } = context;
  // Locks in the fixed order project, samples, tasks. A task never changes its project.
  const resource = registry.named('labTask');
  const [first, ...others] = await tx
    .selectDistinct({ project: labTaskTable.project })
    .from(labTaskTable)
    .where(and(withIds(resource, [...new Set(ids)]), living(resource), scopeOf(resource, call.viewer)));
  if (!first) throw notFound(labTaskTexts.gone);
  if (others.length) throw conflict(labSheetTexts.mixedProjects);
  const { project } = first;
  const owner = await assertOpenWhile(tx, registry, call, project, await startableWhile(tx, ids));
  const tasks = await tasksFor(context, tx, call, ids);
  const hazard = Number(oneOf(tasks, 'hazard', labSheetTexts.mixedHazards));
  const methodId = oneOf(tasks, 'method', labSheetTexts.mixedMethods);
  const variant = String(oneOf(tasks, 'variant', labSheetTexts.mixedVariants));
  const [method] =
    typeof methodId === 'number' ? await tx.select().from(labMethodTable).where(eq(labMethodTable.id, methodId)) : [];
  if (!method) throw conflict(labSheetTexts.noMethod, 'noMethod');
  if (!tasks.some(({ sampleKind }) => sampleKind !== 'blank')) throw conflict(labSheetTexts.blanksAlone);
  const [substance] = await tx
    .select({ name: hazardTable.name, category: hazardTable.category })
    .from(hazardTable)
    .where(eq(hazardTable.id, hazard));
  const hazardName = substance?.name ?? '';
  const today = formatDay(services.now(), services.env.zone);
  await assertAuthorised(tx, call.viewer, method, today, { organizationId: owner.organizationId, project });
  const item = await methodItemOf(tx, { method: method.id, hazard, organizationId: owner.organizationId });
  const kind = method.methodKind as MethodKey;
  // The method of a task may have been changed since the sample was received.
  if (variant === 'incoming' && !testsIncoming(kind))
    throw conflict(labSheetTexts.notForIncoming(method.title), 'notForIncoming');
  const layout = layoutFor(kind, method.resultRoute, { name: hazardName, category: substance?.category ?? null });
  const needsCurve = 'curve' in methodSheets[kind] || kind === 'visualColorimetry';
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
  const receivedOn = received?.day ?? received?.checkedAt ?? null;
  const sheetNo = await nextNumber(tx, Number(owner.organizationId), 'record', {
    day: today,
    type: String(owner.type),
    project: String(owner.code),
  });
  const carried = await carriedHead(
    tx,
    {
      organizationId: owner.organizationId,
      method: method.id,
      hazard,
      layout,
      variant,
      analyst: call.viewer.user.id,
    },
    await purposeFor(tx, kind, hazard),
    today,
  );
  const fixed = {
    sheetNo,
    methodKind: kind,
    variant,
    layout,
    hazardName,
    analyst: call.viewer.user.id,
    receivedOn: receivedOn && formatDay(receivedOn, services.env.zone),
    state: 'drafting',
    complete: false,
    carriedFrom: carried?.carriedFrom ?? null,
  };
  const draft = {
    project,
    method: method.id,
    hazard,
    testDate: today,
    ...(carried && {
      instrument: carried.instrument,
      conditions: carried.conditions,
      standard: carried.standard,
      reagents: carried.reagents,
    }),
    lod: item?.lod ?? null,
    lodUnit: item?.lodUnit ?? null,
    loq: item?.loq ?? null,
    publishedMinimum: item?.minConc ?? null,
    curve: needsCurve ? await curveFor(tx, method.id, hazard, layout, today) : null,
    incomingUnit: variant === 'incoming' ? 'μg/样品' : null,
  };
  const sheet = await insertRow(
    { services, registry, resource: withFixed(registry, fixed), call },
    tx,
    draft,
    { action: 'add' },
    owner.organizationId,
  );
  await putOn(
    context,
    tx,
    call,
    {
      id: sheet.id,
      organizationId: owner.organizationId,
      method: method.id,
      hazard,
      methodKind: kind,
      layout,
      variant,
    },
    tasks,
  );
  await recalculate(tx, sheet.id, null);
  return sheet;
}

/**
 * Returns the resource with the values that only the server sets on a new row: readonly fields are written by the
 * policy alone.
 */
function withFixed(registry: Registry, fixed: Readonly<Record<string, unknown>>) {
  const resource = registry.named('labSheet');
  return {
    ...resource,
    policy: { ...resource.policy, beforeSave: async () => fixed, afterSave: async () => undefined },
  };
}

/** Adds samples to a record that is still a draft. */
export async function addTasks(
  context: Context,
  tx: Orm,
  call: Call<unknown>,
  sheetId: number,
  ids: readonly number[],
): Promise<number> {
  const sheet = await openSheet(tx, context.registry, call, sheetId);
  const tasks = await tasksFor(context, tx, call, ids);
  for (const [name, message] of [
    ['project', labSheetTexts.mixedProjects],
    ['hazard', labSheetTexts.mixedHazards],
    ['method', labSheetTexts.mixedMethods],
    ['variant', labSheetTexts.mixedVariants],
  ] as const) {
    if (tasks.some((task) => task[name] !== sheet[name])) throw conflict(message);
  }
  await putOn(context, tx, call, sheet, tasks);
  await recalculate(tx, sheetId, causedBy(call, recalculationTexts.rowsAdded));
  return tasks.length;
}
