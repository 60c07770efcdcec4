import { readFileSync } from 'node:fs';
import { Decimal } from '@contract/arithmetic/numbers/decimalNumbers';

/** A value beside a vector's raw value: a number, a text, nothing, or several of them. */
export type Raw = Decimal | number | string | null | undefined | readonly Raw[] | { readonly [name: string]: Raw };

/** Result of the product for a vector's input. */
export interface Computed {
  readonly raw?: Raw;
  readonly reported: string;
  /** The same in a shorter form, as some examples of the kind show it. */
  readonly shorter?: string;
}

/**
 * One evaluator per kind, by the id without its last number; each knows the inputs of its kind and calls the product's
 * functions.
 */
export type Kinds = Readonly<Record<string, (input: never) => Computed>>;

export interface Vector {
  readonly id: string;
  readonly input: unknown;
  readonly raw: unknown;
  readonly reported: string;
}

export const kindOf = (id: string): string => id.replace(/-?\d+$/, '');

/**
 * Reads a file of vectors.
 * @throws Error on a file of another shape
 */
export function vectorsOf(file: string | URL): readonly Vector[] {
  const read: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const list = Array.isArray(read) ? read : (read as { vectors?: unknown }).vectors;
  const isVector = (one: unknown): one is Vector =>
    typeof one === 'object' &&
    one !== null &&
    typeof (one as Vector).id === 'string' &&
    typeof (one as Vector).reported === 'string';
  if (!Array.isArray(list) || !list.every(isVector))
    throw new Error(`${String(file)} holds no list of {id, input, raw, reported}`);
  return list;
}

const beside = (name: string): URL => new URL(name, import.meta.url);

/** Examples before GBZ 331-2024. */
export const vectorsPre331 = vectorsOf(beside('./vectors-pre331.json'));
/** Examples of GBZ 331-2024, GBZ 2.1-2019 and the methods of 2025. */
export const vectors331 = vectorsOf(beside('./vectors-331.json'));
export const allVectors: readonly Vector[] = [...vectorsPre331, ...vectors331];

/** Returns the input of another vector, which one continues. */
export function inputOf<T>(id: string): T {
  const found = allVectors.find((vector) => vector.id === id);
  if (!found) throw new Error(`no vector ${id}`);
  return found.input as T;
}

const isNumeric = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(value));
const near = (computed: Decimal | number | string, wanted: number | string): boolean => {
  const [one, other] = [Number(String(computed)), Number(wanted)];
  return Math.abs(one - other) <= Math.max(Math.abs(other) * 1e-9, 1e-12);
};
const isDecimal = (raw: Raw): raw is Decimal => typeof raw === 'object' && raw !== null && 'dividedBy' in raw;
const isScalar = (raw: Raw): raw is Decimal | number | string =>
  typeof raw === 'number' || typeof raw === 'string' || isDecimal(raw);

function rawDifferences(computed: Raw, wanted: unknown, name: string): string[] {
  if (wanted === null)
    return computed === null || computed === undefined || name === 'raw'
      ? []
      : [`${name} ${String(computed)}, wanted none`];
  if (Array.isArray(wanted)) {
    if (!Array.isArray(computed)) return [`${name} is no list`];
    const size =
      computed.length === wanted.length ? [] : [`${name} has ${computed.length} values, wanted ${wanted.length}`];
    return [
      ...size,
      ...wanted.flatMap((one, index) => rawDifferences((computed as readonly Raw[])[index], one, `${name}[${index}]`)),
    ];
  }
  if (typeof wanted === 'object') {
    const own =
      typeof computed === 'object' && computed !== null && !isDecimal(computed) && !Array.isArray(computed)
        ? (computed as Readonly<Record<string, Raw>>)
        : {};
    return Object.entries(wanted as object).flatMap(([key, one]) =>
      rawDifferences(own[key], one, name === 'raw' ? key : `${name}.${key}`),
    );
  }
  const agrees =
    isScalar(computed) &&
    (isNumeric(wanted) && isNumeric(String(computed))
      ? near(computed, wanted as number | string)
      : String(computed) === String(wanted));
  return agrees ? [] : [`${name} ${String(computed)}, wanted ${String(wanted)}`];
}

/** Returns the differences between a vector and the computed values; empty where it is proved. */
export const differences = (vector: Vector, { raw, reported, shorter }: Computed): string[] => [
  ...(reported === vector.reported || shorter === vector.reported
    ? []
    : [`reported ${reported}, wanted ${vector.reported}`]),
  ...rawDifferences(raw, vector.raw, 'raw'),
];
