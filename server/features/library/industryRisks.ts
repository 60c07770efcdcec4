import { and, asc, eq, isNull, or } from 'drizzle-orm';
import { riskClassText } from '@contract/features/library/industryRisks';
import type { SurveySuggestion } from '@contract/features/library/materialHazards';
import type { Orm } from '@server/db/orm';
import { industryRiskTable } from '@server/db/schema';

const riskTable = industryRiskTable;
const riskColumns = {
  name: riskTable.name,
  code: riskTable.code,
  riskClass: riskTable.riskClass,
  condition: riskTable.condition,
  divisionName: riskTable.divisionName,
};

/** Properties of a unit that decide its risk class. */
interface UnitProperties {
  /** Its division, e.g. `C33`. */
  readonly industry: string | null;
  /** Industry of the catalogue that a person chose. */
  readonly industryRisk: number | null;
}

/** Returns the risk classes of a unit: the class of the chosen industry, else of every industry of its division. */
export async function risksOfUnit(
  orm: Orm,
  { industry, industryRisk }: UnitProperties,
  organizationId: number | null,
): Promise<SurveySuggestion['risks']> {
  if (!industry && industryRisk === null) return [];
  const ownerColumn = riskTable.organizationId;
  return orm
    .select(riskColumns)
    .from(riskTable)
    .where(
      and(
        industryRisk === null ? eq(riskTable.division, industry ?? '') : eq(riskTable.id, industryRisk),
        isNull(riskTable.deleteTime),
        organizationId === null ? isNull(ownerColumn) : or(isNull(ownerColumn), eq(ownerColumn, organizationId)),
      ),
    )
    .orderBy(asc(riskTable.id));
}

/** Returns the risk class of a unit in the wording of a report; null if it is not known. */
export async function riskClassOfUnit(
  orm: Orm,
  unit: UnitProperties,
  organizationId: number | null,
): Promise<string | null> {
  const risks = await risksOfUnit(orm, unit, organizationId);
  return unit.industryRisk === null ? riskClassText(null, risks) : riskClassText(risks[0] ?? null, []);
}
