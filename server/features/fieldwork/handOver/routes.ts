import { and, eq, inArray, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { fixedDictionaries } from '@contract/dictionaries';
import { handOver } from '@contract/features/fieldwork/entities/handOver';
import { handOverMachine } from '@contract/features/fieldwork/handOver/handOverMachine';
import { itemsOf } from '@contract/features/fieldwork/handOver/handOverSheet';
import { handOverTexts } from '@contract/features/fieldwork/handOver/handOverTexts';
import { messages } from '@contract/messages';
import { permissionOf } from '@contract/permissions';
import { permissionOfMove } from '@contract/workflow/stateMachine';
import { idsBody, rowsBody } from '@server/crud/assertSeenVersion';
import { findVisibleRows, getRow, listRows } from '@server/crud/operations';
import type { Registry } from '@server/crud/resource';
import { idParam, ok } from '@server/crud/routes';
import { undeletedRows, scopeOf } from '@server/crud/rowScope';
import { once } from '@server/crud/runOnce';
import { handOverTable, projectTable, sampleTable } from '@server/db/schema';
import { projectOf } from '@server/features/projects/projectStage';
import { idSchema } from '@server/http/bodySchemas';
import { notFound } from '@server/http/errors';
import { type Call, type Route, route } from '@server/http/route';
import type { Services } from '@server/services';
import { currentFingerprint } from '@server/signing/seenFingerprint';
import { moveRoutes } from '@server/workflow/moveRoutes';
import { addSheet, changeSheet } from './circulationSheets';
import { handOverMoves, movedHandOver } from './moves';
import { countReceivedSample, markRefusedSamples } from './receiveCount';
import { findSamples, linesOf } from './sentSamples';

const headFields = {
  place: z.string().max(100, '交接地点不能超过100个字').nullish(),
  transport: z.string().max(200, '运输与保存不能超过200个字').nullish(),
  remark: z.string().max(500, '备注不能超过500个字').nullish(),
};
const conditionValues = fixedDictionaries.sampleCondition
  .map(({ value }) => value)
  .filter((value) => value !== 'intact') as [string, ...string[]];

const addBody = z.object({ project: idSchema, samples: idsBody.optional(), ...headFields });
const changeBody = z.object({
  id: idSchema,
  version: z.int({ error: () => '缺少版本号，请刷新后重试' }),
  samples: idsBody,
  ...headFields,
});
const countBody = z.object({
  id: idSchema,
  code: z
    .string({ error: () => '请扫描样品编号' })
    .trim()
    .min(1, '请扫描样品编号')
    .max(100, '样品编号过长，请核对标签'),
});
const markBody = z.object({
  id: idSchema,
  rows: rowsBody,
  condition: z.enum(conditionValues, { error: () => '请选择样品状态' }).nullable(),
  reason: z.string().max(300, '原因不能超过300个字').nullish(),
});

const { path, label: tag } = handOver;

const permissionFor = (action: Parameters<typeof permissionOf>[1]) => [permissionOf(handOver, action)];

const receivePermission = [permissionOfMove(handOverMachine, { key: 'receive' })];

/** Returns the untested samples past their storage time, with the codes of their projects. */
async function overdueSamples(services: Services, registry: Registry, call: Call<unknown>) {
  const { database } = services;
  const { orm } = database;
  const resource = registry.named('sample');
  const samples = await findSamples(
    services,
    orm,
    and(
      scopeOf(resource, call.viewer),
      inArray(sampleTable.state, ['collected', 'handingOver', 'received', 'distributed', 'testing']),
    ),
  );
  const lateSamples = samples.filter(({ overdue }) => overdue);
  const codes = lateSamples.length
    ? await orm
        .select({ id: projectTable.id, code: projectTable.code })
        .from(projectTable)
        .where(inArray(projectTable.id, [...new Set(lateSamples.map(({ project }) => project))]))
    : [];
  const codeOf = new Map(codes.map((code) => [code.id, code.code]));
  return {
    content: lateSamples.map((sample) => ({ ...sample, projectCode: codeOf.get(sample.project) ?? null })),
    totalElements: lateSamples.length,
  };
}

/** Returns the routes that create a sheet, change its samples, and count and mark them at the reception. */
function writingRoutes(services: Services, registry: Registry): Route[] {
  const { database } = services;
  const context = { services, registry };
  return [
    route({
      method: 'POST',
      path: `${path}/add`,
      permission: permissionFor('add'),
      tag,
      summary: '新增流转单：默认项目全部已采而未送交的样品',
      body: addBody,
      async handle(call) {
        const sheet = await database.transaction((tx) => once(tx, call, () => addSheet(context, tx, call, call.body)));
        return ok(handOverTexts.made(String(sheet.sheetNo)), sheet);
      },
    }),
    route({
      method: 'PUT',
      path: `${path}/samples`,
      permission: permissionFor('edit'),
      tag,
      summary: '重新选择流转单的样品',
      body: changeBody,
      handle: async (call) =>
        ok(
          messages.edited,
          await database.transaction((tx) => once(tx, call, () => changeSheet(context, tx, call, call.body))),
        ),
    }),
    route({
      method: 'PUT',
      path: `${path}/count`,
      permission: receivePermission,
      tag,
      summary: '按编号清点一个样品',
      body: countBody,
      async handle(call) {
        const countAnswer = await database.transaction((tx) =>
          countReceivedSample(context, tx, call, call.body.id, call.body.code),
        );
        return ok(countAnswer.message, countAnswer);
      },
    }),
    route({
      method: 'PUT',
      path: `${path}/mark`,
      permission: receivePermission,
      tag,
      summary: '标记拒收的样品及原因，或取消标记',
      body: markBody,
      handle: async (call) =>
        ok(
          messages.submitted,
          await database.transaction((tx) => once(tx, call, () => markRefusedSamples(context, tx, call, call.body))),
        ),
    }),
  ];
}

const sheetContext = (services: Services, registry: Registry, call: Call<unknown>) => ({
  services,
  registry,
  resource: registry.named('handOver'),
  call,
});

async function sheetWithSamples(services: Services, registry: Registry, call: Call<unknown>) {
  const { orm } = services.database;
  const asSeen = await currentFingerprint(orm, handOver.name, idParam(call));
  const sheet = await getRow(sheetContext(services, registry, call), idParam(call));
  const [project] = await orm
    .select({ code: projectTable.code, name: projectTable.projectName })
    .from(projectTable)
    .where(eq(projectTable.id, Number(sheet.project)));
  const sheetLines = await linesOf(services, orm, sheet.id);
  return { sheet, project, lines: sheetLines, items: itemsOf(sheetLines), asSeen };
}

async function sheetByNumber(services: Services, registry: Registry, call: Call<unknown>) {
  const { orm } = services.database;
  const resource = registry.named('handOver');
  const sheetNo = call.params.no ?? '';
  const [sheetRow] = await orm
    .select({ id: handOverTable.id })
    .from(handOverTable)
    .where(and(eq(handOverTable.sheetNo, sheetNo), undeletedRows(resource), scopeOf(resource, call.viewer)));
  const [row] = sheetRow
    ? await findVisibleRows(sheetContext(services, registry, call), orm, [sheetRow.id], false)
    : [];
  if (!row) throw notFound(`没有单号为“${sheetNo.slice(0, 60)}”的流转单`);
  return row;
}

async function sheetsOfProject(services: Services, registry: Registry, call: Call<unknown>) {
  const { orm } = services.database;
  const project = await projectOf(orm, registry, call, idParam(call));
  const [sheets, readySamples] = await Promise.all([
    listRows(sheetContext(services, registry, call), { project: String(project.id), size: '1000', sort: 'id,desc' }),
    findSamples(
      services,
      orm,
      and(eq(sampleTable.project, project.id), eq(sampleTable.state, 'collected'), isNull(sampleTable.handOver)),
    ),
  ]);
  return { sheets: sheets.content, ready: readySamples };
}

/** Returns the routes of circulation sheets from the field team to the keeper. */
export function handOverRoutes(services: Services, registry: Registry): Route[] {
  const readingRoute = { method: 'GET', permission: permissionFor('list'), tag } as const;
  return [
    ...moveRoutes(services, registry, movedHandOver(registry), handOverMoves),
    ...writingRoutes(services, registry),
    route({
      ...readingRoute,
      path: `${path}/sheet/:id`,
      summary: '流转单及其样品、各检测项目的数量与保存期限',
      handle: (call) => sheetWithSamples(services, registry, call),
    }),
    route({
      ...readingRoute,
      path: `${path}/byNo/:no`,
      summary: '按单号查找流转单',
      handle: (call) => sheetByNumber(services, registry, call),
    }),
    route({
      ...readingRoute,
      path: `${path}/ofProject/:id`,
      summary: '项目的流转单，以及可以送交的样品',
      handle: (call) => sheetsOfProject(services, registry, call),
    }),
    route({
      ...readingRoute,
      path: `${path}/overdue`,
      summary: '超过保存期限而尚未检测完成的样品',
      handle: (call) => overdueSamples(services, registry, call),
    }),
  ];
}
