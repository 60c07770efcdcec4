import { trimBlanks } from '@contract/fields/normalizeText';
import type { ImportRow } from '@contract/workbook/importWire';

/** One error with all rows that have it. */
export interface FaultGroup {
  readonly key: string;
  readonly header: string;
  readonly message: string;
  readonly lines: readonly number[];
  /** Text of the cell in all of the rows; null if they differ. */
  readonly text: string | null;
  /** Likely intended values, best first. */
  readonly likelyValues: readonly string[];
  /** True if the first of `near` is certainly the intended value. */
  readonly isCertain: boolean;
  /** Unknown name from which a row may be created; null for another error. */
  readonly unknown: string | null;
}

/** Checks whether all rows of the group have the same text with one certain intended value. */
export const isAdoptable = ({ isCertain, text, likelyValues }: FaultGroup): boolean =>
  isCertain && text !== null && likelyValues.length > 0;

/**
 * Checks whether a row of the organization can be created from the unknown name. It can't if a known value is
 * certainly meant.
 */
export const canCreateRow = (group: FaultGroup): boolean => group.unknown !== null && !isAdoptable(group);

/** Groups the errors of a preview, the most frequent first. */
export function faultGroups(rows: readonly ImportRow[]): FaultGroup[] {
  const groups = new Map<
    string,
    Omit<FaultGroup, 'key' | 'text' | 'lines'> & { lines: number[]; texts: Set<string> }
  >();
  for (const { line, errors } of rows) {
    for (const { header, message, value, near: nearNames = [], sure: isCertain = false, unknown = null } of errors) {
      const key = `${header}\n${message}`;
      const group = groups.get(key) ?? {
        header,
        message,
        lines: [],
        texts: new Set<string>(),
        likelyValues: nearNames,
        isCertain,
        unknown,
      };
      group.lines.push(line);
      group.texts.add(value);
      groups.set(key, group);
    }
  }
  return [...groups]
    .map(([key, { texts, ...group }]) => ({ key, ...group, text: texts.size === 1 ? ([...texts][0] ?? null) : null }))
    .sort((group, other) => other.lines.length - group.lines.length);
}

type CellTexts = Readonly<Record<string, string>>;

/**
 * Sets one column in some of the rows.
 * @param lines line numbers of the rows to change
 * @param change returns the cells to set
 */
export const withCells = (
  rows: readonly ImportRow[],
  lines: ReadonlySet<number>,
  change: (cells: CellTexts) => Record<string, string>,
): ImportRow[] =>
  rows.map((row) => (lines.has(row.line) ? { ...row, cells: { ...row.cells, ...change(row.cells) } } : row));

/**
 * Moves a text into the remark, so that no content of the list is lost.
 * @param header header of the column that is emptied
 * @param remark header of the remark
 * @param cells cells of the row by header
 */
export function movedToRemark(header: string, remark: string, cells: CellTexts): Record<string, string> {
  const text = trimBlanks(cells[header] ?? '');
  const formerRemark = trimBlanks(cells[remark] ?? '');
  return { [header]: '', [remark]: [formerRemark, text && `${header}：${text}`].filter(Boolean).join('；') };
}
