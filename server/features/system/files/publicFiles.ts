import { and, eq, inArray, or, sql } from 'drizzle-orm';
import type { Orm } from '@server/db/orm';
import { industryNewsTable, reportFormulaTable, reportSceneTable } from '@server/db/schema';
import { isPublished } from '@server/features/publicity/isPublished';

/**
 * Returns the files that the public can read through publications: report and pictures of a notice, cover and
 * pictures of an article. The caller passes no files that are public by themselves (logos of an organization).
 * @returns the public ones among the ids
 */
export async function publicFiles(orm: Orm, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const publicIds = new Set<string>();
  if (!ids.length) return publicIds;
  const fileIds = [...ids];
  const addIds = (rows: readonly { id: string | null }[]): void => rows.forEach(({ id }) => id && publicIds.add(id));
  addIds(
    await orm
      .select({ id: reportFormulaTable.reportFile })
      .from(reportFormulaTable)
      .where(and(inArray(reportFormulaTable.reportFile, fileIds), isPublished(reportFormulaTable))),
  );
  addIds(
    await orm
      .select({ id: reportSceneTable.picture })
      .from(reportSceneTable)
      .innerJoin(reportFormulaTable, eq(reportFormulaTable.id, reportSceneTable.formula))
      .where(and(inArray(reportSceneTable.picture, fileIds), isPublished(reportFormulaTable))),
  );
  addIds(
    await orm
      .select({ id: industryNewsTable.cover })
      .from(industryNewsTable)
      .where(and(inArray(industryNewsTable.cover, fileIds), isPublished(industryNewsTable))),
  );
  const articles = await orm
    .select({ content: industryNewsTable.content })
    .from(industryNewsTable)
    .where(
      and(
        isPublished(industryNewsTable),
        or(...fileIds.map((id) => sql`position(${id} in ${industryNewsTable.content}) > 0`)),
      ),
    );
  for (const id of fileIds) if (articles.some(({ content }) => content.includes(id))) publicIds.add(id);
  return publicIds;
}
