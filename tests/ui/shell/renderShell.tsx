import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ConfigProvider } from 'antd';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { AntRoot } from '@/app/AntRoot';
import { routeTableOf } from '@/app/router/menuRoutes';
import { clearSession, takeMenus, takeUser } from '@/session/sessionStore';
import { useSettings } from '@/session/settingsStore';
import { useTabs } from '@/session/tabs/tabStore';
import { AntdFeedback } from '@/shell/overlays/AntdFeedback';
import { Shell } from '@/shell/Shell';
import { staticRoutes } from '@contract/routes';
import { serverFeatures } from '@contract/wire';
import { menus } from '../../browser/shellHarness/menus';
import { renderPage } from '../../browser/shellHarness/pages';

const person = {
  userName: 'field',
  nickName: '周采样',
  phone: null,
  email: null,
  avatar: null,
  expiryDate: null,
  organization: null,
  organizationId: null,
  isQy: false,
  roles: [],
};

/** Resets everything as closing the browser does: session, tabs, settings. */
export function forgetEverything(): void {
  useTabs.getState().clear();
  void clearSession();
  sessionStorage.clear();
  localStorage.clear();
  for (const name of ['theme', 'sidebarStatus'])
    document.cookie = `${name}=; expires=Thu, 01 Jan 1970 00:00:00 GMT; path=/`;
  useSettings.getState().loadFor(0);
}

/** Renders the shell with the pages of the browser tests' harness, at an address. */
export function renderShell(address: string, { id = 5, isAdmin = false, isQy = false } = {}) {
  useSettings.getState().loadFor(id);
  const roles = isAdmin ? ['admin'] : ['inspectUnit:list'];
  takeUser({ user: { ...person, id, isAdmin, isQy }, roles, features: serverFeatures });
  takeMenus(menus, routeTableOf(menus, staticRoutes));
  const router = createMemoryRouter(
    [{ path: '*', element: <Shell renderPage={renderPage} missingPage={<p>没有这个页面</p>} /> }],
    { initialEntries: [address] },
  );
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const view = render(
    <ConfigProvider theme={{ token: { motion: false }, zeroRuntime: true }}>
      <AntRoot>
        <AntdFeedback />
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </AntRoot>
    </ConfigProvider>,
  );
  return {
    ...view,
    queryClient,
    router,
    user: userEvent.setup(),
    go: (to: string) => act(async () => router.navigate(to)),
    address: () => router.state.location.pathname + router.state.location.search,
    /** Returns the element of the shown page. */
    shown: () => {
      const pane = view.container.querySelector<HTMLElement>('[data-page-pane]:not([inert])');
      if (!pane) throw new Error('no page is shown');
      return pane;
    },
    tags: () => [...view.container.querySelectorAll<HTMLElement>('[role="tab"]')].map((tab) => tab.title),
  };
}

export type RenderedShell = ReturnType<typeof renderShell>;
