import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readCookie, writeCookie } from '@/lib/browser/cookies';
import { deobfuscate } from '@/lib/browser/obfuscateText';
import { shellTexts } from '@/lib/texts/shellTexts';
import { LightShell } from '@/light/LightShell';
import { signIn } from '@/session/access/signIn';
import { forgetRemembered, readRemembered } from '@/session/credentials';
import { useSession } from '@/session/sessionStore';
import { errorDuration, productTitle } from '@contract/constants';
import { signInTexts } from '@contract/features/signIn/signInTexts';
import { failures, messages } from '@contract/messages';
import { captchaTable } from '@server/db/schema';
import { apiServer } from '../support/apiServer';
import { freshBrowser, storageSweep } from '../support/browserState';
import { measured } from '../support/measured';
import { testPassword } from '../support/rows';

const api = apiServer({ captcha: true });
const onSignedIn = vi.fn<() => Promise<void>>(() => Promise.resolve());

beforeAll(async () => {
  const { rows } = api.server;
  await rows.user({ userName: 'first' });
  await rows.user({ userName: 'sales', organizationId: await rows.organization({ name: '杭州泰隆检测有限公司' }) });
});
beforeEach(() => {
  freshBrowser('/login');
  onSignedIn.mockClear();
});
afterEach(() => vi.restoreAllMocks());

/** Returns the answer of the newest captcha, read from the server's database. */
async function captchaAnswer(): Promise<string> {
  const rows = await api.server.database.orm.select().from(captchaTable);
  const newest = rows.sort((a, b) => b.expireTime.getTime() - a.expireTime.getTime())[0];
  return newest?.answer ?? '';
}
const asksForCaptcha = () => api.asked().filter((call) => call === 'GET auth/code').length;
const open = (path = '/login') => render(<LightShell path={path} onSignedIn={onSignedIn} />);
const picture = () => screen.findByRole('img', { name: '验证码图片' });
const userName = () => screen.getByLabelText('用户名');
const password = () => screen.getByLabelText('密码');
const code = () => screen.getByLabelText('验证码');
const submit = () => screen.getByRole('button', { name: /登 录/ });

/** Fills the form with valid values except those given. */
async function fill(given: { username?: string; password?: string; code?: string } = {}) {
  const user = userEvent.setup();
  await picture();
  await user.type(userName(), given.username ?? 'sales');
  await user.type(password(), given.password ?? testPassword);
  await user.type(code(), given.code ?? (await captchaAnswer()));
  return user;
}

