import { http, HttpResponse } from 'msw';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { fetchInfo, login } from '@/api/auth';
import type { Failure } from '@/api/callFailures';
import { client } from '@/api/client';
import { readCookie } from '@/lib/browser/cookies';
import { giveUp, installRelogin, signInAgain, useRelogin } from '@/session/access/relogin';
import { keepToken, readToken } from '@/session/credentials';
import { takeUser } from '@/session/sessionStore';
import { emptyTabs, type Tab } from '@/session/tabs/tabState';
import '@/session/access/signOut';
import { useTabs } from '@/session/tabs/tabStore';
import type { UserInfo } from '@contract/wire';
import { apiServer } from '../support/apiServer';
import { freshBrowser, heardFeedback, watchNavigation, withToken } from '../support/browserState';
import { testPassword } from '../support/rows';

// SPEC §4 and §8 end the session at a 401. With unsaved work the page stays and asks its owner for the password first.

const api = apiServer();
let left: ReturnType<typeof watchNavigation>;
let uninstall: () => void;

const tab: Tab = {
  key: '/customer/index',
  path: '/customer/index',
  title: '客户',
  subtitle: '',
  affix: false,
  noCache: false,
  place: { pathname: '/customer/index', search: '', hash: '', state: null, key: '' },
  live: true,
  version: 0,
  used: 1,
};
const dirty = (is: boolean) =>
  useTabs.setState({ ...emptyTabs, tabs: [tab], active: tab.key, dirty: is ? { [tab.key]: ['form'] } : {} });

beforeAll(async () => {
  await api.server.rows.user({ userName: 'writer', isAdmin: true });
});
beforeEach(async () => {
  freshBrowser();
  heardFeedback();
  left = watchNavigation();
  const { token, user } = await login({ username: 'writer', password: testPassword });
  withToken(token);
  takeUser(user);
  uninstall = installRelogin();
  dirty(true);
});
afterEach(() => {
  giveUp();
  uninstall();
  vi.restoreAllMocks();
});

/** Ends the session as an administrator or a new day would. */
const endSession = () => api.server.ask('DELETE', 'auth/logout', { token: readToken() ?? '' });
const askedForPassword = () => vi.waitFor(() => expect(useRelogin.getState().asking).toBe(true), { timeout: 30_000 });
/**
 * Waits long enough: stored data is deleted before the reload, and other tests of this worker may have opened such a
 * store.
 */
const haveEnded = () =>
  vi.waitFor(() => expect(ended()).toEqual({ reloads: 1, point: '401', token: undefined }), { timeout: 30_000 });
const ended = () => ({ reloads: left.reload.mock.calls.length, point: readCookie('point'), token: readToken() });

describe('a 401 with unsaved work', () => {
  it('after a 401 with unsaved work the page stays, and the failed request is repeated once the person has signed in', async () => {
    await endSession();
    const former = readToken();
    const call = client.get<UserInfo>('auth/info');
    await askedForPassword();
    expect(ended()).toEqual({ reloads: 0, point: undefined, token: former });
    await signInAgain({ password: testPassword });
    expect((await call).data.user.userName).toBe('writer');
    expect(readToken()).not.toBe(former);
    expect(useRelogin.getState().asking).toBe(false);
    expect(ended()).toMatchObject({ reloads: 0, point: undefined });
  });

  it('after a 401 with unsaved work the password is asked once for many requests, and each write is sent once', async () => {
    await endSession();
    let written = 0;
    api.intercept(
      http.post('*/thing', async ({ request }) => {
        if (request.headers.get('Authorization') !== readToken() || !useTabs.getState().tabs.length)
          return HttpResponse.json({ status: 401 }, { status: 401 });
        if (useRelogin.getState().asking) return HttpResponse.json({ status: 401 }, { status: 401 });
        expect(await request.json()).toEqual({ text: '写到一半' });
        written += 1;
        return HttpResponse.json({ done: true });
      }),
    );
    const calls = Array.from({ length: 5 }, () => client.get('auth/info'));
    await askedForPassword();
    const write = client.post<{ done: boolean }>('thing', { text: '写到一半' });
    await new Promise((resolve) => setTimeout(resolve, 50));
    await signInAgain({ password: testPassword });
    expect((await write).data).toEqual({ done: true });
    await Promise.all(calls);
    expect(written).toBe(1);
    expect(api.asked().filter((call) => call === 'POST auth/login')).toHaveLength(2);
  });

  it('after a 401 with unsaved work a wrong password is followed by another question', async () => {
    await endSession();
    const call = client.get('auth/info');
    await askedForPassword();
    const refusal = await signInAgain({ password: 'Wrong-2024#Xy' }).catch((error: Failure) => error);
    expect(refusal).toMatchObject({ code: 'wrongLogin' });
    expect(useRelogin.getState().asking).toBe(true);
    await signInAgain({ password: testPassword });
    await call;
  });

  it('after a 401 with unsaved work the session ends if the person gives up', async () => {
    await endSession();
    const call = client.get('auth/info').catch((error: Failure) => error.kind);
    await askedForPassword();
    giveUp();
    expect(await call).toBe('unauthorized');
    await haveEnded();
  });

  it('after a 401 with unsaved work the page is shown to no other account, even one with the same name', async () => {
    const info = await fetchInfo();
    await endSession();
    takeUser({ ...info, user: { ...info.user, id: info.user.id + 1000 } });
    const call = client.get('auth/info').catch((error: Failure) => error.kind);
    await askedForPassword();
    await signInAgain({ password: testPassword });
    expect(await call).toBe('unauthorized');
    await haveEnded();
  });

  it('a request answered late with the former token is repeated without a question', async () => {
    let release: () => void = () => undefined;
    const late = new Promise<void>((resolve) => (release = resolve));
    const former = readToken();
    api.intercept(
      http.get('*/slow', async ({ request }) => {
        if (request.headers.get('Authorization') !== former) return HttpResponse.json({ done: true });
        await late;
        return HttpResponse.json({ status: 401 }, { status: 401 });
      }),
    );
    const slow = client.get<{ done: boolean }>('slow');
    await endSession();
    const call = client.get('auth/info');
    await askedForPassword();
    await signInAgain({ password: testPassword });
    await call;
    release();
    expect((await slow).data).toEqual({ done: true });
    expect(useRelogin.getState().asking).toBe(false);
  });
});

it('a 401 does not end a session that another window has started meanwhile', async () => {
  dirty(false);
  const former = readToken();
  const next = await api.server.login('writer');
  api.intercept(
    http.get('*/slow', ({ request }) => {
      if (request.headers.get('Authorization') !== former) return HttpResponse.json({ done: true });
      // While the answer is on its way.
      keepToken(next);
      return HttpResponse.json({ status: 401 }, { status: 401 });
    }),
  );
  expect((await client.get<{ done: boolean }>('slow')).data).toEqual({ done: true });
  expect(ended()).toEqual({ reloads: 0, point: undefined, token: next });
});

it('a 401 without unsaved work ends the session at once', async () => {
  dirty(false);
  await endSession();
  expect(await client.get('auth/info').catch((error: Failure) => error.kind)).toBe('unauthorized');
  expect(useRelogin.getState().asking).toBe(false);
  await haveEnded();
});
