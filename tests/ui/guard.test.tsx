import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { useEffect } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { client } from '@/api/client';
import { nextNavigationStep } from '@/app/enterConsole';
import { Guard } from '@/app/Guard';
import { readCookie } from '@/lib/browser/cookies';
import { loginAddress, returnPath } from '@/lib/browser/returnPath';
import { signIn } from '@/session/access/signIn';
import {
  arrivedDashboard,
  prefetchInfo,
  prefetchMenus,
  dropDashboard,
  takeDashboard,
} from '@/session/prefetchedAnswers';
import { clearSession, useSession } from '@/session/sessionStore';
import { installPrefetch } from '@/session/tabs/prefetch';
import { methodRoutes } from '@contract/features/laboratory/methods/methodCatalogue';
import { pageTexts } from '@contract/features/signIn/signInTexts';
import { messages } from '@contract/messages';
import { defaultRole } from '@contract/permissions';
import { publicPaths, staticRoutes } from '@contract/routes';
import type { UserInfo } from '@contract/wire';
import { apiServer } from '../support/apiServer';
import { freshBrowser, heardFeedback, watchNavigation, withToken } from '../support/browserState';
import { measured } from '../support/measured';
import { testPassword } from '../support/rows';

const api = apiServer();
let heard: ReturnType<typeof heardFeedback>;
let left: ReturnType<typeof watchNavigation>;
let organizationId: number;

beforeAll(async () => {
  // SPEC §6: the account with id 1 never expires.
  await api.server.rows.user({ userName: 'first' });
  organizationId = await api.server.rows.organization();
  const role = await api.server.rows.role({ permissions: ['inspectUnit:list'] });
  await api.server.rows.user({ userName: 'sales', organizationId, roles: [role] });
  await api.server.rows.user({ userName: 'idle', organizationId });
  await api.server.rows.user({ userName: 'client', organizationId, isQy: true });
});
beforeEach(() => {
  freshBrowser();
  dropDashboard();
  heard = heardFeedback();
  left = watchNavigation();
});
afterEach(() => vi.restoreAllMocks());

/** A page that sends a request as soon as it is shown. */
function Probe() {
  const { pathname, search } = useLocation();
  useEffect(() => void client.get('api/health'), []);
  return <p>{`到达 ${pathname}${search}`}</p>;
}
const open = (address: string) =>
  render(
    <MemoryRouter initialEntries={[address]}>
      <Guard>
        <Probe />
      </Guard>
    </MemoryRouter>,
  );
const broken = (path: string, status = 500) =>
  api.intercept(http.get(`*/${path}`, () => HttpResponse.json({ status, message: '出错' }, { status })));

describe('steps before a page opens', () => {
  const known = { roles: ['x'], loadMenus: false };
  it.each([
    ['a token at /login goes home', true, known, '/login?redirect=%2Fx', { kind: 'goTo', path: '/' }],
    ['no roles ask for the person', true, { roles: [], loadMenus: false }, '/x', { kind: 'askInfo' }],
    ['no roles come before the flag', true, { roles: [], loadMenus: true }, '/x', { kind: 'askInfo' }],
    ['the flag asks for the menus', true, { roles: ['x'], loadMenus: true }, '/x', { kind: 'askMenus' }],
    ['otherwise pass', true, known, '/x', { kind: 'pass' }],
    [
      'no token goes to the login with the whole path',
      false,
      known,
      '/a?x=1&y=2#z',
      { kind: 'goTo', path: '/login?redirect=%2Fa%3Fx%3D1%26y%3D2%23z' },
    ],
    ['the start page is named as well', false, known, '/', { kind: 'goTo', path: '/login?redirect=%2F' }],
  ])('the navigation guard chooses the step before a page opens: %s', (_name, signedIn, session, target, step) => {
    expect(nextNavigationStep(signedIn, session, target)).toEqual(step);
  });

  it('only 5 public pages open for people without a session (AZ9)', () => {
    expect([...publicPaths].sort()).toEqual([
      '/industryNews',
      '/industryNewsDetails',
      '/legal/certificateAgreement',
      '/legal/privacyPolicy',
      '/login',
      '/orgReportFormula',
      '/orgReportFormulaDetails',
    ]);
    const entered = (paths: readonly string[]) =>
      paths.filter(
        (path) => nextNavigationStep(false, { roles: [], loadMenus: false }, `${path}?id=1`).kind === 'pass',
      );
    expect(entered([...publicPaths])).toEqual([...publicPaths]);
    const typed = [...staticRoutes, ...methodRoutes]
      .map(({ path }) => path)
      .filter((path) => !publicPaths.includes(path));
    expect(typed.length).toBeGreaterThan(100);
    expect(entered(typed)).toEqual([]);
    measured(`未登录手输 ${typed.length} 个地址，进入 ${entered(typed).length} 个；公开页面 ${publicPaths.length} 个`);
  });
});

