import { and, asc } from 'drizzle-orm';
import { z } from 'zod';
import { historyReport } from '@contract/features/reports/entities/historyReport';
import { historyTexts, matchPapers, maxPapers, type PaperMatch } from '@contract/features/reports/historyPapers';
import { failures } from '@contract/messages';
import { permissionOf } from '@contract/permissions';
import { type OperationContext, findVisibleRows, updateRow } from '@server/crud/operations';
import type { Registry } from '@server/crud/resource';
import { ok } from '@server/crud/routes';
import { undeletedRows, scopeOf } from '@server/crud/rowScope';
import { once } from '@server/crud/runOnce';
import { historyReportTable } from '@server/db/schema';
import { notFound } from '@server/http/errors';
import { type Call, type Route, route } from '@server/http/route';
import type { Services } from '@server/services';

const namesBody = z.object({ names: z.array(z.string().max(500)).min(1).max(maxPapers) });
const papersBody = z.object({
  papers: z
    .array(z.object({ id: z.int().positive().max(2_147_483_647), paper: z.uuid() }))
    .min(1)
    .max(maxPapers),
});

/** Routes of reports from before the product was used: uploads many papers at once and matches them by file name. */
export function historyRoutes(services: Services, registry: Registry): Route[] {
  const { path, label: tag } = historyReport;
  const resource = registry.named(historyReport.name);
  const deskOf = (call: Call<unknown>): OperationContext => ({ services, registry, resource, call });
  return [
    route({
      method: 'POST',
      path: `${path}/match`,
      permission: [permissionOf(historyReport, 'edit')],
      tag,
      summary: '按报告编号或文件名查找文件所属的历史报告',
      body: namesBody,
      async handle(call): Promise<PaperMatch[]> {
        const { id, reportNo, fileName, paper } = historyReportTable;
        const rows = await services.database.orm
          .select({ id, reportNo, fileName, paper })
          .from(historyReportTable)
          .where(and(undeletedRows(resource), scopeOf(resource, call.viewer)))
          .orderBy(asc(id));
        return matchPapers(call.body.names, rows);
      },
    }),
    route({
      method: 'PUT',
      path: `${path}/papers`,
      permission: [permissionOf(historyReport, 'edit')],
      tag,
      summary: '保存多份历史报告的文件',
      body: papersBody,
      async handle(call) {
        const { papers } = call.body;
        const context = deskOf(call);
        await services.database.transaction((tx) =>
          once(tx, call, async () => {
            const rows = await findVisibleRows(context, tx, [...new Set(papers.map((paper) => paper.id))], true);
            const byId = new Map(rows.map((row) => [row.id, row]));
            if (papers.some((paper) => !byId.has(paper.id))) throw notFound(failures.someGone);
            for (const { id, paper } of papers) {
              const row = byId.get(id);
              if (row) byId.set(id, await updateRow(context, tx, row, { paper }, { action: 'edit' }));
            }
            return null;
          }),
        );
        return ok(historyTexts.done(papers.length));
      },
    }),
  ];
}
