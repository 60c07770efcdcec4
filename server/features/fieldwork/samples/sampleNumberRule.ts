import { eq } from 'drizzle-orm';
import { usedSampleRule } from '@contract/arithmetic/air/fieldSampleNumber';
import type { Orm } from '@server/db/orm';
import { organizationTable, projectTable } from '@server/db/schema';

/**
 * Returns the rule by which the samples of a project are numbered on site: the organization's rule, else the default
 * rule.
 */
export async function sampleRuleOf(tx: Orm, projectId: number): Promise<string> {
  const [ruleRow] = await tx
    .select({ rule: organizationTable.sampleNumberRule })
    .from(projectTable)
    .innerJoin(organizationTable, eq(organizationTable.id, projectTable.organizationId))
    .where(eq(projectTable.id, projectId));
  return usedSampleRule(ruleRow?.rule);
}