describe('a new browser tab with a token', () => {
  it('a new browser tab with a token requests auth/info, then menus/build, then what the page needs, and nothing else', async () => {
    withToken(await api.server.login('sales'));
    open('/inspectUnit?x=1&y=2');
    expect(await screen.findByText('到达 /inspectUnit?x=1&y=2')).toBeVisible();
    await waitFor(() => expect(api.asked()).toEqual(['GET auth/info', 'GET api/menus/build', 'GET api/health']));
    expect([...useSession.getState().permissions]).toContain('inspectUnit:list');
  });

  it('a new browser tab with a token follows a redirect with its query before anything is shown', async () => {
    withToken(await api.server.login('sales'));
    const shown: string[] = [];
    const Frame = () => {
      const { pathname, search } = useLocation();
      shown.push(pathname + search);
      return <Probe />;
    };
    render(
      <MemoryRouter initialEntries={['/?from=mail']}>
        <Guard>
          <Frame />
        </Guard>
      </MemoryRouter>,
    );
    expect(await screen.findByText('到达 /dashboard?from=mail')).toBeVisible();
    expect(new Set(shown)).toEqual(new Set(['/dashboard?from=mail']));
    // Waits for the page's request, so that it does not reach the next test.
    await waitFor(() => expect(api.asked()).toContain('GET api/health'));
  });

  it('a new browser tab gives a person without roles ROLE_SYSTEM_DEFAULT and does not ask again', async () => {
    withToken(await api.server.login('idle'));
    open('/inspectUnit');
    await screen.findByText(/到达/);
    expect(useSession.getState().roles).toEqual([defaultRole]);
    await waitFor(() => expect(api.asked()).toEqual(['GET auth/info', 'GET api/menus/build', 'GET api/health']));
  });

  it('a new browser tab signs out and reloads if the person cannot be loaded', async () => {
    withToken(await api.server.login('sales'));
    broken('auth/info');
    open('/');
    await waitFor(() => expect(left.reload).toHaveBeenCalledOnce());
    expect(api.asked()).toEqual(['GET auth/info', 'DELETE auth/logout']);
    expect(readCookie('token')).toBeUndefined();
    // The login page shows the reason.
    expect(readCookie('point')).toBe('noInfo');
  });

  it('a new browser tab with a revoked token opens the login page, which says why', async () => {
    withToken('revoked');
    open('/');
    await waitFor(() => expect(left.reload).toHaveBeenCalledOnce());
    expect(api.asked()).toEqual(['GET auth/info']);
    expect(readCookie('point')).toBe('401');
  });

  it('a new browser tab with an account expired on the server shows a warning before everything reloads', async () => {
    withToken(await api.server.login('sales'));
    api.intercept(
      http.get('*/auth/info', () =>
        HttpResponse.json({ status: 401, code: 'expired', message: messages.expired }, { status: 401 }),
      ),
    );
    open('/');
    await waitFor(() => expect(heard.notices).toEqual([['warning', '系统到期,请续费', { duration: 2500 }]]));
    expect(left.reload).not.toHaveBeenCalled();
    await waitFor(() => expect(left.reload).toHaveBeenCalledOnce(), { timeout: 30_000 });
  });

  it('a new browser tab with an account expired by its date warns and shows nothing else', async () => {
    withToken(await api.server.login('sales'));
    const { body } = await api.server.ask<UserInfo>('GET', 'auth/info', { token: await api.server.login('sales') });
    api.intercept(
      http.get('*/auth/info', () => HttpResponse.json({ ...body, user: { ...body.user, expiryDate: '2020-01-01' } })),
    );
    open('/');
    await waitFor(() => expect(heard.notices).toEqual([['warning', '系统到期,请续费', { duration: 2500 }]]));
    expect(screen.queryByText(/到达/)).toBeNull();
    await waitFor(() => expect(left.reload).toHaveBeenCalledOnce(), { timeout: 30_000 });
    expect(api.asked()).toEqual(['GET auth/info', 'DELETE auth/logout']);
  });
});

