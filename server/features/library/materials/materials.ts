import { and, asc, eq, inArray, isNull, or } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { MaterialFact, SurveySuggestion } from '@contract/features/library/materialHazards';
import type { Policy } from '@server/crud/policy';
import type { Orm } from '@server/db/orm';
import { hazardTable, industryRiskTable, materialComponentTable, materialTable } from '@server/db/schema';
import { hazardsByOtherNames } from '../hazards/otherNames';

const seen = (column: AnyPgColumn, organizationId: number | null) =>
  organizationId === null ? isNull(column) : or(isNull(column), eq(column, organizationId));

/** Save rules of components: the hazard is found by the component's name if none was chosen. */
export const materialComponentPolicy: Policy = {
  partOf: 'material',
  async beforeSave(draft, { tx, call, before }) {
    if (draft.hazard !== null && draft.hazard !== undefined) return {};
    const owner = before?.organizationId ?? call.viewer.organizationId ?? call.viewer.homeOrganizationId;
    const found = await hazardsByOtherNames(tx, [String(draft.name)], seen(hazardTable.organizationId, owner));
    const ids = [...new Set(found.map(({ id }) => id))];
    return { hazard: ids.length === 1 ? (ids[0] ?? null) : null };
  },
};

/** Returns the materials with their components, common ones and the organization's own. */
export async function materialsOf(orm: Orm, organizationId: number | null): Promise<MaterialFact[]> {
  const [material, component] = [materialTable, materialComponentTable];
  const rows = await orm
    .select({ id: material.id, name: material.name, otherNames: material.otherNames })
    .from(material)
    .where(and(isNull(material.deleteTime), seen(material.organizationId, organizationId)))
    .orderBy(asc(material.id));
  if (!rows.length) return [];
  const components = await orm
    .select()
    .from(component)
    .where(
      and(
        isNull(component.deleteTime),
        inArray(
          component.material,
          rows.map(({ id }) => id),
        ),
      ),
    )
    .orderBy(asc(component.id));
  return rows.map(({ id, ...row }) => ({ ...row, components: components.filter((one) => one.material === id) }));
}

/**
 * Returns the risk classes of an industry.
 * @param industry its division, e.g. `C33`
 */
export async function risksOfIndustry(
  orm: Orm,
  industry: string | null,
  organizationId: number | null,
): Promise<SurveySuggestion['risks']> {
  if (!industry) return [];
  const table = industryRiskTable;
  return orm
    .select({ name: table.name, code: table.code, riskClass: table.riskClass, condition: table.condition })
    .from(table)
    .where(and(eq(table.division, industry), isNull(table.deleteTime), seen(table.organizationId, organizationId)))
    .orderBy(asc(table.id));
}
