import { type ReactNode, useContext, useMemo } from 'react';
import {
  NavigationType,
  type Navigator,
  parsePath,
  type To,
  UNSAFE_LocationContext as LocationContext,
  UNSAFE_NavigationContext as NavigationContext,
  UNSAFE_RouteContext as RouteContext,
} from 'react-router-dom';
import { useSession } from '@/session/sessionStore';
import { findTab, type TabPlace, tabKeyOf } from '@/session/tabs/tabState';
import { useTabs } from '@/session/tabs/tabStore';

// Pages are registered flat, without parameters. This is not a data route, whose `useNavigate` would resolve `?x`
// against the address of the shown page.
const noRoute = { outlet: null, matches: [], isDataRoute: false };

/** Stores a query change of a hidden page in its tab, because the address bar belongs to another tab. */
function storeChangeWhileHidden(tabKey: string, to: To): boolean {
  const state = useTabs.getState();
  const tab = findTab(state, tabKey);
  if (!tab || state.active === tabKey) return false;
  const { pathname = tab.place.pathname, search = '', hash = '' } = typeof to === 'string' ? parsePath(to) : to;
  const page = useSession.getState().routeTable?.pages.get(tab.path);
  if (!page || pathname !== tab.place.pathname || tabKeyOf(page, search) !== tabKey) return false;
  state.relocate(tabKey, { search, hash });
  return true;
}

function navigatorOf(tabKey: string, outer: Navigator): Navigator {
  return {
    ...outer,
    push: (to, state, options) => {
      if (!storeChangeWhileHidden(tabKey, to)) outer.push(to, state, options);
    },
    replace: (to, state, options) => {
      if (!storeChangeWhileHidden(tabKey, to)) outer.replace(to, state, options);
    },
  };
}

interface FrozenLocationProps {
  readonly tabKey: string;
  readonly place: TabPlace;
  readonly children: ReactNode;
}

/** Provides a page with the address of its own tab while the address bar shows another tab's (DESIGN §4.3). */
export function FrozenLocation({ tabKey, place, children }: FrozenLocationProps) {
  const outer = useContext(NavigationContext);
  const navigation = useMemo(() => ({ ...outer, navigator: navigatorOf(tabKey, outer.navigator) }), [outer, tabKey]);
  // A fixed navigation type, because a real one would render every page at each navigation, and no page uses it.
  const frozenLocation = useMemo(
    () => ({ location: place as typeof place & { mask: undefined }, navigationType: NavigationType.Pop }),
    [place],
  );
  return (
    <NavigationContext value={navigation}>
      <LocationContext value={frozenLocation}>
        <RouteContext value={noRoute}>{children}</RouteContext>
      </LocationContext>
    </NavigationContext>
  );
}
