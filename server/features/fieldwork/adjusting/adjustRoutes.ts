import { z } from 'zod';
import { adjustTexts } from '@contract/features/fieldwork/samples/sampleAdjustment';
import { sampleMachine } from '@contract/features/fieldwork/samples/sampleMachine';
import { permissionOfMove } from '@contract/workflow/stateMachine';
import { rowsBody } from '@server/crud/assertSeenVersion';
import type { OperationContext } from '@server/crud/operations';
import type { Registry } from '@server/crud/resource';
import { idParam, ok } from '@server/crud/routes';
import { projectOf } from '@server/features/projects/projectStage';
import { idSchema } from '@server/http/bodySchemas';
import { type Call, type Route, route } from '@server/http/route';
import type { Services } from '@server/services';
import { instrumentsOnSite } from '../samples/siteWork';
import { addExtra, adjustSample, voidAdjusted } from './adjustSamples';

const reasonOf = (missingMessage: string) =>
  z
    .string({ error: () => missingMessage })
    .trim()
    .min(1, missingMessage)
    .max(500, '原因不能超过500个字');
const reasonSchema = reasonOf(adjustTexts.reason);
const valuesField = z.record(z.string().max(40), z.unknown(), { error: () => '调整内容应为一个对象' });
const tag = '采样调整';

/** Returns the routes of 采样调整: changes of samples between the end of sampling and the end of testing. */
export function sampleAdjustmentRoutes(services: Services, registry: Registry): Route[] {
  const contextOf = (call: Call<unknown>): OperationContext => ({
    services,
    registry,
    resource: registry.named('sample'),
    call,
  });
  return [
    route({
      method: 'GET',
      path: 'api/sampleAdjustment/tools/:id',
      permission: ['sampleAdjustment:edit', 'sampleAdjustment:add'],
      tag,
      summary: '为项目出库过的仪器，已入库的也在内',
      async handle(call) {
        const { id: projectId } = await projectOf(services.database.orm, registry, call, idParam(call));
        return { content: await instrumentsOnSite(services.database.orm, projectId, { alsoBack: true }) };
      },
    }),
    route({
      method: 'PUT',
      path: 'api/sampleAdjustment/edit',
      permission: ['sampleAdjustment:edit'],
      tag,
      summary: '调整已采的样品',
      body: z.object({
        id: idSchema,
        version: z.int({ error: () => '缺少版本号，请刷新后重试' }),
        reason: reasonSchema,
        values: valuesField,
      }),
      handle: async (call) => ok(adjustTexts.adjusted, await adjustSample(contextOf(call), call.body)),
    }),
    route({
      method: 'POST',
      path: 'api/sampleAdjustment/add',
      permission: ['sampleAdjustment:add'],
      tag,
      summary: '补录现场已采的样品',
      body: z.object({ like: idSchema, reason: reasonSchema, values: valuesField }),
      async handle(call) {
        const row = await addExtra(contextOf(call), call.body);
        return ok(adjustTexts.added(String(row.sampleNo)), row);
      },
    }),
    route({
      method: 'PUT',
      path: 'api/sampleAdjustment/void',
      permission: [permissionOfMove(sampleMachine, { key: 'void' })],
      tag,
      summary: '作废样品；编号保留',
      body: z.object({ rows: rowsBody, reason: reasonOf(adjustTexts.voidReason) }),
      handle: async (call) =>
        ok(adjustTexts.voided(await voidAdjusted(contextOf(call), call.body.rows, call.body.reason))),
    }),
  ];
}
