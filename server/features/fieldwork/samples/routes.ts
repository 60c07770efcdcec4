import { z } from 'zod';
import { sample } from '@contract/features/fieldwork/entities/sample';
import { handOverMachine } from '@contract/features/fieldwork/handOver/handOverMachine';
import { sampleMachine } from '@contract/features/fieldwork/samples/sampleMachine';
import { siteTexts } from '@contract/features/fieldwork/samples/siteTexts';
import { storageTexts } from '@contract/features/laboratory/tasks/storageTexts';
import { permissionOf } from '@contract/permissions';
import { permissionOfMove } from '@contract/workflow/stateMachine';
import { rowsBody } from '@server/crud/assertSeenVersion';
import type { OperationContext } from '@server/crud/operations';
import type { Registry } from '@server/crud/resource';
import { idParam, ok } from '@server/crud/routes';
import { idSchema } from '@server/http/bodySchemas';
import { type Call, type Route, route } from '@server/http/route';
import type { Services } from '@server/services';
import { recordSample } from './recordSample';
import { siteWorkOf } from './siteWork';
import { storeSamples } from './storeSamples';
import { voidSamples } from './voidSamples';

const valuesField = z.record(z.string().max(40), z.unknown(), { error: () => '采样记录应为一个对象' });
const recordBody = z.object({
  id: idSchema,
  values: valuesField,
  base: valuesField.optional(),
  version: z.int().optional(),
});
const voidBody = z.object({
  rows: rowsBody,
  reason: z
    .string({ error: () => '请填写作废的原因' })
    .trim()
    .min(1, '请填写作废的原因')
    .max(500, '原因不能超过500个字'),
  again: z.boolean().optional(),
});

const storeBody = z.object({
  rows: rowsBody,
  location: z.string().trim().max(100, '存放处不能超过100个字').nullish(),
});

const mayMove = (key: 'collect' | 'void') => [permissionOfMove(sampleMachine, { key })];

/** Returns the routes of the field work: all data for a phone in one answer, readings of one sample, voiding. */
export function sampleRoutes(services: Services, registry: Registry): Route[] {
  const { path, label: tag } = sample;
  const contextOf = (call: Call<unknown>): OperationContext => ({
    services,
    registry,
    resource: registry.named('sample'),
    call,
  });
  return [
    route({
      method: 'GET',
      path: `${path}/site/:id`,
      permission: [permissionOf(sample, 'list')],
      tag,
      summary: '项目现场采样所需的全部数据：日期、样品、气象、陪同人、影像、可用仪器',
      handle: (call) => siteWorkOf(services, registry, call, idParam(call)),
    }),
    route({
      method: 'PUT',
      path: `${path}/record`,
      permission: mayMove('collect'),
      tag,
      summary: '填写一个样品的采样记录：逐字段合并，填写完整即为已采',
      body: recordBody,
      handle: async (call) => ok(siteTexts.recorded, await recordSample(contextOf(call), call.body)),
    }),
    route({
      method: 'PUT',
      path: `${path}/void`,
      permission: mayMove('void'),
      tag,
      summary: '作废现场的样品并说明原因；编号保留',
      body: voidBody,
      async handle(call) {
        const voidResult = await voidSamples(contextOf(call), call.body);
        return ok(siteTexts.voided(voidResult.voided.length), voidResult);
      },
    }),
    route({
      method: 'PUT',
      path: `${path}/location`,
      permission: [permissionOfMove(handOverMachine, { key: 'receive' })],
      tag,
      summary: '登记样品的存放处',
      body: storeBody,
      handle: async (call) =>
        ok(storageTexts.stored(await storeSamples(contextOf(call), call.body.rows, call.body.location || null))),
    }),
  ];
}
