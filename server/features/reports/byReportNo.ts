import { and, eq, isNull } from 'drizzle-orm';
import { containsText } from '@server/crud/listQuery';
import type { Registry } from '@server/crud/resource';
import { scopeOf } from '@server/crud/rowScope';
import { projectTable, reportTable } from '@server/db/schema';
import { badRequest } from '@server/http/errors';
import type { Call } from '@server/http/route';
import type { Services } from '@server/services';

/** Highest number of reports that a part of a number may match. A longer part narrows the search. */
const maxFound = 1000;

/**
 * Returns the projects visible to the viewer whose reports have this text in their numbers. Projects of others are
 * excluded before the limit is applied, because they would displace the viewer's own.
 * @throws Refusal 400 if a list can't be filtered by so many projects
 */
export async function projectsByReportNo(
  { services, registry }: { readonly services: Services; readonly registry: Registry },
  call: Call<unknown>,
  searchedNumber: string,
): Promise<number[]> {
  const matchingReports = await services.database.orm
    .selectDistinct({ project: reportTable.project })
    .from(reportTable)
    .innerJoin(projectTable, eq(projectTable.id, reportTable.project))
    .where(
      and(
        isNull(reportTable.deleteTime),
        scopeOf(registry.named('project'), call.viewer),
        containsText(reportTable.reportNo, searchedNumber),
      ),
    )
    .limit(maxFound + 1);
  if (matchingReports.length > maxFound)
    throw badRequest(`编号含“${searchedNumber}”的报告超过${maxFound}份，请输入更完整的报告编号`);
  return matchingReports.flatMap(({ project }) => project ?? []);
}
