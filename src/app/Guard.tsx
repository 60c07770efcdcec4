import { lazy, type ReactNode, startTransition, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { navigation } from '@/lib/browser/navigation';
import MenusFailedPage from '@/pages/menusFailed/page';
import { signOut } from '@/session/access/signOut';
import { isSignedIn, useSession } from '@/session/sessionStore';
import { useSettings } from '@/session/settingsStore';
import { resolvePath } from '@/session/tabs/resolvePath';
import { buildMenus, enterConsole, type EntryResult } from './enterConsole';
import styles from './app.module.css';

const ChoosePassword = lazy(() => import('@/features/system/center/ChoosePassword'));

/**
 * Checks before each navigation who the person is and which pages they may open (BEHAVIOUR §1.1). Shows nothing before.
 */
export function Guard({ children }: { children: ReactNode }) {
  const { pathname, search, hash, key } = useLocation();
  const navigate = useNavigate();
  const [entry, setEntry] = useState<EntryResult | 'entering'>('entering');
  const framed = useRef(false);
  const loadMenus = useSession((session) => session.loadMenus);

  useEffect(() => {
    let isCurrent = true;
    const goTo = (path: string): void => {
      // A signed-out person gets the light shell, which needs a separate page load.
      if (isSignedIn()) void navigate(path, { replace: true });
      else navigation.leaveFor(path);
    };
    void enterConsole(pathname + search + hash, goTo).then((entryResult) => {
      if (!isCurrent) return;
      // At the first entry a redirect is followed before the frame is rendered, or it would be followed twice.
      const { routeTable } = useSession.getState();
      const target = entryResult === 'ready' && routeTable ? resolvePath(routeTable, pathname) : undefined;
      if (!framed.current && target?.kind === 'redirect')
        return void navigate(target.to + search + hash, { replace: true });
      framed.current = entryResult === 'ready';
      // Rendered as a transition: this renders the whole console, and a slow machine must react to input meanwhile.
      startTransition(() => setEntry(entryResult));
    });
    window.scrollTo(0, 0);
    return () => {
      isCurrent = false;
    };
  }, [pathname, search, hash, key, loadMenus, navigate]);

  const userId = useSession((session) => session.user?.id);
  useEffect(() => {
    if (userId !== undefined) useSettings.getState().loadFor(userId);
  }, [userId]);

  const retry = useCallback(async () => setEntry(await buildMenus()), []);
  if (entry === 'menusFailed') return <MenusFailedPage onRetry={retry} onSignOut={() => void signOut()} />;
  if (entry === 'password')
    return (
      <Suspense fallback={<LoadingBar />}>
        <ChoosePassword />
      </Suspense>
    );
  return entry === 'ready' ? children : <LoadingBar />;
}

/** Thin progress bar at the top, delayed so that it does not flash. */
function LoadingBar() {
  return <div className={styles.progress} role="progressbar" aria-label="加载中" />;
}
