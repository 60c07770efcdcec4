import { z } from 'zod';
import { methodAuthorisation } from '@contract/features/laboratory/entities/methodAuthorisation';
import { labTaskMachine } from '@contract/features/laboratory/tasks/labTaskMachine';
import { labTaskTexts } from '@contract/features/laboratory/tasks/taskTexts';
import { permissionOf } from '@contract/permissions';
import { isDay } from '@contract/schema';
import { permissionOfMove } from '@contract/workflow/stateMachine';
import { formatDay } from '@server/base/zone';
import type { Registry } from '@server/crud/resource';
import { ok } from '@server/crud/routes';
import { once } from '@server/crud/runOnce';
import { badRequest } from '@server/http/errors';
import { type Route, route } from '@server/http/route';
import type { Services } from '@server/services';
import { matrixOf, organizationOf } from './authorisationMatrix';
import { ableAnalysts } from './authorisedAnalysts';
import { authorisePersons } from './grantAuthorisation';
import { grantDays, grantFields, chosenIds } from './grantBody';

const grantBody = grantFields(
  z.object({ ...grantDays, methods: chosenIds(labTaskTexts.noMethods) }),
  'methods',
  ({ methods }) => new Set(methods).size,
);

const { path, label: tag } = methodAuthorisation;

/** Returns the routes that read who is authorised. */
function authorisationReadingRoutes(services: Services, registry: Registry): Route[] {
  const { database } = services;
  return [
    route({
      method: 'GET',
      path: `${path}/matrix`,
      permission: [permissionOf(methodAuthorisation, 'list')],
      tag,
      summary: '检测授权表：人员、检测方法与授权',
      handle: ({ viewer }) => matrixOf(services, registry, viewer),
    }),
    route({
      method: 'GET',
      path: `${path}/able`,
      permission: [permissionOf(methodAuthorisation, 'list'), permissionOfMove(labTaskMachine, { key: 'distribute' })],
      tag,
      summary: '某日可以按所列全部方法检测的人员，及不可以的原因',
      query: { methods: '检测方法编号，逗号分隔', on: '日期，默认今天' },
      async handle({ viewer, query }) {
        const methods = [query.methods ?? []]
          .flat()
          .flatMap((text) => text.split(','))
          .filter(Boolean);
        const onDay = query.on ?? formatDay(services.now(), services.env.zone);
        if (
          !methods.length ||
          methods.length > 500 ||
          methods.some((id) => !/^\d{1,10}$/.test(id) || Number(id) > 2_147_483_647)
        )
          throw badRequest('参数methods应为检测方法编号');
        if (typeof onDay !== 'string' || !isDay(onDay)) throw badRequest('参数on应为日期');
        return ableAnalysts(database.orm, {
          organizationId: organizationOf(viewer),
          methods: methods.map(Number),
          on: onDay,
        });
      },
    }),
  ];
}

/** Routes of 检测授权: who may test by which method, and until when. */
export function methodAuthorisationRoutes(services: Services, registry: Registry): Route[] {
  const { database } = services;
  return [
    ...authorisationReadingRoutes(services, registry),
    route({
      method: 'PUT',
      path: `${path}/grant`,
      permission: [permissionOf(methodAuthorisation, 'add')],
      tag,
      summary: '为多名人员授权多个检测方法；已有授权的更改有效期',
      body: grantBody,
      handle: async (call) =>
        ok(
          labTaskTexts.granted(
            await database.transaction((tx) =>
              once(tx, call, () =>
                authorisePersons(
                  { services, registry, resource: registry.named(methodAuthorisation.name), call },
                  tx,
                  call.body,
                ),
              ),
            ),
          ),
        ),
    }),
  ];
}
