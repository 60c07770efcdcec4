import { and, desc, eq, gte, isNull, lte, or } from 'drizzle-orm';
import { z } from 'zod';
import { curvePdfTexts, curveTexts } from '@contract/features/laboratory/curves/curveTexts';
import { labAttachment } from '@contract/features/laboratory/entities/labAttachment';
import { labCurve } from '@contract/features/laboratory/entities/labCurve';
import { permissionOf } from '@contract/permissions';
import { isDay } from '@contract/schema';
import { formatDay } from '@server/base/zone';
import type { CrudContext } from '@server/crud/crudContext';
import { presentRows, wireColumns } from '@server/crud/presentRows';
import type { Registry } from '@server/crud/resource';
import { idParam, ok } from '@server/crud/routes';
import { undeletedRows, scopeOf } from '@server/crud/rowScope';
import { once } from '@server/crud/runOnce';
import { labCurveTable } from '@server/db/schema';
import { idSchema } from '@server/http/bodySchemas';
import { invalid } from '@server/http/errors';
import { type Route, route } from '@server/http/route';
import type { Services } from '@server/services';
import { moveRoutes } from '@server/workflow/moveRoutes';
import { attachPdf, readCurvePdf, uploadedPdf } from './attachPdf';
import { newVersion } from './curveVersions';
import { curveMoves, movedCurve } from './moves';

const attachBody = z.object({
  sheet: idSchema,
  curve: idSchema,
  file: z.uuid({ error: () => curvePdfTexts.notYours }),
});

const numberInQuery = (query: Readonly<Record<string, string | string[]>>, name: string, label: string): number => {
  const value = Number(query[name]);
  if (!Number.isInteger(value) || value <= 0 || value > 2_147_483_647)
    throw invalid([{ field: name, message: `请选择${label}` }]);
  return value;
};

const { path, label: tag } = labCurve;

/** Returns the route that lists the curves for a record. */
function choiceRoutes({ services, registry }: CrudContext): Route[] {
  const curves = registry.named('labCurve');
  const { database } = services;

  return [
    route({
      method: 'GET',
      path: `${path}/for`,
      permission: [permissionOf(labCurve, 'list')],
      tag,
      summary: '可用于检测记录的曲线：已审核、在有效期内，最新的在前',
      query: {
        method: '检测方法',
        hazard: '检测项目',
        part: '曲线页，默认main',
        unit: '含量单位',
        on: '检测日期，默认今天',
      },
      async handle(call) {
        const { part, unit, on } = call.query;
        const day = typeof on === 'string' && isDay(on) ? on : formatDay(services.now(), services.env.zone);
        const rows = await database.orm
          .select(wireColumns(curves))
          .from(labCurveTable)
          .where(
            and(
              undeletedRows(curves),
              scopeOf(curves, call.viewer),
              eq(labCurveTable.state, 'approved'),
              eq(labCurveTable.method, numberInQuery(call.query, 'method', '检测方法')),
              eq(labCurveTable.hazard, numberInQuery(call.query, 'hazard', '检测项目')),
              eq(labCurveTable.part, typeof part === 'string' && part ? part : 'main'),
              typeof unit === 'string' && unit ? eq(labCurveTable.unit, unit) : undefined,
              lte(labCurveTable.preparedOn, day),
              or(isNull(labCurveTable.validUntil), gte(labCurveTable.validUntil, day)),
            ),
          )
          .orderBy(desc(labCurveTable.preparedOn), desc(labCurveTable.id))
          .limit(200);
        return presentRows(database.orm, registry, curves, rows, services.env.zone);
      },
    }),
  ];
}

/** Returns the routes of the uploaded PDF of a curve. */
function pdfRoutes({ services, registry }: CrudContext): Route[] {
  const { database } = services;

  return [
    route({
      method: 'POST',
      path: `${path}/attachPdf`,
      permission: [permissionOf(labAttachment, 'add')],
      tag,
      summary: '保存曲线的PDF附件，有文字时识别其中的浓度点表',
      body: attachBody,
      async handle(call) {
        const file = await uploadedPdf(services, call);
        const keptAttachment = await database.transaction((tx) =>
          once(tx, call, () => attachPdf(services, registry, tx, call, file)),
        );
        return ok(curvePdfTexts.attached, await readCurvePdf(services, registry, call, keptAttachment.id));
      },
    }),
    route({
      method: 'GET',
      path: `${path}/pdf/:id`,
      permission: [permissionOf(labAttachment, 'list')],
      tag,
      summary: '识别曲线PDF附件中的浓度点表',
      handle: async (call) => readCurvePdf(services, registry, call, idParam(call)),
    }),
  ];
}

/**
 * Routes of curves besides the generic ones: moves, versions, the curves for a record, and reading an instrument's
 * PDF.
 */
export function labCurveRoutes(services: Services, registry: Registry): Route[] {
  const context = { services, registry };
  const { database } = services;

  return [
    ...moveRoutes(services, registry, movedCurve(registry), curveMoves, { together: true }),
    route({
      method: 'POST',
      path: `${path}/newVersion`,
      permission: [permissionOf(labCurve, 'add')],
      tag,
      summary: '新增曲线的版本：复制表头与各级数据，原版本不变',
      body: z.object({ id: idSchema }),
      async handle(call) {
        const row = await database.transaction((tx) => once(tx, call, () => newVersion(services, registry, tx, call)));
        return ok(curveTexts.newVersion(String(row.curveNo)), row);
      },
    }),
    ...choiceRoutes(context),
    ...pdfRoutes(context),
  ];
}
