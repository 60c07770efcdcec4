import { fetchInfo, fetchMenus } from '@/api/auth';
import { feedback } from '@/lib/feedback';
import { useBrand } from '@/session/brandStore';
import { forgetDictionaries } from '@/session/dictionaryStore';
import { useLostPages } from '@/session/lostPages';
import type { PageRoute, RouteTable } from '@/session/routeTable';
import { takeMenus, takeUser, useSession } from '@/session/sessionStore';
import { isDirty, type Tab } from '@/session/tabs/tabs';
import { useTabs } from '@/session/tabs/tabStore';
import { methodRoutes } from '@contract/features/laboratory/methods/catalogue';
import { rightsTexts } from '@contract/features/signIn/signInTexts';
import { staticRoutes } from '@contract/routes';
import type { Change, MenuNode, UserInfo } from '@contract/wire';
import { routeTableOf } from './router/menuRoutes';

/** ms, at random below it: a change reaches everybody at once, and they do not ask at once. */
const spread = 1_500;
/** ms that a sentence about lost pages stands. */
const longEnough = 10_000;

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The new table with those pages of the old one that still hold something unsaved. */
function withUnsaved(table: RouteTable, before: RouteTable, unsaved: readonly Tab[]): RouteTable {
  const kept = unsaved.flatMap(({ path }): [string, PageRoute][] => {
    const page = before.pages.get(path);
    return page && !table.pages.has(path) ? [[path, page]] : [];
  });
  return kept.length ? { ...table, pages: new Map([...table.pages, ...kept]) } : table;
}

/**
 * Takes over menus and rights as they are now; of open pages that are lost the person is told, and unsaved work stays
 * where it is.
 */
function takeOver(info: UserInfo, nodes: MenuNode[]): void {
  const before = useSession.getState().routeTable;
  if (!before) return;
  const table = routeTableOf(nodes, [...staticRoutes, ...methodRoutes]);
  const tabs = useTabs.getState();
  const lost = tabs.tabs.filter(({ path }) => before.pages.has(path) && !table.pages.has(path));
  const unsaved = lost.filter(({ key }) => isDirty(tabs, key));
  const closed = lost.filter((tab) => !unsaved.includes(tab));
  useLostPages.setState({ titles: new Map(closed.map(({ place, title }) => [place.pathname, title])) });
  takeUser(info);
  takeMenus(nodes, withUnsaved(table, before, unsaved));
  const titles = (some: readonly Tab[]): string[] => [...new Set(some.map(({ title }) => title))];
  if (closed.length) feedback.notify('warning', rightsTexts.lost(titles(closed)), { duration: longEnough });
  if (unsaved.length) feedback.notify('warning', rightsTexts.lostUnsaved(titles(unsaved)), { duration: longEnough });
}

let asking: Promise<void> | undefined;

/**
 * Asks for the person's rights and menus anew; nothing moves where they are as they were. A failure leaves everything
 * as it is.
 */
export async function refreshRights(): Promise<void> {
  const asked = useSession.getState().user?.id;
  if (asked === undefined || !useSession.getState().routeTable) return;
  try {
    const [info, nodes] = await Promise.all([fetchInfo({ background: true }), fetchMenus({ background: true })]);
    const { user, roles, menus } = useSession.getState();
    if (user?.id !== asked || (same(info.user, user) && same(info.roles, roles) && same(nodes, menus))) return;
    takeOver(info, nodes);
  } catch {
    // The client has seen to what ends a session; the next word asks again.
  }
}

/**
 * What an administrator has changed, told by the push connection.
 * @param what `brand`: the organisation's sign and texts, which stand in auth/info as well
 */
export function heardChange(what: Change): void {
  if (what === 'dictionaries') return forgetDictionaries();
  if (what === 'brand') void useBrand.getState().renew();
  asking ??= new Promise<void>((resolve) => setTimeout(resolve, Math.random() * spread)).then(() => {
    asking = undefined;
    return refreshRights();
  });
}
