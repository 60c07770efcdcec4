import { delay, http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Failure, failureOf } from '@/api/callFailures';
import { client, onForbidden } from '@/api/client';
import { readCookie } from '@/lib/browser/cookies';
import { signOut } from '@/session/access/signOut';
import { useSession } from '@/session/sessionStore';
import '@/session/access/signOut';
import { errorDuration, accountExpiryWarningDuration } from '@contract/constants';
import { failures, messages } from '@contract/messages';
import { apiServer } from '../support/apiServer';
import { freshBrowser, heardFeedback, watchNavigation, withToken } from '../support/browserState';
import { measured } from '../support/measured';

const api = apiServer();
let heard: ReturnType<typeof heardFeedback>;
let left: ReturnType<typeof watchNavigation>;

beforeEach(() => {
  freshBrowser();
  heard = heardFeedback();
  left = watchNavigation();
});
afterEach(() => vi.restoreAllMocks());

const failed = async (call: Promise<unknown>): Promise<Failure> => {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(Failure);
  return error as Failure;
};
const answers = (status: number, body?: object | string) =>
  api.intercept(
    http.get('*/thing', () =>
      typeof body === 'object' ? HttpResponse.json(body, { status }) : new HttpResponse(body ?? null, { status }),
    ),
  );

describe('error handling', () => {
  it('the error handling shows 网络请求超时 for 5 seconds after a timeout (FT4)', async () => {
    api.intercept(
      http.get('*/thing', async () => {
        await delay(500);
        return HttpResponse.json({});
      }),
    );
    expect(await failed(client.get('thing', { timeout: 40 }))).toMatchObject({
      kind: 'timeout',
      message: messages.timeout,
    });
    expect(heard.notices).toEqual([['error', '网络请求超时', { duration: errorDuration }]]);
  });

  it('a failure on a page names the request where the server failed, since its message asks for it', () => {
    const at = (status: number) => new Failure('refused', failures.internal, { status, requestId: 'R-1' }).pageText;
    expect(at(500)).toBe(`${failures.internal}（请求编号：R-1）`);
    expect(at(409)).toBe(failures.internal);
    expect(new Failure('timeout', messages.timeout).pageText).toBe(messages.timeout);
  });

  it('the error handling shows 接口请求失败 if the answer has no status', async () => {
    api.intercept(http.get('*/thing', () => HttpResponse.error()));
    expect(await failed(client.get('thing'))).toMatchObject({ kind: 'noAnswer', status: undefined });
    expect(heard.notices).toEqual([['error', '接口请求失败', { duration: errorDuration }]]);
  });

  it('the error handling shows the message of any other error status for five seconds', async () => {
    answers(423, { status: 423, code: 'locked', message: '记录已锁定' });
    expect(await failed(client.get('thing'))).toMatchObject({ kind: 'refused', status: 423, code: 'locked' });
    expect(heard.notices).toEqual([['error', '记录已锁定', { duration: errorDuration }]]);
  });

  it('the error handling shows a default text for an error status without a message', async () => {
    answers(502, '<html>Bad Gateway</html>');
    await failed(client.get('thing'));
    expect(heard.notices).toEqual([['error', messages.requestFailed, { duration: errorDuration }]]);
  });

  it('the error handling shows the request id of a server error', async () => {
    answers(500, { status: 500, code: 'internal', message: failures.internal, requestId: 'r-1' });
    await failed(client.get('thing'));
    expect(heard.notices).toEqual([['error', failures.internal, { duration: errorDuration, requestId: 'r-1' }]]);
  });

  it('the error handling treats every status outside 200–300 as an error, and accepts 300', async () => {
    answers(300, { fine: true });
    expect((await client.get('thing')).data).toEqual({ fine: true });
    answers(304);
    expect((await failed(client.get('thing'))).status).toBe(304);
  });

  it('the error handling reads the error message of a failed download from its blob', async () => {
    answers(400, { status: 400, code: 'badRequest', message: '导出条件有误' });
    expect((await failed(client.get('thing', { responseType: 'blob' }))).message).toBe('导出条件有误');
  });

  it('the error handling passes field errors to the form', async () => {
    answers(400, {
      status: 400,
      code: 'invalid',
      message: 'x',
      errors: [{ field: 'mobile', message: '请输入正确的电话号码' }],
    });
    expect((await failed(client.get('thing'))).errors).toEqual([{ field: 'mobile', message: '请输入正确的电话号码' }]);
  });

  it('the error handling shows nothing for a cancelled request, or if the caller shows the error itself', async () => {
    answers(409, { status: 409, code: 'stale', message: failures.stale, current: { id: 1 } });
    await failed(client.get('thing', { quiet: true }));
    await failed(client.get('thing', { quiet: ({ code }) => code === 'stale' }));
    const controller = new AbortController();
    const call = failed(client.get('thing', { signal: controller.signal }));
    controller.abort();
    expect((await call).kind).toBe('cancelled');
    expect(heard.notices).toEqual([]);
  });

  it('the error handling opens /401 after a 403, with a notice if the server gives its own reason', async () => {
    const forbidden = vi.fn<() => void>();
    const off = onForbidden(forbidden);
    answers(403, { status: 403, code: 'forbidden', message: failures.forbidden });
    await failed(client.get('thing'));
    expect(forbidden).toHaveBeenCalledOnce();
    expect(heard.notices).toEqual([]);
    answers(403, { status: 403, code: 'forbidden', message: '只能管理级别低于自己的角色' });
    await failed(client.get('thing'));
    off();
    expect(forbidden).toHaveBeenCalledTimes(2);
    expect(heard.notices).toEqual([['error', '只能管理级别低于自己的角色', { duration: errorDuration }]]);
  });
});

