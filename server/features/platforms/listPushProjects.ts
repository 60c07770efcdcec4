import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import {
  isFamily,
  type PlatformFamily,
  partsOfFamily,
  type PushPart,
  sectionsOfPart,
} from '@contract/features/platforms/platformFamilies';
import type { SectionName } from '@contract/features/platforms/platformPayload';
import type { PushProgress } from '@contract/features/platforms/pushWire';
import type { Page } from '@contract/wire';
import type { CrudContext } from '@server/crud/crudContext';
import type { Query } from '@server/crud/listQuery';
import { connectorTable, pushTable } from '@server/db/schema';
import { badRequest } from '@server/http/errors';
import type { Call } from '@server/http/route';
import { listReported } from './listReported';

/**
 * Returns the family of platforms that a query names.
 * @throws Refusal 400 without one
 */
export function familyOf(query: Query): PlatformFamily {
  const family = [query['family']].flat()[0];
  if (!isFamily(family)) throw badRequest('缺少平台类别');
  return family;
}

/** Returns the sections of the payload that a family of platforms receives. */
const sectionsOfFamily = (family: PlatformFamily): SectionName[] => [
  ...new Set(partsOfFamily[family].flatMap((part) => sectionsOfPart[part])),
];

/** Returns projects with the state of their pushes to the platforms of a family. */
export async function listPushProjects(context: CrudContext, call: Call<unknown>, query: Query): Promise<Page<AnyRow>> {
  const family = familyOf(query);
  const page = await listReported(context, call, query, sectionsOfFamily(family));
  const ids = page.content.map(({ id }) => id);
  const { orm } = context.services.database;
  const pushes = ids.length
    ? await orm
        .select({
          project: pushTable.project,
          reportNo: pushTable.reportNo,
          part: pushTable.part,
          state: pushTable.state,
          connectorName: connectorTable.connectorName,
        })
        .from(pushTable)
        .innerJoin(connectorTable, eq(connectorTable.id, pushTable.connector))
        .where(and(inArray(pushTable.project, ids), eq(pushTable.family, family), isNull(pushTable.deleteTime)))
        .orderBy(asc(pushTable.id))
    : [];
  return {
    ...page,
    content: page.content.map((row) => ({
      ...row,
      pushes: pushes
        .filter(({ project, reportNo }) => project === row.id && reportNo === row['reportNos'])
        .map(({ part, state, connectorName }) => ({
          part: part as PushPart,
          state: state ?? '',
          connectorName,
        })) satisfies PushProgress['pushes'],
    })),
  };
}
