import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fetchInfo, fetchMenus } from '@/api/auth';
import { momentIn, withMoments } from '@/api/backEnd/foreignMoments';
import { callsOf, pageParams } from '@/api/backEnd/resourceCalls';
import { readUserInfo } from '@/api/backEnd/userInfo';
import { fetchBrand } from '@/api/brand';
import { onUnauthorized } from '@/api/client';
import { fetchNotices, fetchSummary } from '@/api/notices';
import { readDraft, writeDraft } from '@/grid/entry/model/gridDrafts';
import { deobfuscate, obfuscate } from '@/lib/browser/obfuscateText';
import { isExpired } from '@/session/access/accountExpiry';
import { followLock, lockScreen, openLock, useLock } from '@/session/access/lockStore';
import { keepRemembered, readRemembered } from '@/session/credentials';
import { takeUser } from '@/session/sessionStore';
import { useSettings } from '@/session/settingsStore';
import type { AnyRow } from '@contract/entity';
import { inspectUnit } from '@contract/features/customers/entities/inspectUnit';
import { signInTexts } from '@contract/features/signIn/signInTexts';
import { apiServer } from '../support/apiServer';
import { freshBrowser, withToken } from '../support/browserState';

// What the console reads of a back end that answers as SPEC §3 and §7 say (tests/browser/anyBackEnd.test.ts has the
// whole way).

const api = apiServer();
afterEach(() => freshBrowser());

describe('user data of another back end', () => {
  const flat = {
    id: '42',
    userName: 'zhang',
    expiryDate: 4102444800,
    organization: { organizationId: 9, logo: 'logo.png' },
    isAdmin: 0,
    isQy: 1,
    roles: ['inspectUnit:list', { id: 1, name: 'staff' }, { permission: 'customer:list' }, null],
  };

  it('the user data of a third-party back end may be flat, with the fields of the specification', () => {
    const { user, roles, features } = readUserInfo(flat);
    expect(user).toMatchObject({
      id: 42,
      userName: 'zhang',
      nickName: 'zhang',
      organizationId: 9,
      organization: { organizationId: 9, name: '', logo: 'logo.png', favicon: null },
      isAdmin: false,
      isQy: true,
    });
    expect(roles).toEqual(['inspectUnit:list', 'staff', 'customer:list']);
    expect(features).toBeUndefined();
    expect(isExpired(user)).toBe(false);
    expect(isExpired({ ...user, expiryDate: '1000000000' })).toBe(true);
  });

  it('the user data of a third-party back end may be nested under `user` in the answer', () => {
    expect(readUserInfo({ code: '200', body: flat }).user.id).toBe(42);
    expect(readUserInfo({ user: flat, roles: ['admin'], zone: 'Asia/Shanghai' })).toMatchObject({
      roles: ['admin'],
      zone: 'Asia/Shanghai',
    });
  });

  it.each([[undefined], [null], ['text'], [{}], [{ user: {} }], [{ id: 'x' }], [{ body: { id: 1.5 } }]])(
    'an answer without user data, %j, is refused in Chinese',
    (answer) => {
      expect(() => readUserInfo(answer)).toThrow(signInTexts.noUser);
    },
  );
});

describe('before anybody has signed in', () => {
  beforeEach(() => freshBrowser());

  it('a 401 before anybody has signed in ends no session and does not reload the page', async () => {
    let ended = 0;
    const stop = onUnauthorized(() => (ended += 1));
    api.intercept(
      http.get('*/api/familyBucket/getFamilyBucket', () => HttpResponse.json({ message: '未登录' }, { status: 401 })),
    );
    expect(await fetchBrand()).toBeUndefined();
    expect(ended).toBe(0);
    stop();
  });
});

describe('answers of another back end', () => {
  beforeEach(() => withToken('token'));

  it('the menus of a third-party back end may be a bare list or nested in a body', async () => {
    const menus = [{ path: '/customer', component: 'customer' }];
    api.intercept(http.get('*/api/menus/build', () => HttpResponse.json({ code: '200', body: menus })));
    expect(await fetchMenus()).toEqual(menus);
  });

  it('the auth/info answer of a third-party back end may contain the user without nesting', async () => {
    api.intercept(http.get('*/auth/info', () => HttpResponse.json({ id: 7, userName: 'li', roles: [] })));
    expect((await fetchInfo()).user.userName).toBe('li');
  });

  it('notices of a third-party back end may give times as seconds; missing counts are calculated from the list', async () => {
    const notice = { id: 1, titile: '一', sendTime: 1717200000 };
    api.intercept(
      http.get('*/api/ohitAnnouncement/listByUser', () => HttpResponse.json({ body: { anntMsgList: [notice] } })),
      http.get('*/api/ohitAnnouncementSend/querySendInfo', () =>
        HttpResponse.json({ body: { records: [notice], total: '1' } }),
      ),
    );
    expect(await fetchSummary(false)).toMatchObject({
      anntMsgList: [{ sendTime: '2024-06-01 08:00:00' }],
      anntMsgTotal: 1,
      sysMsgTotal: 0,
    });
    const { content } = await fetchNotices({ userId: 7, page: 1, size: 10 });
    expect(content[0]?.sendTime).toBe('2024-06-01 08:00:00');
  });
});

