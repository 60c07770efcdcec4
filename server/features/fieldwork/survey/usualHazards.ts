import { and, asc, countDistinct, desc, eq, isNull, ne, or } from 'drizzle-orm';
import { usualReason } from '@contract/features/library/materialHazards';
import type { Orm } from '@server/db/orm';
import {
  hazardTable,
  inspectUnitTable,
  projectTable,
  qsjcModuleRowTable,
  qsjcModuleTable,
  siteHazardTable,
} from '@server/db/schema';
import type { StoredProject } from '@server/features/projects/projectStage';

/** A hazard that is usual in an industry, and the reason for naming it. */
interface UsualHazard {
  readonly hazard: number;
  readonly name: string;
  readonly reason: string;
}

/** Highest number of hazards that are named from the organization's own surveys. */
const maxSurveyed = 20;

/** Returns the hazards that published monitoring templates ask for in an industry. */
async function monitoredHazards(orm: Orm, industry: string, organizationId: number | null): Promise<UsualHazard[]> {
  const [row, head, ownerColumn] = [qsjcModuleRowTable, qsjcModuleTable, qsjcModuleTable.organizationId];
  const rows = await orm
    .select({ hazard: row.hazard, name: hazardTable.name, template: head.name, required: row.required })
    .from(row)
    .innerJoin(head, eq(head.id, row.template))
    .innerJoin(hazardTable, eq(hazardTable.id, row.hazard))
    .where(
      and(
        eq(row.industry, industry),
        eq(head.state, 'published'),
        isNull(row.deleteTime),
        isNull(head.deleteTime),
        organizationId === null ? isNull(ownerColumn) : or(isNull(ownerColumn), eq(ownerColumn, organizationId)),
      ),
    )
    .orderBy(asc(row.id));
  return rows.map(({ hazard, name, template, required }) => ({
    hazard,
    name,
    reason: usualReason.monitored(template ?? '', required === true),
  }));
}

/** Returns the hazards that the organization surveyed at other units of the industry, the most frequent first. */
async function surveyedElsewhere(orm: Orm, industry: string, project: StoredProject): Promise<UsualHazard[]> {
  if (project.organizationId === null) return [];
  const [row, unit] = [siteHazardTable, inspectUnitTable];
  const units = countDistinct(unit.id);
  const rows = await orm
    .select({ hazard: row.hazard, name: hazardTable.name, units })
    .from(row)
    .innerJoin(projectTable, eq(projectTable.id, row.project))
    .innerJoin(unit, eq(unit.id, projectTable.belongInspect))
    .innerJoin(hazardTable, eq(hazardTable.id, row.hazard))
    .where(
      and(
        eq(row.organizationId, project.organizationId),
        eq(unit.industry, industry),
        ne(unit.id, project.belongInspect),
        isNull(row.deleteTime),
        isNull(projectTable.deleteTime),
        isNull(hazardTable.deleteTime),
      ),
    )
    .groupBy(row.hazard, hazardTable.name)
    .orderBy(desc(units), asc(row.hazard))
    .limit(maxSurveyed);
  return rows.map(({ hazard, name, units: count }) => ({ hazard, name, reason: usualReason.surveyed(count) }));
}

/**
 * Returns the usual hazards of a unit's industry, each once with every reason. Both sources are records: published
 * templates and earlier surveys.
 */
export async function usualHazards(orm: Orm, industry: string | null, project: StoredProject): Promise<UsualHazard[]> {
  if (!industry) return [];
  const hazardById = new Map<number, UsualHazard>();
  for (const hazard of [
    ...(await monitoredHazards(orm, industry, project.organizationId)),
    ...(await surveyedElsewhere(orm, industry, project)),
  ]) {
    const heldHazard = hazardById.get(hazard.hazard);
    if (!heldHazard) hazardById.set(hazard.hazard, hazard);
    else if (!heldHazard.reason.includes(hazard.reason))
      hazardById.set(hazard.hazard, { ...heldHazard, reason: `${heldHazard.reason}；${hazard.reason}` });
  }
  return [...hazardById.values()];
}
