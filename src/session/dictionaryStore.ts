import { useCallback, useEffect, useMemo } from 'react';
import { create } from 'zustand';
import { fetchDictionary } from '@/api/dictionaries';
import { type DictEntry, fixedDictionaries, isFixedDictionary } from '@contract/dictionaries';
import type { Entity } from '@contract/entity';
import { onSessionEnd, organizationIdOf, useSession } from './sessionStore';

interface IndexedEntries {
  readonly entries: readonly DictEntry[];
  readonly byValue: ReadonlyMap<string, DictEntry>;
}

const indexEntries = (entries: readonly DictEntry[]): IndexedEntries => ({
  entries,
  byValue: new Map(entries.map((entry) => [entry.value, entry])),
});
const emptyEntries = indexEntries([]);
const fixedEntries: Readonly<Record<string, IndexedEntries>> = Object.fromEntries(
  Object.entries(fixedDictionaries).map(([name, entries]) => [name, indexEntries(entries)]),
);

/** Managed dictionaries by name and organization, because organizations have entries of their own. */
const useManaged = create<{ readonly entriesByName: ReadonlyMap<string, IndexedEntries> }>()(() => ({
  entriesByName: new Map(),
}));
const pendingRequests = new Map<string, Promise<IndexedEntries>>();

const keySeparator = '\n';
const keyOf = (name: string, organizationId: number | null): string => `${name}${keySeparator}${organizationId ?? ''}`;
const currentOrganization = (): number | null => organizationIdOf(useSession.getState());

/** Loads a dictionary once, however many cells need it. A failure can be retried. */
function loadDictionary(name: string, organizationId: number | null): Promise<IndexedEntries> {
  if (name === '') return Promise.resolve(emptyEntries);
  if (isFixedDictionary(name)) return Promise.resolve(fixedEntries[name] ?? emptyEntries);
  const key = keyOf(name, organizationId);
  const earlierRequest = pendingRequests.get(key);
  if (earlierRequest) return earlierRequest;
  const promise: Promise<IndexedEntries> = fetchDictionary(name, organizationId).then((dictEntries) => {
    const indexedEntries = indexEntries(dictEntries);
    // An answer that arrives after a change is not stored.
    if (pendingRequests.get(key) === promise)
      useManaged.setState(({ entriesByName }) => ({ entriesByName: new Map(entriesByName).set(key, indexedEntries) }));
    return indexedEntries;
  });
  pendingRequests.set(key, promise);
  promise.catch(() => {
    if (pendingRequests.get(key) === promise) pendingRequests.delete(key);
  });
  return promise;
}

const requestEntries = (name: string, organizationId: number | null): void =>
  void loadDictionary(name, organizationId).catch(() => undefined);

function useHeld(name: string): IndexedEntries {
  const organizationId = useSession(organizationIdOf);
  const managed = useManaged((state) => state.entriesByName.get(keyOf(name, organizationId)));
  const dictionary = isFixedDictionary(name) ? fixedEntries[name] : managed;
  useEffect(() => {
    if (!dictionary) requestEntries(name, organizationId);
  }, [dictionary, name, organizationId]);
  return dictionary ?? emptyEntries;
}

/** Returns the entries in order; empty while loading. */
export const useDictionary = (name: string): readonly DictEntry[] => useHeld(name).entries;

export function useDictionaryEntry(name: string, value: string | undefined): DictEntry | undefined {
  const { byValue } = useHeld(name);
  return value === undefined ? undefined : byValue.get(value);
}

/**
 * Returns a function that returns the label of a dictionary value, for all dictionaries of an entity. A value without
 * an entry is its own label.
 */
export function useLabels(entity: Entity): (dict: string, value: string) => string {
  const organizationId = useSession(organizationIdOf);
  const names = useMemo(
    () => [...new Set(Object.values(entity.fields).flatMap((field) => (field.kind === 'dict' ? [field.dict] : [])))],
    [entity],
  );
  const heldDictionaries = useManaged((state) => state.entriesByName);
  useEffect(() => {
    for (const name of names)
      if (!isFixedDictionary(name) && !heldDictionaries.has(keyOf(name, organizationId)))
        requestEntries(name, organizationId);
  }, [names, heldDictionaries, organizationId]);
  return useCallback(
    (dict, value) =>
      (fixedEntries[dict] ?? heldDictionaries.get(keyOf(dict, organizationId)))?.byValue.get(value)?.label ?? value,
    [heldDictionaries, organizationId],
  );
}

/** Loads the entries outside React. Rejects with a `Failure`. */
export const dictionaryEntries = async (name: string): Promise<readonly DictEntry[]> =>
  (await loadDictionary(name, currentOrganization())).entries;

/** Returns the entries loaded so far; empty while loading. */
export const loadedEntries = (name: string): readonly DictEntry[] =>
  (isFixedDictionary(name)
    ? fixedEntries[name]
    : useManaged.getState().entriesByName.get(keyOf(name, currentOrganization()))
  )?.entries ?? emptyEntries.entries;

/** Call it after a change: components that show the dictionary (or, without a name, any dictionary) load it again. */
export function forgetDictionaries(name?: string): void {
  const isForgotten = (key: string): boolean => name === undefined || key.startsWith(`${name}${keySeparator}`);
  for (const key of pendingRequests.keys()) if (isForgotten(key)) pendingRequests.delete(key);
  useManaged.setState(({ entriesByName }) => ({
    entriesByName: new Map([...entriesByName].filter(([key]) => !isForgotten(key))),
  }));
}

onSessionEnd(() => forgetDictionaries());
