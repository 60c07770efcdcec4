import { fixedDictionaries, isFixedDictionary } from '@contract/dictionaries';
import type { Entity } from '@contract/entity';
import { type LibraryFileRow, libraryFileTexts as texts } from '@contract/features/library/libraryFile';
import type { Field } from '@contract/field';
import { type FieldError, fieldSchema } from '@contract/schema';
import type { Registry } from '@server/crud/resource';
import { invalid } from '@server/http/errors';

/** Number of faults that one answer names. */
const maxFaults = 20;

/** Returns what is wrong with a value of a field; null for a value that a library row may have. */
function faultOfValue(field: Field, value: unknown): string | null {
  const result = fieldSchema(field).safeParse(value);
  if (!result.success) return result.error.issues[0]?.message ?? texts.badContent;
  if (field.kind !== 'dict' || !isFixedDictionary(field.dict) || value === null || value === '') return null;
  const isKnown = fixedDictionaries[field.dict].some((entry) => entry.value === value);
  return isKnown ? null : texts.unknownValue(field.label, String(value));
}

/** Returns the faults of a row. References contain keys of other rows, which are resolved later. */
function faultsOfRow({ fields }: Entity, row: LibraryFileRow): FieldError[] {
  return Object.entries(row.fields).flatMap(([name, value]) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!field) return [{ field: row.key, message: texts.faultIn(row.title, texts.unknownField(name)) }];
    if (field.readonly || field.kind === 'ref' || field.kind === 'refs') return [];
    const fault = faultOfValue(field, value);
    return fault === null ? [] : [{ field: row.key, message: texts.faultIn(row.title, fault) }];
  });
}

/**
 * Checks every value of an update file by the rules for typed rows, before anything is offered.
 * @throws Refusal 400 with the first faults
 */
export function assertValidRows(registry: Registry, rows: readonly LibraryFileRow[]): void {
  const faults = rows.flatMap((row) => (row.removed ? [] : faultsOfRow(registry.named(row.subject).entity, row)));
  if (faults.length) throw invalid(faults.slice(0, maxFaults));
}
