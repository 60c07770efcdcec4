import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { client } from '@/api/client';
import { barTexts } from '@/lib/texts/barTexts';
import { lockScreen, openLock, useLock } from '@/session/access/lockStore';
import { dropToken, keepToken } from '@/session/credentials';
import { useSettings } from '@/session/settingsStore';
import { lockTexts } from '@/shell/lockScreen/lockTexts';
import { warningSeconds } from '@/shell/lockScreen/useIdleLock';
import { watchNavigation } from '../../support/browserState';
import { forgetEverything, renderShell } from './renderShell';

const minute = 60_000;
const indexOf = (entry: string): string =>
  `<!doctype html><html lang="zh-CN"><head><script type="module" crossorigin src="/assets/${entry}.js"></script></head><body></body></html>`;

/** What the server delivers at `/`; null while it is away. */
let version: string | null;
let asked: number;
const api = setupServer(
  http.get('http://localhost/', () => {
    asked += 1;
    return version === null ? HttpResponse.text('Bad Gateway', { status: 502 }) : HttpResponse.html(indexOf(version));
  }),
  http.get('*/api/familyBucket/getFamilyBucket', () =>
    HttpResponse.json({
      code: '200',
      message: '',
      body: {
        title: '系统',
        logoUrl: null,
        loginLogo: null,
        favicon: null,
        footerTxt: '',
        caseNumber: '',
        organization: null,
        help: true,
      },
    }),
  ),
  http.get('*/api/ohitAnnouncement/listByUser', () =>
    HttpResponse.json({
      code: '200',
      message: '',
      body: { anntMsgList: [], anntMsgTotal: 0, sysMsgList: [], sysMsgTotal: 0 },
    }),
  ),
  http.post('*/auth/unlock', async ({ request }) =>
    ((await request.json()) as { password: string }).password === 'Right-2026#a'
      ? HttpResponse.json({ code: '200', message: '' })
      : HttpResponse.json(
          { status: 400, code: 'wrongPassword', message: '密码不正确', requestId: 'r1' },
          { status: 400 },
        ),
  ),
);
let left: ReturnType<typeof watchNavigation>;

beforeAll(() => {
  client.defaults.baseURL = 'http://localhost/';
  client.defaults.adapter = 'fetch';
  api.listen({ onUnhandledRequest: 'error' });
});
beforeEach(() => {
  [version, asked] = ['index-first', 0];
  left = watchNavigation();
  const entry = document.createElement('script');
  entry.type = 'module';
  entry.setAttribute('src', '/assets/index-first.js');
  entry.dataset['entry'] = '';
  document.head.append(entry);
  // Fakes the clock and its intervals; answers arrive normally.
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
  act(openLock);
  forgetEverything();
  document.querySelector('[data-entry]')?.remove();
  api.resetHandlers();
  vi.restoreAllMocks();
});
afterAll(() => api.close());

/** Advances the time and waits for the check that follows. */
const pass = async (ms: number) => {
  const before = asked;
  await act(async () => void vi.advanceTimersByTime(ms));
  return async (looks: number) => {
    await vi.waitFor(() => expect(asked).toBe(before + looks), { timeout: 30_000 });
    await act(async () => void (await new Promise((resolve) => setImmediate(resolve))));
  };
};
const bar = () => screen.queryByText(barTexts.newVersion);

describe('message about a newer program version', () => {
  it('the message about a newer program version appears above the open page, which reloads on request', async () => {
    const { user } = renderShell('/dashboard');
    await (
      await pass(5 * minute)
    )(1);
    expect(bar()).toBeNull();
    version = 'index-second';
    await (
      await pass(5 * minute)
    )(1);
    expect(await screen.findByText(barTexts.newVersion)).toBeInTheDocument();
    expect(bar()?.closest('[role="status"]')).not.toBeNull();
    expect(left.reload).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: barTexts.reload }));
    expect(left.reload).toHaveBeenCalledOnce();
  });

  it('the message about a newer program version can be postponed and does not appear again', async () => {
    const { user } = renderShell('/dashboard');
    version = 'index-second';
    await (
      await pass(5 * minute)
    )(1);
    await screen.findByText(barTexts.newVersion);
    await user.click(screen.getByRole('button', { name: barTexts.later }));
    expect(bar()).toBeNull();
    await (
      await pass(30 * minute)
    )(0);
    expect(bar()).toBeNull();
  });

  it('the check for a newer program version runs when a person returns to the window, and never while it is hidden', async () => {
    renderShell('/dashboard');
    version = 'index-second';
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await (
      await pass(20 * minute)
    )(0);
    visibility.mockReturnValue('visible');
    await act(async () => void document.dispatchEvent(new Event('visibilitychange')));
    expect(await screen.findByText(barTexts.newVersion)).toBeInTheDocument();
    expect(asked).toBe(1);
  });

  it('the message about a newer program version does not appear if the server is away or another system answers', async () => {
    renderShell('/dashboard');
    version = null;
    await (
      await pass(5 * minute)
    )(1);
    api.use(
      http.get('http://localhost/', () => {
        asked += 1;
        return HttpResponse.html('<!doctype html><title>请先登录无线网络</title>');
      }),
    );
    await (
      await pass(5 * minute)
    )(1);
    api.use(
      http.get('http://localhost/', () => {
        asked += 1;
        return HttpResponse.error();
      }),
    );
    await (
      await pass(5 * minute)
    )(1);
    expect(bar()).toBeNull();
  });
});

