import type { AnyRow, Entity } from '@contract/entity';

const blank = (kind: string): unknown => (kind === 'refs' ? [] : kind === 'flag' ? false : null);

/** A new form: nothing of an earlier one in it (BEHAVIOUR §2.2, resetForm). */
export function initialDraft(entity: Entity): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(entity.fields)
      .filter(([, field]) => !field.readonly)
      .map(([name, field]) => [name, field.initial ?? blank(field.kind)]),
  );
}

/** The editable part of a row; secrets start empty. */
export function draftOf(entity: Entity, row: AnyRow): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(entity.fields)
      .filter(([, field]) => !field.readonly)
      .map(([name, field]) => [name, field.kind === 'secret' ? null : (row[name] ?? blank(field.kind))]),
  );
}
