import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { isRespirable } from '@contract/features/fieldwork/plan/planFacts';
import { scannedRecordLayout } from '@contract/features/laboratory/methods/sheets/scannedRecord';
import { takeOverTexts } from '@contract/features/projects/projectTakeOver';
import { pinyinOf } from '@server/base/pinyin';
import { insertRow } from '@server/crud/operations';
import type { Registry } from '@server/crud/resource';
import { nextNumber } from '@server/crud/runningNumbers';
import { labMethodTable, labSheetRowTable, labTaskTable } from '@server/db/schema';
import type { StoredProject } from '@server/features/projects/projectStage';
import { conflict } from '@server/http/errors';
import type { MoveContext } from '@server/workflow/moveRoutes';
import { lockRows, moveRows } from '@server/workflow/moveRows';
import { recalculateSheet } from '../sheets/recalculate';
import { auditAddedRows } from '../sheets/sheetRows';
import { lockTasks, movedTask } from '../tasks/movedTask';
import { moveSamplesToTaskState } from '../tasks/sampleStates';

/** A test of a sample, with its result from paper. */
interface BroughtResult {
  readonly sample: number;
  readonly sampleNo: string;
  readonly sampleKind: string;
  readonly hazard: number;
  readonly result: string | null;
  readonly unit: string | null;
  readonly testedOn: string | null;
}

type StoredTask = typeof labTaskTable.$inferSelect;
type TestedResult = BroughtResult & { readonly task: StoredTask };
type StoredMethod = typeof labMethodTable.$inferSelect;

/** Returns the resource with values that only the server sets on a new record. */
function withFixed(registry: Registry, fixedValues: Readonly<Record<string, unknown>>) {
  const resource = registry.named('labSheet');
  const policy = { ...resource.policy, beforeSave: async () => fixedValues, afterSave: async () => undefined };
  return { ...resource, policy };
}

/**
 * Joins each result with its task; blanks have no task.
 * @throws Refusal 409 for a sample without a result, and for a test without a method
 */
async function testedOf({ tx }: MoveContext, rows: readonly BroughtResult[]): Promise<TestedResult[]> {
  const tasks = await tx
    .select()
    .from(labTaskTable)
    .where(
      and(
        inArray(
          labTaskTable.sample,
          rows.map(({ sample }) => sample),
        ),
        isNull(labTaskTable.deleteTime),
      ),
    );
  return rows
    .filter(({ sampleKind }) => sampleKind !== 'blank')
    .map((row) => {
      if (!row.result?.trim() || !row.unit?.trim()) throw conflict(takeOverTexts.resultMissing(row.sampleNo));
      const task = tasks.find(({ sample, hazard }) => sample === row.sample && hazard === row.hazard);
      if (!task?.method) throw conflict(takeOverTexts.methodMissing(row.sampleNo));
      return { ...row, task };
    });
}

/** Creates the record of one hazard by one method. */
async function startRecord(
  { services, registry, tx, call }: MoveContext,
  project: StoredProject,
  method: StoredMethod,
  testedResults: readonly TestedResult[],
  doneOn: string | null,
): Promise<AnyRow> {
  const [firstTestedResult] = testedResults as [TestedResult];
  const testDate = testedResults.flatMap(({ testedOn }) => testedOn ?? []).sort()[0] ?? doneOn;
  const sheetNo = await nextNumber(tx, Number(project.organizationId), 'record', {
    day: testDate ?? '',
    type: String(project.type),
    project: String(project.code),
  });
  const fixedValues = {
    sheetNo,
    methodKind: method.methodKind,
    variant: project.incoming ? 'incoming' : 'ordinary',
    layout: scannedRecordLayout.key,
    hazardName: firstTestedResult.task.hazardName,
    sampleCount: testedResults.length,
    state: 'drafting',
    complete: false,
  };
  const sheet = await insertRow(
    { services, registry, resource: withFixed(registry, fixedValues), call },
    tx,
    {
      project: project.id,
      method: method.id,
      hazard: firstTestedResult.hazard,
      testDate,
      remark: takeOverTexts.result,
    },
    { action: 'add' },
    project.organizationId,
  );
  const userId = call.viewer.user.id;
  const dust: Readonly<Record<string, string>> =
    method.methodKind === 'dust' ? { dustType: isRespirable(method) ? 'respirable' : 'total' } : {};
  const rows = testedResults.map(({ sample, sampleNo, result, unit, task }, index) => ({
    ...pinyinOf(sampleNo),
    organizationId: project.organizationId,
    createBy: userId,
    updateBy: userId,
    createTime: services.now(),
    updateTime: services.now(),
    sheet: sheet.id,
    task: task.id,
    sample,
    sampleNo,
    rowKind: 'sample' as const,
    rowSort: (index + 1) * 10,
    readings: { result: result?.trim() ?? '', unit: unit?.trim() ?? '', ...dust },
  }));
  await auditAddedRows(tx, call, await tx.insert(labSheetRowTable).values(rows).returning());
  await recalculateSheet(tx, sheet.id, null);
  return sheet;
}

/**
 * Creates the records for the results of a job that is taken over, one for each hazard and method. They stay drafts
 * until a person confirms that they match the paper (`bringIn` of the record).
 * @param doneOn day of the records on paper, for results without a day
 * @throws Refusal 409 for a sample without a result or a method
 */
export async function startBroughtRecords(
  context: MoveContext,
  project: StoredProject,
  rows: readonly BroughtResult[],
  doneOn: string | null,
): Promise<void> {
  const { services, registry, tx, call } = context;
  const testedGroups = await testedOf(context, rows);
  const methods = await tx
    .select()
    .from(labMethodTable)
    .where(
      inArray(
        labMethodTable.id,
        testedGroups.flatMap(({ task }) => task.method ?? []),
      ),
    );
  const groups = new Map<string, TestedResult[]>();
  for (const testedSample of testedGroups) {
    const key = `${testedSample.hazard} ${testedSample.task.method}`;
    groups.set(key, [...(groups.get(key) ?? []), testedSample]);
  }
  const allSamples = await tx
    .select({ id: labTaskTable.id, hazard: labTaskTable.hazard, method: labTaskTable.method })
    .from(labTaskTable)
    .where(and(eq(labTaskTable.project, project.id), isNull(labTaskTable.deleteTime)));
  const movedResource = movedTask(registry);
  const moveTasks = async (ids: readonly number[], key: string, changes: Readonly<Record<string, unknown>>) => {
    await lockTasks({ services, registry }, tx, call, ids);
    const reason = takeOverTexts.reason;
    await moveRows(services, tx, call, movedResource, await lockRows(movedResource, tx, call, ids), key, {
      reason,
      changes,
    });
    await moveSamplesToTaskState({ services, registry }, tx, call, ids, reason);
  };
  await moveTasks(
    allSamples.map(({ id }) => id),
    'distribute',
    {},
  );
  for (const group of groups.values()) {
    const method = methods.find(({ id }) => id === group[0]?.task.method);
    if (!method) continue;
    const sheet = await startRecord(context, project, method, group, doneOn);
    // Tasks of blanks move with the record of their test, although the record has no row for them.
    const groupTasks = allSamples.filter((task) => task.hazard === group[0]?.hazard && task.method === method.id);
    await moveTasks(
      groupTasks.map(({ id }) => id),
      'start',
      { sheet: sheet.id },
    );
  }
}
