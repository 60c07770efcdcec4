import { fixedDictionaries, isFixedDictionary } from '@contract/dictionaries';
import type { Entity } from '@contract/entity';
import type { Field } from '@contract/field';
import type { Block, Cell, PrintDocument } from '@contract/print/printDocument';

// Checks whether a typed value is printed: a unique value is put in its place, and searched on the paper.

const wordsOf = (cell: Cell): string =>
  typeof cell === 'string' ? cell : [cell.text, ...(cell.struck ?? []).map(({ text }) => text)].join(' ');

function blockWords(block: Block): string[] {
  switch (block.kind) {
    case 'facts':
      return block.facts.flatMap(({ label, value }) => [label, wordsOf(value)]);
    case 'table':
      return [...block.columns.map(({ heading }) => heading), ...block.rows.flat().map(wordsOf)];
    case 'lines':
      return block.lines.map(wordsOf);
    case 'heading':
      return [block.text];
    case 'pictures':
      return block.pictures.flatMap(({ source, caption = '' }) => [source, caption]);
    default:
      return [];
  }
}

/** Returns all text visible on the paper, without hover texts. */
export const paperWords = ({ title, agency, corner, foot, cover = [], blocks, signers }: PrintDocument): string =>
  [
    title,
    agency,
    corner,
    foot,
    ...[...cover, ...blocks].flatMap(blockWords),
    ...signers.flatMap(({ label, name, on, picture }) => [label, name, on, picture?.source ?? '']),
  ].join('\n');

interface Probe {
  /** Values by the names of the row. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Texts of which any shows it. */
  readonly seen: readonly string[];
}

/** Returns unique values of a field; several where one may be on the paper already. */
function probesOf(name: string, field: Field, at: number): Probe[] {
  const number = `${11 + at}.${(at % 8) + 1}`;
  const day = `2031-0${(at % 9) + 1}-${11 + (at % 17)}`;
  const word = `独有之词${at}号`;
  switch (field.kind) {
    case 'integer':
      return [{ values: { [name]: 7300 + at }, seen: [String(7300 + at)] }];
    case 'decimal':
      return [{ values: { [name]: number }, seen: [number] }];
    case 'date':
      return [{ values: { [name]: day }, seen: [day] }];
    case 'dateTime':
      return [{ values: { [name]: `${day} 03:${11 + (at % 45)}:00` }, seen: [day, `03:${11 + (at % 45)}`] }];
    case 'dict':
      return isFixedDictionary(field.dict)
        ? fixedDictionaries[field.dict].map(({ value, label }) => ({ values: { [name]: value }, seen: [label] }))
        : [{ values: { [name]: word }, seen: [word] }];
    case 'flag':
      return [
        { values: { [name]: true }, seen: [] },
        { values: { [name]: false }, seen: [] },
      ];
    case 'ref':
      return [{ values: { [name]: 8800 + at, [`${name}Name`]: word }, seen: [word] }];
    case 'refs':
      return [{ values: { [name]: [8800 + at], [`${name}Name`]: [word] }, seen: [word] }];
    case 'keyed':
      return [];
    // Some texts are numbers that must not lose digits.
    default:
      return [
        { values: { [name]: word }, seen: [word] },
        { values: { [name]: number }, seen: [number] },
      ];
  }
}

type Draw = (values: Readonly<Record<string, unknown>>) => PrintDocument;

/** Returns undefined where the paper can't be drawn with the values. */
function wordsWith(draw: Draw, values: Readonly<Record<string, unknown>>): string | undefined {
  try {
    return paperWords(draw(values));
  } catch {
    return undefined;
  }
}

/**
 * Returns the fields of the entity that are not visible on the paper.
 * @param draw paper of a row with these values
 */
export function unprintedFields({ fields }: Entity, draw: Draw): string[] {
  const plain = paperWords(draw({}));
  return Object.entries(fields).flatMap(([name, field], index) => {
    const probes = probesOf(name, field, index);
    if (field.kind === 'keyed') return [];
    const shown = probes.some(({ values, seen }) => {
      const words = wordsWith(draw, values);
      return (
        words !== undefined &&
        (seen.length ? seen.some((one) => words.includes(one) && !plain.includes(one)) : words !== plain)
      );
    });
    return shown ? [] : [name];
  });
}

type Path = readonly (string | number)[];

/** Yields each text and number in a value, with its path. */
function* leavesOf(value: unknown, path: Path = []): Generator<readonly [Path, string | number]> {
  if (typeof value === 'string' || typeof value === 'number') yield [path, value];
  else if (Array.isArray(value)) for (const [at, one] of value.entries()) yield* leavesOf(one, [...path, at]);
  else if (typeof value === 'object' && value !== null)
    for (const [name, one] of Object.entries(value)) yield* leavesOf(one, [...path, name]);
}

function withLeaf(value: unknown, [first, ...rest]: Path, leaf: unknown): unknown {
  if (first === undefined) return leaf;
  if (Array.isArray(value))
    return value.map((one: unknown, index) => (index === first ? withLeaf(one, rest, leaf) : one));
  const held = value as Readonly<Record<string, unknown>>;
  return { ...held, [first]: withLeaf(held[first], rest, leaf) };
}

/**
 * Returns the paths of source texts and numbers that a paper does not show, such as `results[].values[].unit`. One of
 * several equal ones is enough.
 */
export function unprintedLeaves<T>(facts: T, draw: (facts: T) => PrintDocument): string[] {
  const plain = paperWords(draw(facts));
  const shown = new Map<string, boolean>();
  let at = 0;
  for (const [path, leaf] of leavesOf(facts)) {
    const name = path
      .map((part) => (typeof part === 'number' ? '[]' : `.${part}`))
      .join('')
      .slice(1);
    if (shown.get(name)) continue;
    at += 1;
    const changed =
      typeof leaf === 'number'
        ? 7300 + at
        : /^\d{4}-\d\d-\d\d/.test(leaf)
          ? `2031-0${(at % 9) + 1}-${11 + (at % 17)}${leaf.slice(10)}`
          : /^-?\d+(\.\d+)?$/.test(leaf)
            ? `${100 + at}.5`
            : `独有之词${at}号`;
    let words = '';
    try {
      words = paperWords(draw(withLeaf(facts, path, changed) as T));
    } catch {
      // The value is no free text: the paper reads a code.
      words = `${plain} read`;
    }
    shown.set(name, words !== plain);
  }
  return [...shown]
    .filter(([, seen]) => !seen)
    .map(([name]) => name)
    .sort();
}
