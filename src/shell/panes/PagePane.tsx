import { type FocusEvent, memo, type ReactNode, Suspense, useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { PageSkeleton } from '@/lib/skeleton/PageSkeleton';
import type { PageRoute } from '@/session/routeTable';
import { type PageState, PageStateContext } from '@/session/tabs/pageState';
import type { Tab } from '@/session/tabs/tabState';
import { useTabs } from '@/session/tabs/tabStore';
import { panelIdOf, tabIdOf } from '../tabBar/tabIds';
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

/**
 * Scroll positions in px at which the header is hidden and shown. They differ, so that the space gained by hiding the
 * header can't show it again at once.
 */
const headerHidesAtPx = 100;
const headerReturns = 4;

interface ScrollPosition {
  readonly top: number;
  readonly left: number;
}

/** Selectors of places where the focus stays: the tab bar and dialogs. */
const staysThere = '[role="tablist"], [role="dialog"], dialog';

/** Focuses the page without a focus ring, because no key moved the focus. Screen readers announce the page. */
function placeOn(element: HTMLElement): void {
  element.toggleAttribute('data-placed', true);
  element.focus({ preventScroll: true });
}

/** Returning to the window also restores the focus without a key, so the mark stays. */
const onBlur = ({ target, currentTarget }: FocusEvent<HTMLElement>): void => {
  if (target === currentTarget && document.hasFocus()) currentTarget.removeAttribute('data-placed');
};

/** Highest number of visits whose scroll position is remembered. */
const maxVisits = 50;
const atTop: ScrollPosition = { top: 0, left: 0 };

/**
 * Returns the pane's scroll positions by visit. Back and Forward return to an earlier visit and its position; any
 * other navigation is a new visit and begins at the top (SPEC §2).
 */
function useVisitPlaces(visit: string) {
  const places = useRef(new Map<string, ScrollPosition>());
  const latestVisit = useRef(visit);
  latestVisit.current = visit;
  const keep = useCallback((place: ScrollPosition) => {
    places.current.delete(latestVisit.current);
    places.current.set(latestVisit.current, place);
    const [oldest] = places.current.keys();
    if (places.current.size > maxVisits && oldest !== undefined) places.current.delete(oldest);
  }, []);
  const find = useCallback(() => places.current.get(latestVisit.current) ?? atTop, []);
  return { keep, find };
}

/**
 * Restores scroll positions (of the pane and inner containers) and the focus when a page is shown again, because a
 * browser may lose them under `display: none`. After the sidebar, a link or the palette opened a page, the page gets
 * the focus.
 * @param visit key of the router's location
 */
function useRestored(isActive: boolean, visit: string, onScrolled: (scrolled: boolean) => void) {
  const pane = useRef<HTMLDivElement>(null);
  const places = useRef(new Map<Element, ScrollPosition>());
  const lastFocused = useRef<HTMLElement | null>(null);
  const { keep, find } = useVisitPlaces(visit);

  useLayoutEffect(() => {
    const element = pane.current;
    if (!isActive || !element) return;
    places.current.set(element, find());
    for (const [container, { top, left }] of places.current) {
      if (!container.isConnected) places.current.delete(container);
      if (container.scrollTop !== top) container.scrollTop = top;
      if (container.scrollLeft !== left) container.scrollLeft = left;
    }
    onScrolled(find().top > headerHidesAtPx);
    const { activeElement } = document;
    // After a load, without any interaction, no focus ring is drawn around the page.
    const isUntouched = navigator.userActivation?.hasBeenActive === false;
    if (!isUntouched && !activeElement?.closest(staysThere)) {
      const lastElement = lastFocused.current;
      if (lastElement && lastElement !== element && lastElement.isConnected) lastElement.focus({ preventScroll: true });
      else placeOn(element);
    }
  }, [isActive, onScrolled, find]);

  // A page that changes its own query keeps its position, where its new visit begins.
  useLayoutEffect(() => {
    const element = pane.current;
    if (isActive && element) keep({ top: element.scrollTop, left: element.scrollLeft });
  }, [isActive, visit, keep]);

  const onScroll = useCallback(
    ({ target }: { target: EventTarget }) => {
      const element = pane.current;
      if (!element || element.hasAttribute('inert') || !(target instanceof Element) || !element.contains(target))
        return;
      const place = { top: target.scrollTop, left: target.scrollLeft };
      places.current.set(target, place);
      if (target !== element) return;
      keep(place);
      if (element.scrollTop > headerHidesAtPx) onScrolled(true);
      else if (element.scrollTop < headerReturns) onScrolled(false);
    },
    [keep, onScrolled],
  );

  const onFocus = useCallback((event: { target: EventTarget }) => {
    // Events of portals bubble through React, too. Only focus inside the pane counts.
    if (event.target instanceof HTMLElement && pane.current?.contains(event.target)) lastFocused.current = event.target;
  }, []);

  return { pane, onScroll, onFocus };
}

/** One cached page. It stays mounted, hidden or shown, until its tab closes or is evicted. */
export const PagePane = memo(function PagePane({ tab, page, active, renderPage, onScrolled }: PagePaneProps) {
  const { key, place } = tab;
  const { pane, onScroll, onFocus } = useRestored(active, place.key, onScrolled);
  const setDirty = useCallback(
    (source: string, dirty: boolean) => useTabs.getState().setDirty(key, source, dirty),
    [key],
  );
  const setName = useCallback((name: string) => useTabs.getState().name(key, name), [key]);
  const pageState = useMemo<PageState>(() => ({ active, setDirty, setName }), [active, setDirty, setName]);
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
        <PageStateContext value={pageState}>
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
