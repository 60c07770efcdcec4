import { useCallback, useMemo, useRef } from 'react';
import { fetchByTitle, fetchOptions, type Option } from '@/api/options';
import { loadedEntries } from '@/session/dictionaryStore';
import type { Entity } from '@contract/entity';
import type { Field } from '@contract/field';
import { trimBlanks } from '@contract/fields/normalizeText';
import { withCell } from './model/cellWrites';
import type { CellContent, EntryRow } from './model/entryTypes';
import type { GridState } from './model/gridState';
import { contentOfText, addTitle, rememberTitles, readerOf, type Titles } from './model/readCells';

/** Shown in a cell while the server looks up its title. */
const lookupText = '正在核对名称…';

interface FoundReference {
  readonly entityName: string;
  readonly title: string;
  readonly content: CellContent;
}

/** Writes the results into every state of the history, so that undo and redo show them, too. */
function withFound(gridState: GridState, entity: Entity, references: readonly FoundReference[]): GridState {
  const contents = new Map(references.map(({ entityName, title, content }) => [`${entityName}\n${title}`, content]));
  const names = Object.entries(entity.fields).flatMap(([name, field]) =>
    field.kind === 'ref' ? [{ name, to: field.to }] : [],
  );
  const replacedRows = new Map<EntryRow, EntryRow>();
  const rowOf = (row: EntryRow): EntryRow => {
    if (!row.texts) return row;
    const replacedRow = replacedRows.get(row);
    if (replacedRow) return replacedRow;
    let foundRow = row;
    for (const { name, to } of names) {
      const unreadContent = row.texts[name];
      const content = unreadContent?.message === lookupText ? contents.get(`${to}\n${unreadContent.text}`) : undefined;
      if (content) foundRow = withCell(foundRow, name, content);
    }
    replacedRows.set(row, foundRow);
    return foundRow;
  };
  const withRows = <T extends { rows: readonly EntryRow[] }>(step: T): T => ({ ...step, rows: step.rows.map(rowOf) });
  const { past, present, future } = gridState.history;
  return {
    ...gridState,
    history: { past: past.map(withRows), present: withRows(present), future: future.map(withRows) },
  };
}

/**
 * Converts texts to cell contents. Titles of references are looked up in the background, one request per entity.
 * @param update changes the grid's state when titles were found
 */
export function useReferences(entity: Entity, update: (change: (previousGridState: GridState) => GridState) => void) {
  const titles = useRef<Titles>(new Map());
  const wantedTitles = useRef(new Map<string, Set<string>>());
  const pendingLookups = useRef<Promise<void>>(Promise.resolve());
  const reader = useMemo(() => readerOf(loadedEntries, titles.current), []);

  const parseReference = useCallback(
    (field: Field, text: string): CellContent => {
      const title = trimBlanks(text);
      if (field.kind !== 'ref' || title === '' || reader.isKnown(field.to, title))
        return contentOfText(field, text, reader);
      const set = wantedTitles.current.get(field.to) ?? new Set();
      wantedTitles.current.set(field.to, set.add(title));
      return { text: title, message: lookupText };
    },
    [reader],
  );

  const lookUp = useCallback(
    async (entityName: string, askedTitles: readonly string[], typed: boolean): Promise<FoundReference[]> => {
      const fields = Object.values(entity.fields).flatMap((field) =>
        field.kind === 'ref' && field.to === entityName ? [field] : [],
      );
      const [field] = fields;
      if (!field) return [];
      try {
        for (const { id, name } of await fetchByTitle(entityName, askedTitles))
          addTitle(titles.current, entityName, name, id);
        const references: FoundReference[] = [];
        for (const title of askedTitles) {
          // A single typed word may be initials or part of a title, as in a select.
          const nearOptions: Option[] =
            typed && !reader.isKnown(entityName, title) ? await fetchOptions(entityName, { keyword: title }) : [];
          const [onlyOption] = nearOptions;
          references.push({
            entityName,
            title,
            content:
              onlyOption && nearOptions.length === 1
                ? { value: onlyOption.id, label: onlyOption.name }
                : contentOfText(field, title, reader),
          });
        }
        return references;
      } catch {
        return askedTitles.map((title) => ({
          entityName,
          title,
          content: { text: title, message: `“${title}”未能核对，请检查网络后重新填写` },
        }));
      }
    },
    [entity, reader],
  );

  /**
   * Requests the titles that are still unknown. `settled` resolves when all requests have ended. A title that is
   * unknown then, or could not be looked up, leaves a message in its cell.
   * @param typed true if a person typed the text: a single match of initials or a part of a title counts, too
   */
  const resolve = useCallback(
    (typed = false) => {
      const batch = [...wantedTitles.current].map(([entityName, set]) => [entityName, [...set]] as const);
      wantedTitles.current = new Map();
      if (!batch.length) return;
      const batchLookup = Promise.all(
        batch.map(([entityName, askedTitles]) => lookUp(entityName, askedTitles, typed)),
      ).then((references) => update((previousGridState) => withFound(previousGridState, entity, references.flat())));
      pendingLookups.current = Promise.all([pendingLookups.current, batchLookup]).then(() => undefined);
    },
    [lookUp, update, entity],
  );

  const learnRows = useCallback((rows: readonly EntryRow[]) => rememberTitles(titles.current, entity, rows), [entity]);
  const learnOption = useCallback(
    (entityName: string, { id, name }: Option) => addTitle(titles.current, entityName, name, id),
    [],
  );
  const settled = useCallback(() => pendingLookups.current, []);
  return { read: parseReference, resolve, settled, learnRows, learnOption };
}
