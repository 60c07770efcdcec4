import { and, eq, isNull } from 'drizzle-orm';
import { contains } from '@server/crud/query';
import type { Registry } from '@server/crud/resource';
import { scopeOf } from '@server/crud/scope';
import { projectTable, reportTable } from '@server/db/schema';
import { badRequest } from '@server/http/errors';
import type { Call } from '@server/http/route';
import type { Services } from '@server/services';

/** Highest number of reports that a part of a number may match. A longer part narrows the search. */
const mostFound = 1000;

/**
 * Returns the projects visible to the viewer whose reports have this text in their numbers. Projects of others are
 * excluded before the limit is applied, because they would displace the viewer's own.
 * @throws Refusal 400 if a list can't be filtered by so many projects
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
