import { z } from 'zod';
import {
  organizationMatterKinds,
  type ClientMatter,
  matterTexts,
} from '@contract/features/customers/enterprise/clientMatters';
import { clientMatter } from '@contract/features/customers/entities/clientMatter';
import { clientReply } from '@contract/features/customers/entities/clientReply';
import { permissionOf } from '@contract/permissions';
import type { CrudContext } from '@server/crud/crudContext';
import type { Registry } from '@server/crud/resource';
import { idParam, ok } from '@server/crud/routes';
import { once } from '@server/crud/runOnce';
import { storedFileTable } from '@server/db/schema';
import {
  beginMatter,
  closeMatter,
  mattersOf,
  projectOfMatter,
  replyTo,
} from '@server/features/projects/clients/clientMatters';
import { clientProject, type ClientProject } from '@server/features/projects/clients/clientProject';
import { projectOf } from '@server/features/projects/projectStage';
import { removeQuietly } from '@server/files/receiveUpload';
import { idSchema } from '@server/http/bodySchemas';
import { type Call, type Route, route } from '@server/http/route';
import type { Services } from '@server/services';
import { drawnPlan } from './drawnPlan';

const contentSchema = z.string().trim().max(2000, matterTexts.contentLong).default('');
const daySchema = z.iso.date('日期不正确').nullish();
const askBody = z
  .object({
    project: idSchema,
    matterKind: z.enum(organizationMatterKinds, { error: () => matterTexts.kindMissing }),
    title: z
      .string({ error: () => matterTexts.titleMissing })
      .trim()
      .min(1, matterTexts.titleMissing)
      .max(100, matterTexts.titleLong),
    content: contentSchema,
    dueOn: daySchema,
    visitOn: daySchema,
  })
  .refine(({ matterKind, visitOn }) => matterKind !== 'visit' || Boolean(visitOn), {
    path: ['visitOn'],
    message: matterTexts.visitMissing,
  });
const replyBody = z.object({
  matter: idSchema,
  content: contentSchema,
  attachment: z.uuid({ error: () => matterTexts.foreignFile }).nullish(),
});

/** Starts a thread. A plan to be confirmed is attached in its approved form. A repeated call stores nothing again. */
async function beginThread(context: CrudContext, call: Call<z.output<typeof askBody>>, project: ClientProject) {
  const { services } = context;
  const { body } = call;
  const plan = body.matterKind === 'plan' ? await drawnPlan(context, call, project) : undefined;
  let isKept = false;
  try {
    const newThread = await services.database.transaction((tx) =>
      once(tx, call, async () => {
        if (plan) await tx.insert(storedFileTable).values(plan);
        const first = plan && { content: matterTexts.planAttached, attachment: plan.id };
        const id = await beginMatter(services, tx, call, project, { ...body, first }, false);
        isKept = true;
        return { id };
      }),
    );
    return ok(matterTexts.sent, newThread);
  } catch (error) {
    isKept = false;
    throw error;
  } finally {
    if (plan && !isKept) await removeQuietly(services, plan.id);
  }
}

/** Adds the organization's reply to a thread, with its attachments. */
async function answerThread({ services }: CrudContext, call: Call<z.output<typeof replyBody>>, project: ClientProject) {
  await services.database.transaction((tx) =>
    once(tx, call, async () => {
      await replyTo(services, tx, call, project, call.body.matter, call.body, false);
      return null;
    }),
  );
  return ok(matterTexts.replied);
}

/** Returns the routes of 客户往来 for the organization: it requests documents and days, answers, and closes threads. */
export function organizationMatterRoutes(services: Services, registry: Registry): Route[] {
  const context = { services, registry };
  const { database, env } = services;
  const { orm } = database;
  const { path, label: tag } = clientMatter;
  const ownProject = async (call: Call<unknown>, wantedId: number): Promise<ClientProject> => {
    const { id: projectId } = await projectOf(orm, registry, call, wantedId);
    return (await clientProject(orm, projectId)) as ClientProject;
  };
  return [
    route({
      method: 'GET',
      path: `${path}/of/:id`,
      permission: [permissionOf(clientMatter, 'list')],
      tag,
      summary: '项目的客户往来：事项与回复',
      handle: async (call): Promise<readonly ClientMatter[]> =>
        mattersOf(orm, env.zone, (await ownProject(call, idParam(call))).id),
    }),
    route({
      method: 'POST',
      path: `${path}/add`,
      permission: [permissionOf(clientMatter, 'add')],
      tag,
      summary: '请企业提供资料、确认到场日期或采样方案，或询问',
      body: askBody,
      handle: async (call) => beginThread(context, call, await ownProject(call, call.body.project)),
    }),
    route({
      method: 'POST',
      path: `${clientReply.path}/add`,
      permission: [permissionOf(clientReply, 'add')],
      tag: clientReply.label,
      summary: '回复企业，可带附件',
      body: replyBody,
      handle: async (call) =>
        answerThread(context, call, await ownProject(call, await projectOfMatter(orm, call.body.matter))),
    }),
    route({
      method: 'PUT',
      path: `${path}/close`,
      permission: [permissionOf(clientMatter, 'status')],
      tag,
      summary: '办结往来事项',
      body: z.object({ id: idSchema }),
      async handle(call) {
        const project = await ownProject(call, await projectOfMatter(orm, call.body.id));
        await database.transaction((tx) =>
          once(tx, call, async () => {
            await closeMatter(services, tx, call, project.id, call.body.id);
            return null;
          }),
        );
        return ok(matterTexts.closed);
      },
    }),
  ];
}