describe('idle lock', () => {
  const seconds = async (count: number) => await act(async () => void vi.advanceTimersByTime(count * 1_000));
  const warning = (left: number) => screen.queryByText(lockTexts.idle(left), { selector: '[aria-hidden]' });
  const locked = () => useLock.getState().locked;
  const idle = (lockAfter: number) => {
    const shell = renderShell('/customer/index');
    act(() => useSettings.getState().change({ lockAfter }));
    return shell;
  };

  it('the idle lock warns a minute before, counts down, and is cancelled by any input', async () => {
    idle(5);
    await seconds(5 * 60 - warningSeconds - 1);
    expect(screen.queryByText(lockTexts.stay)).toBeNull();
    await seconds(1);
    expect(warning(warningSeconds)).toBeInTheDocument();
    expect(screen.getByRole('alert')).toHaveTextContent(lockTexts.idle(warningSeconds));
    await seconds(50);
    expect(warning(10)).toBeInTheDocument();
    expect(screen.getByRole('alert')).toHaveTextContent(lockTexts.idle(warningSeconds));
    fireEvent.keyDown(document.body, { key: 'a' });
    expect(screen.queryByText(lockTexts.stay)).toBeNull();
    await seconds(5 * 60 - warningSeconds - 1);
    expect(screen.queryByText(lockTexts.stay)).toBeNull();
    expect(locked()).toBe(false);
  });

  it('the idle lock hides the page after the chosen minutes, and unlocks with the password and all input kept', async () => {
    const { user, shown } = idle(5);
    const page = shown();
    const name = page.querySelector<HTMLInputElement>('input');
    if (!name) throw new Error('the page has no field');
    fireEvent.change(name, { target: { value: '写到一半' } });
    await seconds(5 * 60 + 1);
    expect(locked()).toBe(true);
    expect(document.body).toHaveAttribute('data-locked');
    expect(await screen.findByText(lockTexts.unlockHint)).toBeInTheDocument();
    expect(screen.queryByText(lockTexts.stay)).toBeNull();
    await user.type(screen.getByLabelText(lockTexts.password), 'Wrong-2026#a{Enter}');
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('密码不正确'));
    expect(locked()).toBe(true);
    await user.type(screen.getByLabelText(lockTexts.password), 'Right-2026#a{Enter}');
    await waitFor(() => expect(locked()).toBe(false));
    expect(screen.queryByText(lockTexts.unlockHint)).toBeNull();
    expect(document.body).not.toHaveAttribute('data-locked');
    expect(page.querySelector('input')?.value).toBe('写到一半');
    // Counting starts again.
    await seconds(5 * 60 - warningSeconds - 1);
    expect(locked()).toBe(false);
    await seconds(warningSeconds + 2);
    expect(locked()).toBe(true);
  });

  it('the idle lock keeps key presses from the page behind it until it is unlocked', async () => {
    const heard: string[] = [];
    const behind = ({ key }: KeyboardEvent) => heard.push(key);
    window.addEventListener('keydown', behind);
    const { user } = idle(5);
    await user.keyboard('{Escape}');
    await seconds(5 * 60 + 1);
    await user.keyboard('{Escape}{Control>}p{/Control}');
    await user.type(await screen.findByLabelText(lockTexts.password), '{Escape}Right-2026#a{Enter}');
    await waitFor(() => expect(locked()).toBe(false));
    await user.keyboard('{F2}');
    window.removeEventListener('keydown', behind);
    expect(heard).toEqual(['Escape', 'F2']);
  });

  it('the idle lock is unlocked from another window only by the password, not by the session’s end or another person', async () => {
    idle(5);
    keepToken('first');
    const beside = (key: string | null) =>
      act(async () => {
        if (key === null) localStorage.removeItem('locked');
        else localStorage.setItem('locked', key);
        window.dispatchEvent(new StorageEvent('storage', { key: 'locked', newValue: key }));
      });
    await beside('5');
    expect(locked()).toBe(true);
    await beside(null);
    expect(locked()).toBe(false);
    await act(async () => lockScreen());
    // Signing out in the other window removes the token and the lock.
    dropToken();
    await beside(null);
    expect(locked()).toBe(true);
    keepToken('of somebody else');
    await beside('6');
    await beside(null);
    expect(locked()).toBe(true);
    dropToken();
  });

  it('the idle lock locks at once if the machine slept through the chosen minutes', async () => {
    idle(5);
    vi.setSystemTime(Date.now() + 8 * 60 * minute);
    await seconds(1);
    expect(locked()).toBe(true);
  });

  it('the idle lock counts input in another window of the browser', async () => {
    idle(5);
    await seconds(4 * 60 + 30);
    expect(warning(30)).toBeInTheDocument();
    localStorage.setItem('lastActive', String(Date.now()));
    await seconds(1);
    expect(screen.queryByText(lockTexts.stay)).toBeNull();
    await seconds(60);
    expect(locked()).toBe(false);
  });

  it('the idle lock is off by default', async () => {
    renderShell('/customer/index');
    expect(useSettings.getState().lockAfter).toBe(0);
    await seconds(24 * 60 * 60);
    expect(locked()).toBe(false);
    expect(screen.queryByText(lockTexts.stay)).toBeNull();
  });
});
