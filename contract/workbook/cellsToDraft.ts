import type { DictEntry } from '@contract/dictionaries';
import type { Entity } from '@contract/entity';
import { trimBlanks } from '@contract/fields/normalizeText';
import { crossFieldErrors } from '@contract/schema';
import { readerTexts } from './mapping/cellReaders';
import { guessedEntry, parseListText } from './mapping/looseCell';
import { type CellOutcome, type CellSuggestion, fieldMessage, outcomeOf, refusalOf } from './readCell';
import { cellText, sheetColumns, type Lookups, type RawCell, type SheetColumn } from './sheetCells';
import { sheetMessages } from './sheetMessages';

/** A refused cell with its displayed text. */
export interface CellError extends CellSuggestion {
  header: string;
  message: string;
  value: string;
}

/** A cell that was accepted although it was spelled differently. */
export interface CellNotice {
  header: string;
  message: string;
  from: string;
  to: string;
}

interface DraftOfCells {
  /** Fields whose columns the workbook has; invalid fields are null. */
  draft: Record<string, unknown>;
  errors: CellError[];
  notices: CellNotice[];
}

interface CellPart {
  column: SheetColumn;
  cell: RawCell | string;
  text: string;
}

/** Joins 省, 市 and 区县 to one path. An error is reported at the first wrong part. */
function readRegion(
  cellParts: readonly CellPart[],
  lookups: Lookups,
): { path: string | null; errors: CellError[]; notices: CellNotice[] } {
  const errors: CellError[] = [];
  const notices: CellNotice[] = [];
  const names = cellParts.map(({ text }) => trimBlanks(text));
  const nameIndex = names.findLastIndex((name) => name !== '');
  for (const [
    index,
    {
      column: { header },
      cell,
      text,
    },
  ] of cellParts.entries()) {
    const name = names[index] ?? '';
    const refusal = refusalOf(text, typeof cell === 'string' ? 'text' : cell.kind);
    const path = names.slice(0, index + 1).join('/');
    const message =
      refusal ??
      (name === '' && index < nameIndex ? sheetMessages.regionGap(header) : null) ??
      (name.includes('/') ? sheetMessages.regionSlash : null) ??
      (name !== '' && errors.length === 0 && lookups.region && !lookups.region(path)
        ? sheetMessages.unknownRegion(path)
        : null);
    if (message) errors.push({ header, message, value: text });
    else if (name !== text) notices.push({ header, message: sheetMessages.trimmed, from: text, to: name });
  }
  return { path: nameIndex < 0 || errors.length ? null : names.slice(0, nameIndex + 1).join('/'), errors, notices };
}

/**
 * Converts one row of a workbook, or of corrected strings, to a draft: normalises (each change gives a notice), looks
 * up, and validates by the form's rules. Columns that are missing in the map are also missing in the draft.
 * @param cells cells by header
 * @param lookups ids by title, and dictionary values by label
 * @returns the draft, its notices, and one error for each invalid field
 */
export function cellsToDraft(
  entity: Entity,
  cells: ReadonlyMap<string, RawCell | string>,
  lookups: Lookups,
): DraftOfCells {
  const result: DraftOfCells = { draft: {}, errors: [], notices: [] };
  const regions = new Map<string, CellPart[]>();
  const columns = sheetColumns(entity);
  // An entry that words of another field determine needs that field first.
  const ordered = lookups.loose
    ? [...columns.filter(({ hints }) => !hints.entryByWords), ...columns.filter(({ hints }) => hints.entryByWords)]
    : columns;
  for (const column of ordered) {
    const { header, name, field } = column;
    const cell = cells.get(header);
    if (cell === undefined) continue;
    const text = typeof cell === 'string' ? cell : cellText(cell, field);
    if (field.kind === 'region') {
      regions.set(name, [...(regions.get(name) ?? []), { column, cell, text }]);
      continue;
    }
    const outcome = lookups.loose
      ? looseOutcome(entity, column, text, cell, lookups, result.draft)
      : outcomeOf(field, text, cell, lookups);
    result.draft[name] = 'error' in outcome ? null : outcome.value;
    if ('error' in outcome)
      result.errors.push({
        header,
        message: outcome.error,
        value: text,
        ...(lookups.loose && outcome.near?.length ? { near: outcome.near } : {}),
        ...(outcome.sure ? { sure: outcome.sure } : {}),
        ...(outcome.unknown ? { unknown: outcome.unknown } : {}),
      });
    else if (outcome.notice)
      result.notices.push({ header, message: outcome.notice, from: text, to: outcome.to ?? text });
  }
  for (const [name, parts] of regions) addRegion(entity, name, parts, lookups, result);
  for (const { field, message } of crossFieldErrors(entity, result.draft)) {
    const column = sheetColumns(entity).find(({ name }) => name === field);
    result.errors.push({ header: column?.header ?? field, message, value: String(result.draft[field]) });
  }
  return result;
}

/**
 * Parses a cell of a user's own list as people write it, with the default of the form and the entry that another
 * field determines.
 */
function looseOutcome(
  entity: Entity,
  column: SheetColumn,
  text: string,
  cell: RawCell | string,
  lookups: Lookups,
  draft: Readonly<Record<string, unknown>>,
): CellOutcome {
  const { field, hints } = column;
  const isDate =
    typeof cell !== 'string' && cell.kind === 'date' && (field.kind === 'date' || field.kind === 'dateTime');
  const parsedListText = isDate ? null : parseListText(entity, column, text, draft);
  const givenText = parsedListText?.value ?? text;
  if (trimBlanks(givenText) === '') {
    const guessedValue = guessedEntry(hints, draft);
    const value = guessedValue ?? field.initial;
    if (value !== undefined) {
      const label = field.kind === 'dict' ? labelOf(lookups.dict(field.dict), value) : String(value);
      const from =
        field.kind === 'dict' && guessedValue !== undefined
          ? (entity.fields[hints.entryByWords?.from ?? '']?.label ?? '')
          : '';
      const notice =
        guessedValue === undefined ? (parsedListText?.notice ?? readerTexts.initial) : readerTexts.guessed(from);
      return { value, notice, to: label };
    }
  }
  const outcome = outcomeOf(field, givenText, parsedListText ? givenText : cell, lookups);
  if ('error' in outcome || !parsedListText?.notice) return outcome;
  return { value: outcome.value, notice: parsedListText.notice, to: outcome.to ?? givenText };
}

const labelOf = (entries: readonly DictEntry[], value: unknown): string =>
  entries.find((entry) => entry.value === value)?.label ?? String(value);

function addRegion(
  entity: Entity,
  name: string,
  cellParts: readonly CellPart[],
  lookups: Lookups,
  result: DraftOfCells,
): void {
  const { path, errors, notices } = readRegion(cellParts, lookups);
  const firstCellPart = cellParts[0];
  const field = entity.fields[name];
  const message = errors.length || !field ? null : fieldMessage(field, path);
  if (message && firstCellPart) errors.push({ header: firstCellPart.column.header, message, value: path ?? '' });
  result.draft[name] = path;
  result.errors.push(...errors);
  result.notices.push(...notices);
}
