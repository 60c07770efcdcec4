import { z } from 'zod';
import { fixedDictionaries } from '@contract/dictionaries';
import { push } from '@contract/features/platforms/entities/push';
import { isExchange } from '@contract/features/platforms/exchange/adapterNames';
import type { PushPart } from '@contract/features/platforms/platformFamilies';
import { platformTexts } from '@contract/features/platforms/platformTexts';
import { pushProject, seesPushes } from '@contract/features/platforms/pushProject';
import { missingText, pushesText } from '@contract/features/platforms/pushWire';
import { permissionOf } from '@contract/permissions';
import { getRow, listRows } from '@server/crud/operations';
import type { Registry } from '@server/crud/resource';
import { idParam, ok } from '@server/crud/routes';
import { once } from '@server/crud/runOnce';
import { projectOf } from '@server/features/projects/projectStage';
import { issuedPdf } from '@server/features/reports/issuedPaper';
import { idField, idSchema } from '@server/http/bodySchemas';
import { readQuery, type Call, type Route, route } from '@server/http/route';
import type { Services } from '@server/services';
import { moveRoutes } from '@server/workflow/moveRoutes';
import { sendSurveyFile } from './exchange/sendSurveyFile';
import { familyOf, listPushProjects } from './listPushProjects';
import { checkedRows } from './listReported';
import { pushMoves } from './moves';
import { attemptsOf, projectView, summaryOf } from './pushView';
import { connectorOf, queuePushes } from './queuePushes';
import { issuedReport, movedPush } from './reportedProject';
import { statisticsFile, statisticsView } from './reportStatistics';

const pushParts = fixedDictionaries.pushPart.map(({ value }) => value) as [PushPart, ...PushPart[]];
const queueBody = z.object({
  projects: z
    .array(idSchema, { error: () => '请选择项目' })
    .min(1, '请选择项目')
    .max(100, '一次最多推送100个项目'),
  connector: idField('请选择对接平台'),
  parts: z
    .array(z.enum(pushParts, { error: () => platformTexts.wrongPart }), { error: () => '请选择推送内容' })
    .min(1, '请选择推送内容'),
});
/** Returns the id in a query parameter; for anything else 0, which is the id of no row. */
const rowIn = (queryValue: unknown): number => {
  const text = [queryValue].flat()[0];
  return typeof text === 'string' && /^\d{1,9}$/.test(text) ? Number(text) : 0;
};
const statisticsQuery = { by: '统计口径：year、trade、area或hazard', from: '起始年度', to: '截止年度' };
const { path, label: tag } = push;
const pushPermissions = [...seesPushes];
const withFiles: ReadonlySet<PushPart> = new Set(['report', 'whole']);

/** Returns the routes of figures about pushes, and of the attempts of one. */
function pushStatisticsRoutes(services: Services, registry: Registry): Route[] {
  const context = { services, registry };
  return [
    route({
      method: 'GET',
      path: `${path}/statistics`,
      permission: pushPermissions,
      tag,
      summary: '检测统计：按年度、行业、地区或危害因素的检测点数、超标点数和接触人数',
      query: statisticsQuery,
      handle: (call) => statisticsView(context, call, readQuery(call.request.url)),
    }),
    route({
      method: 'GET',
      path: `${path}/statisticsFile`,
      permission: pushPermissions,
      tag,
      summary: '下载检测统计（Excel）',
      query: statisticsQuery,
      handle: (call) => statisticsFile(context, call, readQuery(call.request.url)),
    }),
    route({
      method: 'GET',
      path: `${path}/summary`,
      permission: pushPermissions,
      tag,
      summary: '推送统计',
      query: { family: '平台类别' },
      handle: (call) => summaryOf(context, call, familyOf(call.query)),
    }),
    route({
      method: 'GET',
      path: `${path}/:id/attempts`,
      permission: pushPermissions,
      tag,
      summary: '一条推送的每次请求与答复',
      handle: (call) => attemptsOf(context, call, idParam(call)),
    }),
  ];
}

/** Routes that read what can be sent and what was answered. */
function pushViewRoutes(services: Services, registry: Registry): Route[] {
  const context = { services, registry };
  return [
    route({
      method: 'GET',
      path: `${path}/projects`,
      permission: pushPermissions,
      tag,
      summary: '可推送的项目：报告、完整性与推送情况',
      exported: { entity: pushProject, texts: { missing: missingText, progress: pushesText }, pageSize: checkedRows },
      query: { family: '平台类别：differentPlatform或samePlatform' },
      handle: (call) => listPushProjects(context, call, readQuery(call.request.url)),
    }),
    route({
      method: 'GET',
      path: `${path}/project/:id`,
      permission: pushPermissions,
      tag,
      summary: '一个项目的推送资料：内容、缺项、平台与推送记录',
      query: { family: '平台类别' },
      handle: (call) => projectView(context, call, idParam(call), familyOf(call.query)),
    }),
    route({
      method: 'GET',
      path: `${path}/surveyFile/:id`,
      permission: pushPermissions,
      tag,
      summary: '下载调查与采样计划表（Excel），由人工上传到平台',
      query: { connector: '对接平台' },
      handle: (call) => sendSurveyFile(context, call, idParam(call), rowIn(call.query['connector'])),
    }),
    ...pushStatisticsRoutes(services, registry),
  ];
}

/**
 * Routes of pushes to the platforms of both families: what can be sent, what is queued, what was answered.
 * `pushQueue.ts` delivers the pushes.
 */
export function platformRoutes(services: Services, registry: Registry): Route[] {
  const context = { services, registry };
  const { database } = services;
  const contextFor = (call: Call<unknown>) => ({ services, registry, resource: registry.named('push'), call });

  /** Draws the PDFs of issued reports that the push includes, before the transaction locks anything. */
  async function drawReports(
    call: Call<{ projects: readonly number[]; connector: number; parts: readonly PushPart[] }>,
  ): Promise<void> {
    const { adapter } = await connectorOf(context, database.orm, call, call.body.connector);
    if (!isExchange(adapter) && !call.body.parts.some((part) => withFiles.has(part))) return;
    for (const projectId of call.body.projects) {
      const report = await issuedReport(database.orm, (await projectOf(database.orm, registry, call, projectId)).id);
      if (report) await issuedPdf(services, report);
    }
  }

  return [
    ...pushViewRoutes(services, registry),
    route({
      method: 'POST',
      path: `${path}/queue`,
      permission: [permissionOf(push, 'add')],
      tag,
      summary: '推送已签发的报告：全部加入队列，或全部不加',
      body: queueBody,
      async handle(call) {
        await drawReports(call);
        const queuedCount = await database.transaction((tx) =>
          once(tx, call, () => queuePushes(context, tx, call, call.body)),
        );
        return ok(platformTexts.queued(queuedCount), { queued: queuedCount });
      },
    }),
    ...moveRoutes(services, registry, movedPush(registry), pushMoves, { together: true }),
    route({
      method: 'GET',
      path,
      permission: pushPermissions,
      tag,
      summary: '推送记录',
      exported: { entity: push },
      query: { page: '页码，从0开始', size: '每页条数，最多5000', sort: '排序，如id,desc', keyword: '关键字' },
      handle: (call) => listRows(contextFor(call), readQuery(call.request.url)),
    }),
    route({
      method: 'GET',
      path: `${path}/:id`,
      permission: pushPermissions,
      tag,
      summary: '推送详情',
      handle: (call) => getRow(contextFor(call), idParam(call)),
    }),
  ];
}
