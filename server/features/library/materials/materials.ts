import { and, asc, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { MaterialFact } from '@contract/features/library/materialHazards';
import type { Policy } from '@server/crud/policy';
import type { Orm } from '@server/db/orm';
import { hazardTable, materialComponentTable, materialTable } from '@server/db/schema';
import { hazardsMeant } from '../hazards/otherNames';

const seen = (column: AnyPgColumn, organizationId: number | null) =>
  organizationId === null ? isNull(column) : or(isNull(column), eq(column, organizationId));

const numbers = (cas: unknown): string[] =>
  String(cas ?? '')
    .split(/[;；]/)
    .map((one) => one.trim())
    .filter(Boolean);

/** Returns the hazards with one of the CAS numbers; several forms of a substance share one. */
async function hazardsByCas(tx: Orm, cas: unknown, owner: number | null): Promise<number[]> {
  const asked = new Set(numbers(cas));
  if (!asked.size) return [];
  const rows = await tx
    .select({ id: hazardTable.id, cas: hazardTable.cas })
    .from(hazardTable)
    .where(and(isNull(hazardTable.deleteTime), isNotNull(hazardTable.cas), seen(hazardTable.organizationId, owner)));
  return rows.flatMap(({ id, cas: own }) => (numbers(own).some((one) => asked.has(one)) ? [id] : []));
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
    const ids = await hazardsMeant(tx, call, String(draft.name), owner);
    const meant = ids.length ? ids : await hazardsByCas(tx, draft.cas, owner);
    return { hazard: meant.length === 1 ? (meant[0] ?? null) : null };
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
