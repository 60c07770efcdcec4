import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { archiveTexts } from '@contract/features/archive/archiveTexts';
import { retainedUntil, usualRetentionYears, yearsKept } from '@contract/features/projects/retentionYears';
import { formatDay } from '@server/base/zone';
import { presentRows } from '@server/crud/presentRows';
import type { Orm } from '@server/db/orm';
import { archiveContentTable, organizationTable, reportTable } from '@server/db/schema';
import { conflict } from '@server/http/errors';
import type { MoveRule } from '@server/workflow/moveRoutes';
import { papersToKeep } from './archivePapers';
import { alteredUploads, blockersOf, checkedDocuments, frozenList } from './checkedDocuments';

/** Returns the retention period of the organization's archives, in years. */
async function ruleYears(orm: Orm, organizationId: number | null): Promise<number> {
  const [storedRule] =
    organizationId === null
      ? []
      : await orm
          .select({ years: organizationTable.retentionYears })
          .from(organizationTable)
          .where(eq(organizationTable.id, organizationId));
  return storedRule?.years ?? usualRetentionYears;
}

/** Returns the day on which the newest report of a project was issued; null before the first issue. */
export async function lastIssue(orm: Orm, projectId: number): Promise<string | null> {
  const report = reportTable;
  const [last] = await orm
    .select({ issuedOn: report.issuedOn })
    .from(report)
    .where(and(eq(report.project, projectId), isNotNull(report.issuedOn), isNull(report.deleteTime)))
    .orderBy(desc(report.issuedOn))
    .limit(1);
  return last?.issuedOn ?? null;
}

/**
 * Returns the retention period of a project's archive in years, without individual extensions (GBZ 331-2024 I.1.2.6).
 * @param today day that is used for a project that is not archived yet
 */
export async function yearsOfProject(
  orm: Orm,
  project: { readonly id: number; readonly organizationId: number | null; readonly archivedOn?: unknown },
  today: string,
): Promise<number> {
  const issuedOn = await lastIssue(orm, project.id);
  const archivedOn = typeof project.archivedOn === 'string' ? project.archivedOn : null;
  return yearsKept(await ruleYears(orm, project.organizationId), issuedOn ?? archivedOn ?? today);
}

/**
 * Performs 归档 of a complete and fully signed project. The list of its content is stored, and the person who archives
 * it signs the list.
 */
export const archiveMove: MoveRule = {
  alsoSigned: async (services, orm, { id, stage, incoming }) => ({
    documents: frozenList(await checkedDocuments(services, orm, { id, stage, incoming })),
  }),
  async before({ services, registry, tx, call, row }) {
    const documents = await checkedDocuments(services, tx, { id: row.id, stage: row.stage, incoming: row.incoming });
    const titles = (await blockersOf(tx, row.id, documents)).map(({ title }) => title);
    const blockers = [...titles, ...(await alteredUploads(services, documents))];
    if (blockers.length > 0) throw conflict(archiveTexts.incomplete(blockers), 'incomplete');
    const now = services.now();
    const archivedOn = formatDay(now, services.env.zone);
    const [project] = await presentRows(tx, registry, registry.named('project'), [row], services.env.zone);
    const papers = await papersToKeep(
      { context: { services, registry }, orm: tx, call, project: project as AnyRow },
      documents,
    );
    const content = { documents: frozenList(documents), papers, createTime: now };
    await tx
      .insert(archiveContentTable)
      .values({ projectId: row.id, ...content })
      .onConflictDoUpdate({ target: archiveContentTable.projectId, set: content });
    const years = Math.max(
      typeof row.retainYears === 'number' ? row.retainYears : 0,
      await yearsOfProject(tx, row, archivedOn),
    );
    return { archivedOn, archivedBy: call.viewer.user.id, retainUntil: retainedUntil(archivedOn, years) };
  },
};
