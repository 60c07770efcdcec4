import { z } from 'zod';
import { chartedKinds } from '@contract/features/laboratory/checks/checkChart';
import { labCheck } from '@contract/features/laboratory/entities/labCheck';
import { permissionOf } from '@contract/permissions';
import type { Registry } from '@server/crud/resource';
import { notFound, badRequest } from '@server/http/errors';
import { readQuery, type Route, route } from '@server/http/route';
import type { Services } from '@server/services';
import { visibleSheet } from '../sheets/openSheet';
import { summaryOfSheet } from '../sheets/sheetChecks';
import { chartOf } from './controlChart';

const idSchema = z.coerce.number().int().positive().max(2_147_483_647);
const chartQuery = z.object({
  method: idSchema,
  hazard: idSchema,
  kind: z.enum(chartedKinds).optional(),
  standard: idSchema.optional(),
});

/**
 * Routes of quality control besides its rows: the summary of a record's checks, and control charts across records.
 */
export function labCheckRoutes(services: Services, registry: Registry): Route[] {
  const { path, label: tag } = labCheck;
  const permission = [permissionOf(labCheck, 'list')];
  return [
    route({
      method: 'GET',
      path: `${path}/summary/:sheet`,
      permission,
      tag,
      summary: '检测记录的质控汇总：应做、合格、不合格、缺少',
      async handle(call) {
        const sheet = idSchema.safeParse(call.params.sheet);
        if (!sheet.success) throw notFound();
        await visibleSheet(services.database.orm, registry, call, sheet.data);
        return summaryOfSheet(services.database.orm, sheet.data);
      },
    }),
    route({
      method: 'GET',
      path: `${path}/chart`,
      permission,
      tag,
      summary: '质控图数据：某方法某因素历次质控的数值，按时间排列',
      query: {
        method: '检测方法的编号',
        hazard: '检测项目的编号',
        kind: chartedKinds.join('、'),
        standard: '质控样的编号',
      },
      async handle(call) {
        const parsedQuery = chartQuery.safeParse({ ...readQuery(call.request.url) });
        if (!parsedQuery.success) throw badRequest('请选择检测方法、检测项目与质控类型');
        return chartOf(services, registry, call, parsedQuery.data);
      },
    }),
  ];
}
