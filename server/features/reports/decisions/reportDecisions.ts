import { asc, eq } from 'drizzle-orm';
import type { LineDecision } from '@contract/features/reports/judgement/openLines';
import { formatDay } from '@server/base/zone';
import type { Orm } from '@server/db/orm';
import { reportDecisionTable } from '@server/db/schema';

/**
 * Returns the decisions on a project's open lines, oldest first.
 * @param zone time zone of the days of the decisions
 */
export async function decisionsOf(orm: Orm, projectId: number, zone: string): Promise<LineDecision[]> {
  const table = reportDecisionTable;
  const rows = await orm.select().from(table).where(eq(table.projectId, projectId)).orderBy(asc(table.id));
  return rows.map(({ lineKey, fingerprint, choice, words, personName, time }) => ({
    key: lineKey,
    fingerprint,
    choice,
    words,
    person: personName,
    on: formatDay(time, zone),
  }));
}
