import { useSyncExternalStore } from 'react';
import { productTitle as builtIn } from '@contract/constants';

const delivered: string = import.meta.env.VITE_APP_TITLE || builtIn;
let title = delivered;
const listeners = new Set<() => void>();

/** What the product is called here; administrators may have named it otherwise. */
export const productTitle = (): string => title;

/** Takes the name that the server tells; none is the delivered one. */
export function nameProduct(next: string | null | undefined): void {
  const before = title;
  title = !next || next === builtIn ? delivered : next;
  if (title === before) return;
  // The window is called after the page that it shows; what stands there keeps its own part.
  document.title = document.title.endsWith(before) ? document.title.slice(0, -before.length) + title : document.title;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** As {@link productTitle}, followed while it is shown. */
export const useProductTitle = (): string => useSyncExternalStore(subscribe, productTitle);

/** SPEC §2: the route's title and the product's. */
export const pageTitle = (of: string | undefined): string => (of ? `${of} - ${title}` : title);
