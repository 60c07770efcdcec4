import type { DictEntry } from '@contract/dictionaries';
import type { Entity } from '@contract/entity';
import type { Field } from '@contract/field';
import { trimBlanks } from '@contract/fields/normalizeText';
import { rules } from '@contract/rules';
import { valueOfText } from '@contract/workbook/readCell';
import type { Lookups } from '@contract/workbook/sheetCells';
import type { CellContent, EntryRow } from './entryTypes';

/** Known titles of references, by entity. `ambiguous` if several rows share the title. */
export type Titles = Map<string, Map<string, number | 'ambiguous'>>;

interface ReferenceReader extends Lookups {
  /** Returns whether a title is known without asking the server. */
  readonly isKnown: (entityName: string, title: string) => boolean;
}

/** Returns the lookups of dictionary labels and reference titles that converting a text needs. */
export const readerOf = (dict: (name: string) => readonly DictEntry[], titles: Titles): ReferenceReader => ({
  dict,
  ref: (entityName, title) => titles.get(entityName)?.get(title) ?? null,
  isKnown: (entityName, title) => titles.get(entityName)?.has(title) ?? false,
});

/**
 * Adds a title. If another row has the same title, it becomes ambiguous.
 * @param entityName entity of the row
 * @param id id of the row
 */
export function addTitle(titles: Titles, entityName: string, title: string, id: number): void {
  const idByTitle = titles.get(entityName) ?? new Map<string, number | 'ambiguous'>();
  titles.set(entityName, idByTitle);
  const knownId = idByTitle.get(title);
  idByTitle.set(title, knownId === undefined || knownId === id ? id : 'ambiguous');
}

/**
 * Adds the titles that the rows already contain, which need no request.
 * @param titles ids by title; it is changed
 */
export function rememberTitles(titles: Titles, entity: Entity, rows: readonly EntryRow[]): void {
  for (const [name, field] of Object.entries(entity.fields)) {
    if (field.kind !== 'ref') continue;
    for (const { values } of rows) {
      const [id, title] = [values[name], values[`${name}Name`]];
      if (typeof id === 'number' && typeof title === 'string') addTitle(titles, field.to, title, id);
    }
  }
}

const isResult = (field: Field): boolean => field.kind === 'text' && field.rule === 'valueOrBelowLimit';

/**
 * Converts a text to a cell's content: a value, or the text with the reason why it is invalid.
 * @param field field of the column
 * @param text typed or pasted text
 * @param reader ids by title, and dictionary values by label
 */
export function contentOfText(field: Field, text: string, reader: Lookups): CellContent {
  const outcome = valueOfText(field, text, reader);
  if ('error' in outcome) return { text: trimBlanks(text), message: outcome.error };
  // An import reports that it changed a full-width ＜. A cell can't report it, and a result must not be changed
  // silently (SPEC §5), so such a text is invalid here.
  if (isResult(field) && outcome.value !== null && !rules.valueOrBelowLimit.test(trimBlanks(text)))
    return { text: trimBlanks(text), message: rules.valueOrBelowLimit.message };
  if (field.kind !== 'ref' || outcome.value === null) return { value: outcome.value };
  return { value: outcome.value, label: trimBlanks(text) };
}
