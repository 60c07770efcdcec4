import { z } from 'zod';
import { blankTexts } from '@contract/features/fieldwork/blanks/blankBatches';
import { blankRelation } from '@contract/features/fieldwork/entities/blankRelation';
import { messages } from '@contract/messages';
import { permissionOf } from '@contract/permissions';
import { idsBody } from '@server/crud/assertSeenVersion';
import type { Registry } from '@server/crud/resource';
import { idParam, ok } from '@server/crud/routes';
import { once } from '@server/crud/runOnce';
import { projectOf } from '@server/features/projects/projectStage';
import { idSchema } from '@server/http/bodySchemas';
import { type Route, route } from '@server/http/route';
import type { Services } from '@server/services';
import { blankBatchesOf } from './blankBatches';
import { cancelRelation, relateByHand } from './relateBlanks';

const chosenIds = (message: string) =>
  z
    .array(z.int().positive().max(2_147_483_647), { error: () => message })
    .min(1, message)
    .max(5000, '一次最多处理5000条');
const relationBody = z.object({
  phyId: z.int().min(0).max(2_147_483_647).nullish(),
  projectId: idSchema,
  ids: chosenIds(blankTexts.noSamples),
  blkSampleIds: chosenIds(blankTexts.noBlanks),
  hazardNames: z.array(z.string().max(500)).max(200).default([]),
  reason: z.string().max(500, '原因不能超过500个字').nullish(),
});

/** Returns the routes of blanks and of the samples that they belong to (SPEC §7, Relation). */
export function blankRelationRoutes(services: Services, registry: Registry): Route[] {
  const { path, label: tag } = blankRelation;
  const { database } = services;
  const context = { services, registry };
  const permissionsFor = (action: Parameters<typeof permissionOf>[1]) => [permissionOf(blankRelation, action)];
  return [
    route({
      method: 'POST',
      path: `${path}/relation`,
      permission: permissionsFor('relation'),
      tag,
      summary: '关联空白样品',
      body: relationBody,
      async handle(call) {
        await database.transaction((tx) => once(tx, call, () => relateByHand(context, tx, call, call.body)));
        return ok(messages.related);
      },
    }),
    route({
      method: 'POST',
      path: `${path}/cancelRelation`,
      permission: permissionsFor('cancelRelation'),
      tag,
      summary: '取消空白关联',
      body: z.object({ ids: idsBody }),
      async handle(call) {
        await database.transaction((tx) => once(tx, call, () => cancelRelation(context, tx, call, call.body.ids)));
        return ok(blankTexts.cancelled);
      },
    }),
    route({
      method: 'GET',
      path: `${path}/batches/:id`,
      permission: permissionsFor('list'),
      tag,
      summary: '项目的样品与空白，按因素、方法、日期和采样介质批号',
      handle: async (call) => ({
        content: await blankBatchesOf(database.orm, (await projectOf(database.orm, registry, call, idParam(call))).id),
      }),
    }),
  ];
}
