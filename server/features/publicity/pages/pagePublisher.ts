import { eq } from 'drizzle-orm';
import { industryNewsTable, reportFormulaTable, reportTable } from '@server/db/schema';
import type { Services } from '@server/services';

/** Subject of a public page: a notice or an article by its id, a report by the code printed on it. */
type PublishedSubject =
  | { readonly kind: 'reports' | 'news'; readonly id: number }
  | { readonly kind: 'code'; readonly code: string };

/**
 * Returns the organization that published the subject, which the page names; null if there is no such publication.
 */
export async function publisherOf(
  { database: { orm } }: Services,
  publication: PublishedSubject,
): Promise<number | null> {
  const [column, condition] =
    publication.kind === 'code'
      ? [reportTable.organizationId, eq(reportTable.verifyCode, publication.code)]
      : publication.kind === 'reports'
        ? [reportFormulaTable.organizationId, eq(reportFormulaTable.id, publication.id)]
        : [industryNewsTable.organizationId, eq(industryNewsTable.id, publication.id)];
  const [row] = await orm.select({ organization: column }).from(column.table).where(condition).limit(1);
  return row?.organization ?? null;
}
