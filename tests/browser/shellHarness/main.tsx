import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { ConfigProvider } from 'antd';
import zhCN from 'antd/locale/zh_CN';
import { StrictMode, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { antdTheme } from '@/app/antdTheme';
import { AntRoot } from '@/app/AntRoot';
import { routeTableOf } from '@/app/router/menuRoutes';
import { applyTheme, isDark } from '@/lib/browser/theme';
import { takeMenus, takeUser } from '@/session/sessionStore';
import { useSettings } from '@/session/settingsStore';
import { AntdFeedback } from '@/shell/overlays/AntdFeedback';
import { Shell } from '@/shell/Shell';
import { staticRoutes } from '@contract/routes';
import { serverFeatures } from '@contract/wire';
import { menus } from './menus';
import { renderPage } from './pages';

const user = {
  id: 7,
  userName: 'admin',
  nickName: '陈管理',
  phone: null,
  email: null,
  avatar: null,
  expiryDate: null,
  organization: null,
  organizationId: null,
  isAdmin: true,
  isQy: false,
  roles: [],
};
useSettings.getState().loadFor(user.id);
takeUser({ user, roles: ['admin'], features: serverFeatures });
takeMenus(menus, routeTableOf(menus, staticRoutes));

const router = createBrowserRouter([
  { path: '*', element: <Shell renderPage={renderPage} missingPage={<p>没有这个页面</p>} /> },
]);
const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });

/** The real shell, theme and stores around test pages. */
function Harness() {
  const settings = useSettings();
  const dark = isDark(settings.appearance);
  useEffect(() => applyTheme(settings.theme, dark), [settings.theme, dark]);
  return (
    <ConfigProvider locale={zhCN} theme={antdTheme({ ...settings, dark })}>
      <AntRoot>
        <AntdFeedback />
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </AntRoot>
    </ConfigProvider>
  );
}

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Harness />
    </StrictMode>,
  );
}
