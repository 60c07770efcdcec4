import { and, asc, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { MaterialFact } from '@contract/features/library/materialHazards';
import type { Policy } from '@server/crud/policy';
import type { Orm } from '@server/db/orm';
import { hazardTable, materialComponentTable, materialTable } from '@server/db/schema';
import { hazardsByAnyName } from '../hazards/otherNames';

const visibleCondition = (column: AnyPgColumn, organizationId: number | null) =>
  organizationId === null ? isNull(column) : or(isNull(column), eq(column, organizationId));

const casNumbers = (cas: unknown): string[] =>
  String(cas ?? '')
    .split(/[;；]/)
    .map((text) => text.trim())
    .filter(Boolean);

/** Returns the hazards with one of the CAS numbers; several forms of a substance share one. */
async function hazardsByCas(tx: Orm, cas: unknown, owner: number | null): Promise<number[]> {
  const wantedNumbers = new Set(casNumbers(cas));
  if (!wantedNumbers.size) return [];
  const rows = await tx
    .select({ id: hazardTable.id, cas: hazardTable.cas })
    .from(hazardTable)
    .where(
      and(
        isNull(hazardTable.deleteTime),
        isNotNull(hazardTable.cas),
        visibleCondition(hazardTable.organizationId, owner),
      ),
    );
  return rows.flatMap(({ id, cas: ownCas }) =>
    casNumbers(ownCas).some((number) => wantedNumbers.has(number)) ? [id] : [],
  );
}

/**
 * Save rules of components. If no hazard is chosen, it is found by the component's name, else by its CAS number. An
 * ambiguous name or number finds none.
 */
export const materialComponentPolicy: Policy = {
  partOf: 'material',
  async beforeSave(draft, { tx, call, before }) {
    if (draft.hazard !== null && draft.hazard !== undefined) return {};
    const owner = before?.organizationId ?? call.viewer.organizationId ?? call.viewer.homeOrganizationId;
    const ids = await hazardsByAnyName(tx, call, String(draft.name), owner);
    const hazardIds = ids.length ? ids : await hazardsByCas(tx, draft.cas, owner);
    return { hazard: hazardIds.length === 1 ? (hazardIds[0] ?? null) : null };
  },
};

/** Returns the materials with their components, common ones and the organization's own. */
export async function materialsOf(orm: Orm, organizationId: number | null): Promise<MaterialFact[]> {
  const [material, component] = [materialTable, materialComponentTable];
  const rows = await orm
    .select({ id: material.id, name: material.name, otherNames: material.otherNames })
    .from(material)
    .where(and(isNull(material.deleteTime), visibleCondition(material.organizationId, organizationId)))
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
  return rows.map(({ id, ...row }) => ({
    ...row,
    components: components.filter((storedComponent) => storedComponent.material === id),
  }));
}
