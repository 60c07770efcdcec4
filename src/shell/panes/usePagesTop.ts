import { type RefObject, useLayoutEffect } from 'react';

/**
 * Keeps `--pages-top` at where the pages begin: below the top bar, the tags, and whichever bars stand over them just
 * now.
 */
export function usePagesTop(main: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = main.current;
    if (element === null) return undefined;
    const { style } = document.documentElement;
    // What comes or goes above the pages changes their height.
    const observer = new ResizeObserver(() =>
      style.setProperty('--pages-top', `${Math.round(element.getBoundingClientRect().top)}px`),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty('--pages-top');
    };
  }, [main]);
}
