import { useCallback, useMemo, useRef } from 'react';
import { fetchByTitle, fetchOptions, type Option } from '@/api/options';
import { heldEntries } from '@/session/dictionaryStore';
import type { Entity } from '@contract/entity';
import type { Field } from '@contract/field';
import { trimBlanks } from '@contract/fields/normalize';
import { withCell } from './model/cellWrites';
import type { CellContent, EntryRow } from './model/entryTypes';
import type { GridState } from './model/gridState';
import { contentOfText, learn, learnFrom, readerOf, type Titles } from './model/reading';

/** Shown in a cell while the server looks up its title. */
const checking = '正在核对名称…';

interface Found {
  readonly entityName: string;
  readonly title: string;
  readonly content: CellContent;
}

/** Writes the results into every state of the history, so that undo and redo show them, too. */
function withFound(state: GridState, entity: Entity, found: readonly Found[]): GridState {
  const contents = new Map(found.map(({ entityName, title, content }) => [`${entityName}\n${title}`, content]));
  const names = Object.entries(entity.fields).flatMap(([name, field]) =>
    field.kind === 'ref' ? [{ name, to: field.to }] : [],
  );
  const known = new Map<EntryRow, EntryRow>();
  const rowOf = (row: EntryRow): EntryRow => {
    if (!row.texts) return row;
    const held = known.get(row);
    if (held) return held;
    let next = row;
    for (const { name, to } of names) {
      const unread = row.texts[name];
      const content = unread?.message === checking ? contents.get(`${to}\n${unread.text}`) : undefined;
      if (content) next = withCell(next, name, content);
    }
    known.set(row, next);
    return next;
  };
  const withRows = <T extends { rows: readonly EntryRow[] }>(one: T): T => ({ ...one, rows: one.rows.map(rowOf) });
  const { past, present, future } = state.history;
  return { ...state, history: { past: past.map(withRows), present: withRows(present), future: future.map(withRows) } };
}

/**
 * Converts texts to cell contents. Titles of references are looked up in the background, one request per entity.
 * @param update changes the grid's state when titles were found
 */
export function useReferences(entity: Entity, update: (change: (before: GridState) => GridState) => void) {
  const titles = useRef<Titles>(new Map());
  const wanted = useRef(new Map<string, Set<string>>());
  const asked = useRef<Promise<void>>(Promise.resolve());
  const reader = useMemo(() => readerOf(heldEntries, titles.current), []);

  const read = useCallback(
    (field: Field, text: string): CellContent => {
      const title = trimBlanks(text);
      if (field.kind !== 'ref' || title === '' || reader.isKnown(field.to, title))
        return contentOfText(field, text, reader);
      const set = wanted.current.get(field.to) ?? new Set();
      wanted.current.set(field.to, set.add(title));
      return { text: title, message: checking };
    },
    [reader],
  );

  const lookUp = useCallback(
    async (entityName: string, asking: readonly string[], typed: boolean): Promise<Found[]> => {
      const fields = Object.values(entity.fields).flatMap((field) =>
        field.kind === 'ref' && field.to === entityName ? [field] : [],
      );
      const [field] = fields;
      if (!field) return [];
      try {
        for (const { id, name } of await fetchByTitle(entityName, asking)) learn(titles.current, entityName, name, id);
        const found: Found[] = [];
        for (const title of asking) {
          // A single typed word may be initials or part of a title, as in a select.
          const near: Option[] =
            typed && !reader.isKnown(entityName, title) ? await fetchOptions(entityName, { keyword: title }) : [];
          const [only] = near;
          found.push({
            entityName,
            title,
            content:
              only && near.length === 1 ? { value: only.id, label: only.name } : contentOfText(field, title, reader),
          });
        }
        return found;
      } catch {
        return asking.map((title) => ({
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
      const batch = [...wanted.current].map(([entityName, set]) => [entityName, [...set]] as const);
      wanted.current = new Map();
      if (!batch.length) return;
      const own = Promise.all(batch.map(([entityName, asking]) => lookUp(entityName, asking, typed))).then((found) =>
        update((before) => withFound(before, entity, found.flat())),
      );
      asked.current = Promise.all([asked.current, own]).then(() => undefined);
    },
    [lookUp, update, entity],
  );

  const learnRows = useCallback((rows: readonly EntryRow[]) => learnFrom(titles.current, entity, rows), [entity]);
  const learnOption = useCallback(
    (entityName: string, { id, name }: Option) => learn(titles.current, entityName, name, id),
    [],
  );
  const settled = useCallback(() => asked.current, []);
  return { read, resolve, settled, learnRows, learnOption };
}
