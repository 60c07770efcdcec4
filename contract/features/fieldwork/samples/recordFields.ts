import { Decimal } from '@contract/arithmetic/numbers/number';
import type { Row } from '@contract/entity';
import { sample } from '../entities/sample';

/** What a person on site writes of a sample; everything else is planned, derived or the server's. */
export const recordFields = [
  'person',
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

export const isRecordField = (name: string): name is RecordField => (recordFields as readonly string[]).includes(name);

/**
 * The body of `PUT api/sample/record`: what is written, and what the person saw in those fields before (nothing, where
 * it is not told).
 */
export interface RecordBody {
  readonly id: number;
  readonly values: RecordValues;
  readonly base?: RecordValues;
  /** The row as the person saw it: where it is still that, nothing is compared. */
  readonly version?: number;
}

/** The body of `PUT api/sample/void`. `again` plans a sample with the next free number in the place of each. */
export interface VoidBody {
  readonly ids: readonly number[];
  readonly reason: string;
  readonly again?: boolean;
}

const empty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

type Texts = Readonly<Record<string, string>>;

/** Texts by key are the same whatever their order. */
const sameTexts = (one: Texts, other: Texts): boolean =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].every((key) => (one[key] ?? '') === (other[key] ?? ''));

/** Whether two values of a field mean the same: 0.10 is 0.1, nothing is an empty text. */
export function sameValue(name: RecordField, one: unknown, other: unknown): boolean {
  if (empty(one) || empty(other)) return empty(one) && empty(other);
  const { kind } = sample.fields[name];
  if (kind === 'keyed') return sameTexts(one as Texts, other as Texts);
  if (kind === 'decimal') return new Decimal(String(one)).equals(new Decimal(String(other)));
  return JSON.stringify(one) === JSON.stringify(other);
}

export interface Merged {
  readonly changes: RecordValues;
  /** Fields that somebody else has written meanwhile, to another value than both the old and the new. */
  readonly conflicts: readonly RecordField[];
}

/**
 * Field by field (QUALITY §2, 1): what differs from what is stored is written where the stored is still what the person
 * saw.
 */
export function mergeRecord(
  current: Readonly<Record<string, unknown>>,
  { values, base = {} }: Pick<RecordBody, 'values' | 'base'>,
  seen = false,
): Merged {
  const changed = recordFields.filter(
    (name) => Object.hasOwn(values, name) && !sameValue(name, values[name], current[name]),
  );
  const conflicts = seen ? [] : changed.filter((name) => !sameValue(name, current[name], base[name]));
  return { changes: Object.fromEntries(changed.map((name) => [name, values[name]])) as RecordValues, conflicts };
}
