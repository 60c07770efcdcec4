import { fixedDictionaries, isFixedDictionary } from '@contract/dictionaries';
import type { Entity } from '@contract/entity';
import { type LibraryFileRow, libraryFileTexts as texts } from '@contract/features/library/libraryFile';
import type { Field } from '@contract/field';
import { type FieldError, fieldSchema } from '@contract/schema';
import type { BuiltInIds } from '@server/builtIn/builtInRows';
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

/** Keys of the rows that the file and the library contain. */
interface KnownKeys {
  readonly inFile: ReadonlySet<string>;
  readonly builtIn: BuiltInIds;
}

/**
 * Returns the fault of a reference: it contains keys of rows of one subject, which the file or the library contains.
 */
function faultOfReference(
  { inFile, builtIn }: KnownKeys,
  field: Extract<Field, { kind: 'ref' | 'refs' }>,
  value: unknown,
): string | null {
  if (value === null || value === '') return field.kind === 'ref' && field.required ? `请选择${field.label}` : null;
  const keys = field.kind === 'refs' && Array.isArray(value) ? value : [value];
  const isKnown = (key: unknown): boolean =>
    typeof key === 'string' && key.startsWith(`${field.to}:`) && (inFile.has(key) || builtIn.has(key));
  const unknownKey: unknown = keys.find((key) => !isKnown(key));
  return unknownKey === undefined ? null : texts.noReference(field.label, String(unknownKey));
}

/** Returns what a row lacks that the library does not contain yet. */
const missingOf = ({ fields }: Entity, row: LibraryFileRow): string[] =>
  Object.entries(fields).flatMap(([name, field]) =>
    field.required && !field.readonly && !Object.hasOwn(row.fields, name)
      ? [faultOfValue(field, field.kind === 'refs' ? [] : null) ?? texts.badContent]
      : [],
  );

/** Returns the faults of the values of a row. */
const faultsOfValues = (known: KnownKeys, { fields }: Entity, row: LibraryFileRow): string[] =>
  Object.entries(row.fields).flatMap(([name, value]) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!field) return [texts.unknownField(name)];
    if (field.readonly) return [];
    const isReference = field.kind === 'ref' || field.kind === 'refs';
    return (isReference ? faultOfReference(known, field, value) : faultOfValue(field, value)) ?? [];
  });

function faultsOfRow(known: KnownKeys, entity: Entity, row: LibraryFileRow): FieldError[] {
  const faults = row.key.startsWith(`${row.subject}:`)
    ? [
        ...(row.removed ? [] : faultsOfValues(known, entity, row)),
        ...(row.removed || known.builtIn.has(row.key) ? [] : missingOf(entity, row)),
      ]
    : [texts.foreignKey(row.key)];
  return faults.map((fault) => ({ field: row.key, message: texts.faultIn(row.title, fault) }));
}

/** Returns a fault for each row whose key an earlier row of the file has. */
function repeatedKeys(rows: readonly LibraryFileRow[]): FieldError[] {
  const seenKeys = new Set<string>();
  return rows.flatMap(({ key, title }) => {
    const isRepeated = seenKeys.has(key);
    seenKeys.add(key);
    return isRepeated ? [{ field: key, message: texts.faultIn(title, texts.twice) }] : [];
  });
}

/**
 * Checks every row of an update file by the rules for typed rows, before anything is offered.
 * @param builtIn keys of the rows that the library contains
 * @throws Refusal 400 with the first faults
 */
export function assertValidRows(registry: Registry, builtIn: BuiltInIds, rows: readonly LibraryFileRow[]): void {
  const known = { inFile: new Set(rows.flatMap(({ key, removed }) => (removed ? [] : [key]))), builtIn };
  const faults = [
    ...rows.flatMap((row) => faultsOfRow(known, registry.named(row.subject).entity, row)),
    ...repeatedKeys(rows),
  ];
  if (faults.length) throw invalid(faults.slice(0, maxFaults));
}