describe('a 401', () => {
  it('a 401 to 30 parallel requests ends the session once: point = 401, one reload, no call to auth/logout (AU11)', async () => {
    withToken('revoked');
    useSession.setState({ roles: ['admin'] });
    const calls = Array.from({ length: 30 }, () => failed(client.get('auth/info')));
    expect((await Promise.all(calls)).every(({ kind }) => kind === 'unauthorized')).toBe(true);
    await vi.waitFor(() => expect(left.reload).toHaveBeenCalledOnce(), { timeout: 30_000 });
    expect(readCookie('point')).toBe('401');
    expect(readCookie('token')).toBeUndefined();
    expect(useSession.getState().roles).toEqual([]);
    expect(heard.notices).toEqual([]);
    expect(api.asked()).not.toContain('DELETE auth/logout');
    measured(
      `${calls.length} 个并发 401：退出并刷新 ${left.reload.mock.calls.length} 次，point=${readCookie('point')}`,
    );
  });

  it('a 401 from auth/logout has no effect: the person is signed out without an expiry message', async () => {
    withToken('revoked');
    api.intercept(
      http.delete('*/auth/logout', () => HttpResponse.json({ status: 401, message: 'x' }, { status: 401 })),
    );
    await signOut();
    expect(left.reload).toHaveBeenCalledOnce();
    expect(readCookie('point')).toBeUndefined();
  });

  it('a 401 from auth/login is passed to the login form', async () => {
    api.intercept(
      http.post('*/auth/login', () => HttpResponse.json({ status: 401, message: '用户名或密码错误' }, { status: 401 })),
    );
    expect(await failed(client.post('auth/login', {}))).toMatchObject({ kind: 'refused', message: '用户名或密码错误' });
    expect(left.reload).not.toHaveBeenCalled();
  });

  it('a 401 for an expired account warns for 2.5 s and then signs out (AU8)', async () => {
    withToken('any');
    const clock = vi.spyOn(globalThis, 'setTimeout');
    answers(401, { status: 401, code: 'expired', message: messages.expired });
    const call = failed(client.get('thing'));
    expect((await call).kind).toBe('expired');
    expect(heard.notices).toEqual([['warning', '系统到期,请续费', { duration: accountExpiryWarningDuration }]]);
    expect(clock.mock.calls.some(([, ms]) => ms === 2500)).toBe(true);
    measured(`界面提示“${String(heard.notices[0]?.[1])}” ${accountExpiryWarningDuration / 1000} s`);
    await vi.waitFor(() => expect(left.reload).toHaveBeenCalledOnce(), { timeout: 30_000 });
    expect(readCookie('token')).toBeUndefined();
  });
});

it('the error handling treats any thrown error that is no Failure as a failed request', () => {
  expect(failureOf('odd').message).toBe(messages.requestFailed);
  expect(failureOf(new Error('boom')).message).toBe('boom');
});
