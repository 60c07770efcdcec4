import { and, desc, eq, sql } from 'drizzle-orm';
import type { AnyRow } from '@contract/entity';
import { projectMachine } from '@contract/features/projects/projectMachine';
import type { PrintDocument } from '@contract/print/printDocument';
import type { Orm } from '@server/db/orm';
import { archiveContentTable, workflowStepTable } from '@server/db/schema';

const closedStages = new Set(['archived', 'published']);

/**
 * Returns a paper in its wording when the project was archived, even if rows were renamed since; undefined for an
 * open project, and for papers added later.
 */
export async function archivedPaper(orm: Orm, project: AnyRow, key: string): Promise<PrintDocument | undefined> {
  if (!closedStages.has(String(project.stage))) return undefined;
  const [contentRow] = await orm
    .select({ document: sql<PrintDocument | null>`${archiveContentTable.papers} -> ${key}::text` })
    .from(archiveContentTable)
    .where(eq(archiveContentTable.projectId, project.id));
  return contentRow?.document ?? undefined;
}

/** Returns the signers of archived papers by the keys of the papers, with their names at that time. */
export async function archivedSigners(
  orm: Orm,
  project: AnyRow,
): Promise<Readonly<Record<string, PrintDocument['signers'] | null>>> {
  if (!closedStages.has(String(project.stage))) return {};
  const signers = sql<Record<
    string,
    PrintDocument['signers'] | null
  > | null>`(select jsonb_object_agg(key, value -> 'signers') from jsonb_each(${archiveContentTable.papers}))`;
  const [contentRow] = await orm
    .select({ signers })
    .from(archiveContentTable)
    .where(eq(archiveContentTable.projectId, project.id));
  return contentRow?.signers ?? {};
}

/** Returns who archived a project, with the name at that time; null before that. */
export async function archivedByOf(orm: Orm, project: AnyRow): Promise<string | null> {
  if (!closedStages.has(String(project.stage))) return null;
  const step = workflowStepTable;
  const [archiveStep] = await orm
    .select({ name: step.personName })
    .from(step)
    .where(and(eq(step.machine, projectMachine.name), eq(step.rowId, project.id), eq(step.move, 'archive')))
    .orderBy(desc(step.id))
    .limit(1);
  return archiveStep?.name ?? null;
}
