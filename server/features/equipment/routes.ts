import { and, asc } from 'drizzle-orm';
import { z } from 'zod';
import { fixedDictionaries } from '@contract/dictionaries';
import { equipmentUse } from '@contract/features/equipment/entities/equipmentUse';
import {
  calibrationState,
  equipmentTexts,
  goesOnSite,
  takeOutProblem,
} from '@contract/features/equipment/equipmentRules';
import { permissionOf } from '@contract/permissions';
import { isDay } from '@contract/schema';
import { formatDay } from '@server/base/zone';
import { idsBody, rowsBody } from '@server/crud/assertSeenVersion';
import type { CrudContext } from '@server/crud/crudContext';
import { getRow, listRows } from '@server/crud/operations';
import type { Registry } from '@server/crud/resource';
import { idParam, ok } from '@server/crud/routes';
import { undeletedRows, scopeOf } from '@server/crud/rowScope';
import { once } from '@server/crud/runOnce';
import { equipmentTable } from '@server/db/schema';
import { idField } from '@server/http/bodySchemas';
import { idSchema, versionField } from '@server/http/bodySchemas';
import { type Call, type Route, route } from '@server/http/route';
import type { Services } from '@server/services';
import { statusLabel, takeBack, takeOut, type UseKind } from './equipmentOutings';
import { samplesTakenDuring } from './failedFlow';
import { storePumpFlow } from './storePumpFlow';

const useKinds = fixedDictionaries.equipmentUseKind.map(({ value }) => value) as [UseKind, ...UseKind[]];
const conditionField = z.enum(['good', 'faulty'], { error: () => '请选择设备状况' });
const remarkSchema = z.string().max(200, '备注不能超过200个字').nullish();
const dayField = (label: string) => z.string().refine(isDay, `请填写正确的${label}`).nullish();
const flowField = (label: string) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,6}(\.\d{1,4})?$/, `${label}应为数字，最多4位小数`);
const optionalAir = (label: string, pattern: RegExp) =>
  z.union([z.literal(''), z.string().trim().regex(pattern, `${label}填写不正确`)]).nullish();
const optionalFlow = (label: string) => z.union([z.literal(''), flowField(label)]).nullish();

const outBody = z.object({
  project: idSchema.nullish(),
  useKind: z.enum(useKinds, { error: () => '请选择用途' }),
  equipmentIds: idsBody,
  outCondition: conditionField.default('good'),
  remark: remarkSchema,
});
const backBody = z.object({
  rows: rowsBody,
  inCondition: conditionField,
  remark: remarkSchema,
  calibration: z
    .object({
      passed: z.boolean({ error: () => '请选择检定/校准结论' }),
      calibratedOn: dayField('检定/校准日期'),
      calibrationDue: dayField('有效期'),
      calibrationBy: z.string().max(100).nullish(),
      certificateNo: z.string().max(100).nullish(),
      certificate: z.uuid({ error: () => '证书文件不正确，请重新上传' }).nullish(),
    })
    .optional(),
});
const flowBody = z.object({
  id: idSchema,
  version: versionField,
  calibrator: idField(equipmentTexts.calibratorNeeded),
  flowSet: optionalFlow('设定流量'),
  flowReadings: z.array(flowField('采样前流量读数')).max(20, '采样前流量读数最多20个').nullish(),
  flowBefore: optionalFlow('采样前流量'),
  flowAfter: optionalFlow('采样后流量'),
  airTemperature: optionalAir('校准气温', /^-?\d{1,2}(\.\d)?$/),
  airPressure: optionalAir('校准气压', /^(?:[5-9]\d|1[0-2]\d)(\.\d{1,2})?$/),
});

const { path, label: tag } = equipmentUse;

const permissionFor = (action: Parameters<typeof permissionOf>[1]) => [permissionOf(equipmentUse, action)];

