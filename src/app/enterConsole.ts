import { failureOf } from '@/api/callFailures';
import { loginAddress } from '@/lib/browser/returnPath';
import { setZone } from '@/lib/dateTexts';
import { waitUntilDecrypted } from '@/outbox/encryptUnsentWork';
import { offlineSession } from '@/outbox/offlineSession';
import { isExpired } from '@/session/access/accountExpiry';
import { signOut, signOutExpired } from '@/session/access/signOut';
import { prefetchDashboard, takeInfo, takeMenuTree } from '@/session/prefetchedAnswers';
import { isSignedIn, menusRequested, type Session, takeMenus, takeUser, useSession } from '@/session/sessionStore';
import { prefetchPages } from '@/session/tabs/prefetch';
import { methodRoutes } from '@contract/features/laboratory/methods/methodCatalogue';
import { findRoute, folderOf, homePath, loginPath, publicPaths, staticRoutes } from '@contract/routes';
import { routeTableOf } from './router/menuRoutes';

type EntryStep =
  | { readonly kind: 'pass' }
  | { readonly kind: 'goTo'; readonly path: string }
  | { readonly kind: 'askInfo' }
  | { readonly kind: 'askMenus' };

/**
 * Returns the next step before a navigation, in the order of BEHAVIOUR §1.1.
 * @param target path with query
 */
export function nextNavigationStep(
  signedIn: boolean,
  { roles, loadMenus }: Pick<Session, 'roles' | 'loadMenus'>,
  target: string,
): EntryStep {
  const path = target.split(/[?#]/, 1)[0] ?? '';
  if (!signedIn) return publicPaths.includes(path) ? { kind: 'pass' } : { kind: 'goTo', path: loginAddress(target) };
  if (path === loginPath) return { kind: 'goTo', path: '/' };
  if (roles.length === 0) return { kind: 'askInfo' };
  return loadMenus ? { kind: 'askMenus' } : { kind: 'pass' };
}

/**
 * Result of the checks before a navigation:
 * - `ready`: the person and their pages are known;
 * - `menusFailed`: the menus could not be loaded; `buildMenus` may be called again;
 * - `left`: the session has ended and the page is about to be left;
 * - `password`: another person set the password, so it must be changed first.
 */
export type EntryResult = 'ready' | 'menusFailed' | 'left' | 'password';

/** Loads the menus and builds the route table from them. */
export async function buildMenus(): Promise<EntryResult> {
  // Reset first, or a failing request would be repeated forever.
  menusRequested();
  if (useSession.getState().mustChangePassword) return 'password';
  try {
    const menus = await takeMenuTree();
    takeMenus(menus, routeTableOf(menus, [...staticRoutes, ...methodRoutes]));
    return 'ready';
  } catch (error) {
    // `left` if the session has ended, which the client has handled.
    return failureOf(error).kind === 'unauthorized' ? 'left' : 'menusFailed';
  }
}

/**
 * Continues without a network with the data stored for this session. Requests changes when the network is available
 * again.
 */
async function enterWithoutNetwork(): Promise<EntryResult | undefined> {
  const keptSession = await offlineSession();
  setZone(keptSession?.info.zone);
  if (!keptSession || isExpired(keptSession.info.user)) return undefined;
  takeUser(keptSession.info);
  menusRequested();
  takeMenus(keptSession.menus, routeTableOf(keptSession.menus, [...staticRoutes, ...methodRoutes]));
  window.addEventListener('online', () => void askInfo(''), { once: true });
  return 'ready';
}

/** Requests the home page's data while the frame is built. Enterprise users (SPEC §6, isQy) have another home page. */
function prefetchHomeData(target: string): void {
  const { user, features, mustChangePassword } = useSession.getState();
  if (mustChangePassword || !features.includes('dashboard')) return;
  if (['/', homePath].includes(target) && user && (user.isAdmin || !user.isQy)) prefetchDashboard();
}

async function askInfo(target: string): Promise<EntryResult> {
  try {
    const info = await takeInfo();
    setZone(info.zone);
    if (isExpired(info.user)) {
      void signOutExpired();
      return 'left';
    }
    takeUser(info);
    prefetchHomeData(target);
  } catch (error) {
    const { kind } = failureOf(error);
    if (kind === 'noAnswer' || kind === 'timeout') {
      const entry = await enterWithoutNetwork();
      if (entry) return entry;
    }
    // SPEC §4: sign out and reload. For 401 and expiry the client's subscribers do it.
    if (kind !== 'unauthorized' && kind !== 'expired') await signOut('noInfo');
    return 'left';
  }
  return buildMenus();
}

function folderAt(path: string): string | false {
  const route = findRoute(path);
  return route?.redirect ? folderAt(route.redirect) : (route?.folder ?? folderOf(path));
}

/** Loads the code of the requested page while the server checks whether the person may open it. */
function preloadPage(target: string): void {
  const folder = folderAt(target.split(/[?#]/, 1)[0] ?? '');
  if (folder) prefetchPages([folder]);
}

let pendingEntry: Promise<EntryResult> | undefined;

/**
 * Performs the steps due before `target`, each once even if called often.
 * @param goTo called with another path if `target` must not be opened
 */
export async function enterConsole(target: string, goTo: (path: string) => void): Promise<EntryResult> {
  const entryStep = nextNavigationStep(isSignedIn(), useSession.getState(), target);
  if (entryStep.kind === 'goTo') {
    goTo(entryStep.path);
    return isSignedIn() ? 'ready' : 'left';
  }
  if (entryStep.kind === 'pass' && useSession.getState().mustChangePassword) return 'password';
  if (entryStep.kind === 'pass') return pendingEntry ?? (useSession.getState().routeTable ? 'ready' : 'menusFailed');
  if (entryStep.kind === 'askInfo' && !pendingEntry) preloadPage(target);
  if (entryStep.kind === 'askMenus' && !pendingEntry) prefetchHomeData(target);
  pendingEntry ??= (entryStep.kind === 'askInfo' ? askInfo(target) : buildMenus())
    .then(async (entry) => {
      if (entry === 'ready') await waitUntilDecrypted();
      return entry;
    })
    .finally(() => {
      pendingEntry = undefined;
    });
  return pendingEntry;
}
