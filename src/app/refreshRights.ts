import { fetchInfo, fetchMenus } from '@/api/auth';
import { feedback } from '@/lib/feedback';
import { useBrand } from '@/session/brandStore';
import { forgetDictionaries } from '@/session/dictionaryStore';
import { useLostPages } from '@/session/lostPages';
import type { PageRoute, RouteTable } from '@/session/routeTable';
import { takeMenus, takeUser, useSession } from '@/session/sessionStore';
import { isDirty, type Tab } from '@/session/tabs/tabState';
import { useTabs } from '@/session/tabs/tabStore';
import { methodRoutes } from '@contract/features/laboratory/methods/methodCatalogue';
import { rightsTexts } from '@contract/features/signIn/signInTexts';
import { staticRoutes } from '@contract/routes';
import type { AdministratorChange, MenuNode, UserInfo } from '@contract/wire';
import { routeTableOf } from './router/menuRoutes';

/**
 * Longest random delay in ms. A change reaches all browsers at once, and their requests should not arrive together.
 */
const maxDelayMs = 1_500;
/** Time in ms for which the message about removed pages is shown. */
const noticeDurationMs = 10_000;

const isSame = (first: unknown, other: unknown): boolean => JSON.stringify(first) === JSON.stringify(other);

/** Returns the new route table, plus pages of the old one with unsaved input. */
function withUnsaved(table: RouteTable, previousTable: RouteTable, unsaved: readonly Tab[]): RouteTable {
  const keptPages = unsaved.flatMap(({ path }): [string, PageRoute][] => {
    const page = previousTable.pages.get(path);
    return page && !table.pages.has(path) ? [[path, page]] : [];
  });
  return keptPages.length ? { ...table, pages: new Map([...table.pages, ...keptPages]) } : table;
}

/** Applies new menus and rights. Names the open pages that the person lost. Pages with unsaved input stay open. */
function applyRights(info: UserInfo, nodes: MenuNode[]): void {
  const previousTable = useSession.getState().routeTable;
  if (!previousTable) return;
  const table = routeTableOf(nodes, [...staticRoutes, ...methodRoutes]);
  const tabs = useTabs.getState();
  const lostTabs = tabs.tabs.filter(({ path }) => previousTable.pages.has(path) && !table.pages.has(path));
  const unsaved = lostTabs.filter(({ key }) => isDirty(tabs, key));
  const closedTabs = lostTabs.filter((tab) => !unsaved.includes(tab));
  useLostPages.setState({ titles: new Map(closedTabs.map(({ place, title }) => [place.pathname, title])) });
  takeUser(info);
  takeMenus(nodes, withUnsaved(table, previousTable, unsaved));
  const titles = (tabList: readonly Tab[]): string[] => [...new Set(tabList.map(({ title }) => title))];
  if (closedTabs.length)
    feedback.notify('warning', rightsTexts.lost(titles(closedTabs)), { duration: noticeDurationMs });
  if (unsaved.length)
    feedback.notify('warning', rightsTexts.lostUnsaved(titles(unsaved)), { duration: noticeDurationMs });
}

let pendingCheck: Promise<void> | undefined;

/** Requests the person's rights and menus again. Unchanged pages do not move. A failure changes nothing. */
export async function refreshRights(): Promise<void> {
  const userId = useSession.getState().user?.id;
  if (userId === undefined || !useSession.getState().routeTable) return;
  try {
    const [info, nodes] = await Promise.all([fetchInfo({ background: true }), fetchMenus({ background: true })]);
    const { user, roles, menus } = useSession.getState();
    if (user?.id !== userId || (isSame(info.user, user) && isSame(info.roles, roles) && isSame(nodes, menus))) return;
    applyRights(info, nodes);
  } catch {
    // The client handles the end of a session. The next change asks again.
  }
}

/**
 * Handles a change that the push connection reports.
 * @param change `brand`: the organization's logo and texts, which are part of auth/info, too
 */
export function handlePushedChange(change: AdministratorChange): void {
  if (change === 'dictionaries') return forgetDictionaries();
  if (change === 'brand') void useBrand.getState().renew();
  pendingCheck ??= new Promise<void>((resolve) => setTimeout(resolve, Math.random() * maxDelayMs)).then(() => {
    pendingCheck = undefined;
    return refreshRights();
  });
}
