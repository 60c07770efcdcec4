import { render, screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { client } from '@/api/client';
import { dropTokenCookie, hasToken, readCookie } from '@/lib/browser/cookies';
import { obscure, reveal } from '@/lib/browser/obscureCookie';
import { isExpired } from '@/session/access/accountExpiry';
import { followOtherPerson } from '@/session/access/otherPersonSignedIn';
import { signIn } from '@/session/access/signIn';
import { askAndSignOut, signOut } from '@/session/access/signOut';
import { keepToken, readRemembered, readToken } from '@/session/credentials';
import { dictionaryEntries, forgetDictionaries, useDictionary, useDictionaryEntry } from '@/session/dictionaryStore';
import { chooseOrganization, takeUser, useSession } from '@/session/sessionStore';
import { accountExpiryWarningDuration, otherPersonCode } from '@contract/constants';
import { failures, messages } from '@contract/messages';
import type { UserInfo } from '@contract/wire';
import { apiServer } from '../support/apiServer';
import { freshBrowser, heardFeedback, storageSweep, watchNavigation, withToken } from '../support/browserState';
import { measured } from '../support/measured';
import { testPassword } from '../support/rows';

const api = apiServer();
let heard: ReturnType<typeof heardFeedback>;
let left: ReturnType<typeof watchNavigation>;

beforeAll(async () => {
  const { rows } = api.server;
  // SPEC §6: the account with id 1 never expires.
  await rows.user({ userName: 'first' });
  const role = await rows.role({ permissions: ['inspectUnit:list'] });
  const organizationId = await rows.organization();
  await rows.user({ userName: 'sales', organizationId, roles: [role] });
  await rows.user({ userName: 'analyst', organizationId, roles: [role] });
});
beforeEach(() => {
  freshBrowser();
  heard = heardFeedback();
  left = watchNavigation();
});
afterEach(() => vi.restoreAllMocks());

const credentials = { username: 'sales', password: testPassword };
const serverDown = () => api.intercept(http.delete('*/auth/logout', () => HttpResponse.error()));

describe('a session', () => {
  it('signing in stores the token obscured in a cookie and the person in memory', async () => {
    expect(await signIn(credentials)).toBe(true);
    const cookie = readCookie('token') ?? '';
    expect(reveal(cookie)).toBe(readToken());
    expect(cookie).not.toContain(readToken());
    expect(useSession.getState()).toMatchObject({
      user: { userName: 'sales' },
      roles: ['inspectUnit:list'],
      loadMenus: true,
    });
    expect((await client.get<UserInfo>('auth/info')).data.user.userName).toBe('sales');
  });

  it('signing out ends the session in the browser even if the server does not answer', async () => {
    await signIn(credentials);
    serverDown();
    await signOut();
    expect(readToken()).toBeUndefined();
    expect(useSession.getState()).toMatchObject({ user: null, roles: [], routeTable: null });
    expect(left.reload).toHaveBeenCalledOnce();
  });

  it('a login of another person in another window is reported before any request; leaving this window continues that session', async () => {
    await signIn(credentials);
    const stop = followOtherPerson();
    heard.answer(false);
    const other = await api.server.login('analyst');
    keepToken(other);
    window.dispatchEvent(new Event('focus'));
    await vi.waitFor(() => expect(heard.questions).toEqual([failures.otherPerson]), { timeout: 30_000 });
    expect(left.reload).not.toHaveBeenCalled();
    // Reported once for several requests too.
    await expect(Promise.all([client.get('auth/info'), client.get('api/menus/build')])).rejects.toMatchObject({
      code: otherPersonCode,
    });
    await vi.waitFor(() => expect(heard.questions.length).toBeGreaterThan(1), { timeout: 30_000 });
    expect(heard.notices).toEqual([]);
    await signOut();
    expect([readToken(), left.reload.mock.calls.length]).toEqual([other, 1]);
    expect((await api.server.ask('GET', 'auth/info', { token: other })).status).toBe(200);
    stop();
  });

  it('the end of a session removes the page address for the next person at the device', async () => {
    await signIn(credentials);
    window.history.replaceState(
      null,
      '',
      '/enterprisesService/enterpriseProjects/index/page/detail?belongInspectName=甲公司',
    );
    heard.answer(true);
    expect(await askAndSignOut()).toBe(false);
    expect([left.replaceBy.mock.calls, left.reload.mock.calls.length]).toEqual([[['/login']], 0]);
  });

  it('signing out ends the session on the server too', async () => {
    await signIn(credentials);
    const token = readToken();
    await signOut();
    expect((await api.server.ask('GET', 'auth/info', { token })).status).toBe(401);
  });

  it('signing out asks first, and the session continues after a no', async () => {
    await signIn(credentials);
    heard.answer(false);
    expect(await askAndSignOut()).toBe(true);
    expect(heard.questions).toEqual([messages.confirmLogout]);
    expect(readToken()).toBeDefined();
    heard.answer(true);
    expect(await askAndSignOut()).toBe(false);
    expect(readToken()).toBeUndefined();
  });

  it('an account past its expiry date is signed out even if the server has not noticed', async () => {
    const { body } = await api.server.ask<UserInfo>('GET', 'auth/info', { token: await api.server.login('sales') });
    api.intercept(
      http.post('*/auth/login', () =>
        HttpResponse.json({ token: 't', user: { ...body, user: { ...body.user, expiryDate: null } } }),
      ),
    );
    expect(await signIn(credentials)).toBe(false);
    expect(heard.notices).toEqual([['warning', '系统到期,请续费', { duration: accountExpiryWarningDuration }]]);
    await vi.waitFor(() => expect(left.reload).toHaveBeenCalledOnce(), { timeout: 30_000 });
    expect(readToken()).toBeUndefined();
  });
});

describe('storage after the session (AU10)', () => {
  const opened = () => {
    const kept = storageSweep();
    const revealed = ['token', 'password'].map((name) => reveal(readCookie(name as 'token') ?? '') ?? '');
    return [kept, ...revealed].join('\n');
  };

  it('the browser’s storage contains 0 passwords after a login with or without remembering, after a logout, and after a 401', async () => {
    const swept: string[] = [];
    const sweep = () => swept.push(opened(), JSON.stringify(useSession.getState()));
    for (const rememberMe of [false, true]) {
      await signIn({ ...credentials, rememberMe });
      sweep();
    }
    await signOut();
    sweep();
    expect(readCookie('token')).toBeUndefined();
    await signIn({ ...credentials, rememberMe: true });
    api.intercept(http.get('*/thing', () => HttpResponse.json({ status: 401, message: 'x' }, { status: 401 })));
    await expect(client.get('thing')).rejects.toThrow();
    sweep();
    expect(readCookie('point')).toBe('401');
    const found = swept.filter((place) => place.includes(testPassword));
    expect(found).toEqual([]);
    measured(`登录、记住、退出、401 之后查 ${swept.length} 处（Cookie 与存储、内存）：${found.length} 处口令`);
  });

  it('the browser’s storage contains 0 data after the logout of a person who was not remembered', async () => {
    await signIn(credentials);
    await signOut();
    expect(storageSweep().trim()).toBe('');
    measured(`退出后 Cookie 与存储中余 ${storageSweep().trim().length} 字`);
  });
});

describe('remembered login (记住密码)', () => {
  it('a remembered login (记住密码) stores a credential of the server, which signs in without the password', async () => {
    await signIn({ ...credentials, rememberMe: true });
    const remembered = readRemembered();
    expect(remembered?.username).toBe('sales');
    await signOut();
    expect(await signIn({ username: 'sales', password: remembered?.credential ?? '' })).toBe(true);
  });

  it('a remembered login (记住密码) is deleted by a login without it', async () => {
    await signIn({ ...credentials, rememberMe: true });
    await signIn({ ...credentials, rememberMe: false });
    expect(readRemembered()).toBeUndefined();
  });

  it('the session cookie is found behind the cookie of another application, which is no session and cannot be removed here', async () => {
    await signIn(credentials);
    const own = document.cookie;
    const foreign = 'token=eyJhbGciOi.of.another';
    const cookies = vi.spyOn(document, 'cookie', 'get').mockReturnValue(foreign);
    expect([hasToken(), readToken()]).toEqual([false, undefined]);
    cookies.mockReturnValue(`${foreign}; ${own}`);
    expect((await client.get<UserInfo>('auth/info')).data.user.userName).toBe('sales');
  });

  it('a session cookie that cannot be deleted is ignored after the session’s end, so that the page does not reload forever', () => {
    const stuck = obscure('of another installation');
    vi.spyOn(document, 'cookie', 'get').mockReturnValue(`token=${encodeURIComponent(stuck)}`);
    expect(hasToken()).toBe(true);
    dropTokenCookie();
    expect([hasToken(), readToken()]).toEqual([false, undefined]);
    sessionStorage.clear();
  });

  it('the remembered login ignores a cookie written by another program', () => {
    withToken('x');
    document.cookie = 'token=%7Bodd; path=/';
    expect(readToken()).toBeUndefined();
    expect(reveal('U2FsdGVkX1nonsense')).toBeUndefined();
    expect(reveal(obscure('甲乙'))).toBe('甲乙');
  });
});

describe('account expiry (AU8)', () => {
  const today = '2024-05-01';
  const user = { id: 9, isAdmin: false };
  it.each([
    ['a date to come', { ...user, expiryDate: '2024-05-02' }, false],
    ['the day itself', { ...user, expiryDate: '2024-05-01' }, false],
    ['a date past', { ...user, expiryDate: '2024-04-30' }, true],
    ['a moment of this day', { ...user, expiryDate: '2024-05-01 08:00:00' }, false],
    ['ten digits past', { ...user, expiryDate: '1704067200' }, true],
    ['no date', { ...user, expiryDate: null }, true],
    ['a missing date', { ...user }, true],
    ['an empty date', { ...user, expiryDate: '' }, true],
    ['an administrator without a date', { ...user, isAdmin: true, expiryDate: null }, false],
    ['the user 1 with a date past', { id: 1, isAdmin: false, expiryDate: '2000-01-01' }, false],
  ])(
    'an account expires after its last day, and an account without a day counts as expired, except an administrator’s: %s',
    (_name, person, expired) => {
      expect(isExpired(person, today)).toBe(expired);
    },
  );
});

describe('dictionaries', () => {
  const answer = (label: string) =>
    api.intercept(
      http.get('*/api/dictDetail', () =>
        HttpResponse.json({
          content: [{ id: 1, value: 1, label, dictSort: 1, organizationId: null }],
          totalElements: 1,
        }),
      ),
    );
  const Words = ({ dict }: { dict: string }) => (
    <p>
      {useDictionary(dict)
        .map(({ label }) => label)
        .join('、')}
    </p>
  );
  const Word = ({ dict, value }: { dict: string; value: string }) => (
    <p>{useDictionaryEntry(dict, value)?.label ?? '–'}</p>
  );

  beforeEach(async () => {
    const token = await api.server.login('sales');
    withToken(token);
    takeUser((await api.server.ask<UserInfo>('GET', 'auth/info', { token })).body);
  });

  it('a dictionary is requested once for any number of cells', async () => {
    answer('化工');
    render(
      <>
        {Array.from({ length: 20 }, (_, index) => (
          <Word key={index} dict="industry" value="1" />
        ))}
      </>,
    );
    expect(await screen.findAllByText('化工')).toHaveLength(20);
    expect(api.calls.map(({ path }) => path)).toEqual(['api/dictDetail?dictName=industry&page=0&size=9999']);
    expect(api.calls[0]?.headers.get('organizationid')).toBeTruthy();
  });

  it('a dictionary built into the program needs no request', async () => {
    render(<Words dict="priority" />);
    expect(screen.getByText('一般、重要、紧急')).toBeVisible();
    expect(api.calls).toEqual([]);
  });

  it('a dictionary is requested again after a change', async () => {
    answer('旧');
    render(<Words dict="industry" />);
    await screen.findByText('旧');
    answer('新');
    forgetDictionaries('industry');
    expect(await screen.findByText('新')).toBeVisible();
  });

  it('the dictionaries of two organizations are kept apart', async () => {
    takeUser({ user: { ...(useSession.getState().user as UserInfo['user']), isAdmin: true }, roles: ['admin'] });
    answer('甲机构');
    await dictionaryEntries('industry');
    chooseOrganization(99);
    answer('乙机构');
    expect((await dictionaryEntries('industry')).map(({ label }) => label)).toEqual(['乙机构']);
    expect(api.calls).toHaveLength(2);
  });

  it('a dictionary that failed to load is requested again the next time', async () => {
    api.intercept(http.get('*/api/dictDetail', () => HttpResponse.error(), { once: true }));
    await expect(dictionaryEntries('industry')).rejects.toThrow(messages.requestFailed);
    answer('化工');
    expect(await dictionaryEntries('industry')).toEqual([{ value: '1', label: '化工' }]);
  });

  it('the loaded dictionaries are deleted with the session', async () => {
    answer('化工');
    await dictionaryEntries('industry');
    freshBrowser();
    await dictionaryEntries('industry');
    expect(api.calls).toHaveLength(2);
  });
});
