import type { AnyRow, Entity } from '@contract/entity';

const blankValue = (kind: string): unknown => (kind === 'refs' ? [] : kind === 'flag' ? false : null);

/**
 * Returns the values of an empty form: each editable field's initial value, or its blank (BEHAVIOUR §2.2, resetForm).
 */
export function initialDraft(entity: Entity): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(entity.fields)
      .filter(([, field]) => !field.readonly)
      .map(([name, field]) => [name, field.initial ?? blankValue(field.kind)]),
  );
}

/** Returns the editable values of a row. Secrets start empty, because the server never sends them. */
export function draftOf(entity: Entity, row: AnyRow): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(entity.fields)
      .filter(([, field]) => !field.readonly)
      .map(([name, field]) => [name, field.kind === 'secret' ? null : (row[name] ?? blankValue(field.kind))]),
  );
}
