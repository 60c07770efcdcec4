import { and, asc, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import type { AnyRow } from '@contract/entity';
import { recordsTexts } from '@contract/features/records/recordsTexts';
import { checkForms, type CheckFormKey } from '@contract/features/reviewers/checkForms';
import { outsideFinding } from '@contract/features/reviewers/entities/outsideFinding';
import { outsideTask } from '@contract/features/reviewers/entities/outsideTask';
import { outsideTaskMachine } from '@contract/features/reviewers/outsideTaskMachine';
import { outsideTexts } from '@contract/features/reviewers/reviewerTexts';
import type { OutsideOutcome, OutsideReviewer } from '@contract/features/reviewers/reviewerWire';
import { permissionOf } from '@contract/permissions';
import { checkDraft } from '@contract/schema';
import { permissionOfMove } from '@contract/workflow/machine';
import { actorOf, recordAudit } from '@server/audit/trail';
import type { Context } from '@server/crud/context';
import { once } from '@server/crud/idempotent';
import { getRow } from '@server/crud/operations';
import { assertReferences } from '@server/crud/references';
import type { Registry } from '@server/crud/resource';
import { idParam, ok } from '@server/crud/routes';
import { living, scopeOf } from '@server/crud/scope';
import type { Orm } from '@server/db/orm';
import { outsideFindingTable, outsideTaskTable, userTable } from '@server/db/schema';
import { pushMessage } from '@server/features/notices/systemMessage';
import { projectOf } from '@server/features/projects/stage';
import { paperOf } from '@server/features/records/recordPapers';
import { issuedPdf } from '@server/features/reports/issuedPaper';
import { pdfName } from '@server/features/reports/reportPaper';
import { dispositionOf, shownName } from '@server/files/fileName';
import { fileResponse, storedFile } from '@server/files/sendFile';
import { badRequest, conflict, forbidden, invalid, notFound } from '@server/http/errors';
import { type Call, type Route, route } from '@server/http/route';
import { makePdf } from '@server/print/makePdf';
import type { Services } from '@server/services';
import { moveRoutes } from '@server/workflow/moveRoutes';
import { assertReviewer, heldTask, movedTask, nextNo, type StoredTask, todayOf, writeRow } from '../reviewerRows';
import { answerBody, answerFinding, judgeFinding, verdictBody } from './findings';
import { taskMoves } from './moves';
import { answerDay, answerDayBody, askDay, askDayBody } from './newDay';
import { rewardFor } from './reward';
import { fileOfTask } from './taskFiles';
import { hasIssuedReport, insideCall, papersOf, reportOfTask, taskProject } from './taskPapers';
import { taskZip } from './taskZip';
import { tellReviewer } from './tell';

const conclusionBody = z.object({
  id: z
    .int({ error: () => '请求不完整，请刷新页面后重试' })
    .positive()
    .max(2_147_483_647),
  version: z.int({ error: () => '缺少版本号，请刷新后重试' }).min(0),
  conclusion: z
    .string({ error: () => outsideTexts.conclusionNeeded })
    .trim()
    .max(1000, '检查结论不能超过1000个字'),
});

/** Assigns a task with the lines of the current form. */
async function assign(
  context: Context,
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
  for (const [at, item] of checkForms[draft.checkForm as CheckFormKey].entries()) {
    await writeRow(
      context,
      tx,
      call,
      'outsideItem',
      {
        task: row.id,
        rowSort: at + 1,
        category: item.category,
        content: item.content,
        fullScore: String(item.fullScore),
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

/**
 * Routes of 第三方质控: tasks, their forms and findings, and the papers of the checked project. Each call finds the
 * task among the viewer's own.
 */
export function outsideTaskRoutes(services: Services, registry: Registry): Route[] {
  const context = { services, registry };
  const { database } = services;
  const { orm } = database;
  const { path, label: tag } = outsideTask;
  const seen = [permissionOf(outsideTask, 'list')];
  const checking = [permissionOfMove(outsideTaskMachine, { key: 'submit' })];
  const desk = (name: string, call: Call<unknown>) => ({ ...context, resource: registry.named(name), call });
  const taskOf = async (call: Call<unknown>): Promise<StoredTask> => {
    const resource = registry.named('outsideTask');
    const [task] = await orm
      .select()
      .from(outsideTaskTable)
      .where(and(eq(outsideTaskTable.id, idParam(call)), living(resource), scopeOf(resource, call.viewer)));
    if (!task) throw notFound();
    return task;
  };
  const note = (call: Call<unknown>, task: StoredTask, title: string) =>
    database.transaction((tx) =>
      recordAudit(tx, actorOf(call), [
        { action: 'download', entity: outsideTask, entityId: task.id, title, organizationId: task.organizationId },
      ]),
    );

  return [
    ...moveRoutes(services, registry, movedTask(registry), taskMoves),
    route({
      method: 'POST',
      path: `${path}/add`,
      permission: [permissionOf(outsideTask, 'add')],
      tag,
      summary: '指派第三方质控任务',
      body: z.record(z.string(), z.unknown()),
      async handle(call) {
        const checked = checkDraft(outsideTask, call.body);
        if (!checked.ok) throw invalid(checked.errors);
        const made = await database.transaction((tx) => once(tx, call, () => assign(context, tx, call, checked.value)));
        if (made.message !== null) await pushMessage(services, [Number(made.row.reviewer)], made.message);
        return ok(outsideTexts.assigned(String(made.row.taskNo)), made.row);
      },
    }),
    route({
      method: 'GET',
      path: `${path}/reviewers`,
      permission: [permissionOf(outsideTask, 'add')],
      tag,
      summary: '可以指派的第三方人员',
      async handle({ viewer }): Promise<OutsideReviewer[]> {
        const resource = registry.named('user');
        return orm
          .select({ id: userTable.id, name: userTable.nickName })
          .from(userTable)
          .where(
            and(living(resource), scopeOf(resource, viewer), eq(userTable.isOutside, true), eq(userTable.enabled, '1')),
          )
          .orderBy(asc(userTable.id));
      },
    }),
    route({
      method: 'PUT',
      path: `${path}/conclusion`,
      permission: checking,
      tag,
      summary: '填写检查结论',
      body: conclusionBody,
      async handle(call) {
        await database.transaction((tx) =>
          once(tx, call, async () => {
            const { id, version, conclusion } = call.body;
            const task = await heldTask(tx, registry, call, id, 'update');
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
            return null;
          }),
        );
        return ok(outsideTexts.conclusionSaved);
      },
    }),
    route({
      method: 'PUT',
      path: `${path}/askDay`,
      permission: checking,
      tag,
      summary: '申请改期',
      body: askDayBody,
      async handle(call) {
        await database.transaction((tx) =>
          once(tx, call, async () => {
            await askDay(context, tx, call);
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
          once(tx, call, async () => ({ day: await answerDay(context, tx, call) })),
        );
        return ok(call.body.agreed ? outsideTexts.dayAgreed(day) : outsideTexts.dayKept(day));
      },
    }),
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
      async handle(call) {
        const { which } = call.params;
        const resource = registry.named('outsideFinding');
        const [finding] = await orm
          .select({ evidence: outsideFindingTable.evidence, answerFile: outsideFindingTable.answerFile })
          .from(outsideFindingTable)
          .where(and(eq(outsideFindingTable.id, idParam(call)), living(resource), scopeOf(resource, call.viewer)));
        const id = which === 'evidence' || which === 'answerFile' ? finding?.[which] : null;
        return fileResponse(services, await storedFile(services, id ?? undefined));
      },
    }),
    route({
      method: 'GET',
      path: `${path}/outcome/:id`,
      permission: seen,
      tag,
      summary: '任务产生的费用与积分',
      async handle(call): Promise<OutsideOutcome> {
        const task = await taskOf(call);
        const of = async (name: 'outsideFee' | 'pointEntry'): Promise<AnyRow[]> => {
          const { columns, table, entity } = registry.named(name);
          if (!call.viewer.user.isAdmin && !call.viewer.permissions.has(permissionOf(entity, 'list'))) return [];
          const ids = await orm
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
          for (const { id } of ids) rows.push(await getRow(desk(name, call), id as number));
          return rows;
        };
        const open = ['assigned', 'checking', 'awaitingAnswer', 'awaitingReview'].includes(task.state ?? '');
        const today = todayOf(services);
        const expected = open
          ? await rewardFor(orm, task, { submittedOn: task.submittedOn ?? today, closedOn: today })
          : null;
        return { expected, fees: await of('outsideFee'), points: await of('pointEntry') };
      },
    }),
    route({
      method: 'GET',
      path: `${path}/papers/:id`,
      permission: seen,
      tag,
      summary: '被检项目的记录与报告',
      handle: async (call) => papersOf(context, orm, call, await taskOf(call)),
    }),
    route({
      method: 'POST',
      path: `${path}/papers/:id/pdf`,
      permission: seen,
      tag,
      summary: '被检项目的所选记录（PDF）',
      body: z.object({
        keys: z.array(z.string().max(80)).min(1, recordsTexts.noneChosen).max(50, recordsTexts.tooMany(50)),
      }),
      async handle(call) {
        const task = await taskOf(call);
        const project = await taskProject(context, orm, call, task);
        const inside = insideCall(call, task);
        const { papers: known } = await papersOf(context, orm, call, task);
        const keys = [...new Set(call.body.keys)];
        if (keys.some((key) => !known.some((one) => one.key === key))) throw badRequest(outsideTexts.noPaper);
        const papers = [];
        for (const key of keys)
          papers.push((await paperOf({ context, orm, call: inside, project }, key, false)).document);
        const name = shownName(`${recordsTexts.bundleFile(String(project.code ?? ''), papers.length)}.pdf`);
        const bytes = await makePdf(
          papers,
          papers[0]?.agency ?? '',
          new Map(),
          recordsTexts.bundleTitle(String(project.code ?? '')),
        );
        await note(call, task, name);
        return new Response(bytes, {
          headers: {
            'content-type': 'application/pdf',
            'content-disposition': dispositionOf(name, false),
            'cache-control': 'no-store',
            'x-content-type-options': 'nosniff',
          },
        });
      },
    }),
    route({
      method: 'GET',
      path: `${path}/paper/:id/:key`,
      permission: seen,
      tag,
      summary: '被检项目的一份记录：可打印的内容',
      async handle(call) {
        const task = await taskOf(call);
        const project = await taskProject(context, orm, call, task);
        const key = String(call.params.key);
        if (!(await papersOf(context, orm, call, task)).papers.some((one) => one.key === key))
          throw notFound(outsideTexts.noPaper);
        const { document } = await paperOf({ context, orm, call: insideCall(call, task), project }, key, false);
        await note(call, task, document.title);
        return document;
      },
    }),
    route({
      method: 'GET',
      path: `${path}/file/:id/:key`,
      permission: seen,
      tag,
      summary: '被检项目的现场照片或仪器证书',
      async handle(call) {
        const task = await taskOf(call);
        await taskProject(context, orm, call, task);
        const found = await fileOfTask(orm, task, services.env.zone, String(call.params.key));
        await note(call, task, `${found.title} ${found.about}`);
        return fileResponse(services, await storedFile(services, found.file), true);
      },
    }),
    route({
      method: 'GET',
      path: `${path}/zip/:id`,
      permission: seen,
      tag,
      summary: '被检项目的全部资料（ZIP）：报告、记录、现场照片、仪器证书',
      async handle(call) {
        const task = await taskOf(call);
        const body = await taskZip(context, orm, call, task);
        const name = shownName(`${outsideTexts.zipFile(task.taskNo ?? '')}.zip`);
        await note(call, task, name);
        return new Response(body, {
          headers: {
            'content-type': 'application/zip',
            'content-disposition': dispositionOf(name, false),
            'cache-control': 'no-store',
            'x-content-type-options': 'nosniff',
          },
        });
      },
    }),
    route({
      method: 'GET',
      path: `${path}/report/:id/:report`,
      permission: seen,
      tag,
      summary: '被检项目已签发的报告（PDF）',
      async handle(call) {
        const task = await taskOf(call);
        const report = await reportOfTask(
          context,
          orm,
          call,
          task,
          idParam({ params: { id: call.params.report ?? '' } }),
        );
        const file = await storedFile(services, await issuedPdf(services, report));
        await note(call, task, shownName(pdfName(report)));
        return fileResponse(services, file, true);
      },
    }),
  ];
}
