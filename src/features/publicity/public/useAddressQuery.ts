import { useCallback, useSyncExternalStore } from 'react';

export type AddressQuery = Readonly<Record<string, string>>;

const changed = 'publicaddress';

const subscribe = (heard: () => void): (() => void) => {
  window.addEventListener('popstate', heard);
  window.addEventListener(changed, heard);
  return () => {
    window.removeEventListener('popstate', heard);
    window.removeEventListener(changed, heard);
  };
};

/** The address of this page with these values; empty ones are left out (SPEC §2: no empty query string). */
export function addressOf(query: AddressQuery, path: string = window.location.pathname): string {
  const search = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== '')).toString();
  return search ? `${path}?${search}` : path;
}

/** What the address asks for, and a way to ask for something else: Back leads back, and the address may be passed on. */
export function useAddressQuery(): [AddressQuery, (query: AddressQuery) => void] {
  const search = useSyncExternalStore(subscribe, () => window.location.search);
  const go = useCallback((query: AddressQuery) => {
    window.history.pushState(null, '', addressOf(query));
    window.dispatchEvent(new Event(changed));
    window.scrollTo(0, 0);
  }, []);
  return [Object.fromEntries(new URLSearchParams(search)), go];
}

/** `id` of the address as a number; undefined for anything else. */
export function idInAddress(): number | undefined {
  const text = new URLSearchParams(window.location.search).get('id') ?? '';
  return /^\d{1,9}$/.test(text) && Number(text) > 0 ? Number(text) : undefined;
}
