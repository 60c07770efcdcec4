import { Decimal } from '@contract/arithmetic/numbers/decimalNumbers';
import type { Row } from '@contract/entity';
import { sample } from '../entities/sample';

/** Fields that a person on site fills in; all other fields are planned, derived or set by the server. */
export const recordFields = [
  'person',
  'personChoice',
  'equipment',
  'collectorLot',
  'flowSet',
  'flowBefore',
  'flowAfter',
  'startTime',
  'endTime',
  'temperature',
  'pressure',
  'production',
  'controlsRunning',
  'ppeWorn',
  'restUnexposed',
  'collectors',
  'remark',
  'measured',
] as const;

export type RecordField = (typeof recordFields)[number];
export type RecordValues = Partial<Pick<Row<typeof sample>, RecordField>>;

/** Returns whether a field of a sample is written by a field record. */
export const isRecordField = (name: string): name is RecordField => (recordFields as readonly string[]).includes(name);

/**
 * Body of `PUT api/sample/record`: the new values, and the values that the person saw before (an absent one was
 * empty).
 */
export interface RecordBody {
  readonly id: number;
  readonly values: RecordValues;
  readonly base?: RecordValues;
  /** Version that the person saw. If the row still has it, the values need no comparison. */
  readonly version?: number;
}

/** Body of `PUT api/sample/void`. `again` plans a replacement with the next free number for each sample. */
export interface VoidBody {
  readonly rows: readonly { readonly id: number; readonly version: number }[];
  readonly reason: string;
  readonly again?: boolean;
}

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

type FieldTexts = Readonly<Record<string, string>>;

/** Compares texts by key, in any order. */
const sameTexts = (firstFieldTexts: FieldTexts, otherFieldTexts: FieldTexts): boolean =>
  [...new Set([...Object.keys(firstFieldTexts), ...Object.keys(otherFieldTexts)])].every(
    (key) => (firstFieldTexts[key] ?? '') === (otherFieldTexts[key] ?? ''),
  );

/**
 * Returns whether two values of a field are equal: 0.10 equals 0.1, null equals an empty text.
 * @param name field, whose kind decides how values are compared
 */
export function sameValue(name: RecordField, value: unknown, other: unknown): boolean {
  if (isEmpty(value) || isEmpty(other)) return isEmpty(value) && isEmpty(other);
  const { kind } = sample.fields[name];
  if (kind === 'keyed') return sameTexts(value as FieldTexts, other as FieldTexts);
  if (kind === 'decimal') return new Decimal(String(value)).equals(new Decimal(String(other)));
  return JSON.stringify(value) === JSON.stringify(other);
}

interface MergedRecord {
  readonly changes: RecordValues;
  /** Fields that another person changed to a third value since the form was opened. */
  readonly conflicts: readonly RecordField[];
}

/**
 * Merges field by field (QUALITY §2, 1): a changed value is stored if the stored value still equals the one that the
 * person saw.
 * @param current stored values
 * @param alreadySeen whether the person has seen the conflicts and overwrites the stored values
 * @returns the values to store, and the names of fields in conflict
 */
export function mergeRecord(
  current: Readonly<Record<string, unknown>>,
  { values, base = {} }: Pick<RecordBody, 'values' | 'base'>,
  alreadySeen = false,
): MergedRecord {
  const changedNames = recordFields.filter(
    (name) => Object.hasOwn(values, name) && !sameValue(name, values[name], current[name]),
  );
  const conflictingNames = alreadySeen
    ? []
    : changedNames.filter((name) => !sameValue(name, current[name], base[name]));
  return {
    changes: Object.fromEntries(changedNames.map((name) => [name, values[name]])) as RecordValues,
    conflicts: conflictingNames,
  };
}
