import type { Decimal } from '@contract/lab/number';
import vectors from './vectors.json';

/** What the library makes of a vector's input: raw to hold against the vector's raw, and the text as reported. */
export interface Computed {
  readonly raw?: Decimal | readonly Decimal[] | Readonly<Record<string, Decimal>>;
  readonly reported: string;
}

/** By id; each knows its vector's input. */
export type Proofs = Readonly<Record<string, (input: never) => Computed>>;

export interface Vector {
  readonly id: string;
  readonly input: unknown;
  readonly raw: unknown;
  readonly reported: string;
}

export const allVectors: readonly Vector[] = vectors;

/** The input of another vector, which one goes on from. */
export function inputOf<T>(id: string): T {
  const found = allVectors.find((vector) => vector.id === id);
  if (!found) throw new Error(`no vector ${id}`);
  return found.input as T;
}

const near = (computed: Decimal | undefined, wanted: unknown): boolean =>
  computed !== undefined && typeof wanted === 'number' && Math.abs(computed.toNumber() - wanted) <= Math.max(Math.abs(wanted) * 1e-9, 1e-12);

const isDecimal = (raw: Computed['raw']): raw is Decimal => typeof raw === 'object' && 'dividedBy' in raw;

/** The differences between a vector and what was computed, none where it is proved. */
export function differences(vector: Vector, { raw, reported }: Computed): string[] {
  const found = reported === vector.reported ? [] : [`reported ${reported}, wanted ${vector.reported}`];
  const hold = (computed: Decimal | undefined, wanted: unknown, name = 'raw') => {
    if (!near(computed, wanted)) found.push(`${name} ${String(computed)}, wanted ${String(wanted)}`);
  };
  if (vector.raw === null) return found;
  if (Array.isArray(vector.raw)) vector.raw.forEach((wanted, at) => hold(Array.isArray(raw) ? raw[at] : undefined, wanted, `raw[${at}]`));
  else if (typeof vector.raw === 'object') {
    for (const [key, wanted] of Object.entries(vector.raw)) hold(isDecimal(raw) || raw === undefined ? undefined : (raw as Record<string, Decimal>)[key], wanted, key);
  } else hold(isDecimal(raw) ? raw : undefined, vector.raw);
  return found;
}
