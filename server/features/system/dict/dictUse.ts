import { sql } from 'drizzle-orm';
import type { Entity } from '@contract/entity';
import { entities } from '@contract/subjects';
import type { Orm } from '@server/db/orm';
import { snakeCase } from '@server/db/tableOf';

/** Returns the fields of entities that use a dictionary. */
export function fieldsOf(dictName: string): { entity: Entity; field: string; label: string }[] {
  return (entities as readonly Entity[]).flatMap((entity) =>
    Object.entries(entity.fields).flatMap(([field, fieldDescription]) =>
      fieldDescription.kind === 'dict' && fieldDescription.dict === dictName
        ? [{ entity, field, label: fieldDescription.label }]
        : [],
    ),
  );
}

/**
 * Returns the label of an entity with an undeleted row that contains the value; undefined without one.
 * @param organizationId restricts the search to its rows; null for all rows, because all organizations use a common
 * entry
 */
export async function entityUsingValue(
  tx: Orm,
  dictName: string,
  value: string,
  organizationId: number | null,
): Promise<string | undefined> {
  for (const { entity, field } of fieldsOf(dictName)) {
    const owner =
      organizationId === null || entity.scope === 'platform' ? sql`` : sql` and organization_id = ${organizationId}`;
    const table = sql.identifier(snakeCase(entity.name));
    const [usingRow] = await tx
      .select({ one: sql`1` })
      .from(sql`${table}`)
      .where(sql`${sql.identifier(snakeCase(field))} = ${value} and delete_time is null${owner}`)
      .limit(1);
    if (usingRow) return entity.label;
  }
  return undefined;
}
