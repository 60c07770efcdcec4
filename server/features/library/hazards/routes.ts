import { hazard } from '@contract/features/library/entities/hazard';
import { hazardLimit } from '@contract/features/library/entities/hazardLimit';
import type { HazardAbout } from '@contract/features/library/hazardWire';
import { permissionOf } from '@contract/permissions';
import { isDay } from '@contract/schema';
import { formatDay } from '@server/base/zone';
import { getRow } from '@server/crud/operations';
import { presentRows } from '@server/crud/presentRows';
import type { Registry } from '@server/crud/resource';
import { idParam } from '@server/crud/routes';
import { badRequest } from '@server/http/errors';
import { type Route, route } from '@server/http/route';
import type { Services } from '@server/services';
import { hazardOverview } from './hazardOverview';
import { limitsOfHazards } from './storedLimits';

const maxHazards = 500;

/** Routes that show the limits for a judgement. */
export function hazardRoutes(services: Services, registry: Registry): Route[] {
  const { database, env, now } = services;
  return [
    route({
      method: 'GET',
      path: `${hazard.path}/about/:id`,
      permission: [permissionOf(hazard, 'list')],
      tag: hazard.label,
      summary: '某日的限值状态、生物接触限值、收录的目录与可用的方法',
      query: { day: '年-月-日，不填为今天' },
      async handle(call): Promise<HazardAbout> {
        const day = call.query.day ?? formatDay(now(), env.zone);
        if (typeof day !== 'string' || !isDay(day)) throw badRequest('参数day应为年-月-日');
        const context = { services, registry, resource: registry.named(hazard.name), call };
        const row = await getRow(context, idParam(call));
        const organizationId = call.viewer.organizationId ?? call.viewer.homeOrganizationId;
        return hazardOverview(database.orm, { hazard: row as never, day, organizationId });
      },
    }),
    route({
      method: 'GET',
      path: 'api/hazardLimit/on',
      permission: 'signedIn',
      tag: hazardLimit.label,
      summary: '某日有效的限值：本机构的优先于公共的',
      query: { hazard: '危害因素编号，可多个', day: '年-月-日，不填为今天' },
      async handle(call) {
        const ids = [call.query.hazard ?? []]
          .flat()
          .flatMap((text) => text.split(','))
          .filter(Boolean);
        if (!ids.length || ids.length > maxHazards || ids.some((id) => !/^\d{1,9}$/.test(id)))
          throw badRequest(`参数hazard应为1到${maxHazards}个危害因素编号`);
        const day = call.query.day ?? formatDay(now(), env.zone);
        if (typeof day !== 'string' || !isDay(day)) throw badRequest('参数day应为年-月-日');
        const organizationId = call.viewer.organizationId ?? call.viewer.homeOrganizationId;
        const rows = await limitsOfHazards(database.orm, { hazards: ids.map(Number), day, organizationId });
        return presentRows(
          database.orm,
          registry,
          registry.named('hazardLimit'),
          rows.map(({ deleteBy: _by, pinyin: _pinyin, initials: _initials, ...row }) => row),
          env.zone,
        );
      },
    }),
  ];
}