describe('login page', () => {
  it('the login page sets the window title to its own title and the product’s', () => {
    open();
    expect(document.title).toBe(`Login - ${productTitle}`);
  });

  it('the login page reports each empty field before sending a request', async () => {
    open();
    await picture();
    await userEvent.click(submit());
    for (const text of [signInTexts.noUserName, signInTexts.noPassword, signInTexts.noCode])
      expect(screen.getByText(text)).toBeVisible();
    expect(userName()).toHaveFocus();
    expect(userName()).toHaveAccessibleDescription('用户名不能为空');
    expect(api.asked()).not.toContain('POST auth/login');
    await userEvent.type(userName(), 'a');
    expect(screen.queryByText(signInTexts.noUserName)).toBeNull();
  });

  it('the login page signs in by Enter and shows that it is busy', async () => {
    let release = () => undefined as void;
    onSignedIn.mockImplementationOnce(() => new Promise<void>((resolve) => (release = resolve)));
    open();
    const user = await fill();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
    expect(submit()).toHaveTextContent('登 录 中...');
    expect(submit()).toBeDisabled();
    expect(useSession.getState().user?.userName).toBe('sales');
    expect(readCookie('token')).toBeDefined();
    expect(storageSweep()).not.toContain(testPassword);
    release();
  });

  it('the login page loads a new captcha on a click', async () => {
    open();
    const before = (await picture()).getAttribute('src');
    await userEvent.click(screen.getByRole('button', { name: signInTexts.newCaptcha }));
    await waitFor(async () => expect((await picture()).getAttribute('src')).not.toBe(before));
    expect(asksForCaptcha()).toBe(2);
  });

  it('the login page shows a captcha error at its field, empties the field and loads a new captcha', async () => {
    open();
    const user = await fill({ code: '----' });
    await user.click(submit());
    expect(await screen.findByText(failures.captchaWrong)).toBeVisible();
    await waitFor(() => expect(asksForCaptcha()).toBe(2));
    expect(code()).toHaveValue('');
    await waitFor(() => expect(code()).toHaveFocus());
    expect(password()).toHaveValue(testPassword);
  });

  it('the login page announces a refused login, keeps the user name and loads a new captcha', async () => {
    open();
    const user = await fill({ password: 'Wrong-2024#Xy' });
    await user.click(submit());
    expect(await screen.findByText(failures.wrongLogin)).toBe(screen.getByRole('alert'));
    await waitFor(() => expect(asksForCaptcha()).toBe(2));
    expect(userName()).toHaveValue('sales');
    expect(submit()).toBeEnabled();
    expect(onSignedIn).not.toHaveBeenCalled();
  });

  it('the login page loads a new captcha after every failure: 1 of 1, whatever was wrong (AU2)', async () => {
    open();
    const wrong = [{ code: '----' }, { password: 'Wrong-2024#Xy' }, { username: 'nobody' }, { code: '----' }];
    const drawn = new Set([(await picture()).getAttribute('src')]);
    for (const [at, given] of wrong.entries()) {
      for (const field of [userName(), password(), code()]) await userEvent.clear(field);
      const user = await fill(given);
      await user.click(submit());
      await waitFor(() => expect(asksForCaptcha()).toBe(at + 2));
      await waitFor(async () => expect(drawn).not.toContain((await picture()).getAttribute('src')));
      drawn.add((await picture()).getAttribute('src'));
    }
    expect(onSignedIn).not.toHaveBeenCalled();
    measured(`登录失败 ${wrong.length} 次，换图 ${drawn.size - 1} 次`);
  });

  it('the login page shows no captcha if the server requires none', async () => {
    api.intercept(http.get('*/auth/code', () => HttpResponse.json({ enabled: false })));
    open();
    await waitFor(() => expect(screen.queryByLabelText('验证码')).toBeNull());
  });

  it('the login page reserves the captcha’s place until it knows whether one is required, and remembers the answer', async () => {
    let release = () => undefined as void;
    const held = new Promise<void>((resolve) => (release = resolve));
    api.intercept(
      http.get('*/auth/code', async () => {
        await held;
        return HttpResponse.json({ enabled: false });
      }),
    );
    const first = open();
    expect(code()).not.toBeVisible();
    release();
    await waitFor(() => expect(screen.queryByLabelText('验证码')).toBeNull());
    first.unmount();
    open();
    expect(screen.queryByLabelText('验证码')).toBeNull();
  });

  it('the login page shows the captcha again if the server requires one after all', async () => {
    localStorage.setItem('captcha', 'none');
    open();
    expect(await picture()).toBeVisible();
    const stored = localStorage.getItem('captcha');
    expect(stored).not.toContain('shown');
    expect(deobfuscate(stored)).toBe('shown');
  });

  it('the login page links to both agreements', async () => {
    open();
    for (const name of [shellTexts.privacy, shellTexts.certificate]) {
      await userEvent.click(screen.getByRole('button', { name }));
      expect(await screen.findByRole('heading', { level: 1, name })).toBeInTheDocument();
      await userEvent.click(screen.getByRole('button', { name: shellTexts.close }));
      expect(screen.queryByRole('heading', { level: 1, name })).toBeNull();
    }
    expect(window.location.pathname).toBe('/login');
  });

  it('the login page waits for the captcha if a person submits before it has loaded', async () => {
    let release = () => undefined as void;
    const held = new Promise<void>((resolve) => (release = resolve));
    api.intercept(
      http.get('*/auth/code', async () => {
        await held;
        return HttpResponse.json({ enabled: false });
      }),
    );
    api.intercept(
      http.post('*/auth/login', () =>
        HttpResponse.json({ status: 400, message: failures.wrongLogin, code: 'wrongLogin' }, { status: 400 }),
      ),
    );
    open();
    await userEvent.type(userName(), 'sales');
    await userEvent.type(password(), 'sesame-1');
    await userEvent.click(submit());
    expect(submit()).toBeDisabled();
    expect(api.asked()).not.toContain('POST auth/login');
    release();
    expect(await screen.findByText(failures.wrongLogin)).toBeVisible();
  });

  it('the login page offers to retry if the captcha cannot be loaded', async () => {
    api.intercept(http.get('*/auth/code', () => HttpResponse.error(), { once: true }));
    open();
    await userEvent.click(await screen.findByRole('button', { name: signInTexts.captchaFailed }));
    expect(await picture()).toBeVisible();
  });

  it('the login page signs in without a code when the server is back and requires none', async () => {
    api.intercept(
      http.get('*/auth/code', () => HttpResponse.error()),
      http.post('*/auth/login', () => HttpResponse.error()),
    );
    open();
    const user = userEvent.setup();
    await screen.findByRole('button', { name: signInTexts.captchaFailed });
    await user.type(userName(), 'sales');
    await user.type(password(), testPassword);
    await user.click(submit());
    expect(await screen.findByText(messages.requestFailed)).toBeVisible();
    api.intercept(
      http.get('*/auth/code', () => HttpResponse.json({ enabled: false })),
      http.post('*/auth/login', () =>
        HttpResponse.json({ status: 400, code: 'wrongLogin', message: '来自服务器' }, { status: 400 }),
      ),
    );
    await user.click(submit());
    expect(await screen.findByText('来自服务器')).toBeVisible();
    expect(screen.queryByText(signInTexts.noCode)).toBeNull();
  });

  it('the login page shows 接口请求失败 if the server cannot be reached', async () => {
    open();
    const user = await fill();
    api.intercept(http.post('*/auth/login', () => HttpResponse.error()));
    await user.click(submit());
    expect(await screen.findByText(messages.requestFailed)).toBeVisible();
  });

  it('the login page says once why the person was sent to it', async () => {
    writeCookie('point', '401');
    open();
    expect(await screen.findByText(messages.sessionExpired)).toBeVisible();
    expect(readCookie('point')).toBeUndefined();
    expect(errorDuration).toBe(5000);
    await waitFor(() => expect(screen.queryByText(messages.sessionExpired)).toBeNull());
  });

  it('the login page shows the password on request and warns about caps lock', async () => {
    open();
    const user = userEvent.setup();
    await user.type(password(), 'aB');
    expect(password()).toHaveAttribute('type', 'password');
    await user.click(screen.getByRole('button', { name: '显示密码' }));
    expect(password()).toHaveAttribute('type', 'text');
    await user.type(password(), '{CapsLock}c');
    expect(await screen.findByText(signInTexts.capsLock)).toBeVisible();
  });

  it('the login page shows the name of the installation’s only organization', async () => {
    open();
    expect(await screen.findByText('杭州泰隆检测有限公司')).toBeVisible();
  });
});

