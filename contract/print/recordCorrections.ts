import { type Block, type Cell, struckOf, type StruckValue, textOf } from './printDocument';

// Old values on a printed record: values that were corrected after saving (DOMAIN §7.3; ISO/IEC 17025 7.5.2).

/** Old values of a row, oldest first, by field name; for a keyed field by `field.key`. */
export type OldValues = Readonly<Record<string, readonly StruckValue[]>>;

/** Old values of a record and its parts, by their ids. */
export interface RecordCorrections {
  readonly sheet: OldValues;
  readonly rows: Readonly<Record<number, OldValues>>;
  readonly checks: Readonly<Record<number, OldValues>>;
  readonly detections: Readonly<Record<number, OldValues>>;
}

/** One edit in the audit trail. */
export interface TrailEdit {
  readonly person: string;
  /** Time of the edit, `YYYY-MM-DD HH:mm:ss`. */
  readonly at: string;
  readonly reason: string | null;
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
const valueText = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(String).join('、')
    : typeof value === 'boolean'
      ? value
        ? '是'
        : '否'
      : String(value);

/** Flattens values by name; the keys of keyed fields become `name.key`. */
function flattenFields(values: Readonly<Record<string, unknown>>): Map<string, unknown> {
  return new Map(
    Object.entries(values).flatMap(([name, value]) =>
      value !== null && typeof value === 'object' && !Array.isArray(value)
        ? Object.entries(value).map(([key, item]) => [`${name}.${key}`, item] as const)
        : [[name, value] as const],
    ),
  );
}

/** Formats a correction: old value, person, time, new value and reason. */
const correctedBy = (
  from: string,
  to: string,
  { person, at, reason }: Pick<TrailEdit, 'person' | 'at' | 'reason'>,
): string => `原值${from}，${person}于${at}${to === '' ? '删去' : `改为${to}`}${reason ? `，原因：${reason}` : ''}`;

/** Reason of a return, a reopening or a correction. */
export interface GivenReason {
  /** Time of the reason, `YYYY-MM-DD HH:mm:ss`. */
  readonly at: string;
  readonly reason: string;
}

/** Adds to each edit without a reason the last reason stated before it. */
export const withGivenReasons = <T extends TrailEdit>(edits: readonly T[], reasons: readonly GivenReason[]): T[] =>
  edits.map((edit) =>
    edit.reason ? edit : { ...edit, reason: reasons.findLast(({ at }) => at <= edit.at)?.reason ?? null },
  );

/** Returns the old values from the edits of one row, in time order. Filling an empty field is not a correction. */
export function oldValuesOf(edits: readonly TrailEdit[]): OldValues {
  const struckByName: Record<string, StruckValue[]> = {};
  for (const edit of edits) {
    const after = flattenFields(edit.after);
    for (const [name, value] of flattenFields(edit.before)) {
      const next = after.get(name);
      if (isEmpty(value) || valueText(value) === (isEmpty(next) ? '' : valueText(next))) continue;
      (struckByName[name] ??= []).push({
        text: valueText(value),
        by: correctedBy(valueText(value), isEmpty(next) ? '' : valueText(next), edit),
      });
    }
  }
  return struckByName;
}

const correctionsTitle = '更正说明';
const serialHeading = '序号';

function correctionsOf(block: Block): string[] {
  if (block.kind === 'facts')
    return block.facts.flatMap(({ label, value }) => struckOf(value).map(({ by }) => `${label}：${by}`));
  if (block.kind !== 'table') return [];
  return block.rows.flatMap((row) => {
    const name = row.find((cell, index) => block.columns[index]?.heading !== serialHeading && textOf(cell) !== '');
    // Omits corrections that another cell of the row already states.
    const isNotStated = (correction: string) => !row.some((cell: Cell) => textOf(cell).includes(correction));
    return row.flatMap((cell, index) =>
      struckOf(cell)
        .filter(({ by }) => isNotStated(by))
        .map(
          ({ by }) =>
            `${[name === undefined || name === cell ? '' : textOf(name), block.columns[index]?.heading].filter(Boolean).join(' ')}：${by}`,
        ),
    );
  });
}

/** Appends a list of all corrections to the blocks, because paper has no hover text. */
export function withCorrections(blocks: readonly Block[]): Block[] {
  const lines = blocks.flatMap(correctionsOf);
  return lines.length > 0
    ? [
        ...blocks,
        { kind: 'lines', lines: [correctionsTitle], bold: true, keepWithNext: true },
        { kind: 'lines', lines },
      ]
    : [...blocks];
}
