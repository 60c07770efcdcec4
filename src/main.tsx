import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { hasToken } from '@/lib/browser/cookies';
import { currentPath, navigation } from '@/lib/browser/navigation';
import { loginAddress, returnPath } from '@/lib/browser/returnPath';
import { applyTheme, isDark } from '@/lib/browser/theme';
import { LightShell } from '@/light/LightShell';
import { LoadFailure } from '@/light/LoadFailure';
import { OldBrowser, runsConsole } from '@/light/OldBrowser';
import { ownersWithReadableWork } from '@/session/access/sealKeys';
import { useSettings } from '@/session/settingsStore';
import { findRoute, loginPath, publicPaths } from '@contract/routes';
import './main.css';

const importConsole = () => import('@/app/App');
/**
 * Sends the guard's first requests while the console's code loads. If this code fails to load, the guard sends them
 * itself.
 */
const askAhead = (request: (answers: typeof import('@/session/prefetchedAnswers')) => void): void =>
  void import('@/session/prefetchedAnswers').then(request, () => undefined);
/** Delay in ms after the load event (docs/performance.md, First load). */
const prefetchDelayMs = 300;

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');
const root = createRoot(container);

const showOldBrowser = (): void =>
  root.render(
    <StrictMode>
      <OldBrowser />
    </StrictMode>,
  );

async function showConsole(): Promise<void> {
  const { App } = await importConsole();
  root.render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

/**
 * Opens the console in this tab after login, without a reload. If a chunk fails to load, the page that needs it
 * retries.
 */
async function onSignedIn(): Promise<void> {
  const target = returnPath(new URLSearchParams(window.location.search).get('redirect'));
  if (findRoute(target.split(/[?#]/, 1)[0] ?? '')?.shell === 'light') return navigation.leaveFor(target);
  if (!runsConsole()) return showOldBrowser();
  askAhead(({ prefetchMenus }) => prefetchMenus());
  try {
    await importConsole();
  } catch {
    return navigation.leaveFor(target);
  }
  window.history.replaceState(null, '', target);
  return showConsole();
}

function prefetchConsole(): void {
  const whenIdle = window.requestIdleCallback ?? ((callback: () => void) => setTimeout(callback, 0));
  const start = () => setTimeout(() => whenIdle(() => void importConsole().catch(() => undefined)), prefetchDelayMs);
  if (document.readyState === 'complete') start();
  else window.addEventListener('load', start, { once: true });
}

function showLight(path: string): void {
  root.render(
    <StrictMode>
      <LightShell path={path} onSignedIn={onSignedIn} />
    </StrictMode>,
  );
  // The login is the only light page that leads to the console.
  if (path === loginPath) prefetchConsole();
}

/**
 * Ends a session that expired while no window was open, or whose unsent work could not be sealed in time. Uses the
 * console's code, unless a person signs in before the code has loaded.
 */
async function endLeftOver(): Promise<void> {
  const [{ clearSession }] = await Promise.all([import('@/session/sessionStore'), importConsole()]);
  if (!hasToken()) await clearSession();
}

/** Chooses the shell for the address and checks whether the person may open it, without a request (BEHAVIOUR §1.1). */
function startConsole(): void {
  const { theme, appearance } = useSettings.getState();
  applyTheme(theme, isDark(appearance));
  const windowPath = window.location.pathname.replace(/(.)\/+$/, '$1');
  const lightRoute = findRoute(windowPath);
  // `/login/index` is the login page, as `/customer/index` is the page of customers.
  const path = lightRoute?.shell === 'light' ? lightRoute.path : windowPath;
  if (!hasToken()) {
    if (ownersWithReadableWork().length) endLeftOver().catch(() => undefined);
    if (!publicPaths.includes(path)) window.history.replaceState(null, '', loginAddress(currentPath()));
    return showLight(publicPaths.includes(path) ? path : loginPath);
  }
  if (path === loginPath) window.history.replaceState(null, '', '/');
  else if (lightRoute?.shell === 'light') return showLight(path);
  if (!runsConsole()) return showOldBrowser();
  askAhead(({ prefetchInfo, prefetchMenus }) => {
    prefetchInfo();
    prefetchMenus();
  });
  showConsole().catch(() => root.render(<LoadFailure />));
}

startConsole();
