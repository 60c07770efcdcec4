import { and, asc, desc, eq, gte, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { curvePlanOf } from '@contract/features/laboratory/curves/curvePlan';
import { labRunInjection } from '@contract/features/laboratory/entities/labRunInjection';
import { runTexts } from '@contract/features/laboratory/runs/runTexts';
import { proposedSequence, sequenceChecks, type SequenceSample } from '@contract/features/laboratory/runs/sequencePlan';
import { sheetOf } from '@contract/features/laboratory/sheets/labWork';
import { labTaskTexts } from '@contract/features/laboratory/tasks/taskTexts';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import { formatDay } from '@server/base/zone';
import type { CrudContext } from '@server/crud/crudContext';
import { insertRow } from '@server/crud/operations';
import { undeletedRows, scopeOf, withIds } from '@server/crud/rowScope';
import type { Orm } from '@server/db/orm';
import {
  labMethodTable,
  labRunInjectionTable,
  labRunMethodsTable,
  labRunTable,
  labSheetRowTable,
  labSheetTable,
  labTaskTable,
  projectTable,
  sampleTable,
  standardTable,
} from '@server/db/schema';
import { conflict, notFound } from '@server/http/errors';
import type { Call } from '@server/http/route';
import { addParallels } from '../sheets/editRows';
import { startRecordsByGroup } from '../sheets/start/startGroup';

type StoredTask = typeof labTaskTable.$inferSelect;
type StoredMethod = typeof labMethodTable.$inferSelect;

/** A task with the properties that decide its run. */
interface RunTask extends SequenceSample {
  readonly method: StoredMethod;
  readonly collector: string;
  readonly instrument: number | null;
}

/**
 * Returns the viewer's tasks that are distributed or in test.
 * @throws Refusal 404; 409 for a task of another person or in another state
 */
async function ownTasks(
  { registry }: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  ids: readonly number[],
): Promise<StoredTask[]> {
  const resource = registry.named('labTask');
  const wantedIds = [...new Set(ids)];
  const tasks = await tx
    .select()
    .from(labTaskTable)
    .where(and(withIds(resource, wantedIds), undeletedRows(resource), scopeOf(resource, call.viewer)))
    .orderBy(asc(labTaskTable.project), asc(labTaskTable.hazard), asc(labTaskTable.id));
  if (tasks.length < wantedIds.length) throw notFound(labTaskTexts.gone);
  const foreignTask = tasks.find(
    ({ state, analyst }) => analyst !== call.viewer.user.id || !['distributed', 'testing'].includes(String(state)),
  );
  if (foreignTask) throw conflict(runTexts.notYours(foreignTask.sampleNo));
  return tasks;
}

/** Returns the parallels on records. */
const parallelRows = async (tx: Orm, sheets: readonly number[]) =>
  sheets.length
    ? tx
        .select({ sheet: labSheetRowTable.sheet, sample: labSheetRowTable.sample })
        .from(labSheetRowTable)
        .where(
          and(
            inArray(labSheetRowTable.sheet, [...sheets]),
            eq(labSheetRowTable.rowKind, 'parallel'),
            isNull(labSheetRowTable.deleteTime),
          ),
        )
    : [];

/** Adds a row to each record of a sample that the sequence measures twice, where it has none yet. */
async function addParallelRows(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  group: readonly RunTask[],
  sequence: readonly { readonly injectionKind: string | null; readonly sample: number | null }[],
): Promise<void> {
  const twiceInjected = new Set(
    sequence.flatMap(({ injectionKind, sample }) => (injectionKind === 'parallel' ? [sample] : [])),
  );
  const missingTasks = group.filter(
    ({ sample, hasParallel, method }) =>
      twiceInjected.has(sample) && !hasParallel && checksOf([method]).has('parallel'),
  );
  for (const record of [...new Set(missingTasks.map((task) => task.record))].sort((a, b) => a - b)) {
    const samples = missingTasks.flatMap((task) => (task.record === record ? [task.sample] : []));
    const rows = await tx
      .select({ id: labSheetRowTable.id })
      .from(labSheetRowTable)
      .where(
        and(
          eq(labSheetRowTable.sheet, record),
          inArray(labSheetRowTable.sample, samples),
          eq(labSheetRowTable.rowKind, 'sample'),
          isNull(labSheetRowTable.deleteTime),
        ),
      );
    await addParallels(
      context,
      tx,
      call,
      record,
      rows.map(({ id }) => id),
    );
  }
}

/** Returns tasks on records with their method, collector, instrument and batch. */
async function runTasks({ services }: CrudContext, tx: Orm, ids: readonly number[]): Promise<RunTask[]> {
  const rows = await tx
    .select({ task: labTaskTable, sample: sampleTable, method: labMethodTable, instrument: labSheetTable.instrument })
    .from(labTaskTable)
    .innerJoin(sampleTable, eq(sampleTable.id, labTaskTable.sample))
    .innerJoin(labSheetTable, eq(labSheetTable.id, labTaskTable.sheet))
    .innerJoin(labMethodTable, eq(labMethodTable.id, labSheetTable.method))
    .innerJoin(projectTable, eq(projectTable.id, labTaskTable.project))
    .where(inArray(labTaskTable.id, [...ids]))
    .orderBy(asc(projectTable.code), asc(labTaskTable.sampleNo), asc(labTaskTable.id));
  const sheets = [...new Set(rows.flatMap(({ task }) => task.sheet ?? []))];
  const parallels = new Set((await parallelRows(tx, sheets)).map(({ sheet, sample }) => `${sheet} ${sample}`));
  return rows.map(({ task, sample, method, instrument }) => ({
    sample: task.sample,
    record: task.sheet ?? 0,
    hasParallel: parallels.has(`${task.sheet} ${task.sample}`),
    sampleNo: task.sampleNo,
    batch: `${task.project} ${sample.startTime ? formatDay(sample.startTime, services.env.zone) : ''}`,
    isBlank: task.sampleKind === 'blank',
    method,
    collector: sample.medium ?? method.medium ?? '',
    instrument,
  }));
}

/** Groups tasks by technique, collector and instrument. */
function groupsOf(tasks: readonly RunTask[]): RunTask[][] {
  const groups = new Map<string, RunTask[]>();
  for (const task of tasks) {
    const key = [task.method.methodKind, task.collector, task.instrument ?? ''].join('\u0000');
    groups.set(key, [...(groups.get(key) ?? []), task]);
  }
  return [...groups.values()];
}

/** Returns the number of levels that the curves of the methods need; null if no method has a curve. */
function levelsOf(methods: readonly StoredMethod[]): number | null {
  const levels = methods.flatMap((method) => {
    const plan = curvePlanOf(method.methodKind, 'main', method);
    return plan ? [plan.rule.levels] : [];
  });
  return levels.length ? Math.max(...levels) : null;
}

/** Returns the checks of the methods that a sequence contains. */
function checksOf(methods: readonly StoredMethod[]): ReadonlySet<(typeof sequenceChecks)[number]> {
  const kinds = new Set<string>(methods.flatMap(({ methodKind }) => sheetOf({ methodKind }).checks));
  return new Set(sequenceChecks.filter((kind) => kinds.has(kind)));
}

/** Values that a run takes over from the last run by the same method, until a person changes them. */
interface CarriedOverValues {
  readonly head: Readonly<
    Partial<Pick<typeof labRunTable.$inferSelect, 'room' | 'standard' | 'stock' | 'finalVolume' | 'solutionVolume'>>
  >;
  readonly solutions: readonly InjectedSolution[];
}

/** Solution of an injection of the last run. */
type InjectedSolution = Pick<
  typeof labRunInjectionTable.$inferSelect,
  'injectionName' | 'injectionKind' | 'standardVolume' | 'standard'
>;

interface NamedKind {
  readonly injectionName: string;
  readonly injectionKind: string | null;
}

/**
 * Returns the solution of an injection: that of the same name in the last run, else of the first of its kind, because
 * the names of spiked samples and the number of checks differ.
 */
function solutionOf(solutions: readonly InjectedSolution[], { injectionName, injectionKind }: NamedKind) {
  const ofKind = solutions.filter((solution) => solution.injectionKind === injectionKind);
  const solution =
    ofKind.find((earlierInjection) => earlierInjection.injectionName === injectionName) ??
    (injectionKind === 'standard' ? undefined : ofKind[0]);
  return { standardVolume: solution?.standardVolume ?? null, standard: solution?.standard ?? null };
}

/** Returns those of these lots that are in use and valid on a day. */
async function validStandards(tx: Orm, ids: readonly (number | null)[], day: string): Promise<ReadonlySet<number>> {
  const knownIds = ids.filter((id) => id !== null);
  if (!knownIds.length) return new Set();
  const lots = await tx
    .select({ id: standardTable.id })
    .from(standardTable)
    .where(
      and(
        inArray(standardTable.id, knownIds),
        gte(standardTable.validUntil, day),
        eq(standardTable.status, '1'),
        isNull(standardTable.deleteTime),
      ),
    );
  return new Set(lots.map(({ id }) => id));
}

/**
 * Returns room, stock solution, standards and their volumes of the last run by a method on the same instrument. Lots
 * that have expired since are not taken over.
 * @param day day of the new run
 */
async function carriedFrom(
  tx: Orm,
  organizationId: number | null,
  [firstRunTask]: readonly RunTask[],
  day: string,
): Promise<CarriedOverValues> {
  const noPrevious = { head: {}, solutions: [] };
  if (!firstRunTask || organizationId === null) return noPrevious;
  const { method, instrument } = firstRunTask;
  const [last] = await tx
    .select({ run: labRunTable })
    .from(labRunTable)
    .innerJoin(labRunMethodsTable, eq(labRunMethodsTable.ownerId, labRunTable.id))
    .where(
      and(
        eq(labRunTable.organizationId, organizationId),
        eq(labRunMethodsTable.targetId, method.id),
        instrument === null ? isNull(labRunTable.instrument) : eq(labRunTable.instrument, instrument),
        isNotNull(labRunTable.stock),
        isNull(labRunTable.deleteTime),
      ),
    )
    .orderBy(desc(labRunTable.id))
    .limit(1);
  if (!last) return noPrevious;
  const { id, room, standard, stock, finalVolume, solutionVolume } = last.run;
  const rows = await tx
    .select()
    .from(labRunInjectionTable)
    .where(and(eq(labRunInjectionTable.run, id), isNull(labRunInjectionTable.deleteTime)))
    .orderBy(asc(labRunInjectionTable.rowSort), asc(labRunInjectionTable.id));
  const valid = await validStandards(tx, [standard, ...rows.map((row) => row.standard)], day);
  const stillValid = (lot: number | null) => (lot !== null && valid.has(lot) ? lot : null);
  const solutions = rows
    .filter((row) => row.standardVolume !== null || stillValid(row.standard) !== null)
    .map((row) => ({ ...row, standard: stillValid(row.standard) }));
  return { head: { room, standard: stillValid(standard), stock, finalVolume, solutionVolume }, solutions };
}

/** Stores the proposed injections of a run with their audit lines. */
async function storeSequence(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  run: AnyRow,
  group: readonly RunTask[],
  solutions: CarriedOverValues['solutions'],
): Promise<number> {
  const methods = [...new Map(group.map(({ method }) => [method.id, method])).values()];
  const sequence = proposedSequence(group, levelsOf(methods), checksOf(methods));
  await addParallelRows(context, tx, call, group, sequence);
  const userId = call.viewer.user.id;
  const insertedRows = await tx
    .insert(labRunInjectionTable)
    .values(
      sequence.map((row) => ({
        ...row,
        ...solutionOf(solutions, row),
        run: run.id,
        organizationId: run.organizationId,
        createBy: userId,
        updateBy: userId,
      })),
    )
    .returning();
  await recordAudit(
    tx,
    actorOf(call),
    insertedRows.map((row) => ({
      action: 'add' as const,
      entity: labRunInjection,
      entityId: row.id,
      title: row.injectionName,
      organizationId: row.organizationId,
      after: { run: run.id, injectionKind: row.injectionKind, vial: row.vial },
    })),
  );
  return insertedRows.length;
}

interface ProposedRuns {
  readonly runs: readonly AnyRow[];
  readonly injections: number;
}

/**
 * Assigns tasks of any projects and hazards to runs, one run for each technique, collector and instrument. Starts the
 * records of distributed tasks. All or none.
 * @throws Refusal 404, 409; UnauthorisedAct if the person may not use a method today
 */
export async function proposeRuns(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  ids: readonly number[],
): Promise<ProposedRuns> {
  const { services, registry } = context;
  const tasks = await ownTasks(context, tx, call, ids);
  await startRecordsByGroup(
    context,
    tx,
    call,
    tasks.filter(({ state }) => state === 'distributed'),
  );
  const runs: AnyRow[] = [];
  let injections = 0;
  for (const group of groupsOf(await runTasks(context, tx, ids))) {
    const organizationId = tasks[0]?.organizationId ?? null;
    const runDate = formatDay(services.now(), services.env.zone);
    const { head, solutions } = await carriedFrom(tx, organizationId, group, runDate);
    const draft = {
      ...head,
      runDate,
      instrument: group[0]?.instrument ?? null,
      methods: [...new Set(group.map(({ method }) => method.id))],
      file: null,
    };
    const operationContext = { services, registry, resource: registry.named('labRun'), call };
    const run = await insertRow(operationContext, tx, draft, { action: 'add' }, organizationId);
    injections += await storeSequence(context, tx, call, run, group, solutions);
    runs.push(run);
  }
  return { runs, injections };
}
