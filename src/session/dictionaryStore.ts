import { useCallback, useEffect, useMemo } from 'react';
import { create } from 'zustand';
import { fetchDictionary } from '@/api/dictionaries';
import { type DictEntry, fixedDictionaries, isFixed } from '@contract/dictionaries';
import type { Entity } from '@contract/entity';
import { onSessionEnd, organizationIdOf, useSession } from './sessionStore';

interface Held {
  readonly entries: readonly DictEntry[];
  readonly byValue: ReadonlyMap<string, DictEntry>;
}

const hold = (entries: readonly DictEntry[]): Held => ({
  entries,
  byValue: new Map(entries.map((entry) => [entry.value, entry])),
});
const nothing = hold([]);
const fixed: Readonly<Record<string, Held>> = Object.fromEntries(
  Object.entries(fixedDictionaries).map(([name, entries]) => [name, hold(entries)]),
);

/** Managed dictionaries by name and organization, because organizations have entries of their own. */
const useManaged = create<{ readonly held: ReadonlyMap<string, Held> }>()(() => ({ held: new Map() }));
const asked = new Map<string, Promise<Held>>();

const separator = '\n';
const keyOf = (name: string, organizationId: number | null): string => `${name}${separator}${organizationId ?? ''}`;
const currentOrganization = (): number | null => organizationIdOf(useSession.getState());

/** Loads a dictionary once, however many cells need it. A failure can be retried. */
function load(name: string, organizationId: number | null): Promise<Held> {
  if (name === '') return Promise.resolve(nothing);
  if (isFixed(name)) return Promise.resolve(fixed[name] ?? nothing);
  const key = keyOf(name, organizationId);
  const earlier = asked.get(key);
  if (earlier) return earlier;
  const promise: Promise<Held> = fetchDictionary(name, organizationId).then((entries) => {
    const found = hold(entries);
    // An answer that arrives after a change is not stored.
    if (asked.get(key) === promise) useManaged.setState(({ held }) => ({ held: new Map(held).set(key, found) }));
    return found;
  });
  asked.set(key, promise);
  promise.catch(() => {
    if (asked.get(key) === promise) asked.delete(key);
  });
  return promise;
}

const ask = (name: string, organizationId: number | null): void =>
  void load(name, organizationId).catch(() => undefined);

function useHeld(name: string): Held {
  const organizationId = useSession(organizationIdOf);
  const managed = useManaged((state) => state.held.get(keyOf(name, organizationId)));
  const found = isFixed(name) ? fixed[name] : managed;
  useEffect(() => {
    if (!found) ask(name, organizationId);
  }, [found, name, organizationId]);
  return found ?? nothing;
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
  const held = useManaged((state) => state.held);
  useEffect(() => {
    for (const name of names) if (!isFixed(name) && !held.has(keyOf(name, organizationId))) ask(name, organizationId);
  }, [names, held, organizationId]);
  return useCallback(
    (dict, value) => (fixed[dict] ?? held.get(keyOf(dict, organizationId)))?.byValue.get(value)?.label ?? value,
    [held, organizationId],
  );
}

/** Loads the entries outside React. Rejects with a `Failure`. */
export const dictionaryEntries = async (name: string): Promise<readonly DictEntry[]> =>
  (await load(name, currentOrganization())).entries;

/** Returns the entries loaded so far; empty while loading. */
export const heldEntries = (name: string): readonly DictEntry[] =>
  (isFixed(name) ? fixed[name] : useManaged.getState().held.get(keyOf(name, currentOrganization())))?.entries ??
  nothing.entries;

/** Call it after a change: components that show the dictionary (or, without a name, any dictionary) load it again. */
export function forgetDictionaries(name?: string): void {
  const gone = (key: string): boolean => name === undefined || key.startsWith(`${name}${separator}`);
  for (const key of asked.keys()) if (gone(key)) asked.delete(key);
  useManaged.setState(({ held }) => ({ held: new Map([...held].filter(([key]) => !gone(key))) }));
}

onSessionEnd(() => forgetDictionaries());
