import { and, eq, isNotNull } from 'drizzle-orm';
import type { Orm } from '@server/db/orm';
import { reportPaperTable, reportTable } from '@server/db/schema';

interface IssuedFile {
  readonly reportNo: string;
  readonly voided: boolean;
  /** Number of the report that replaced this report. */
  readonly replacedBy: string | null;
}

/** Returns the report whose issued file has the hash (SHA-256, hexadecimal); undefined if there is none. */
export async function issuedFile(orm: Orm, sha256: string): Promise<IssuedFile | undefined> {
  const [paper] = await orm
    .select({ id: reportTable.id, no: reportTable.reportNo, state: reportTable.state })
    .from(reportPaperTable)
    .innerJoin(reportTable, eq(reportTable.id, reportPaperTable.reportId))
    .where(eq(reportPaperTable.sha256, sha256));
  if (!paper) return undefined;
  const [next] = await orm
    .select({ no: reportTable.reportNo })
    .from(reportTable)
    .where(and(eq(reportTable.previous, paper.id), isNotNull(reportTable.issuedOn)));
  return { reportNo: paper.no ?? '', voided: paper.state === 'voided', replacedBy: next?.no ?? null };
}
