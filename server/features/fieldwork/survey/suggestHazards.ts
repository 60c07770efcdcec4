import { and, eq, isNull } from 'drizzle-orm';
import { hazardsOfMaterials, type SurveySuggestion } from '@contract/features/library/materialHazards';
import type { Orm } from '@server/db/orm';
import { valuesById } from '@server/db/readRows';
import { hazardTable, inspectUnitTable, siteHazardTable, siteSurveyTable } from '@server/db/schema';
import { risksOfUnit } from '@server/features/library/industryRisks';
import { materialsOf } from '@server/features/library/materials/materialPolicy';
import type { StoredProject } from '@server/features/projects/projectStage';
import { usualHazards } from './usualHazards';

/**
 * Returns the hazards that the survey's 原辅材料 may cause, each with the reason and whether it is surveyed already.
 * Also returns the hazards usual in the unit's industry, and the unit's risk classes.
 */
export async function suggestHazards(orm: Orm, project: StoredProject): Promise<SurveySuggestion> {
  const [head] = await orm
    .select({ materials: siteSurveyTable.materials })
    .from(siteSurveyTable)
    .where(and(eq(siteSurveyTable.project, project.id), isNull(siteSurveyTable.deleteTime)));
  const [unit] = await orm
    .select({ industry: inspectUnitTable.industry, industryRisk: inspectUnitTable.industryRisk })
    .from(inspectUnitTable)
    .where(eq(inspectUnitTable.id, project.belongInspect));
  const { organizationId } = project;
  const suggestedHazards = head?.materials
    ? hazardsOfMaterials(head.materials, await materialsOf(orm, organizationId))
    : [];
  const ids = suggestedHazards.map(({ hazard }) => hazard);
  const names = await valuesById(orm, hazardTable, hazardTable.name, ids);
  const surveyedIds = new Set(
    (
      await orm
        .select({ hazard: siteHazardTable.hazard })
        .from(siteHazardTable)
        .where(and(eq(siteHazardTable.project, project.id), isNull(siteHazardTable.deleteTime)))
    ).map(({ hazard }) => hazard),
  );
  return {
    hazards: suggestedHazards.map((suggestion) => ({
      ...suggestion,
      name: names.get(suggestion.hazard) ?? '',
      surveyed: surveyedIds.has(suggestion.hazard),
    })),
    usual: (await usualHazards(orm, unit?.industry ?? null, project)).map((usualHazard) => ({
      ...usualHazard,
      surveyed: surveyedIds.has(usualHazard.hazard),
    })),
    risks: unit ? await risksOfUnit(orm, unit, organizationId) : [],
  };
}
