import { failures } from '@contract/messages';
import type { Captcha, ErrorBody, LoginAnswer } from '@contract/wire';
import { contrast } from '@/lib/browser/contrast';
import { captchaTable } from '@server/db/schema';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { measured } from '../support/measured';
import { testPassword } from '../support/rows';
import { type TestServer, testServer } from '../support/server';

const minute = 60_000;
const wrong = 'Wrong-2024#Xy';

let server: TestServer;
let organizationId: number;

beforeAll(async () => {
  server = await testServer();
  await server.rows.user({ userName: 'admin', isAdmin: true });
  organizationId = await server.rows.organization();
});
afterAll(() => server.close());

const signIn = (username: string, password: string, ip: string, more: object = {}) =>
  server.ask<LoginAnswer & ErrorBody>('POST', 'auth/login', { body: { username, password, ...more }, ip });
const codes = async (tries: Promise<{ status: number; body: Partial<ErrorBody> }>[]) => (await Promise.all(tries)).map(({ status, body }) => body.code ?? status);

describe('AU1: wrong passwords', () => {
  it('lock the person out at that address after five: the 6th is refused even with the right one, for 15 minutes, and nowhere else', async () => {
    await server.rows.user({ userName: 'locked', organizationId });
    const ip = '203.0.113.1';
    let wrongs = 0;
    for (; wrongs < 5; wrongs += 1) expect((await signIn('locked', wrong, ip)).body.code).toBe('wrongLogin');
    const sixth = await signIn('locked', testPassword, ip);
    expect([sixth.status, sixth.body.code, sixth.body.message]).toEqual([429, 'lockedOut', failures.lockedOut]);
    // The name as it is stored or not: it is the same person.
    expect((await signIn('LOCKED', testPassword, ip)).status).toBe(429);
    const elsewhere = (await signIn('locked', testPassword, '203.0.113.2')).status;
    expect(elsewhere).toBe(200);
    expect((await signIn('admin', testPassword, ip)).status).toBe(200);
    server.advance(14 * minute);
    expect((await signIn('locked', testPassword, ip)).status).toBe(429);
    server.advance(minute + 1000);
    expect((await signIn('locked', testPassword, ip)).status).toBe(200);
    measured(`错 ${wrongs} 次后第 ${wrongs + 1} 次口令正确仍得 ${sixth.status}，第 14 分钟仍拒绝，15 分钟解锁；其他地址 ${elsewhere}`);
  });

  it('are forgotten once the right one comes', async () => {
    await server.rows.user({ userName: 'clumsy', organizationId });
    const ip = '203.0.113.3';
    for (let turn = 0; turn < 4; turn += 1) await signIn('clumsy', wrong, ip);
    expect((await signIn('clumsy', testPassword, ip)).status).toBe(200);
    for (let turn = 0; turn < 4; turn += 1) expect((await signIn('clumsy', wrong, ip)).body.code).toBe('wrongLogin');
    expect((await signIn('clumsy', testPassword, ip)).status).toBe(200);
  });

  it('sent all at once are still only 5', async () => {
    await server.rows.user({ userName: 'parallel', organizationId });
    const ip = '203.0.113.4';
    const answers = await codes([...Array.from({ length: 7 }, () => signIn('parallel', wrong, ip)), signIn('parallel', testPassword, ip)]);
    expect(answers).toEqual([...Array.from({ length: 5 }, () => 'wrongLogin'), ...Array.from({ length: 3 }, () => 'lockedOut')]);
  });

  it('for many names lock the address out after twenty, all at once or not, for 10 minutes', async () => {
    const ip = '203.0.113.5';
    // Remembered credentials are guesses as well, and cost no hash.
    const guess = (turn: number) => signIn(`guess${turn}`, `remember:${'x'.repeat(43)}`, ip);
    const answers = await codes(Array.from({ length: 30 }, (_, turn) => guess(turn)));
    expect(answers.toSorted()).toEqual([...Array.from({ length: 10 }, () => 'lockedOut'), ...Array.from({ length: 20 }, () => 'wrongLogin')]);
    measured(`同一地址同时 ${answers.length} 个用户名：第 ${answers.filter((one) => one === 'wrongLogin').length + 1} 个起拒绝`);
    expect((await signIn('admin', testPassword, ip)).status).toBe(429);
    expect((await signIn('admin', testPassword, '203.0.113.6')).status).toBe(200);
    server.advance(10 * minute + 1000);
    expect((await signIn('admin', testPassword, ip)).status).toBe(200);
  });

  it('for an unknown name lock it like a known one', async () => {
    const ip = '203.0.113.7';
    const guess = () => signIn('nosuchuser', `remember:${'x'.repeat(43)}`, ip);
    for (let turn = 0; turn < 5; turn += 1) expect((await guess()).body.code).toBe('wrongLogin');
    expect((await guess()).body.code).toBe('lockedOut');
  });

  it('count as the old password of a change too', async () => {
    await server.rows.user({ userName: 'changer', organizationId });
    const token = await server.login('changer');
    const ip = '203.0.113.8';
    const change = (oldPassword: string) => server.ask<ErrorBody>('PUT', 'api/user/password', { token, ip, body: { oldPassword, newPassword: 'Other-2024#Xy' } });
    for (let turn = 0; turn < 5; turn += 1) expect((await change(wrong)).body.message).toBe('修改失败，旧密码错误');
    expect((await change(testPassword)).status).toBe(429);
    expect((await signIn('changer', testPassword, ip)).status).toBe(429);
  });

  it('count at the locked screen too, and leave the session as it is', async () => {
    await server.rows.user({ userName: 'locker', organizationId });
    const token = await server.login('locker');
    const ip = '203.0.113.9';
    const unlock = (password: string) => server.ask<ErrorBody>('POST', 'auth/unlock', { token, ip, body: { password } });
    expect((await unlock(testPassword)).status).toBe(200);
    for (let turn = 0; turn < 5; turn += 1) expect((await unlock(wrong)).body.code).toBe('wrongPassword');
    expect((await unlock(testPassword)).body.code).toBe('lockedOut');
    expect((await signIn('locker', testPassword, ip)).status).toBe(429);
    expect((await server.ask('GET', 'auth/info', { token, ip })).status).toBe(200);
    expect((await server.ask('POST', 'auth/unlock', { ip, body: { password: testPassword } })).status).toBe(401);
  });

  it('from a header count nowhere unless a proxy is trusted', async () => {
    const own = await testServer({ trustProxy: false });
    try {
      await own.rows.user({ userName: 'admin', isAdmin: true });
      const guess = (turn: number) => own.ask<ErrorBody>('POST', 'auth/login', { body: { username: 'admin', password: `remember:${'x'.repeat(43)}` }, ip: `203.0.113.${turn}` });
      for (let turn = 0; turn < 5; turn += 1) await guess(turn);
      expect((await guess(99)).body.code).toBe('lockedOut');
    } finally {
      await own.close();
    }
  });
});

