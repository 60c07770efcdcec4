import { z } from 'zod';
import { reportFormula } from '@contract/features/publicity/entities/reportFormula';
import { publicityTexts } from '@contract/features/publicity/publicityWire';
import { permissionOf } from '@contract/permissions';
import { rowsBody } from '@server/crud/assertSeenVersion';
import type { Registry } from '@server/crud/resource';
import { idParam, ok } from '@server/crud/routes';
import { type Route, route } from '@server/http/route';
import type { Services } from '@server/services';
import { publishByHand, withdrawNotices } from '../publishIssued';
import { draftFromProject } from './noticeFromProject';

const permission = [permissionOf(reportFormula, 'status')];
const { path, label: tag } = reportFormula;

/** Routes that publish and withdraw report notices written by people. */
export function reportFormulaRoutes(services: Services, registry: Registry): Route[] {
  return [
    route({
      method: 'PUT',
      path: `${path}/publish`,
      permission,
      tag,
      summary: '公示报告',
      body: z.object({ rows: rowsBody }),
      async handle(call) {
        await services.database.transaction((tx) => publishByHand({ services, registry }, tx, call, call.body.rows));
        return ok(publicityTexts.published(call.body.rows.length));
      },
    }),
    route({
      method: 'PUT',
      path: `${path}/withdraw`,
      permission,
      tag,
      summary: '撤回报告公示',
      body: z.object({ rows: rowsBody, reason: z.string().max(500) }),
      async handle(call) {
        await services.database.transaction((tx) =>
          withdrawNotices({ services, registry }, tx, call, call.body.rows, call.body.reason),
        );
        return ok(publicityTexts.withdrawn);
      },
    }),
    route({
      method: 'GET',
      path: `${path}/fromProject/:id`,
      permission: [permissionOf(reportFormula, 'add'), permissionOf(reportFormula, 'edit')],
      tag,
      summary: '由项目带出公示内容',
      handle: async (call) => ok('', await draftFromProject(services, registry, call.viewer, idParam(call))),
    }),
  ];
}
