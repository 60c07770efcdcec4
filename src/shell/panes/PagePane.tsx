import { type FocusEvent, memo, type ReactNode, Suspense, useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { PageSkeleton } from '@/lib/skeleton/PageSkeleton';
import type { PageRoute } from '@/session/routeTable';
import { type PageState, PageStateContext } from '@/session/tabs/pageState';
import type { Tab } from '@/session/tabs/tabs';
import { useTabs } from '@/session/tabs/tabStore';
import { panelIdOf, tabIdOf } from '../tags/tabIds';
import { FrozenLocation } from './FrozenLocation';
import { PageErrorBoundary } from './PageErrorBoundary';
import { PagePopups } from './PagePopups';
import styles from '../shell.module.css';

interface PagePaneProps {
  readonly tab: Tab;
  readonly page: PageRoute;
  readonly active: boolean;
  readonly renderPage: (page: PageRoute) => ReactNode;
  readonly onScrolled: (scrolled: boolean) => void;
}

/** px. Apart, so that the room a vanishing header gives can't bring it back at once. */
const headerLeaves = 100;
const headerReturns = 4;

interface Place {
  readonly top: number;
  readonly left: number;
}

/** Where the person is on purpose, and stays: walking the tags, or in a dialog. */
const staysThere = '[role="tablist"], [role="dialog"], dialog';

/**
 * The page has the focus without anybody having gone to it by a key: it is read out, and no frame is drawn around all
 * of it.
 */
function placeOn(element: HTMLElement): void {
  element.toggleAttribute('data-placed', true);
  element.focus({ preventScroll: true });
}

/**
 * A window that is left and come back to gives the focus back by itself; nobody has gone there by a key then, either.
 */
const onBlur = ({ target, currentTarget }: FocusEvent<HTMLElement>): void => {
  if (target === currentTarget && document.hasFocus()) currentTarget.removeAttribute('data-placed');
};

/**
 * Scroll positions (the pane's and its inner containers') and focus survive hiding. They are put back by hand: a
 * browser may forget
 * them under `display: none`. Coming from the sidebar, a link or the palette, the focus goes to the page.
 */
function useRestored(active: boolean, onScrolled: (scrolled: boolean) => void) {
  const pane = useRef<HTMLDivElement>(null);
  const places = useRef(new Map<Element, Place>());
  const focused = useRef<HTMLElement | null>(null);

  useLayoutEffect(() => {
    const element = pane.current;
    if (!active || !element) return;
    for (const [container, { top, left }] of places.current) {
      if (!container.isConnected) places.current.delete(container);
      if (container.scrollTop !== top) container.scrollTop = top;
      if (container.scrollLeft !== left) container.scrollLeft = left;
    }
    onScrolled((places.current.get(element)?.top ?? 0) > headerLeaves);
    const { activeElement } = document;
    // Whoever has only just loaded the window has not gone anywhere yet: no frame around a page that nobody has
    // touched.
    const untouched = navigator.userActivation?.hasBeenActive === false;
    if (!untouched && !activeElement?.closest(staysThere)) {
      const last = focused.current;
      if (last && last !== element && last.isConnected) last.focus({ preventScroll: true });
      else placeOn(element);
    }
  }, [active, onScrolled]);

  const onScroll = useCallback(
    ({ target }: { target: EventTarget }) => {
      const element = pane.current;
      if (!element || element.hasAttribute('inert') || !(target instanceof Element) || !element.contains(target))
        return;
      places.current.set(target, { top: target.scrollTop, left: target.scrollLeft });
      if (target !== element) return;
      if (element.scrollTop > headerLeaves) onScrolled(true);
      else if (element.scrollTop < headerReturns) onScrolled(false);
    },
    [onScrolled],
  );

  const onFocus = useCallback((event: { target: EventTarget }) => {
    // Portals bubble through React as well: what is outside the pane is not its focus.
    if (event.target instanceof HTMLElement && pane.current?.contains(event.target)) focused.current = event.target;
  }, []);

  return { pane, onScroll, onFocus };
}

/** One cached page: mounted until its tab closes or is evicted, hidden without being taken apart. */
export const PagePane = memo(function PagePane({ tab, page, active, renderPage, onScrolled }: PagePaneProps) {
  const { key, place } = tab;
  const { pane, onScroll, onFocus } = useRestored(active, onScrolled);
  const setDirty = useCallback(
    (source: string, dirty: boolean) => useTabs.getState().setDirty(key, source, dirty),
    [key],
  );
  const setName = useCallback((name: string) => useTabs.getState().name(key, name), [key]);
  const state = useMemo<PageState>(() => ({ active, setDirty, setName }), [active, setDirty, setName]);
  const content = useMemo(() => renderPage(page), [renderPage, page]);
  return (
    <div
      ref={pane}
      id={panelIdOf(key)}
      role="tabpanel"
      aria-labelledby={tabIdOf(key)}
      tabIndex={-1}
      inert={!active}
      data-page-pane={page.path}
      className={active ? styles.pane : styles.hiddenPane}
      onScrollCapture={onScroll}
      onFocus={onFocus}
      onBlur={onBlur}
    >
      <FrozenLocation tabKey={key} place={place}>
        <PageStateContext value={state}>
          <PagePopups active={active}>
            <PageErrorBoundary>
              <Suspense fallback={<PageSkeleton />}>{content}</Suspense>
            </PageErrorBoundary>
          </PagePopups>
        </PageStateContext>
      </FrozenLocation>
    </div>
  );
});
