import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { ConfigProvider } from 'antd';
import zhCN from 'antd/locale/zh_CN';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { fetchInfo } from '@/api/auth';
import { AntRoot } from '@/app/AntRoot';
import { takeUser } from '@/session/sessionStore';
import { AntFeedback } from '@/shell/overlays/AntFeedback';
import { withToken } from './browserState';

/**
 * One page for the person that a token belongs to, without the shell around it; `router.state.location` tells where it
 * went.
 */
export async function renderPage(page: ReactNode, { token, path = '/' }: { token: string; path?: string }) {
  withToken(token, path);
  takeUser(await fetchInfo());
  const router = createMemoryRouter([{ path: '*', element: page }], { initialEntries: [path] });
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const view = render(
    // Without antd's stylesheets, which jsdom would make and match for a third of the time; the browser tests have
    // them.
    <ConfigProvider locale={zhCN} theme={{ token: { motion: false }, zeroRuntime: true }}>
      <AntRoot>
        <AntFeedback />
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </AntRoot>
    </ConfigProvider>,
  );
  return { ...view, router };
}

/** The whole console as a tab opened at an address; import it late, it is large. */
export async function renderConsole({ token, path = '/' }: { token: string; path?: string }) {
  withToken(token, path);
  const { App } = await import('@/app/App');
  return render(
    <ConfigProvider theme={{ zeroRuntime: true }}>
      <App />
    </ConfigProvider>,
  );
}
