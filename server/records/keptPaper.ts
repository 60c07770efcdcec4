import type { AnyRow } from '@contract/entity';
import type { PrintDocument } from '@contract/print/document';
import { eq, sql } from 'drizzle-orm';
import { archiveContentTable } from '../db/schema';
import type { Orm } from '../db/orm';

const closed = new Set(['archived', 'published']);

/** A paper as it read when the project was archived, whatever was renamed since; nothing while the project goes on, and for what came later. */
export async function keptPaper(orm: Orm, project: AnyRow, key: string): Promise<PrintDocument | undefined> {
  if (!closed.has(String(project.stage))) return undefined;
  const [found] = await orm.select({ document: sql<PrintDocument | null>`${archiveContentTable.papers} -> ${key}::text` }).from(archiveContentTable).where(eq(archiveContentTable.projectId, project.id));
  return found?.document ?? undefined;
}