describe('remembered login (记住密码)', () => {
  async function remember() {
    const captcha = (await (await import('@/api/auth')).fetchCaptcha()) as { uuid: string };
    await signIn({
      username: 'sales',
      password: testPassword,
      rememberMe: true,
      uuid: captcha.uuid,
      code: await captchaAnswer(),
    });
    const kept = readRemembered();
    useSession.setState({ user: null, roles: [] });
    return kept;
  }

  it('a remembered login (记住密码) sends the stored credential instead of a password, and the page never shows it', async () => {
    const kept = await remember();
    open();
    await waitFor(() => expect(userName()).toHaveValue('sales'));
    expect(password()).toHaveValue('');
    expect(password()).toHaveAttribute('placeholder', signInTexts.remembered);
    expect(document.body.innerHTML).not.toContain(kept?.credential);
    await picture();
    await userEvent.type(code(), await captchaAnswer());
    await userEvent.click(submit());
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  });

  it('a remembered login (记住密码) asks for the password if the credential is no longer valid', async () => {
    const kept = await remember();
    forgetRemembered();
    writeCookie('username', 'sales');
    const { keepRemembered } = await import('@/session/credentials');
    keepRemembered({ username: 'sales', credential: `${kept?.credential}x` });
    open();
    await waitFor(() => expect(password()).toHaveAttribute('placeholder', signInTexts.remembered));
    await picture();
    await userEvent.type(code(), await captchaAnswer());
    await userEvent.click(submit());
    expect(await screen.findByText(signInTexts.forgotten)).toBeVisible();
    expect(readRemembered()).toBeUndefined();
    await waitFor(() => expect(password()).toHaveFocus());
  });

  it('a remembered login (记住密码) does not send one person’s credential for another', async () => {
    await remember();
    open();
    await waitFor(() => expect(userName()).toHaveValue('sales'));
    await userEvent.clear(userName());
    await userEvent.type(userName(), 'other');
    await picture();
    await userEvent.type(code(), 'abcd');
    await userEvent.click(submit());
    expect(screen.getByText(signInTexts.noPassword)).toBeVisible();
  });
});

describe('pages without the console’s frame', () => {
  it.each([
    ['/401', '没有权限查看此页面'],
    ['/404', '页面不存在'],
  ])('the page %s without the console’s frame shows %s and links home', (path, heading) => {
    open(path);
    expect(screen.getByRole('heading', { name: heading })).toBeVisible();
    expect(screen.getByRole('link', { name: '返回首页' })).toHaveAttribute('href', '/');
    expect(api.calls).toEqual([]);
  });
});
