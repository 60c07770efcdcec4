import type { Entity, ListHints } from '@contract/entity';
import { halfWidthThroughout, trimBlanks, withoutNameSpacing } from '@contract/fields/normalizeText';
import { isDay } from '@contract/schema';
import type { SheetColumn } from '../sheetCells';
import {
  splitFirstValue,
  parseListNumber,
  parseListResult,
  parseListUnit,
  plainPhone,
  type CellReading,
  readerTexts,
  shareOf,
  splitAmount,
} from './cellReaders';
import { endOfPeriod, isPeriod, parseListDate, monthsAfterOpening, periodMonths, withoutOpening } from './parseDays';

/** Returns whether a date may also be stated as a time after opening. */
const hasOpeningPeriod = ({ lists = {} }: Entity, name: string): boolean =>
  Object.values(lists).some((hints) => hints?.monthsOf === name);

/** Returns whether the unit of a value is a text of its own, which may be %. */
const hasUnitInWords = ({ lists = {}, fields }: Entity, name: string): boolean =>
  Object.entries(lists).some(([unit, hints]) => hints?.unitOf === name && fields[unit]?.kind === 'text');

function parseListDecimal(entity: Entity, column: SheetColumn, text: string, draft: Readonly<Record<string, unknown>>) {
  const { field, hints } = column;
  const wholeField = hints.relativeTo;
  const amount = splitAmount(text);
  if (wholeField !== undefined && amount?.percent) {
    const wholeValue = draft[wholeField];
    return typeof wholeValue === 'string'
      ? {
          value: shareOf(amount.number, wholeValue),
          notice: readerTexts.percentOf(entity.fields[wholeField]?.label ?? wholeField),
        }
      : null;
  }
  return parseListNumber(text, field.unit === '%' || hasUnitInWords(entity, column.name));
}

function parseListMonths(text: string): CellReading<string> | null {
  if (/^\d+$/.test(trimBlanks(text))) return null;
  // A separate column states 3个月 without 开封后.
  const months = monthsAfterOpening(text) ?? monthsAfterOpening(`开封后${text}`);
  return months === null ? { value: '' } : { value: String(months), notice: readerTexts.months };
}

/** Signs of something that is never calibrated. */
const calibrationNotNeeded = /^(?:免检|免校|不检|不校|无需|不需|不用)/;

/** Reads a day, or a period that begins on another day of the row. */
function parseListDay(
  entity: Entity,
  { name, hints }: SheetColumn,
  text: string,
  draft: Readonly<Record<string, unknown>>,
): CellReading<string> | null {
  const { after } = hints;
  const opens = hasOpeningPeriod(entity, name) && monthsAfterOpening(text) !== null;
  const textWithoutOpening = opens ? withoutOpening(text) : text;
  if (opens && textWithoutOpening === '') return { value: '', notice: readerTexts.opening };
  if (hints.endsPeriod && calibrationNotNeeded.test(textWithoutOpening))
    return { value: '', notice: readerTexts.notNeeded };
  if (after !== undefined && isPeriod(textWithoutOpening)) {
    const from = draft[after];
    const endDay = typeof from === 'string' ? endOfPeriod(textWithoutOpening, from) : null;
    return endDay === null ? null : { value: endDay, notice: readerTexts.period(entity.fields[after]?.label ?? after) };
  }
  return parseListDate(textWithoutOpening, hints.endsPeriod === true);
}

/** Reads whole months out of a period; null for another text. */
function parsePeriodMonths(text: string): CellReading<string> | null {
  const months = periodMonths(text);
  return months === null ? null : { value: String(months), notice: readerTexts.months };
}

/** Reads a code in capital letters; null for one that has no other. */
function toCapitals(text: string): CellReading<string> | null {
  const value = text.toUpperCase();
  return value === text ? null : { value, notice: readerTexts.capitals };
}

/** Reads a short name without the blanks that align it; null for another text. */
function removeNameSpacing(text: string): CellReading<string> | null {
  const value = withoutNameSpacing(text);
  return value === text ? null : { value, notice: readerTexts.spaced };
}

/** Reads a telephone without what people write around it, and the first of several. */
function parseListPhone(text: string): CellReading<string> | null {
  const { first, rest } = splitFirstValue(halfWidthThroughout(text));
  const value = plainPhone(first);
  if (rest.length) return { value, notice: readerTexts.first };
  return value === text ? null : { value, notice: readerTexts.phone };
}

/** Longest text that people write for a number, a day, a name or a telephone; longer ones stay for the field's rule. */
const maxReadLength = 300;

/**
 * Converts a cell of a user's own list to the text that the product's own template would contain.
 * @param draft fields of the row that were parsed before
 * @returns null where the text stays unchanged
 */
export function parseListText(
  entity: Entity,
  column: SheetColumn,
  text: string,
  draft: Readonly<Record<string, unknown>>,
): CellReading<string> | null {
  const { field, hints } = column;
  if (text.length > maxReadLength || trimBlanks(text) === '') return null;
  switch (field.kind) {
    case 'integer':
      if (hints.monthsOf !== undefined) return parseListMonths(text);
      return (field.unit === '月' ? parsePeriodMonths(text) : null) ?? parseListNumber(text, field.unit === '%');
    case 'decimal':
      return parseListDecimal(entity, column, text, draft);
    case 'date':
      return isDay(text) ? null : parseListDay(entity, column, text, draft);
    case 'dict':
      return hints.unitOf === undefined ? null : parseListUnit(text);
    case 'text': {
      if (hints.unitOf !== undefined) return parseListUnit(text);
      if (field.rule === 'valueOrBelowLimit') return parseListResult(text);
      if (field.rule === 'unifiedCode') return toCapitals(text);
      if (field.rule === undefined) return removeNameSpacing(text);
      return field.rule === 'telephone' || field.rule === 'phone' ? parseListPhone(text) : null;
    }
    case 'ref':
    case 'refs':
      return removeNameSpacing(text);
    default:
      return null;
  }
}

/** Returns the entry that the words of another field determine; undefined where there is none. */
export function guessedEntry(
  { entryByWords }: ListHints,
  draft: Readonly<Record<string, unknown>>,
): string | undefined {
  const text = entryByWords && draft[entryByWords.from];
  return typeof text === 'string' ? entryByWords?.words.find(([word]) => text.includes(word))?.[1] : undefined;
}
