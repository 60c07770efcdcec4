import { memo, type ReactNode, Suspense, useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { type PageState, PageStateContext } from '@/session/pageState';
import type { PageRoute } from '@/session/routeTable';
import type { Tab } from '@/session/tabs';
import { useTabs } from '@/session/tabStore';
import { FrozenLocation } from './FrozenLocation';
import { PageErrorBoundary } from './PageErrorBoundary';
import { PageSkeleton } from './PageSkeleton';
import styles from './shell.module.css';
import { panelIdOf, tabIdOf } from './tabIds';

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

/**
 * Scroll position and focus survive hiding. The position is put back by hand: a browser may forget it under `display: none`.
 */
function useRestored(active: boolean, onScrolled: (scrolled: boolean) => void) {
  const pane = useRef<HTMLDivElement>(null);
  const place = useRef({ top: 0, left: 0 });
  const focused = useRef<HTMLElement | null>(null);

  useLayoutEffect(() => {
    const element = pane.current;
    if (!active || !element) return;
    element.scrollTop = place.current.top;
    element.scrollLeft = place.current.left;
    onScrolled(place.current.top > headerLeaves);
    // Only where the focus was lost with what was hidden; a person on the tag bar stays there.
    if (document.activeElement !== null && document.activeElement !== document.body) return;
    const last = focused.current;
    (last?.isConnected ? last : element).focus({ preventScroll: true });
  }, [active, onScrolled]);

  const onScroll = useCallback(() => {
    const element = pane.current;
    if (!element || element.hasAttribute('inert')) return;
    place.current = { top: element.scrollTop, left: element.scrollLeft };
    if (element.scrollTop > headerLeaves) onScrolled(true);
    else if (element.scrollTop < headerReturns) onScrolled(false);
  }, [onScrolled]);

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
  const setDirty = useCallback((source: string, dirty: boolean) => useTabs.getState().setDirty(key, source, dirty), [key]);
  const state = useMemo<PageState>(() => ({ active, setDirty }), [active, setDirty]);
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
      onScroll={onScroll}
      onFocus={onFocus}
    >
      <FrozenLocation tabKey={key} place={place}>
        <PageStateContext value={state}>
          <PageErrorBoundary>
            <Suspense fallback={<PageSkeleton />}>{content}</Suspense>
          </PageErrorBoundary>
        </PageStateContext>
      </FrozenLocation>
    </div>
  );
});
