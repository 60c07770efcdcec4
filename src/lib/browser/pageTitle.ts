import { useSyncExternalStore } from 'react';
import { productTitle as builtIn } from '@contract/constants';

const defaultTitle: string = import.meta.env.VITE_APP_TITLE || builtIn;
let shownTitle = defaultTitle;
const titleListeners = new Set<() => void>();

/** Returns the product's name, which administrators may have changed. */
const productTitle = (): string => shownTitle;

/** Sets the name that the server sends; none restores the delivered name. */
export function nameProduct(next: string | null | undefined): void {
  const previousTitle = shownTitle;
  shownTitle = !next || next === builtIn ? defaultTitle : next;
  if (shownTitle === previousTitle) return;
  // The window's title consists of the page's and the product's; the page's part is kept.
  document.title = document.title.endsWith(previousTitle)
    ? document.title.slice(0, -previousTitle.length) + shownTitle
    : document.title;
  for (const listener of titleListeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  titleListeners.add(listener);
  return () => void titleListeners.delete(listener);
};

/** Hook for {@link productTitle} that follows changes. */
export const useProductTitle = (): string => useSyncExternalStore(subscribe, productTitle);

/** Returns the window's title: the route's title and the product's (SPEC §2). */
export const pageTitle = (pageName: string | undefined): string =>
  pageName ? `${pageName} - ${shownTitle}` : shownTitle;
