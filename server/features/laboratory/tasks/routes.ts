import { z } from 'zod';
import type { AnyRow } from '@contract/entity';
import { labSheet } from '@contract/features/laboratory/entities/labSheet';
import { labTask } from '@contract/features/laboratory/entities/labTask';
import { taskLine } from '@contract/features/laboratory/entities/taskLine';
import { labTaskMachine } from '@contract/features/laboratory/tasks/labTaskMachine';
import { labTaskTexts } from '@contract/features/laboratory/tasks/taskTexts';
import { type ScopeState, scopeLabels } from '@contract/features/library/accreditationScope';
import { administrator, permissionOf } from '@contract/permissions';
import { isDay } from '@contract/schema';
import { permissionOfMove } from '@contract/workflow/stateMachine';
import { idsOrRowsBody, rowsBody } from '@server/crud/assertSeenVersion';
import type { CrudContext } from '@server/crud/crudContext';
import type { Registry } from '@server/crud/resource';
import { idParam, ok } from '@server/crud/routes';
import { once } from '@server/crud/runOnce';
import type { Orm } from '@server/db/orm';
import { idField, idSchema } from '@server/http/bodySchemas';
import { notFound } from '@server/http/errors';
import { type Call, type Route, route } from '@server/http/route';
import type { Services } from '@server/services';
import { arrangeTasks, methodsMeasuring } from './arrangeTasks';
import { distributeTasks, giveBackTasks, holderOfRow } from './distributeTasks';
import { openTaskCounts, tasksOf } from './visibleTasks';
import { waitingOf } from './waitingSamples';

const personSchema = idField('请选择检测人');
/**
 * SPEC §7, Distribute: either payload. The second names one sample of a plan row; without a person it goes to the
 * analyst of the row's other samples.
 */
const distributeBody = z.union(
  [
    z.object({ downloadBy: personSchema, ids: idsOrRowsBody }),
    z.object({ sampleId: idSchema, sampleSiteHazardId: idSchema, downloadBy: personSchema.optional() }),
  ],
  { error: () => '请选择检测任务和检测人' },
);
const reasonSchema = z
  .string({ error: () => '请填写退回的原因' })
  .trim()
  .min(1, '请填写退回的原因')
  .max(500, '原因不能超过500个字');
const arrangeBody = z.object({
  rows: rowsBody,
  method: idField('请选择检测方法').optional(),
  dueOn: z.string().refine(isDay, '请填写正确的要求完成日期').nullable().optional(),
});

const { path, label: tag } = labTask;
const keyOf = (key: string): string => permissionOfMove(labTaskMachine, { key });
const listPermissions = [permissionOf(labTask, 'list'), permissionOf(labSheet, 'list')];
const taskFilters = {
  project: '项目编号',
  hazard: '检测项目编号',
  method: '检测方法编号，0为未定方法',
  mine: '1为本人的任务',
  state: '状态，逗号分隔；默认未完成的',
  ids: '任务编号',
};

/** Texts of the columns that the pages draw from several values of a task. */
const taskTexts = {
  project: ({ projectCode }: AnyRow) => String(projectCode),
  hazard: ({ hazardName }: AnyRow) => String(hazardName),
  method: ({ methodTitle }: AnyRow) => (methodTitle as string | null) ?? labTaskTexts.undecided,
  scope: ({ scope }: AnyRow) => (scope ? scopeLabels[scope as ScopeState] : null),
  analyst: ({ analystName }: AnyRow) => analystName as string | null,
  sheet: ({ sheetNo }: AnyRow) => sheetNo as string | null,
};

/** Routes of 样品分发 and of the laboratory page. The records start and end the tasks. */
export const labTaskRoutes = (services: Services, registry: Registry): Route[] => [
  ...taskListRoutes(services, registry),
  ...taskChangeRoutes(services, registry),
];

function taskListRoutes(services: Services, registry: Registry): Route[] {
  return [
    route({
      method: 'GET',
      path: `${path}/piles`,
      permission: listPermissions,
      tag,
      summary: '未完成的检测任务：按项目、因素、方法汇总',
      query: taskFilters,
      handle: (call) => openTaskCounts(services, registry, call),
    }),
    route({
      method: 'GET',
      path: `${path}/tasks`,
      permission: listPermissions,
      tag,
      summary: '检测任务明细，含样品与保存条件',
      query: taskFilters,
      exported: { entity: taskLine, texts: taskTexts },
      handle: (call) => tasksOf(services, registry, call),
    }),
    route({
      method: 'GET',
      path: `${path}/methods/:id`,
      permission: [keyOf('distribute')],
      tag,
      summary: '可以检测某因素的现行检测方法',
      handle: (call) => methodsMeasuring(services, call, idParam(call)),
    }),
  ];
}

/** Distributes the tasks that the body names, and returns the answer of the distribution. */
async function distributeTo(context: CrudContext, tx: Orm, call: Call<z.infer<typeof distributeBody>>) {
  const { body } = call;
  if ('ids' in body) return distributeTasks(context, tx, call, body.ids, body.downloadBy);
  const ids = await waitingOf(tx, context.registry, call, body.sampleId, body.sampleSiteHazardId);
  if (!ids.length) throw notFound(labTaskTexts.noTaskOfRow);
  return distributeTasks(context, tx, call, ids, body.downloadBy ?? (await holderOfRow(tx, body.sampleSiteHazardId)));
}

function taskChangeRoutes(services: Services, registry: Registry): Route[] {
  const context = { services, registry };
  const runTransaction = <T>(call: Call<unknown>, work: Parameters<typeof services.database.transaction<T>>[0]) =>
    services.database.transaction((tx) => once(tx, call, () => work(tx)));
  return [
    route({
      method: 'PUT',
      path: `${path}/distribute`,
      permission: [keyOf('distribute')],
      tag,
      body: distributeBody,
      summary:
        '分发：{downloadBy, ids}为所选任务分发给检测人；{sampleId, sampleSiteHazardId}为一个样品在一个方案行下的任务，分发给downloadBy，未填时为该方案行其他样品的检测人',
      handle: async (call) => ok(await runTransaction(call, (tx) => distributeTo(context, tx, call))),
    }),
    route({
      method: 'PUT',
      path: `${path}/giveBack`,
      permission: [keyOf('giveBack')],
      tag,
      summary: '退回未开始检测的任务',
      body: z.object({ rows: rowsBody, reason: reasonSchema }),
      async handle(call) {
        const { permissions } = call.viewer;
        const isKeeper = permissions.has(administrator) || permissions.has(keyOf('distribute'));
        const afterCommit: (() => Promise<void>)[] = [];
        const count = await runTransaction(call, (tx) => {
          afterCommit.length = 0;
          return giveBackTasks(context, tx, call, call.body.rows, call.body.reason, isKeeper, afterCommit);
        });
        for (const runEffect of afterCommit) await runEffect();
        return ok(labTaskTexts.givenBack(count));
      },
    }),
    route({
      method: 'PUT',
      path: `${path}/arrange`,
      permission: [keyOf('distribute')],
      tag,
      summary: '更改待分发任务的检测方法，或未完成任务的要求完成日期',
      body: arrangeBody,
      handle: async (call) =>
        ok(
          labTaskTexts.arranged(
            await runTransaction(call, (tx) => arrangeTasks(context, tx, call, call.body.rows, call.body)),
          ),
        ),
    }),
  ];
}
