import { or, type SQL, sql } from 'drizzle-orm';
import { type Entity, housekeepingLabels } from '@contract/entity';
import { entities } from '@contract/subjects';
import type { Policy } from '@server/crud/policy';
import { auditLogTable } from '@server/db/schema';

const { entity, before, after } = auditLogTable;

/** Returns the audit-trail names of fields whose label contains the text, by entity. */
function fieldsCalled(text: string): { name: string; fields: string[] }[] {
  return (entities as readonly Entity[]).flatMap(({ name, fields }) => {
    const labels = [
      ...Object.entries(fields).map(([field, { label }]) => [field, label] as const),
      ...Object.entries(housekeepingLabels),
    ];
    const matchingFields = labels.filter(([, label]) => label.includes(text)).map(([field]) => field);
    return matchingFields.length ? [{ name, fields: matchingFields }] : [];
  });
}

/** Returns the condition for lines that record a change of such a field. */
function changedField(text: string): SQL {
  const matchingEntities = fieldsCalled(text.trim());
  const changedValues = sql`(coalesce(${before}, '{}'::jsonb) || coalesce(${after}, '{}'::jsonb))`;
  return (
    or(
      ...matchingEntities.map(
        ({ name, fields }) => sql`(${entity} = ${name} and ${changedValues} ?| ${sql.param(fields)}::text[])`,
      ),
    ) ?? sql`false`
  );
}

/** Save rules of the audit trail: no call writes it (QUALITY AUD2; the database refuses, too). */
export const auditLogPolicy: Policy = {
  disabledOperations: ['get', 'add', 'edit', 'copy', 'del', 'restore', 'status', 'import'],
  ignoresDataScope: true,
  extraFilterConditions: { changed: (values) => or(...values.map(changedField)) },
  sealsExport: true,
};
