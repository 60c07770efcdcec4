import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { ConfigProvider } from 'antd';
import zhCN from 'antd/locale/zh_CN';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { fetchInfo } from '@/api/auth';
import { AntRoot } from '@/app/AntRoot';
import { takeUser } from '@/session/sessionStore';
import { AntdFeedback } from '@/shell/overlays/AntdFeedback';
import { withToken } from './browserState';

/** Renders one page for the person of a token, without the shell; `router.state.location` is its current address. */
export async function renderPage(page: ReactNode, { token, path = '/' }: { token: string; path?: string }) {
  withToken(token, path);
  takeUser(await fetchInfo());
  const router = createMemoryRouter([{ path: '*', element: page }], { initialEntries: [path] });
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const view = render(
    // Without antd's stylesheets, which would take jsdom a third of the time; the browser tests have them.
    <ConfigProvider locale={zhCN} theme={{ token: { motion: false }, zeroRuntime: true }}>
      <AntRoot>
        <AntdFeedback />
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </AntRoot>
    </ConfigProvider>,
  );
  return { ...view, router };
}

/** Renders the whole console as a tab opened at an address; import it late, since it is large. */
export async function renderConsole({ token, path = '/' }: { token: string; path?: string }) {
  withToken(token, path);
  const { App } = await import('@/app/App');
  return render(
    <ConfigProvider theme={{ zeroRuntime: true }}>
      <App />
    </ConfigProvider>,
  );
}
