import { z } from 'zod';
import { publicationTexts, type PublicationRequest } from '@contract/features/publicity/noticePublication';
import { report } from '@contract/features/reports/entities/report';
import { reportMachine } from '@contract/features/reports/reportMachine';
import { reportTexts } from '@contract/features/reports/reportTexts';
import { permissionOfMove } from '@contract/workflow/stateMachine';
import type { Registry } from '@server/crud/resource';
import { idParam, ok } from '@server/crud/routes';
import { once } from '@server/crud/runOnce';
import type { Orm } from '@server/db/orm';
import { projectOf } from '@server/features/projects/projectStage';
import { visibleReport } from '@server/features/reports/movedReport';
import { downloadResponse } from '@server/files/sendFile';
import { idSchema } from '@server/http/bodySchemas';
import { type Call, type Route, route } from '@server/http/route';
import { requiredOrigin } from '@server/print/publicOrigin';
import type { Services } from '@server/services';
import { publicationPreview } from './publicationPreview';
import { publicationProposal, signedFactsOf } from './publicationProposal';
import { publicCopyPdf } from './publicCopy';
import { publishIssued, withdrawPublished } from './publishIssued';

const sceneSchema = z.object({
  picture: z.uuid('所选影像不正确，请重新选择'),
  caption: z.string().trim().min(1, '请填写影像的说明').max(100, '影像的说明不能超过100个字'),
  activity: z.enum(['survey', 'sampling', 'test'], { error: () => '请选择影像的环节' }),
  takenOn: z.iso.date('拍摄日期不正确').nullable(),
});
const requestedBody = z.object({
  id: idSchema,
  // The signed report decides which fields count. Their values are checked like those of any notice.
  draft: z.record(z.string().max(40), z.union([z.string().max(4000), z.number(), z.boolean(), z.null()])).default({}),
  scenes: z.array(sceneSchema).max(30, '最多公示30张影像').default([]),
  withReport: z.boolean().default(false),
});
const reasonBody = z.object({
  id: idSchema,
  reason: z
    .string({ error: () => reportTexts.reasonMissing })
    .trim()
    .min(1, reportTexts.reasonMissing)
    .max(500, '原因不能超过500个字'),
});

async function publicationMatter(orm: Orm, registry: Registry, call: Call<unknown>, reportId: number) {
  const storedReport = await visibleReport(orm, registry, call, reportId);
  return { found: storedReport, project: await projectOf(orm, registry, call, Number(storedReport.project)) };
}

/** Draws the copy of the report that would be published. */
async function copyPreview(services: Services, registry: Registry, orm: Orm, call: Call<unknown>): Promise<Response> {
  const request = call.body as unknown as PublicationRequest;
  const { found: storedReport, project } = await publicationMatter(orm, registry, call, request.id);
  const { content } = await signedFactsOf(orm, storedReport, project);
  const bytes = await publicCopyPdf(
    services,
    orm,
    storedReport,
    content,
    {
      companionPublic: request.draft.companionPublic !== false,
      pictures: request.scenes.map(({ picture }) => picture),
    },
    await requiredOrigin(services, orm, storedReport.organizationId),
  );
  return downloadResponse(bytes, 'application/pdf', `${storedReport.reportNo ?? ''} 公示副本.pdf`);
}

/** Returns the routes that prepare a publication and change nothing. */
function previewRoutes(services: Services, registry: Registry): Route[] {
  const { path, label: tag } = report;
  const { orm } = services.database;
  const publishing = [permissionOfMove(reportMachine, { key: 'publish' })];
  return [
    route({
      method: 'GET',
      path: `${path}/publication/:id`,
      permission: publishing,
      tag,
      summary: '公示报告前：不能公示的原因，或公示内容与可选的影像',
      async handle(call) {
        const { found: storedReport, project } = await publicationMatter(orm, registry, call, idParam(call));
        return publicationProposal(services, orm, storedReport, project);
      },
    }),
    route({
      method: 'POST',
      path: `${path}/publicationPreview`,
      permission: publishing,
      tag,
      summary: '公众将看到的公示内容，不作任何修改',
      body: requestedBody,
      async handle(call) {
        const request = call.body as unknown as PublicationRequest;
        const { found: storedReport, project } = await publicationMatter(orm, registry, call, request.id);
        return publicationPreview(services, orm, storedReport, project, request);
      },
    }),
    route({
      method: 'POST',
      path: `${path}/publicationCopy`,
      permission: publishing,
      tag,
      summary: '公众将取得的报告副本（PDF），不作任何修改',
      body: requestedBody,
      handle: (call) => copyPreview(services, registry, orm, call),
    }),
  ];
}

/** Routes of a publication: the proposal, the publication in one step, and 撤回公示. */
export function publicationRoutes(services: Services, registry: Registry): Route[] {
  const { path, label: tag } = report;
  const { database } = services;
  const context = { services, registry };
  const publishing = [permissionOfMove(reportMachine, { key: 'publish' })];
  const withdrawing = [permissionOfMove(reportMachine, { key: 'withdraw' })];

  return [
    ...previewRoutes(services, registry),
    route({
      method: 'PUT',
      path: `${path}/publish`,
      permission: publishing,
      tag,
      summary: '公示已签发的报告：公示内容、影像和报告副本一步完成，项目进入已公示',
      body: requestedBody,
      handle: async (call) =>
        ok(publicationTexts.published, await publishIssued(context, call as unknown as Call<PublicationRequest>)),
    }),
    route({
      method: 'PUT',
      path: `${path}/withdraw`,
      permission: withdrawing,
      tag,
      summary: '撤回报告的公示；项目回到已归档',
      body: reasonBody,
      async handle(call) {
        await database.transaction((tx) =>
          once(tx, call, async () => {
            await withdrawPublished(context, tx, call, call.body.id, call.body.reason);
            return { id: call.body.id };
          }),
        );
        return ok(publicationTexts.withdrawn);
      },
    }),
  ];
}
