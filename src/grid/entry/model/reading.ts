import type { DictEntry } from '@contract/dictionaries';
import type { Entity } from '@contract/entity';
import type { Field } from '@contract/field';
import { trimBlanks } from '@contract/fields/normalize';
import { rules } from '@contract/rules';
import type { Lookups } from '@contract/workbook/cells';
import { valueOfText } from '@contract/workbook/draft';
import type { CellContent, EntryRow } from './entryTypes';

/** The titles of references that are known so far, by entity. */
export type Titles = Map<string, Map<string, number | 'ambiguous'>>;

export interface Reader extends Lookups {
  /** Titles that only the server can tell. */
  readonly isKnown: (entityName: string, title: string) => boolean;
}

export const readerOf = (dict: (name: string) => readonly DictEntry[], titles: Titles): Reader => ({
  dict,
  ref: (entityName, title) => titles.get(entityName)?.get(title) ?? null,
  isKnown: (entityName, title) => titles.get(entityName)?.has(title) ?? false,
});

/** Takes up a title; two rows of one title leave it open which is meant. */
export function learn(titles: Titles, entityName: string, title: string, id: number): void {
  const known = titles.get(entityName) ?? new Map<string, number | 'ambiguous'>();
  titles.set(entityName, known);
  const held = known.get(title);
  known.set(title, held === undefined || held === id ? id : 'ambiguous');
}

/** What the rows themselves tell: a title that stands in the grid needs no question. */
export function learnFrom(titles: Titles, entity: Entity, rows: readonly EntryRow[]): void {
  for (const [name, field] of Object.entries(entity.fields)) {
    if (field.kind !== 'ref') continue;
    for (const { values } of rows) {
      const [id, title] = [values[name], values[`${name}Name`]];
      if (typeof id === 'number' && typeof title === 'string') learn(titles, field.to, title, id);
    }
  }
}

const isResult = (field: Field): boolean => field.kind === 'text' && field.rule === 'valueOrBelowLimit';

/** The content of a cell for a text: a value, or the text as it is with the reason why it is none. */
export function contentOfText(field: Field, text: string, reader: Lookups): CellContent {
  const outcome = valueOfText(field, text, reader);
  if ('error' in outcome) return { text: trimBlanks(text), message: outcome.error };
  // An import says that it made a full-width ＜ another; a cell has nowhere to, and a result is nothing to change in
  // silence (SPEC §5).
  if (isResult(field) && outcome.value !== null && !rules.valueOrBelowLimit.test(trimBlanks(text)))
    return { text: trimBlanks(text), message: rules.valueOrBelowLimit.message };
  if (field.kind !== 'ref' || outcome.value === null) return { value: outcome.value };
  return { value: outcome.value, label: trimBlanks(text) };
}
