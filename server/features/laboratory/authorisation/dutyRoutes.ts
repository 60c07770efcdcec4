import { z } from 'zod';
import { fixedDictionaries } from '@contract/dictionaries';
import { dutyAuthorisationTexts } from '@contract/features/laboratory/dutyAuthorisationTexts';
import { dutyAuthorisation } from '@contract/features/laboratory/entities/dutyAuthorisation';
import { maxGrants } from '@contract/features/laboratory/tasks/labTasks';
import { labTaskTexts } from '@contract/features/laboratory/tasks/taskTexts';
import { permissionOf } from '@contract/permissions';
import type { Registry } from '@server/crud/resource';
import { ok } from '@server/crud/routes';
import { once } from '@server/crud/runOnce';
import { type Route, route } from '@server/http/route';
import type { Services } from '@server/services';
import { dutyMatrixOf } from './authorisationMatrix';
import { authoriseDuties } from './grantAuthorisation';
import { grantDays, grantFields } from './grantBody';

const valueOf = (entries: readonly { readonly value: string }[]) =>
  z.enum(entries.map(({ value }) => value) as [string, ...string[]], {
    error: () => dutyAuthorisationTexts.unknownDuty,
  });
const grantBody = grantFields(
  z.object({
    ...grantDays,
    duties: z
      .array(
        z.object({
          duty: valueOf(fixedDictionaries.authorisedDuty),
          category: valueOf(fixedDictionaries.hazardCategory).nullable(),
        }),
        { error: () => dutyAuthorisationTexts.noDuties },
      )
      .min(1, dutyAuthorisationTexts.noDuties)
      .max(maxGrants, labTaskTexts.tooMany(maxGrants)),
  }),
  'duties',
  ({ duties }) => new Set(duties.map(({ duty, category }) => `${duty} ${category ?? ''}`)).size,
);

const { path, label: tag } = dutyAuthorisation;

/** Routes of 岗位授权: who may sample or sign reports, in which field, and until when. */
export function dutyAuthorisationRoutes(services: Services, registry: Registry): Route[] {
  return [
    route({
      method: 'GET',
      path: `${path}/matrix`,
      permission: [permissionOf(dutyAuthorisation, 'list')],
      tag,
      summary: '岗位授权表：人员、授权事项与授权',
      handle: ({ viewer }) => dutyMatrixOf(services, viewer),
    }),
    route({
      method: 'PUT',
      path: `${path}/grant`,
      permission: [permissionOf(dutyAuthorisation, 'add')],
      tag,
      summary: '为多名人员授权多个岗位事项；已有授权的更改有效期',
      body: grantBody,
      handle: async (call) =>
        ok(
          labTaskTexts.granted(
            await services.database.transaction((tx) =>
              once(tx, call, () =>
                authoriseDuties(
                  { services, registry, resource: registry.named(dutyAuthorisation.name), call },
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
