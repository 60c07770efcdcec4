import { and, eq, isNull } from 'drizzle-orm';
import { contains } from '@server/crud/query';
import type { Registry } from '@server/crud/resource';
import { scopeOf } from '@server/crud/scope';
import { projectTable, reportTable } from '@server/db/schema';
import { badRequest } from '@server/http/errors';
import type { Call } from '@server/http/route';
import type { Services } from '@server/services';

/** Reports that a fragment of a number may find; whoever means more of them says more of it. */
const mostFound = 1000;

/**
 * Projects that the viewer may know of whose reports bear this in their numbers. Those of others are left out here and
 * not by the list alone:
 * they would take the place of the viewer's own among so many.
 * @throws Refusal 400 where it is more than a list is narrowed by
 */
export async function projectsByReportNo(
  { services, registry }: { readonly services: Services; readonly registry: Registry },
  call: Call<unknown>,
  wanted: string,
): Promise<number[]> {
  const found = await services.database.orm
    .selectDistinct({ project: reportTable.project })
    .from(reportTable)
    .innerJoin(projectTable, eq(projectTable.id, reportTable.project))
    .where(
      and(
        isNull(reportTable.deleteTime),
        scopeOf(registry.named('project'), call.viewer),
        contains(reportTable.reportNo, wanted),
      ),
    )
    .limit(mostFound + 1);
  if (found.length > mostFound) throw badRequest(`编号含“${wanted}”的报告超过${mostFound}份，请输入更完整的报告编号`);
  return found.flatMap(({ project }) => project ?? []);
}
