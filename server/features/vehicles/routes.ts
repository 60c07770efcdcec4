import { z } from 'zod';
import { vehiclePlan } from '@contract/features/vehicles/entities/vehiclePlan';
import { dispatchDocument, dispatchTitle, printedPlan } from '@contract/features/vehicles/vehicleDocuments';
import { vehicleTexts } from '@contract/features/vehicles/vehicleTexts';
import { permissionOf } from '@contract/permissions';
import { isDay } from '@contract/schema';
import type { CrudContext } from '@server/crud/crudContext';
import { getRow } from '@server/crud/operations';
import type { Registry } from '@server/crud/resource';
import { idParam, ok } from '@server/crud/routes';
import { once } from '@server/crud/runOnce';
import type { Orm } from '@server/db/orm';
import { idSchema, versionField } from '@server/http/bodySchemas';
import { badRequest } from '@server/http/errors';
import { type Call, type Route, route } from '@server/http/route';
import { agencyOf, type Paper, pdfRoute } from '@server/print/pdfRoute';
import type { Services } from '@server/services';
import { boardOf } from './vehicleBoard';
import { attachTripFiles, cancelTrip, endTrip, beginTrip } from './vehicleTrips';

const mileageSchema = z
  .union([z.string(), z.number().transform(String)], { error: () => vehicleTexts.mileageNeeded })
  .refine((text) => /^\d{1,7}(\.\d)?$/.test(text.trim()), '里程应为数字，最多1位小数')
  .transform((text) => text.trim());
const mileageBody = z.object({ id: idSchema, version: versionField, mileage: mileageSchema });
const backBody = mileageBody.extend({ startMileage: mileageSchema.optional() });
const attachBody = z.object({ id: idSchema, version: versionField, attachment: z.uuid('请上传附件').nullable() });
const cancelBody = z.object({
  id: idSchema,
  version: versionField,
  reason: z
    .string({ error: () => '请填写取消原因' })
    .trim()
    .min(1, '请填写取消原因')
    .max(200, '取消原因不能超过200个字'),
});

/** Highest number of days in the calendar of a month, including its incomplete first and last week. */
const maxDays = 45;

function daysOf({ query: { from, to } }: Call<unknown>): [string, string] {
  if (
    typeof from !== 'string' ||
    typeof to !== 'string' ||
    !isDay(from) ||
    !isDay(to) ||
    from > to ||
    (Date.parse(to) - Date.parse(from)) / 86_400_000 > maxDays
  )
    throw badRequest(`请选择起止日期，最长${maxDays}天`);
  return [from, to];
}

/** Returns the dispatch sheet of a trip. */
async function dispatchPaper({ services, registry }: CrudContext, call: Call<unknown>): Promise<Paper> {
  const row = await getRow({ services, registry, resource: registry.named('vehiclePlan'), call }, idParam(call));
  return {
    row,
    number: String(row.planNo),
    document: dispatchDocument(await agencyOf(services.database.orm, row), printedPlan(row)),
  };
}

/** Routes of 计划车辆: the calendar, and trips that begin, end or are cancelled. */
export function vehicleRoutes(services: Services, registry: Registry): Route[] {
  const { path, label: tag } = vehiclePlan;
  const context = { services, registry };
  const edit = [permissionOf(vehiclePlan, 'edit')];
  const runOnce = <B>(call: Call<B>, work: (tx: Orm) => Promise<string>) =>
    services.database.transaction((tx) => once(tx, call, () => work(tx))).then((message) => ok(message));

  return [
    route({
      method: 'GET',
      path: `${path}/board`,
      permission: [permissionOf(vehiclePlan, 'list')],
      tag,
      summary: '一段日期内的用车计划与人员、设备的占用',
      query: { from: '起始日期', to: '结束日期（含）' },
      handle: (call) => boardOf(context, call, ...daysOf(call)),
    }),
    pdfRoute(services, vehiclePlan, dispatchTitle, (call) => dispatchPaper(context, call)),
    route({
      method: 'PUT',
      path: `${path}/depart`,
      permission: edit,
      tag,
      summary: '登记出车',
      body: mileageBody,
      handle: (call) => runOnce(call, (tx) => beginTrip(context, tx, call, call.body)),
    }),
    route({
      method: 'PUT',
      path: `${path}/comeBack`,
      permission: edit,
      tag,
      summary: '登记收车与里程，出车里程有误的一并更正',
      body: backBody,
      handle: (call) => runOnce(call, (tx) => endTrip(context, tx, call, call.body)),
    }),
    route({
      method: 'PUT',
      path: `${path}/attach`,
      permission: edit,
      tag,
      summary: '补充或更换附件，出车和收车后也可以',
      body: attachBody,
      handle: (call) => runOnce(call, (tx) => attachTripFiles(context, tx, call, call.body)),
    }),
    route({
      method: 'PUT',
      path: `${path}/cancel`,
      permission: edit,
      tag,
      summary: '取消用车计划',
      body: cancelBody,
      handle: (call) => runOnce(call, (tx) => cancelTrip(context, tx, call, call.body)),
    }),
  ];
}
