import { fetchByTitle } from '@/api/options';
import type { UnreadText } from '@/fields/formRules';
import { dictionaryEntries } from '@/session/dictionaryStore';
import type { Entity } from '@contract/entity';
import type { Kind } from '@contract/field';
import { trimBlanks } from '@contract/fields/normalizeText';
import { cellsToDraft } from '@contract/workbook/cellsToDraft';
import { pastedRows } from '@contract/workbook/delimitedRows';
import { titlesToLookUp } from '@contract/workbook/readCell';
import { sheetColumns } from '@contract/workbook/sheetCells';

export interface PastedDraft {
  readonly values: Readonly<Record<string, unknown>>;
  /** Texts that could not be converted, by field, each with the reason. */
  readonly unread: Readonly<Record<string, UnreadText>>;
}

/** Kinds whose input can show a text that is not a valid value. */
const showText: ReadonlySet<Kind> = new Set<Kind>([
  'text',
  'longText',
  'integer',
  'decimal',
  'date',
  'dateTime',
  'dict',
]);

/** Returns the ids of the rows whose titles the pasted cells name. One call per referenced entity. */
async function referencesOf(
  entity: Entity,
  cells: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, number | 'ambiguous'>> {
  const idByTitle = new Map<string, number | 'ambiguous'>();
  for (const { header, field } of sheetColumns(entity)) {
    if (field.kind !== 'ref' && field.kind !== 'refs') continue;
    const titles = titlesToLookUp(field, cells.get(header) ?? '');
    for (const { id, name } of titles.length ? await fetchByTitle(field.to, titles) : []) {
      const key = `${field.to}\n${name}`;
      const knownId = idByTitle.get(key);
      idByTitle.set(key, knownId === undefined || knownId === id ? id : 'ambiguous');
    }
  }
  return idByTitle;
}

/**
 * Converts one pasted row by the rules of an import, with the columns in the order of the entity's sheet. A text that
 * can't be converted stays in its field with the reason.
 * @returns null if the text has no row; `unclear` if unbalanced quotes leave open where a cell ends
 */
export async function pastedDraft(entity: Entity, text: string): Promise<PastedDraft | 'unclear' | null> {
  const rows = pastedRows(text, 1);
  if (!rows) return 'unclear';
  const [texts = []] = rows;
  const columns = sheetColumns(entity);
  if (texts.length < 2 || !trimBlanks(texts[0] ?? '') || !columns.length) return null;
  const cells = new Map(columns.map(({ header }, index) => [header, texts[index] ?? '']));
  const names = [...new Set(columns.flatMap(({ field }) => (field.kind === 'dict' ? [field.dict] : [])))];
  const dictionaries = new Map(
    await Promise.all(names.map(async (name) => [name, await dictionaryEntries(name)] as const)),
  );
  const references = await referencesOf(entity, cells);
  const { draft, errors } = cellsToDraft(entity, cells, {
    dict: (name) => dictionaries.get(name) ?? [],
    ref: (to, title) => references.get(`${to}\n${title}`) ?? null,
  });
  const values: Record<string, unknown> = { ...draft };
  const unreadTexts: Record<string, UnreadText> = {};
  for (const { name, field } of columns) if (field.kind === 'flag') values[name] ??= false;
  for (const { header, message, value } of errors) {
    const column = columns.find((candidate) => candidate.header === header);
    // The form's own rules report an empty cell.
    if (!column || trimBlanks(value) === '') continue;
    unreadTexts[column.name] ??= { text: value, message };
    if (showText.has(column.field.kind)) values[column.name] = value;
  }
  return { values, unread: unreadTexts };
}
