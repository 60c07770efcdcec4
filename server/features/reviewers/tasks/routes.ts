import { and, asc, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import type { AnyRow } from '@contract/entity';
import { checkForms, type CheckFormKey } from '@contract/features/reviewers/checkForms';
import { outsideFinding } from '@contract/features/reviewers/entities/outsideFinding';
import { outsideTask } from '@contract/features/reviewers/entities/outsideTask';
import { outsideTaskMachine } from '@contract/features/reviewers/outsideTaskMachine';
import { outsideTexts } from '@contract/features/reviewers/reviewerTexts';
import type { OutsideOutcome, OutsideReviewer } from '@contract/features/reviewers/reviewerWire';
import { permissionOf } from '@contract/permissions';
import { checkDraft } from '@contract/schema';
import { permissionOfMove } from '@contract/workflow/stateMachine';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import { assertReferences } from '@server/crud/checkReferences';
import type { CrudContext } from '@server/crud/crudContext';
import { getRow } from '@server/crud/operations';
import type { Registry } from '@server/crud/resource';
import { idParam, ok } from '@server/crud/routes';
import { undeletedRows, scopeOf } from '@server/crud/rowScope';
import { once } from '@server/crud/runOnce';
import { personName } from '@server/db/distinctNames';
import type { Orm } from '@server/db/orm';
import { outsideFindingTable, outsideTaskTable, userTable } from '@server/db/schema';
import { pushMessage } from '@server/features/notices/systemMessage';
import { projectOf } from '@server/features/projects/projectStage';
import { fileResponse, storedFile } from '@server/files/sendFile';
import { idSchema, versionField } from '@server/http/bodySchemas';
import { conflict, forbidden, invalid } from '@server/http/errors';
import { type Call, type Route, route } from '@server/http/route';
import type { Services } from '@server/services';
import { moveRoutes } from '@server/workflow/moveRoutes';
import {
  assertReviewer,
  lockOutsideTask,
  movedTask,
  nextNo,
  type StoredTask,
  todayOf,
  writeRow,
} from '../reviewerRows';
import { taskMoves } from './moves';
import { answerDayRequest, answerDayBody, requestOtherDay, askDayBody } from './newDay';
import { answerBody, answerFinding, judgeFinding, verdictBody } from './taskFindings';
import { taskPaperRoutes, viewedTask } from './taskPaperRoutes';
import { hasIssuedReport } from './taskPapers';
import { rewardFor } from './taskReward';
import { tellReviewer } from './tellReviewer';

const conclusionBody = z.object({
  id: idSchema,
  version: versionField,
  conclusion: z
    .string({ error: () => outsideTexts.conclusionNeeded })
    .trim()
    .max(1000, '检查结论不能超过1000个字'),
});

const { path, label: tag } = outsideTask;
const listPermissions = [permissionOf(outsideTask, 'list')];
const checkPermission = [permissionOfMove(outsideTaskMachine, { key: 'submit' })];

/** Assigns a task with the lines of the current form. */
async function assignTask(
  context: CrudContext,
  tx: Orm,
  call: Call<unknown>,
  draft: Readonly<Record<string, unknown>>,
): Promise<{ row: AnyRow; message: number | null }> {
  const { services, registry } = context;
  if (call.viewer.outside) throw forbidden();
  const resource = registry.named('outsideTask');
  await assertReferences({ ...context, resource, call }, tx, draft, null);
  await assertReviewer(tx, call, Number(draft.reviewer));
  const today = todayOf(services);
  if (String(draft.dueOn) < today) throw invalid([{ field: 'dueOn', message: outsideTexts.dayPast(today) }]);
  const { organizationId } = await projectOf(tx, registry, call, Number(draft.project), 'share');
  if (!(await hasIssuedReport(tx, Number(draft.project))))
    throw invalid([{ field: 'project', message: outsideTexts.noIssued }]);
  const taskNo = await nextNo(services, tx, organizationId, 'ZK');
  const row = await writeRow(
    context,
    tx,
    call,
    'outsideTask',
    { ...draft, taskNo, state: 'assigned', stageSince: services.now(), findingCount: 0 },
    organizationId,
  );
  for (const [index, checkItem] of checkForms[draft.checkForm as CheckFormKey].entries()) {
    await writeRow(
      context,
      tx,
      call,
      'outsideItem',
      {
        task: row.id,
        rowSort: index + 1,
        category: checkItem.category,
        content: checkItem.content,
        fullScore: String(checkItem.fullScore),
      },
      organizationId,
    );
  }
  const message = await tellReviewer(services, tx, call, row, {
    title: outsideTexts.assignedTitle(taskNo),
    text: outsideTexts.assignedText(taskNo, String(draft.dueOn)),
  });
  return { row, message };
}

/** Stores the reviewer's conclusion of an unfinished check. */
async function saveConclusion(
  { services, registry }: CrudContext,
  tx: Orm,
  call: Call<z.output<typeof conclusionBody>>,
): Promise<void> {
  const { id, version, conclusion } = call.body;
  const task = await lockOutsideTask(tx, registry, call, id, 'update');
  if (task.reviewer !== call.viewer.user.id) throw forbidden(outsideTexts.notYours);
  if (task.state !== 'checking') throw conflict(outsideTexts.notChecking, 'wrongState');
  if (task.version !== version) throw conflict('任务已被他人修改，请刷新后重试', 'stale');
  await tx
    .update(outsideTaskTable)
    .set({
      conclusion: conclusion || null,
      version: version + 1,
      updateBy: call.viewer.user.id,
      updateTime: services.now(),
    })
    .where(eq(outsideTaskTable.id, id));
  await recordAudit(tx, actorOf(call), [
    {
      action: 'edit',
      entity: outsideTask,
      entityId: id,
      title: task.taskNo,
      organizationId: task.organizationId,
      before: { conclusion: task.conclusion },
      after: { conclusion },
    },
  ]);
}

/** Returns the people whom the viewer may assign. */
async function reviewersOf({ services, registry }: CrudContext, { viewer }: Call<unknown>): Promise<OutsideReviewer[]> {
  const resource = registry.named('user');
  return services.database.orm
    .select({ id: userTable.id, name: personName() })
    .from(userTable)
    .where(
      and(
        undeletedRows(resource),
        scopeOf(resource, viewer),
        eq(userTable.isOutside, true),
        eq(userTable.enabled, '1'),
      ),
    )
    .orderBy(asc(userTable.id));
}

/** Returns the rows of a task that the viewer may list. */
async function rowsOfTask(
  { services, registry }: CrudContext,
  call: Call<unknown>,
  task: StoredTask,
  name: 'outsideFee' | 'pointEntry',
): Promise<AnyRow[]> {
  const { columns, table, entity } = registry.named(name);
  if (!call.viewer.user.isAdmin && !call.viewer.permissions.has(permissionOf(entity, 'list'))) return [];
  const ids = await services.database.orm
    .select({ id: columns.id })
    .from(table)
    .where(
      and(
        eq(columns['task'] as typeof columns.id, task.id),
        isNull(columns.deleteTime),
        scopeOf(registry.named(name), call.viewer),
      ),
    )
    .orderBy(asc(columns.id));
  const rows: AnyRow[] = [];
  for (const { id } of ids)
    rows.push(await getRow({ services, registry, resource: registry.named(name), call }, id as number));
  return rows;
}

/** Returns fees and points of a task; for an open task, the amounts expected if it ended today. */
async function outcomeOf(context: CrudContext, call: Call<unknown>): Promise<OutsideOutcome> {
  const task = await viewedTask(context, call);
  const isOpenTask = ['assigned', 'checking', 'awaitingAnswer', 'awaitingReview'].includes(task.state ?? '');
  const today = todayOf(context.services);
  const expectedItems = isOpenTask
    ? await rewardFor(context.services.database.orm, task, {
        submittedOn: task.submittedOn ?? today,
        closedOn: today,
      })
    : null;
  return {
    expected: expectedItems,
    fees: await rowsOfTask(context, call, task, 'outsideFee'),
    points: await rowsOfTask(context, call, task, 'pointEntry'),
  };
}

/** Sends the evidence of a finding, or the file of its answer. */
async function findingFile({ services, registry }: CrudContext, call: Call<unknown>): Promise<Response> {
  const { which } = call.params;
  const resource = registry.named('outsideFinding');
  const [finding] = await services.database.orm
    .select({ evidence: outsideFindingTable.evidence, answerFile: outsideFindingTable.answerFile })
    .from(outsideFindingTable)
    .where(and(eq(outsideFindingTable.id, idParam(call)), undeletedRows(resource), scopeOf(resource, call.viewer)));
  const id = which === 'evidence' || which === 'answerFile' ? finding?.[which] : null;
  return fileResponse(services, await storedFile(services, id ?? undefined));
}

/** Returns the routes of a task's form, conclusion and days. */
function taskRoutes(context: CrudContext): Route[] {
  const { services } = context;
  const { database } = services;
  return [
    route({
      method: 'POST',
      path: `${path}/add`,
      permission: [permissionOf(outsideTask, 'add')],
      tag,
      summary: '指派第三方质控任务',
      body: z.record(z.string(), z.unknown()),
      async handle(call) {
        const checkedTask = checkDraft(outsideTask, call.body);
        if (!checkedTask.ok) throw invalid(checkedTask.errors);
        const assignment = await database.transaction((tx) =>
          once(tx, call, () => assignTask(context, tx, call, checkedTask.value)),
        );
        if (assignment.message !== null)
          await pushMessage(services, [Number(assignment.row.reviewer)], assignment.message);
        return ok(outsideTexts.assigned(String(assignment.row.taskNo)), assignment.row);
      },
    }),
    route({
      method: 'GET',
      path: `${path}/reviewers`,
      permission: [permissionOf(outsideTask, 'add')],
      tag,
      summary: '可以指派的第三方人员',
      handle: (call) => reviewersOf(context, call),
    }),
  ];
}

/** Returns the routes of a check in progress: its conclusion, and requests for another day. */
function checkRoutes(context: CrudContext): Route[] {
  const { database } = context.services;
  return [
    route({
      method: 'PUT',
      path: `${path}/conclusion`,
      permission: checkPermission,
      tag,
      summary: '填写检查结论',
      body: conclusionBody,
      async handle(call) {
        await database.transaction((tx) =>
          once(tx, call, async () => {
            await saveConclusion(context, tx, call);
            return null;
          }),
        );
        return ok(outsideTexts.conclusionSaved);
      },
    }),
    route({
      method: 'PUT',
      path: `${path}/askDay`,
      permission: checkPermission,
      tag,
      summary: '申请改期',
      body: askDayBody,
      async handle(call) {
        await database.transaction((tx) =>
          once(tx, call, async () => {
            await requestOtherDay(context, tx, call);
            return null;
          }),
        );
        return ok(outsideTexts.dayAsked);
      },
    }),
    route({
      method: 'PUT',
      path: `${path}/answerDay`,
      permission: [permissionOf(outsideTask, 'edit')],
      tag,
      summary: '答复改期申请',
      body: answerDayBody,
      async handle(call) {
        const { day } = await database.transaction((tx) =>
          once(tx, call, async () => ({ day: await answerDayRequest(context, tx, call) })),
        );
        return ok(call.body.agreed ? outsideTexts.dayAgreed(day) : outsideTexts.dayKept(day));
      },
    }),
  ];
}

/** Returns the routes of the findings of a check. */
function findingRoutes(context: CrudContext): Route[] {
  const { database } = context.services;
  return [
    route({
      method: 'PUT',
      path: `${outsideFinding.path}/answer`,
      permission: [permissionOfMove(outsideTaskMachine, { key: 'answer' })],
      tag: outsideFinding.label,
      summary: '填写整改答复',
      body: answerBody,
      async handle(call) {
        await database.transaction((tx) =>
          once(tx, call, async () => {
            await answerFinding(context, tx, call);
            return null;
          }),
        );
        return ok(outsideTexts.answered);
      },
    }),
    route({
      method: 'PUT',
      path: `${outsideFinding.path}/judge`,
      permission: [permissionOfMove(outsideTaskMachine, { key: 'close' })],
      tag: outsideFinding.label,
      summary: '填写复核意见',
      body: verdictBody,
      async handle(call) {
        await database.transaction((tx) =>
          once(tx, call, async () => {
            await judgeFinding(context, tx, call);
            return null;
          }),
        );
        return ok(outsideTexts.judged);
      },
    }),
    route({
      method: 'GET',
      path: `${outsideFinding.path}/file/:id/:which`,
      permission: [permissionOf(outsideFinding, 'list')],
      tag: outsideFinding.label,
      summary: '检查发现的证据或答复附件',
      handle: (call) => findingFile(context, call),
    }),
  ];
}

/**
 * Routes of 第三方质控: tasks, their forms and findings, and the papers of the checked project. Each call finds the
 * task only among the viewer's own.
 */
export function outsideTaskRoutes(services: Services, registry: Registry): Route[] {
  const context = { services, registry };
  return [
    ...moveRoutes(services, registry, movedTask(registry), taskMoves),
    ...taskRoutes(context),
    ...checkRoutes(context),
    ...findingRoutes(context),
    route({
      method: 'GET',
      path: `${path}/outcome/:id`,
      permission: listPermissions,
      tag,
      summary: '任务产生的费用与积分',
      handle: (call) => outcomeOf(context, call),
    }),
    ...taskPaperRoutes(context),
  ];
}
