import type { Entity, ListHints } from '@contract/entity';
import { halfWidthThroughout, trimBlanks } from '@contract/fields/normalize';
import { isDay } from '@contract/schema';
import type { SheetColumn } from '@contract/workbook/cells';
import {
  firstAndRest,
  looseDate,
  looseNumber,
  looseUnit,
  monthsAfterOpening,
  type Read,
  readerTexts,
  shareOf,
  splitAmount,
} from './readers';

/** Tells whether a date may also be given as a time after opening. */
const knowsOpening = ({ lists = {} }: Entity, name: string): boolean =>
  Object.values(lists).some((hints) => hints?.monthsOf === name);

function looseDecimal(entity: Entity, column: SheetColumn, text: string, draft: Readonly<Record<string, unknown>>) {
  const { field, hints } = column;
  const of = hints.relativeTo;
  const amount = splitAmount(text);
  if (of !== undefined && amount?.percent) {
    const whole = draft[of];
    return typeof whole === 'string'
      ? { value: shareOf(amount.number, whole), notice: readerTexts.percentOf(entity.fields[of]?.label ?? of) }
      : null;
  }
  return looseNumber(text, field.unit === '%');
}

function looseMonths(text: string): Read<string> | null {
  if (/^\d+$/.test(trimBlanks(text))) return null;
  // A column of its own says 3个月 without 开封后.
  const months = monthsAfterOpening(text) ?? monthsAfterOpening(`开封后${text}`);
  return months === null ? { value: '' } : { value: String(months), notice: readerTexts.months };
}

/**
 * Reads a cell of a list of one's own into the text that the product's own template would hold.
 * @param draft fields of the row that were read before
 * @returns null where the text is left as it is
 */
export function looseText(
  entity: Entity,
  column: SheetColumn,
  text: string,
  draft: Readonly<Record<string, unknown>>,
): Read<string> | null {
  const { name, field, hints } = column;
  if (trimBlanks(text) === '') return null;
  switch (field.kind) {
    case 'integer':
      return hints.monthsOf === undefined ? looseNumber(text, field.unit === '%') : looseMonths(text);
    case 'decimal':
      return looseDecimal(entity, column, text, draft);
    case 'date':
      if (isDay(text)) return null;
      if (knowsOpening(entity, name) && monthsAfterOpening(text) !== null)
        return { value: '', notice: readerTexts.opening };
      return looseDate(text, hints.end === true);
    case 'dict':
      return hints.unitOf === undefined ? null : looseUnit(text);
    case 'text': {
      if (hints.unitOf !== undefined) return looseUnit(text);
      if (field.rule !== 'telephone' && field.rule !== 'phone') return null;
      const { first, rest } = firstAndRest(halfWidthThroughout(text));
      return rest.length ? { value: first, notice: readerTexts.first } : null;
    }
    default:
      return null;
  }
}

/** Returns the entry that the words of another field tell; undefined where none does. */
export function guessedEntry({ guess }: ListHints, draft: Readonly<Record<string, unknown>>): string | undefined {
  const text = guess && draft[guess.from];
  return typeof text === 'string' ? guess?.words.find(([word]) => text.includes(word))?.[1] : undefined;
}