describe('code of the requested page', () => {
  it.each([
    ['/inspectUnit/index?page=2', 'inspectUnit'],
    ['/', 'dashboard'],
  ])(
    'the code of the requested page is loaded once for %s, without waiting for the server',
    async (address, folder) => {
      const asked: string[] = [];
      const before = installPrefetch(async (component) => void asked.push(component));
      withToken(await api.server.login('sales'));
      open(address);
      await screen.findByText(/^到达/);
      installPrefetch(before);
      expect(asked).toEqual([folder]);
    },
  );
});

describe('early request of the home page', () => {
  const waited = () => waitFor(() => expect(api.asked()).toContain('GET api/health'));

  it.each(['/', '/dashboard'])(
    'the home page’s data are requested early at %s, arrive before the page and are used once',
    async (address) => {
      withToken(await api.server.login('sales'));
      open(address);
      await waited();
      await waitFor(() => expect(arrivedDashboard()).toBeDefined());
      const held = arrivedDashboard();
      const { signal } = new AbortController();
      expect(await takeDashboard(signal)).toBe(held);
      expect(arrivedDashboard()).toBeUndefined();
      await takeDashboard(signal);
      expect(api.asked().filter((call) => call === 'GET api/dashboard')).toHaveLength(2);
    },
  );

  it('the early request of the home page is not used if it is too old, or of another organization or person', async () => {
    withToken(await api.server.login('sales'));
    const clock = vi.spyOn(performance, 'now');
    open('/');
    await waited();
    await waitFor(() => expect(arrivedDashboard()).toBeDefined());
    clock.mockReturnValue(performance.now() + 20_001);
    expect(arrivedDashboard()).toBeUndefined();
    clock.mockRestore();
    expect(arrivedDashboard()).toBeDefined();
    const { user } = useSession.getState();
    useSession.setState({ user: user && { ...user, organizationId: organizationId + 1 } });
    expect(arrivedDashboard()).toBeUndefined();
    useSession.setState({ user });
    expect(arrivedDashboard()).toBeDefined();
    void clearSession();
    expect(arrivedDashboard()).toBeUndefined();
  });

  it.each([
    ['client', '/'],
    ['sales', '/inspectUnit'],
  ])('the early request of the home page is not sent for %s at %s', async (userName, address) => {
    withToken(await api.server.login(userName));
    open(address);
    await waited();
    expect(api.asked()).not.toContain('GET api/dashboard');
  });
});

describe('early requests of the guard', () => {
  /** Sends the early requests as the entry does for a console page. */
  const ahead = () => {
    prefetchInfo();
    prefetchMenus();
  };

  it('the navigation guard does not repeat the requests for person and menus that were sent early', async () => {
    withToken(await api.server.login('sales'));
    ahead();
    open('/inspectUnit');
    await screen.findByText('到达 /inspectUnit');
    await waitFor(() => expect(api.asked()).toEqual(['GET auth/info', 'GET api/menus/build', 'GET api/health']));
    expect([...useSession.getState().permissions]).toContain('inspectUnit:list');
  });

  it('an early request answered with 401 does not end the session; the navigation guard handles the 401 once', async () => {
    withToken('revoked');
    ahead();
    await waitFor(() => expect(api.asked()).toHaveLength(2));
    expect(readCookie('point')).toBeUndefined();
    open('/');
    await waitFor(() => expect(left.reload).toHaveBeenCalledOnce());
    expect(readCookie('point')).toBe('401');
    expect(heard.notices).toEqual([]);
    expect(api.asked()).toEqual(['GET auth/info', 'GET api/menus/build', 'GET auth/info']);
  });

  it('an early request that failed is repeated only on the person’s request', async () => {
    withToken(await api.server.login('sales'));
    let tries = 0;
    api.intercept(
      http.get('*/api/menus/build', () =>
        (tries += 1) === 1 ? HttpResponse.json({ status: 500 }, { status: 500 }) : HttpResponse.json([]),
      ),
    );
    ahead();
    open('/inspectUnit');
    const retry = await screen.findByRole('button', { name: pageTexts.retry });
    expect(tries).toBe(1);
    await userEvent.click(retry);
    expect(await screen.findByText('到达 /inspectUnit')).toBeVisible();
    expect(tries).toBe(2);
  });
});

