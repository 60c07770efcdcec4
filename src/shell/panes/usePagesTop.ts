import { type RefObject, useLayoutEffect } from 'react';

/** Updates `--pages-top` to the top of the pages: below the top bar, the tabs and any bars. */
export function usePagesTop(main: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = main.current;
    if (element === null) return undefined;
    const { style } = document.documentElement;
    // Bars that appear or disappear change the pages' height.
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
