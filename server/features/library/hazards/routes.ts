import { hazardLimit } from '@contract/features/library/entities/hazardLimit';
import { isDay } from '@contract/schema';
import { formatDay } from '@server/base/zone';
import { present } from '@server/crud/present';
import type { Registry } from '@server/crud/resource';
import { badRequest } from '@server/http/errors';
import { type Route, route } from '@server/http/route';
import type { Services } from '@server/services';
import { limitsOfHazards } from './limits';

const mostHazards = 500;

/** Routes that show the limits a judgement would use. */
export function hazardRoutes(services: Services, registry: Registry): Route[] {
  const { database, env, now } = services;
  return [
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
        if (!ids.length || ids.length > mostHazards || ids.some((id) => !/^\d{1,9}$/.test(id)))
          throw badRequest(`参数hazard应为1到${mostHazards}个危害因素编号`);
        const day = call.query.day ?? formatDay(now(), env.zone);
        if (typeof day !== 'string' || !isDay(day)) throw badRequest('参数day应为年-月-日');
        const organizationId = call.viewer.organizationId ?? call.viewer.homeOrganizationId;
        const rows = await limitsOfHazards(database.orm, { hazards: ids.map(Number), day, organizationId });
        return present(
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