describe('AU2: the captcha', () => {
  let guarded: TestServer;
  beforeAll(async () => {
    guarded = await testServer({ captcha: true });
    await guarded.rows.user({ userName: 'admin', isAdmin: true });
  });
  afterAll(() => guarded.close());

  let last = 0;
  const enter = (more: object, username = 'admin', password = testPassword) =>
    guarded.ask<LoginAnswer & ErrorBody>('POST', 'auth/login', { body: { username, password, ...more }, ip: `198.51.100.${(last = (last % 250) + 1)}` });
  async function drawn(): Promise<{ uuid: string; code: string }> {
    const { body } = await guarded.ask<{ uuid: string }>('GET', 'auth/code');
    const [row] = await guarded.database.orm.select().from(captchaTable).where(eq(captchaTable.uuid, body.uuid));
    return { uuid: body.uuid, code: row?.answer ?? '' };
  }

  it('is drawn in inks that can be read, with the scratches fainter than the letters', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { body } = await guarded.ask<Exclude<Captcha, { enabled: false }>>('GET', 'auth/code');
      const svg = Buffer.from(body.img.replace('data:image/svg+xml;base64,', ''), 'base64').toString();
      const ground = /<rect[^>]*fill="(#[0-9a-f]{6})"/.exec(svg)?.[1] ?? '';
      const of = (form: RegExp) => [...svg.matchAll(form)].map(([, ink]) => contrast(ink ?? '', ground));
      const letters = of(/<path fill="(#[0-9a-f]{6})"/g);
      expect(letters).toHaveLength(4);
      expect(Math.min(...letters)).toBeGreaterThan(7);
      expect(Math.max(...of(/stroke="([^"]+)"/g))).toBeLessThan(3);
    }
  });

  it('is a picture as a data URL and a uuid, and its answer is not in it', async () => {
    const { body, text } = await guarded.ask<Exclude<Captcha, { enabled: false }>>('GET', 'auth/code');
    expect(body.img).toMatch(/^data:image\/svg\+xml;base64,/);
    const svg = Buffer.from(body.img.split(',')[1] ?? '', 'base64').toString();
    expect(svg).toMatch(/^<svg[^>]*width="111" height="36"/);
    expect(svg).not.toContain('<text');
    const [row] = await guarded.database.orm.select().from(captchaTable).where(eq(captchaTable.uuid, body.uuid));
    expect(row?.answer).toHaveLength(4);
    expect(Object.keys(JSON.parse(text) as object)).toEqual(['uuid', 'img']);
  });

  it('says that none is wanted where it is off', async () => {
    expect((await server.ask('GET', 'auth/code')).body).toEqual({ enabled: false });
  });

  it('lets in with the right answer in either case, once', async () => {
    const { uuid, code } = await drawn();
    expect((await enter({ uuid, code: ` ${code.toLowerCase()} ` })).status).toBe(200);
    expect((await enter({ uuid, code })).body.message).toBe(failures.captchaGone);
  });

  it('accepts 0 of 200 replays, also when they come at once', async () => {
    const { uuid, code } = await drawn();
    // One of them is the first to come, and no replay.
    const answers = await codes(Array.from({ length: 201 }, () => enter({ uuid, code }, 'unknown', wrong)));
    const accepted = answers.filter((one) => one !== 'captchaGone');
    expect(accepted).toEqual(['wrongLogin']);
    measured(`${answers.length - 1} 次重放，通过 ${accepted.length - 1} 次`);
  });

  it('is burned by a wrong answer', async () => {
    const { uuid, code } = await drawn();
    expect((await enter({ uuid, code: '----' })).body.code).toBe('captchaWrong');
    expect((await enter({ uuid, code })).body.code).toBe('captchaGone');
  });

  it('does not stand in for another, and its absence is no answer', async () => {
    const [one, other] = [await drawn(), await drawn()];
    expect((await enter({ uuid: one.uuid, code: other.code })).body.code).toBe('captchaWrong');
    for (const more of [{}, { uuid: '', code: '' }, { uuid: 'captcha_code:1', code: 'x' }, { code: other.code }, { uuid: "' or 1=1", code: 'x' }, { uuid: null, code: null }]) {
      expect((await enter(more)).body.code).toBe('captchaGone');
    }
  });

  it('is good for 2 minutes', async () => {
    const [fresh, late] = [await drawn(), await drawn()];
    guarded.advance(2 * minute - 30_000);
    expect((await enter({ ...fresh })).status).toBe(200);
    guarded.advance(31_000);
    expect((await enter({ ...late })).body.code).toBe('captchaGone');
  });
});