/** Returns the instruments that may be issued, and the reason why others may not. */
async function choicesFor({ services, registry }: CrudContext, call: Call<unknown>) {
  const { orm } = services.database;
  const today = formatDay(services.now(), services.env.zone);
  const useKind = String(call.query.useKind ?? 'sampling');
  const resource = registry.named('equipment');
  const rows = await orm
    .select()
    .from(equipmentTable)
    .where(and(undeletedRows(resource), scopeOf(resource, call.viewer)))
    .orderBy(asc(equipmentTable.eqpKind), asc(equipmentTable.eqpNo))
    .limit(5000);
  const content = rows
    .filter(({ status, eqpKind }) => status !== 'scrapped' && (useKind !== 'sampling' || goesOnSite(eqpKind)))
    .map((row) => ({
      id: row.id,
      eqpNo: row.eqpNo,
      eqpName: row.eqpName,
      eqpKind: row.eqpKind,
      model: row.model,
      status: row.status,
      calibrationKind: row.calibrationKind,
      calibrationDue: row.calibrationDue,
      calibration: calibrationState(row, today),
      problem: takeOutProblem(row, useKind, today, statusLabel(row.status)),
    }));
  return { content, today };
}

/** Returns the samples that a failed flow check affects. */
async function affectedSamples({ services, registry }: CrudContext, call: Call<unknown>) {
  const { orm } = services.database;
  const useRow = await getRow({ services, registry, resource: registry.named('equipmentUse'), call }, idParam(call));
  const hasFailed = useRow.flowVerdict === 'fail';
  return {
    content: hasFailed
      ? await samplesTakenDuring(orm, {
          id: useRow.id,
          project: useRow.project as number | null,
          equipment: useRow.equipment as number,
        })
      : [],
  };
}

/** Returns issues and calibrations of one instrument. */
async function historyOf({ services, registry }: CrudContext, call: Call<unknown>) {
  const { id: equipmentId } = await getRow(
    { services, registry, resource: registry.named('equipment'), call },
    idParam(call),
  );
  // People who may see the instrument may see its issues.
  return listRows(
    { services, registry, resource: registry.named('equipmentUse'), call },
    { equipment: String(equipmentId), size: '2000', sort: 'id,desc' },
  );
}

/** Returns the routes that record the issue and return of instruments. */
function outingRoutes(context: CrudContext): Route[] {
  const { services } = context;

  return [
    route({
      method: 'POST',
      path: `${path}/out`,
      permission: permissionFor('add'),
      tag,
      summary: '设备出库、送检、维修',
      body: outBody,
      handle: async (call) =>
        ok(
          equipmentTexts.out(
            await services.database.transaction((tx) => once(tx, call, () => takeOut(context, tx, call, call.body))),
          ),
        ),
    }),
    route({
      method: 'PUT',
      path: `${path}/back`,
      permission: permissionFor('edit'),
      tag,
      summary: '设备入库',
      body: backBody,
      handle: async (call) =>
        ok(
          equipmentTexts.back(
            await services.database.transaction((tx) => once(tx, call, () => takeBack(context, tx, call, call.body))),
          ),
        ),
    }),
    route({
      method: 'PUT',
      path: `${path}/flow`,
      permission: permissionFor('edit'),
      tag,
      summary: '采样前后流量校准',
      body: flowBody,
      async handle(call) {
        const flowAnswer = await services.database.transaction((tx) =>
          once(tx, call, () => storePumpFlow(context, tx, call, call.body)),
        );
        return ok(flowAnswer.message, flowAnswer);
      },
    }),
  ];
}

/** Returns the routes of issuing and returning instruments. Nothing else changes their status. */
export function equipmentRoutes(services: Services, registry: Registry): Route[] {
  const context = { services, registry };
  return [
    ...outingRoutes(context),
    route({
      method: 'GET',
      path: `${path}/choices`,
      permission: permissionFor('add'),
      tag,
      summary: '可以领用或送检的设备，不能的说明原因',
      query: { useKind: '用途：sampling、calibration、repair' },
      handle: (call) => choicesFor(context, call),
    }),
    route({
      method: 'GET',
      path: `${path}/affected/:id`,
      permission: permissionFor('list'),
      tag,
      summary: '流量偏差不合格时受影响的样品',
      handle: (call) => affectedSamples(context, call),
    }),
    route({
      method: 'GET',
      path: 'api/equipment/uses/:id',
      permission: ['equipment:list'],
      tag: '仪器设备',
      summary: '一台设备的出入库与检定/校准记录',
      handle: (call) => historyOf(context, call),
    }),
  ];
}
