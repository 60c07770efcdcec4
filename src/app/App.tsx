import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { ConfigProvider } from 'antd';
import zhCN from 'antd/locale/zh_CN';
import { type MouseEvent, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { BrowserRouter, useNavigate } from 'react-router-dom';
import { onForbidden } from '@/api/client';
import { applyTheme, darkQuery } from '@/lib/browser/theme';
import { reducedMotionQuery as stillQuery, useMedia } from '@/lib/useMedia';
import { onChange } from '@/session/notices/noticeStore';
import type { PageRoute } from '@/session/routeTable';
import { onSessionEnd } from '@/session/sessionStore';
import { useSettings } from '@/session/settingsStore';
import { AntdFeedback } from '@/shell/overlays/AntdFeedback';
import { PageErrorBoundary } from '@/shell/panes/PageErrorBoundary';
import { Shell } from '@/shell/Shell';
import { findRoute, forbiddenPath, notFoundPath } from '@contract/routes';
import { antdTheme } from './antdTheme';
import { AntRoot } from './AntRoot';
import { Guard } from './Guard';
import { MissingPage } from './MissingPage';
import { PageContent } from './router/pageLoader';
import './targets.css';

// At module scope, because the shell recreates pages when the function changes.
const renderPage = (page: PageRoute) => <PageContent page={page} />;

/**
 * Frame of the console. It matches every address, because pages come from the route table, which is built from the
 * menus.
 */
function ConsoleFrame() {
  const navigate = useNavigate();
  useEffect(() => onForbidden(() => void navigate(forbiddenPath)), [navigate]);
  // Loaded with the first change. If loading fails, the next change tries again.
  useEffect(
    () =>
      onChange(
        (change) =>
          void import('./refreshRights').then(
            (part) => part.handlePushedChange(change),
            () => undefined,
          ),
      ),
    [],
  );

  // Pages shared with the light shell have plain links. Inside the console they must not reload everything.
  function stayInside(event: MouseEvent) {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const isPlain =
      event.button === 0 &&
      !event.metaKey &&
      !event.ctrlKey &&
      !event.shiftKey &&
      !event.altKey &&
      !event.defaultPrevented;
    if (
      !link ||
      !isPlain ||
      link.target ||
      link.hasAttribute('download') ||
      link.origin !== window.location.origin ||
      !link.getAttribute('href')?.startsWith('/')
    )
      return;
    // The console has its own 401 and 404 pages. All other pages of the light shell exist only there.
    if (findRoute(link.pathname)?.shell === 'light' && ![forbiddenPath, notFoundPath].includes(link.pathname)) return;
    event.preventDefault();
    void navigate(link.pathname + link.search + link.hash);
  }

  return (
    <div onClick={stayInside} style={{ display: 'contents' }}>
      <Guard>
        <Shell renderPage={renderPage} missingPage={<MissingPage />} />
      </Guard>
    </div>
  );
}

// The client shows failures itself. Lists reload only after a change, not on focus.
const makeQueryClient = () =>
  new QueryClient({
    defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false }, mutations: { retry: false } },
  });

const subscribeDark = (onChange: () => void): (() => void) => {
  const mediaQueryList = window.matchMedia(darkQuery);
  mediaQueryList.addEventListener('change', onChange);
  return () => mediaQueryList.removeEventListener('change', onChange);
};

function useAntdTheme() {
  const theme = useSettings((settings) => settings.theme);
  const size = useSettings((settings) => settings.size);
  const appearance = useSettings((settings) => settings.appearance);
  const compact = useSettings((settings) => settings.compact);
  const systemDark = useSyncExternalStore(subscribeDark, () => window.matchMedia(darkQuery).matches);
  const dark = appearance === 'dark' || (appearance === 'system' && systemDark);
  useEffect(() => applyTheme(theme, dark), [theme, dark]);
  const reducedMotion = useMedia(stillQuery);
  return useMemo(
    () => antdTheme({ theme, size, dark, compact, still: reducedMotion }),
    [theme, size, dark, compact, reducedMotion],
  );
}

/** The console: everything that is loaded only after signing in. */
export function App() {
  const [queryClient] = useState(makeQueryClient);
  const theme = useAntdTheme();

  useEffect(() => onSessionEnd(() => queryClient.clear()), [queryClient]);

  return (
    <ConfigProvider theme={theme} locale={zhCN}>
      <AntRoot>
        <AntdFeedback />
        <QueryClientProvider client={queryClient}>
          {/* Not a data router: no route loads data or blocks navigation, and it would add 17 kB. */}
          <BrowserRouter>
            {/* Last resort: shows an error of the frame itself instead of a blank page. */}
            <PageErrorBoundary>
              <ConsoleFrame />
            </PageErrorBoundary>
          </BrowserRouter>
        </QueryClientProvider>
      </AntRoot>
    </ConfigProvider>
  );
}