describe('requests of a list page', () => {
  it('a list page uses the default request addresses and paging parameters unless its page definition changes them', () => {
    expect(callsOf('api/x')).toMatchObject({ url: 'api/x', method: 'get', pageParam: 'page', firstPage: 0 });
    const calls = callsOf('api/x', { url: 'other', pageParam: 'current', firstPage: 1, suffixes: { export: 'down' } });
    expect(calls).toMatchObject({ url: 'other', suffixes: { export: 'down', add: 'add' } });
    expect(pageParams({ page: 2, size: 30 }, calls)).toEqual({ current: 3, size: 30 });
    expect(pageParams({ page: 2, size: 30 }, callsOf('api/x'))).toEqual({ page: 2, size: 30 });
    expect(pageParams({ keyword: 'a' }, calls)).toEqual({ keyword: 'a' });
  });
});

describe('values in the browser’s storage', () => {
  it('values in the browser’s storage are obscured and read back; unobscured values of an earlier version are still read', () => {
    const text = JSON.stringify({ title: '受检单位 甲机械厂', path: '/inspectUnit' });
    const stored = obfuscate(text);
    expect(stored).not.toContain('inspectUnit');
    expect(stored).not.toContain('甲');
    expect(deobfuscate(stored)).toBe(text);
    expect(deobfuscate(obfuscate(''))).toBe('');
    expect(deobfuscate(text)).toBe(text);
    expect([deobfuscate(null), deobfuscate('v1:%'), deobfuscate('v1://///w==')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('the browser’s storage contains no person’s settings or remembered login in clear text', () => {
    useSettings.getState().loadFor(7);
    useSettings.getState().change({ compact: true });
    keepRemembered({ username: 'zhangsan', credential: 'r-1' });
    expect(readRemembered()).toEqual({ username: 'zhangsan', credential: 'r-1' });
    useSettings.getState().loadFor(7);
    expect(useSettings.getState().compact).toBe(true);
    expect(`${document.cookie}${Object.values({ ...localStorage }).join()}`).not.toMatch(/zhangsan|compact/);
  });

  it('the stored screen lock and unsaved work are obscured, and read back', async () => {
    withToken('token');
    takeUser({ ...readUserInfo({ id: 4711, userName: 'zhang' }) });
    lockScreen();
    expect(
      writeDraft(4711, 'rows', {
        at: Date.now(),
        rows: [],
        removed: [{ id: 1, title: '甲机械厂' } as unknown as AnyRow],
      }),
    ).toBe(true);
    expect(Object.values({ ...localStorage }).join()).not.toMatch(/4711|甲机械厂/);
    expect(readDraft(4711, 'rows', Date.now())?.removed).toEqual([{ id: 1, title: '甲机械厂' }]);
    useLock.setState({ locked: false });
    const stop = followLock(4711);
    expect(useLock.getState().locked).toBe(true);
    stop();
    openLock();
  });
});

describe('time given as ten digits', () => {
  it.each([
    [1717200000, '2024-06-01 08:00:00'],
    ['1717200000', '2024-06-01 08:00:00'],
    [171720000, 171720000],
    ['17172000000', '17172000000'],
    ['2024-06-01 08:00:00', '2024-06-01 08:00:00'],
    [null, null],
  ])('a time given as ten digits, %j, is read as %j', (value, read) => expect(momentIn(value)).toBe(read));

  it('ten digits are read as seconds in date fields of a row and as numbers in its other fields', () => {
    const row = {
      id: 1,
      createTime: 1717200000,
      foundedOn: '1717200000',
      workerCount: 1717200000,
      iuiCode: '1717200000',
    };
    expect(withMoments(inspectUnit, row)).toEqual({
      ...row,
      createTime: '2024-06-01 08:00:00',
      foundedOn: '2024-06-01',
    });
    const plain = { id: 2, createTime: '2024-06-01 08:00:00' };
    expect(withMoments(inspectUnit, plain)).toBe(plain);
  });
});
