import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { apiUrl } from '@/api/apiUrl';
import { showFavicon } from '@/lib/browser/favicon';
import { pageTitle } from '@/lib/browser/pageTitle';
import { deferredPart, whenIdle } from '@/lib/deferredPart';
import { useBrand } from '@/session/brandStore';
import type { PageRoute } from '@/session/routeTable';
import { useSession } from '@/session/sessionStore';
import { useSettings } from '@/session/settingsStore';
import { noteVisit } from '@/session/tabs/recentPages';
import { resolvePath } from '@/session/tabs/resolvePath';
import { findTab, tabKeyOf } from '@/session/tabs/tabState';
import { useTabs } from '@/session/tabs/tabStore';
import { TopBanners } from './banners/TopBanners';
import { Footer } from './Footer';
import { useConsoleCovered } from './lockScreen/useConsoleCovered';
import { Sidebar } from './menu/Sidebar';
import { ShellOverlays } from './overlays/ShellOverlays';
import { Palettes } from './palette/Palettes';
import { PageStack } from './panes/PageStack';
import { useKeptFocus } from './panes/useKeptFocus';
import { usePagesTop } from './panes/usePagesTop';
import { useScanAnywhere } from './scan/useScanAnywhere';
import { TabBar } from './tabBar/TabBar';
import { TopBar } from './top/TopBar';
import { useIsMobile } from './useIsMobile';
import { useSaveAnywhere } from './useSaveAnywhere';
import { useUnloadWarning } from './useUnloadWarning';
import styles from './shell.module.css';

const Gates = deferredPart(async () => (await import('./lockScreen/LockOrSignIn')).LockOrSignIn);
const SidebarDrawer = deferredPart(async () => (await import('./menu/SidebarDrawer')).SidebarDrawer);

interface ShellProps {
  /** Renders a page; called once per instance. Must keep its identity, or pages are recreated. */
  readonly renderPage: (page: PageRoute) => ReactNode;
  /** Shown instead of the pages at an unknown address. */
  readonly missingPage: ReactNode;
}

/** Updates the tabs to the address: redirects, `/redirect/…`, and visits. Returns whether the address is unknown. */
function useVisit(): boolean {
  const location = useLocation();
  const navigate = useNavigate();
  const userId = useSession((session) => session.user?.id);
  const table = useSession((session) => session.routeTable);
  const resolved = table ? resolvePath(table, location.pathname) : undefined;

  useLayoutEffect(() => {
    if (userId !== undefined && table) useTabs.getState().start(userId, table);
  }, [userId, table]);

  useLayoutEffect(() => {
    if (userId === undefined || !table) return;
    const { refresh, visit } = useTabs.getState();
    const target = resolvePath(table, location.pathname);
    const queryAndHash = location.search + location.hash;
    if (target.kind === 'page') {
      visit(target.page, location);
      const tab = findTab(useTabs.getState(), useTabs.getState().active);
      if (tab) noteVisit(userId, tab);
    } else if (target.kind === 'redirect') {
      void navigate(target.to + queryAndHash, { replace: true });
    } else if (target.kind === 'refresh') {
      const resolvedTarget = resolvePath(table, target.to);
      if (resolvedTarget.kind === 'page') refresh(tabKeyOf(resolvedTarget.page, location.search));
      void navigate(target.to + queryAndHash, { replace: true });
    }
  }, [userId, table, location, navigate]);

  return resolved?.kind === 'missing';
}

/** Sets the window's title to the view's (SPEC §2). */
function useWindowTitle(isMissing: boolean): void {
  const title = useTabs((state) => {
    const tab = findTab(state, state.active);
    return tab && (tab.subtitle ? `${tab.title} ${tab.subtitle}` : tab.title);
  });
  useEffect(() => {
    if (!isMissing) document.title = pageTitle(title);
  }, [title, isMissing]);
}

/** Sets the organization's favicon (SPEC §3). */
function useFavicon(): void {
  const favicon = useSession((session) => session.user?.organization?.favicon);
  useEffect(() => {
    showFavicon(favicon ? apiUrl(favicon) : null);
    return () => showFavicon(null);
  }, [favicon]);
}

/** Frame of the console. Requires a router that sends every address here, antd's App, and a signed-in person. */
export function Shell({ renderPage, missingPage }: ShellProps) {
  const isMobile = useIsMobile();
  const [drawerOpen, setDrawerOpen] = useState(false);
  const [scrolled, setScrolled] = useState(false);
  const { sidebarOpened, fixedHeader, tagsView, showFooter, change } = useSettings();
  const nothingHere = useVisit();
  useWindowTitle(nothingHere);
  useFavicon();
  useUnloadWarning();
  const gated = useConsoleCovered();
  useScanAnywhere(gated);
  useSaveAnywhere();
  const main = useRef<HTMLElement>(null);
  usePagesTop(main);
  useKeptFocus();

  const userId = useSession((session) => session.user?.id);
  useEffect(() => (userId === undefined ? undefined : whenIdle(() => void useBrand.getState().load())), [userId]);

  const toggle = useCallback(() => {
    if (isMobile) setDrawerOpen((open) => !open);
    else change({ sidebarOpened: !useSettings.getState().sidebarOpened });
  }, [isMobile, change]);
  const closeDrawer = useCallback(() => setDrawerOpen(false), []);
  const toContent = () => document.querySelector<HTMLElement>('[data-page-pane]:not([inert])')?.focus();

  return (
    <div className={styles.shell}>
      <button type="button" className={styles.skip} onClick={toContent}>
        跳到页面内容
      </button>
      {isMobile ? (
        <SidebarDrawer wanted={drawerOpen} open={drawerOpen} onClose={closeDrawer} />
      ) : (
        <Sidebar collapsed={!sidebarOpened} />
      )}
      <div className={styles.column} data-header={!fixedHeader && scrolled ? 'away' : 'shown'}>
        <TopBanners />
        <div className={styles.head}>
          <TopBar sidebarOpen={isMobile ? drawerOpen : sidebarOpened} mobile={isMobile} onToggleSidebar={toggle} />
          {tagsView && <TabBar />}
        </div>
        <main ref={main} className={styles.main}>
          {nothingHere && missingPage}
          <PageStack renderPage={renderPage} hidden={nothingHere} onScrolled={setScrolled} />
        </main>
        {showFooter && <Footer />}
      </div>
      <ShellOverlays isBarred={gated} />
      <Palettes isBarred={gated} />
      <Gates wanted={gated} />
    </div>
  );
}
