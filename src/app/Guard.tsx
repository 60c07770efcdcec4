import { lazy, type ReactNode, startTransition, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { navigation } from '@/lib/browser/navigation';
import MenusFailedPage from '@/pages/menusFailed/page';
import { signOut } from '@/session/door/signOut';
import { isSignedIn, useSession } from '@/session/sessionStore';
import { useSettings } from '@/session/settingsStore';
import { resolvePath } from '@/session/tabs/resolvePath';
import { buildMenus, enter, type Entry } from './guard';
import styles from './app.module.css';

const ChoosePassword = lazy(() => import('@/features/system/center/ChoosePassword'));

/** BEHAVIOUR §1.1, before each navigation: nothing is shown until it is known who asks and where they may go. */
export function Guard({ children }: { children: ReactNode }) {
  const { pathname, search, hash, key } = useLocation();
  const navigate = useNavigate();
  const [entry, setEntry] = useState<Entry | 'entering'>('entering');
  const framed = useRef(false);
  const loadMenus = useSession((session) => session.loadMenus);

  useEffect(() => {
    let current = true;
    const goTo = (path: string): void => {
      // Signed out means the light shell, which is another page.
      if (isSignedIn()) void navigate(path, { replace: true });
      else navigation.leaveFor(path);
    };
    void enter(pathname + search + hash, goTo).then((next) => {
      if (!current) return;
      // At the first entry a redirect is followed before there is a frame: it would be made twice.
      const { routeTable } = useSession.getState();
      const target = next === 'ready' && routeTable ? resolvePath(routeTable, pathname) : undefined;
      if (!framed.current && target?.kind === 'redirect')
        return void navigate(target.to + search + hash, { replace: true });
      framed.current = next === 'ready';
      // The whole console is rendered by this: in slices, so that a slow machine is not kept from what the person does
      // meanwhile.
      startTransition(() => setEntry(next));
    });
    window.scrollTo(0, 0);
    return () => {
      current = false;
    };
  }, [pathname, search, hash, key, loadMenus, navigate]);

  const user = useSession((session) => session.user?.id);
  useEffect(() => {
    if (user !== undefined) useSettings.getState().loadFor(user);
  }, [user]);

  const retry = useCallback(async () => setEntry(await buildMenus()), []);
  if (entry === 'menusFailed') return <MenusFailedPage onRetry={retry} onSignOut={() => void signOut()} />;
  if (entry === 'password')
    return (
      <Suspense fallback={<Progress />}>
        <ChoosePassword />
      </Suspense>
    );
  return entry === 'ready' ? children : <Progress />;
}

/** A thin bar at the top, late enough not to flash. */
function Progress() {
  return <div className={styles.progress} role="progressbar" aria-label="加载中" />;
}
