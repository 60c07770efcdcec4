import { failureOf } from '@/api/failures';
import { loginAddress } from '@/lib/browser/returnPath';
import { setZone } from '@/lib/dates';
import { keptEntry } from '@/outbox/keptEntry';
import { opened } from '@/outbox/sealing';
import { isExpired } from '@/session/door/accountExpiry';
import { signOut, signOutExpired } from '@/session/door/signOut';
import { askDashboardAhead, takeInfo, takeMenuTree } from '@/session/entryAnswers';
import { isSignedIn, menusAsked, type Session, takeMenus, takeUser, useSession } from '@/session/sessionStore';
import { prefetchPages } from '@/session/tabs/prefetch';
import { methodRoutes } from '@contract/features/laboratory/methods/catalogue';
import { findRoute, folderOf, homePath, loginPath, publicPaths, staticRoutes } from '@contract/routes';
import { routeTableOf } from './router/menuRoutes';

export type Step =
  | { readonly kind: 'pass' }
  | { readonly kind: 'goTo'; readonly path: string }
  | { readonly kind: 'askInfo' }
  | { readonly kind: 'askMenus' };

/** BEHAVIOUR §1.1: what comes before each navigation, in its order. `target` is the whole path with its query. */
export function nextStep(
  signedIn: boolean,
  { roles, loadMenus }: Pick<Session, 'roles' | 'loadMenus'>,
  target: string,
): Step {
  const path = target.split(/[?#]/, 1)[0] ?? '';
  if (!signedIn) return publicPaths.includes(path) ? { kind: 'pass' } : { kind: 'goTo', path: loginAddress(target) };
  if (path === loginPath) return { kind: 'goTo', path: '/' };
  if (roles.length === 0) return { kind: 'askInfo' };
  return loadMenus ? { kind: 'askMenus' } : { kind: 'pass' };
}

/**
 * - `ready`: the person is known and so are their pages;
 * - `menusFailed`: the menus could not be had; `buildMenus` may be tried again;
 * - `left`: the session is over, and the page is on its way out;
 * - `password`: it was chosen by somebody else, and is changed before anything else.
 */
export type Entry = 'ready' | 'menusFailed' | 'left' | 'password';

/** Asks for the menus and makes the route table of them. */
export async function buildMenus(): Promise<Entry> {
  // Taken back first, or a failing call would be made again for ever.
  menusAsked();
  if (useSession.getState().mustChangePassword) return 'password';
  try {
    const menus = await takeMenuTree();
    takeMenus(menus, routeTableOf(menus, [...staticRoutes, ...methodRoutes]));
    return 'ready';
  } catch (error) {
    // Unless the session is over, in which case the client has seen to it.
    return failureOf(error).kind === 'unauthorized' ? 'left' : 'menusFailed';
  }
}

/**
 * Where there is no network, who was here last in this very session goes on; what has changed meanwhile is asked for
 * when it is back.
 */
async function enterWithoutNetwork(): Promise<Entry | undefined> {
  const kept = await keptEntry();
  setZone(kept?.info.zone);
  if (!kept || isExpired(kept.info.user)) return undefined;
  takeUser(kept.info);
  menusAsked();
  takeMenus(kept.menus, routeTableOf(kept.menus, [...staticRoutes, ...methodRoutes]));
  window.addEventListener('online', () => void askInfo(''), { once: true });
  return 'ready';
}

/**
 * The home page's own question is under way while the frame around it is made; from outside (SPEC §6, isQy) one sees
 * another home page.
 */
function askAhead(target: string): void {
  const user = useSession.getState().user;
  if (useSession.getState().mustChangePassword) return;
  if (['/', homePath].includes(target) && user && (user.isAdmin || !user.isQy)) askDashboardAhead();
}

async function askInfo(target: string): Promise<Entry> {
  try {
    const info = await takeInfo();
    setZone(info.zone);
    if (isExpired(info.user)) {
      void signOutExpired();
      return 'left';
    }
    takeUser(info);
    askAhead(target);
  } catch (error) {
    const { kind } = failureOf(error);
    if (kind === 'noAnswer' || kind === 'timeout') {
      const entry = await enterWithoutNetwork();
      if (entry) return entry;
    }
    // SPEC §4: log out and reload; for these two the client's subscribers do it.
    if (kind !== 'unauthorized' && kind !== 'expired') await signOut('noInfo');
    return 'left';
  }
  return buildMenus();
}

function folderAt(path: string): string | false {
  const route = findRoute(path);
  return route?.redirect ? folderAt(route.redirect) : (route?.folder ?? folderOf(path));
}

/** The code of the page that was asked for comes while the server is asked whether it may be seen. */
function bringPage(target: string): void {
  const folder = folderAt(target.split(/[?#]/, 1)[0] ?? '');
  if (folder) prefetchPages([folder]);
}

let entering: Promise<Entry> | undefined;

/**
 * Takes the steps that are due before `target`, each once however often it is asked; where the target itself is not to
 * be, `goTo` is told.
 */
export async function enter(target: string, goTo: (path: string) => void): Promise<Entry> {
  const step = nextStep(isSignedIn(), useSession.getState(), target);
  if (step.kind === 'goTo') {
    goTo(step.path);
    return isSignedIn() ? 'ready' : 'left';
  }
  if (step.kind === 'pass' && useSession.getState().mustChangePassword) return 'password';
  if (step.kind === 'pass') return entering ?? (useSession.getState().routeTable ? 'ready' : 'menusFailed');
  if (step.kind === 'askInfo' && !entering) bringPage(target);
  if (step.kind === 'askMenus' && !entering) askAhead(target);
  entering ??= (step.kind === 'askInfo' ? askInfo(target) : buildMenus())
    .then(async (entry) => {
      if (entry === 'ready') await opened();
      return entry;
    })
    .finally(() => {
      entering = undefined;
    });
  return entering;
}