describe('menus that cannot be loaded', () => {
  it('if the menus cannot be loaded, a page with 重试 appears, which loads them again', async () => {
    withToken(await api.server.login('sales'));
    broken('api/menus/build');
    open('/inspectUnit');
    expect(await screen.findByRole('heading', { name: pageTexts.menusFailed })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: pageTexts.retry }));
    expect(await screen.findByRole('button', { name: pageTexts.retry })).toBeEnabled();
    expect(api.asked()).toEqual(['GET auth/info', 'GET api/menus/build', 'GET api/menus/build']);
  });

  it('if the menus load at the second attempt, the requested page opens', async () => {
    withToken(await api.server.login('sales'));
    let tries = 0;
    api.intercept(
      http.get('*/api/menus/build', () =>
        (tries += 1) === 1 ? HttpResponse.json({ status: 500 }, { status: 500 }) : HttpResponse.json([]),
      ),
    );
    open('/inspectUnit');
    await userEvent.click(await screen.findByRole('button', { name: pageTexts.retry }));
    expect(await screen.findByText('到达 /inspectUnit')).toBeVisible();
  });

  it('if the menus cannot be loaded, the page also offers 退出登录', async () => {
    withToken(await api.server.login('sales'));
    broken('api/menus/build');
    open('/');
    await userEvent.click(await screen.findByRole('button', { name: pageTexts.signOut }));
    await waitFor(() => expect(left.reload).toHaveBeenCalledOnce());
    expect(readCookie('token')).toBeUndefined();
  });
});

describe('a login in this browser tab', () => {
  it('a login in this browser tab requests no auth/info, requests the menus once, and resets the flag', async () => {
    expect(await signIn({ username: 'sales', password: testPassword })).toBe(true);
    expect(useSession.getState().loadMenus).toBe(true);
    open('/inspectUnit?a=1');
    await screen.findByText('到达 /inspectUnit?a=1');
    await waitFor(() => expect(api.asked()).toEqual(['POST auth/login', 'GET api/menus/build', 'GET api/health']));
    expect(useSession.getState().loadMenus).toBe(false);
  });
});

describe('the console without a token', () => {
  it('the console without a token opens the login page with the whole address to return to', async () => {
    open('/inspectUnit?x=1&y=2');
    await waitFor(() => expect(left.leaveFor).toHaveBeenCalledWith('/login?redirect=%2FinspectUnit%3Fx%3D1%26y%3D2'));
    expect(screen.queryByText(/到达/)).toBeNull();
    expect(api.asked()).toEqual([]);
  });
});

describe('return path after a login (AU9)', () => {
  it.each(['/a?x=1&y=2', '/a/b#c', '/a?to=//evil.example', '/中文?q=甲&r=乙'])(
    'the return address after a login keeps %s unchanged',
    (path) => {
      const search = new URL(loginAddress(path), 'http://localhost').searchParams;
      expect(decodeURI(returnPath(search.get('redirect')))).toBe(path);
    },
  );

  const hostile = [
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '\\/evil.example',
    'https://evil.example',
    'http:evil.example',
    'https:/evil.example',
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'blob:x',
    '/\t/evil.example',
    '/\n/evil.example',
    '\t//evil.example',
    '/\r\n//evil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/a/..//evil.example',
    '/%2e//evil.example',
    'evil.example',
    '@evil.example',
    '?redirect=//evil.example',
    'file:///etc/passwd',
    '/login',
    '/login?redirect=%2Flogin',
    '',
    null,
  ];
  it('the return address after a login was tested with at least 25 hostile addresses, 0 of which leave the site', () => {
    const away = hostile.filter(
      (redirect) => new URL(returnPath(redirect), 'http://localhost').origin !== 'http://localhost',
    );
    expect(away).toEqual([]);
    expect(hostile.length).toBeGreaterThanOrEqual(25);
    measured(`${hostile.length} 个地址，${away.length} 个离开本站`);
  });
  it.each(hostile)('the return address after a login is the start page for %j', (redirect) => {
    expect(returnPath(redirect)).toBe('/');
  });

  it.each(['/%2f/evil.example', '/%5cevil.example', '/%09/evil.example', '/a@evil.example', '/a//evil.example'])(
    'the return address after a login keeps %j on this site, as a browser reads it',
    (redirect) => {
      expect(new URL(returnPath(redirect), 'http://localhost').origin).toBe('http://localhost');
      expect(returnPath(redirect)).not.toMatch(/^\/[/\\]/);
    },
  );
});
