import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { otherPersonCode, personHeader } from '@contract/constants';
import { failures, messages } from '@contract/messages';
import { type ErrorBody, type LoginAnswer, serverFeatures, type UserInfo } from '@contract/wire';
import { hashPassword } from '@server/auth/passwordHash';
import { sessionTable, userTable } from '@server/db/schema';
import { hashAtFullCost } from '../support/fullCost';
import { measured } from '../support/measured';
import { testPassword } from '../support/rows';
import { type TestServer, testServer } from '../support/server';

const hour = 3_600_000;

let server: TestServer;
let organizationId: number;
let analyst: number;

const wrongPassword = 'Wrong-2024#Xy';
let address = 0;
/** Returns a new address for each call, so that lockouts of one test do not affect another. */
const somewhere = () => `198.51.100.${(address += 1)}`;

const signIn = (
  username: string,
  password = testPassword,
  more: Record<string, unknown> = {},
  ip = somewhere(),
  token?: string,
) => server.ask<LoginAnswer & ErrorBody>('POST', 'auth/login', { body: { username, password, ...more }, ip, token });
const info = (token: string) => server.ask<UserInfo & ErrorBody>('GET', 'auth/info', { token });

beforeAll(async () => {
  server = await testServer();
  const { rows } = server;
  await rows.user({ userName: 'admin', nickName: '系统管理员', isAdmin: true, expiryDate: null });
  organizationId = await rows.organization({ name: '杭州泰隆检测有限公司' });
  const [first, second] = [
    await rows.role({ name: '检测员', permissions: ['inspectUnit:list', 'project:list'] }),
    await rows.role({ name: '复核人', level: 7, permissions: ['project:list', 'project:export'] }),
  ];
  analyst = await rows.user({ userName: 'analyst', nickName: '陈志远', organizationId, roles: [first, second] });
});
afterAll(() => server.close());

describe('sign-in', () => {
  it('a successful sign-in returns a token and, under user, everything that auth/info returns', async () => {
    const { status, body } = await signIn('analyst');
    expect(status).toBe(200);
    expect(body.user).toEqual({
      user: {
        id: analyst,
        userName: 'analyst',
        nickName: '陈志远',
        phone: null,
        email: null,
        avatar: null,
        expiryDate: '2099-12-31',
        organization: { organizationId, name: '杭州泰隆检测有限公司', logo: null, favicon: null },
        organizationId,
        isAdmin: false,
        isQy: false,
        roles: [
          { id: expect.any(Number), name: '检测员' },
          { id: expect.any(Number), name: '复核人' },
        ],
      },
      roles: ['inspectUnit:list', 'project:export', 'project:list'],
      zone: 'Asia/Shanghai',
      sealKey: expect.stringMatching(/^[\w+/]{43}=$/),
      features: serverFeatures,
    });
    expect((await info(body.token)).body).toEqual(body.user);
  });

  it('a sign-in gives an administrator exactly the permission admin, and a person without roles none', async () => {
    expect((await signIn('admin')).body.user.roles).toEqual(['admin']);
    await server.rows.user({ userName: 'nobody', organizationId });
    expect((await signIn('nobody')).body.user.roles).toEqual([]);
  });

  it('a sign-in ignores permissions of a deleted role or menu', async () => {
    const role = await server.rows.role({ permissions: ['temporary:list'] });
    await server.rows.user({ userName: 'temporary', organizationId, roles: [role] });
    const token = await server.login('temporary');
    expect((await info(token)).body.roles).toEqual(['temporary:list']);
    await server.database.query('update role set delete_time = now() where id = $1', [role]);
    expect((await info(token)).body.roles).toEqual([]);
  });

  it('a sign-in with an empty field is refused with the name of the field', async () => {
    const { status, body } = await server.ask<ErrorBody>('POST', 'auth/login', {
      body: { username: '', password: '' },
    });
    expect(status).toBe(400);
    expect(body.errors).toEqual([
      { field: 'username', message: '用户名不能为空' },
      { field: 'password', message: '密码不能为空' },
    ]);
  });

  it.each([[''], ['{"username":'], ['[]'], ['{"username":{"$ne":1},"password":["a"]}']])(
    'a sign-in with the malformed body %s is refused with 400',
    async (body) => {
      const response = await server.app.request('/auth/login', {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
      });
      expect(response.status).toBe(400);
    },
  );

  it('a sign-in with a wrong password gets the same answer for an unknown, disabled, expired, deleted or existing account (AU3)', async () => {
    const { rows } = server;
    await rows.user({ userName: 'disabled1', organizationId, enabled: '0' });
    await rows.user({ userName: 'expired1', organizationId, expiryDate: '2020-01-01' });
    await rows.user({ userName: 'deleted1', organizationId, deleteTime: new Date() });
    const answers = [];
    for (const name of ['analyst', 'disabled1', 'expired1', 'deleted1', 'unknown1', "x' or 1=1 --"]) {
      const { status, body } = await signIn(name, wrongPassword);
      answers.push({ http: status, ...body, requestId: '' });
    }
    expect(answers[0]).toEqual({
      http: 400,
      status: 400,
      code: 'wrongLogin',
      message: failures.wrongLogin,
      requestId: '',
    });
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect((await signIn('deleted1')).body.code).toBe('wrongLogin');
    measured(`${answers.length} 种账号，应答 ${new Set(answers.map((answer) => JSON.stringify(answer))).size} 种`);
  });

  it('a sign-in takes the same work for an unknown or disabled name as for an existing one (AU3)', async () => {
    hashAtFullCost();
    const passwordHash = await hashPassword(testPassword);
    await server.rows.user({ userName: 'hashed2', organizationId, passwordHash });
    await server.rows.user({ userName: 'hashedOff2', organizationId, passwordHash, enabled: '0' });
    const names = ['hashed2', 'hashedOff2', 'unknown2'];
    const spent: Record<string, number[]> = {};
    // Alternates and measures CPU time, which other programs of the machine do not change.
    for (let turn = 0; turn < 5; turn += 1) {
      for (const username of names) {
        const started = process.cpuUsage();
        const { body } = await signIn(username, wrongPassword);
        const { user, system } = process.cpuUsage(started);
        expect(body.code).toBe('wrongLogin');
        (spent[username] ??= []).push(user + system);
      }
    }
    const [known = 0, ...others] = names.map((name) => spent[name]?.sort((one, other) => one - other)[2] ?? 0);
    // A loose bound: without a dummy hash the ratio would be ten.
    for (const other of others) {
      expect(other).toBeGreaterThan(known / 2);
      expect(known).toBeGreaterThan(other / 2);
    }
  });

  it('a sign-in says that an account is disabled or expired only if the password is right', async () => {
    const { rows } = server;
    const closed = await rows.organization({ enabled: '0' });
    const lapsed = await rows.organization({ expiryDate: '2020-01-01' });
    await rows.user({ userName: 'disabled2', organizationId, enabled: '0' });
    await rows.user({ userName: 'expired2', organizationId, expiryDate: '2020-01-01' });
    await rows.user({ userName: 'dateless2', organizationId, expiryDate: null });
    await rows.user({ userName: 'closed2', organizationId: closed });
    await rows.user({ userName: 'lapsed2', organizationId: lapsed });
    await rows.user({ userName: 'homeless2' });
    const said = async (name: string) => {
      const { status, body } = await signIn(name);
      return [status, body.code, body.message];
    };
    expect(await said('disabled2')).toEqual([400, 'disabled', '账号已停用，请联系管理员']);
    expect(await said('expired2')).toEqual([400, 'expired', messages.expired]);
    expect(await said('dateless2')).toEqual([400, 'expired', messages.expired]);
    expect(await said('closed2')).toEqual([400, 'disabled', '所属机构已停用，请联系管理员']);
    expect(await said('lapsed2')).toEqual([400, 'expired', messages.expired]);
    expect(await said('homeless2')).toEqual([400, 'disabled', '账号未分配机构，请联系管理员']);
  });

  it('the audit trail records sign-ins, failures and sign-outs, without the typed password', async () => {
    const ip = somewhere();
    await signIn('analyst', wrongPassword, {}, ip);
    await signIn(testPassword, 'x', {}, ip);
    const { token } = (await signIn('analyst', testPassword, {}, ip)).body;
    await server.ask('DELETE', 'auth/logout', { token, ip });
    const trail = await server.database.query<{ action: string; create_by: number | null; user_name: string }>(
      'select action, create_by, user_name from audit_log where ip = $1 order by id',
      [ip],
    );
    expect(trail).toEqual([
      { action: 'loginFailed', create_by: analyst, user_name: '陈志远（analyst）' },
      { action: 'loginFailed', create_by: null, user_name: '（未知用户）' },
      { action: 'login', create_by: analyst, user_name: '陈志远（analyst）' },
      { action: 'logout', create_by: analyst, user_name: '陈志远（analyst）' },
    ]);
  });
});

describe('session (AU6)', () => {
  it('a session is stored only as the hash of its token', async () => {
    const token = await server.login('analyst');
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const stored = await server.database.orm
      .select()
      .from(sessionTable)
      .where(eq(sessionTable.tokenHash, createHash('sha256').update(token).digest('hex')));
    expect(stored).toHaveLength(1);
    expect(JSON.stringify(await server.database.query('select * from user_session'))).not.toContain(token);
  });

  it('a session token is accepted in Authorization with and without Bearer', async () => {
    const token = await server.login('analyst');
    expect((await server.ask('GET', 'auth/info', { headers: { authorization: token } })).status).toBe(200);
    expect((await info(token)).status).toBe(200);
  });

  it('a session is refused with 401 for anything that is not a valid token', async () => {
    const token = await server.login('analyst');
    for (const bad of [
      'x',
      token.slice(1),
      `${token}x`,
      token.toUpperCase(),
      "' or 1=1 --",
      'a'.repeat(5000),
      'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.',
    ]) {
      const { status, body } = await info(bad);
      expect([status, body.code, body.message]).toEqual([401, 'unauthorized', failures.unauthorized]);
    }
    expect((await server.ask('GET', 'auth/info')).status).toBe(401);
  });

  it('a login returns a new session token, and the token sent with the login becomes invalid', async () => {
    const former = await server.login('analyst');
    const { body } = await signIn('analyst', testPassword, {}, somewhere(), former);
    expect(body.token).not.toBe(former);
    expect((await info(former)).status).toBe(401);
    expect((await info(body.token)).status).toBe(200);
  });

  it('a request that names another person than its session is refused with 409, so nobody acts in another person’s name', async () => {
    const token = await server.login('analyst');
    const { body } = await info(token);
    const own = (body as unknown as UserInfo).user.id;
    const as = (person: number, method: string, path: string) =>
      server.ask(method, path, { token, headers: { [personHeader]: String(person) } });
    expect(await as(own + 1, 'GET', 'auth/info')).toMatchObject({
      status: 409,
      body: { code: otherPersonCode, message: failures.otherPerson },
    });
    expect((await as(own + 1, 'DELETE', 'auth/logout')).status).toBe(409);
    expect((await as(own, 'GET', 'auth/info')).status).toBe(200);
    expect((await info(token)).status).toBe(200);
  });

  it('a session ends at logout, which anybody may call', async () => {
    const token = await server.login('analyst');
    expect((await server.ask('DELETE', 'auth/logout', { token })).status).toBe(200);
    expect((await info(token)).status).toBe(401);
    expect((await server.ask('DELETE', 'auth/logout', { token })).status).toBe(200);
    expect((await server.ask('DELETE', 'auth/logout')).status).toBe(200);
  });

  it('a session ends after 8 idle hours and after 24 in any case, a remembered password after a day; never for user 1 and administrators', async () => {
    const own = await testServer();
    try {
      const home = await own.rows.organization({ name: '甲' });
      expect(await own.rows.user({ userName: 'first', organizationId: home, expiryDate: null })).toBe(1);
      await own.rows.user({ userName: 'admin', isAdmin: true, expiryDate: '2020-01-01' });
      const loginTo = (password: string) =>
        own.ask<LoginAnswer>('POST', 'auth/login', { body: { username: 'first', password, rememberMe: true } });
      const { remember } = (await loginTo(testPassword)).body;
      const status = async (token: string) => (await own.ask('GET', 'auth/info', { token })).status;
      const idle = await own.login('admin');
      own.advance(8 * hour + 60_000);
      expect(await status(idle)).toBe(401);
      const busy = await own.login('admin');
      for (let turn = 0; turn < 3; turn += 1) {
        own.advance(7.9 * hour);
        expect(await status(busy)).toBe(200);
      }
      own.advance(0.4 * hour);
      expect(await status(busy)).toBe(401);
      expect((await loginTo(remember as string)).status).toBe(400);
      expect(await status(await own.login('first'))).toBe(200);
    } finally {
      await own.close();
    }
  });

  it('an expired account or organization is refused with messages.expired, 3 of 3 at the call and at the login; user 1 and administrators never (AU8)', async () => {
    const home = await server.rows.organization();
    const id = await server.rows.user({ userName: 'expiring', organizationId: home });
    const token = await server.login('expiring');
    let doors = 0;
    /** Tries the next call of the session and a new login. */
    const refused = async () => {
      const { status, body } = await info(token);
      const login = await signIn('expiring');
      expect([login.status, login.body.code, login.body.message]).toEqual([400, body.code, body.message]);
      doors += 1;
      return [status, body.code, body.message];
    };
    const set = (table: string, column: string, value: string | null, row: number) =>
      server.database.query(`update ${table} set ${column} = $1 where id = $2`, [value, row]);
    await set('"user"', 'expiry_date', '2020-01-01', id);
    expect(await refused()).toEqual([401, 'expired', messages.expired]);
    await set('"user"', 'expiry_date', null, id);
    expect(await refused()).toEqual([401, 'expired', messages.expired]);
    await set('"user"', 'expiry_date', '2099-01-01', id);
    expect((await info(token)).status).toBe(200);
    await set('organization', 'expiry_date', '2020-01-01', home);
    expect(await refused()).toEqual([401, 'expired', messages.expired]);
    const expiries = doors;
    const [first] = await server.database.orm
      .select({ name: userTable.userName, isAdmin: userTable.isAdmin })
      .from(userTable)
      .where(eq(userTable.id, 1));
    await server.rows.user({ userName: 'lateAdmin', isAdmin: true, expiryDate: '2020-01-01' });
    const exempt = [];
    for (const name of [first?.name ?? '', 'lateAdmin']) exempt.push((await info(await server.login(name))).status);
    expect(exempt).toEqual([200, 200]);
    measured(`人员或机构到期 ${expiries} 种：登录与下一次调用均拒绝；${exempt.length} 位例外者照常`);
    await set('organization', 'expiry_date', null, home);
    await set('organization', 'enabled', '0', home);
    expect(await refused()).toEqual([401, 'disabled', '所属机构已停用，请联系管理员']);
    // An expired token does not block calls that need none.
    expect((await server.ask('GET', 'auth/code', { token })).status).toBe(200);
    expect((await server.ask('DELETE', 'auth/logout', { token })).status).toBe(200);
  });

  it('an account is still valid on its day of expiry, in the organization’s time zone (AU8)', async () => {
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(server.services.now());
    await server.rows.user({ userName: 'lastday', organizationId, expiryDate: today });
    expect((await signIn('lastday')).status).toBe(200);
  });
});

describe('remembered password', () => {
  const remembered = async (name: string) =>
    (await signIn(name, testPassword, { rememberMe: true })).body.remember as string;

  it('a credential for a remembered password is given only on request, and replaces the password once', async () => {
    expect((await signIn('analyst')).body.remember).toBeUndefined();
    const credential = await remembered('analyst');
    expect(credential).toMatch(/^remember:[\w-]{43}$/);
    expect(JSON.stringify(await server.database.query('select * from remember_credential'))).not.toContain(
      credential.slice('remember:'.length),
    );
    const again = await signIn('analyst', credential, { rememberMe: true });
    expect(again.status).toBe(200);
    expect((await signIn('analyst', credential)).body.code).toBe('wrongLogin');
    expect((await signIn('analyst', again.body.remember as string)).status).toBe(200);
  });

  it('the credential for a remembered password belongs to one person', async () => {
    const credential = await remembered('analyst');
    expect((await signIn('admin', credential)).body.code).toBe('wrongLogin');
    expect((await signIn('nosuch', credential)).body.code).toBe('wrongLogin');
  });

  it('the credential for a remembered password survives the logout', async () => {
    const { body } = await signIn('analyst', testPassword, { rememberMe: true });
    await server.ask('DELETE', 'auth/logout', { token: body.token });
    expect((await signIn('analyst', body.remember as string)).status).toBe(200);
  });

  it('the credential for a remembered password is revoked when the person is disabled or gets a new password', async () => {
    const id = await server.rows.user({ userName: 'keeper', organizationId });
    const admin = await server.login('admin');
    const credential = await remembered('keeper');
    const row = (await server.ask('GET', `api/user/${id}`, { token: admin })).body;
    const off = await server.ask<{ body: Record<string, unknown> }>('PUT', 'api/user/edit', {
      token: admin,
      body: { ...row, enabled: '0' },
    });
    expect(off.status).toBe(200);
    await server.ask('PUT', 'api/user/edit', { token: admin, body: { ...off.body.body, enabled: '1' } });
    expect((await signIn('keeper', credential)).body.code).toBe('wrongLogin');
    const other = await remembered('keeper');
    expect(
      (await server.ask('PUT', 'api/user/resetPassword', { token: admin, body: { id, password: 'Fresh-77#Lab' } }))
        .status,
    ).toBe(200);
    expect((await signIn('keeper', other)).body.code).toBe('wrongLogin');
    expect((await signIn('keeper', 'Fresh-77#Lab')).status).toBe(200);
  });

  it('the credential for a remembered password is revoked when the person’s form sets a new password', async () => {
    const id = await server.rows.user({ userName: 'renewed', organizationId });
    const admin = await server.login('admin');
    const credential = await remembered('renewed');
    const row = (await server.ask('GET', `api/user/${id}`, { token: admin })).body;
    expect(
      (await server.ask('PUT', 'api/user/edit', { token: admin, body: { ...row, password: 'Fresh-78#Lab' } })).status,
    ).toBe(200);
    expect((await signIn('renewed', credential)).body.code).toBe('wrongLogin');
  });
});

describe('sessions (AU12)', () => {
  it('a person lists the own sessions and ends one, or all but this one: 401 on the next call, 3 of 3', async () => {
    await server.rows.user({ userName: 'busy', organizationId });
    const tokens = [];
    for (let turn = 0; turn < 4; turn += 1) tokens.push(await server.login('busy'));
    const [here, ...elsewhere] = tokens as [string, ...string[]];
    const listed = async () =>
      (await server.ask<{ content: { id: string; current: boolean }[] }>('GET', 'api/user/sessions', { token: here }))
        .body.content;
    const rows = await listed();
    expect(rows.map(({ current }) => current).sort()).toEqual([false, false, false, true]);
    const statuses = async () => (await Promise.all(elsewhere.map(info))).map(({ status }) => status).sort();
    const ended = rows.find(({ current }) => !current)?.id;
    expect((await server.ask('DELETE', 'api/user/sessions', { token: here, body: { ids: [ended] } })).status).toBe(200);
    expect(await statuses()).toEqual([200, 200, 401]);
    expect((await server.ask('DELETE', 'api/user/sessions', { token: here, body: { others: true } })).status).toBe(200);
    expect(await statuses()).toEqual([401, 401, 401]);
    expect((await info(here)).status).toBe(200);
    expect(await listed()).toHaveLength(1);
    measured(`${tokens.length} 个会话：单独结束 1 个、其余一并结束 ${elsewhere.length - 1} 个，下一次调用均 401`);
  });

  it('a person cannot list or end the sessions of somebody else', async () => {
    const token = await server.login('analyst');
    const admin = await server.login('admin');
    const [mine] = (await server.ask<{ content: { id: string }[] }>('GET', 'api/user/sessions', { token: admin })).body
      .content;
    expect((await server.ask('DELETE', 'api/user/sessions', { token, body: { ids: [mine?.id] } })).status).toBe(404);
    expect((await info(admin)).status).toBe(200);
  });

  it('sessions of one organization are seen and ended with the permission, except those of people who rank higher', async () => {
    const { rows } = server;
    const manager = await rows.role({ level: 3, permissions: ['online:list', 'online:del'] });
    const stronger = await rows.role({ level: 2 });
    const elsewhere = await rows.organization();
    await rows.user({ userName: 'manager', organizationId, roles: [manager] });
    await rows.user({ userName: 'chief', organizationId, roles: [stronger] });
    await rows.user({ userName: 'weak', organizationId });
    await rows.user({ userName: 'foreign', organizationId: elsewhere });
    const token = await server.login('manager');
    const [chief, weak, foreign] = [
      await server.login('chief'),
      await server.login('weak'),
      await server.login('foreign'),
    ];
    type Online = { content: { id: string; userName: string }[]; totalElements: number };
    const online = (
      await server.ask<Online>('GET', 'auth/online', { token, headers: { organizationId: String(elsewhere) } })
    ).body;
    expect(online.content).toHaveLength(Math.min(30, online.totalElements));
    const idOf = async (name: string) =>
      (await server.ask<Online>('GET', `auth/online?keyword=${name}`, { token })).body.content[0]?.id;
    expect(await idOf('foreign')).toBeUndefined();
    const end = async (...ids: unknown[]) => (await server.ask('DELETE', 'auth/online', { token, body: ids })).status;
    expect(await end(await idOf('chief'), await idOf('weak'))).toBe(403);
    expect((await info(weak)).status).toBe(200);
    const [far] = await server.database.query<{ id: string }>(
      `select s.id from user_session s join "user" u on u.id = s.user_id where u.user_name = 'foreign'`,
    );
    expect(await end(far?.id)).toBe(404);
    expect(await end(await idOf('weak'))).toBe(200);
    const ended = (await info(weak)).status;
    expect(ended).toBe(401);
    measured(`由管理员结束：下一次调用 ${ended}；级别更高者 403、他机构 404`);
    expect((await info(chief)).status).toBe(200);
    expect((await info(foreign)).status).toBe(200);
    expect((await server.ask('GET', 'auth/online', { token: chief })).status).toBe(403);
  });
});

describe('secrets (AU4)', () => {
  it('password hashes and salts are in 0 answers and 0 log lines', async () => {
    const admin = await server.login('admin');
    const add = {
      userName: 'fresh9',
      nickName: '何静',
      password: 'Fresh-88#Lab',
      organizationId,
      enabled: '1',
      expiryDate: '2099-01-01',
    };
    const added = await server.ask<{ body: { id: number } }>('POST', 'api/user/add', { token: admin, body: add });
    expect(added.status).toBe(200);
    for (const path of [
      'auth/info',
      'api/user',
      `api/user/${added.body.body.id}`,
      'api/user/center',
      'api/user/sessions',
      'auth/online',
      'api/auditLog',
      `api/auditLog/of/user/${added.body.body.id}`,
      'api/user?deleted=true',
    ]) {
      expect((await server.ask('GET', path, { token: admin })).status, path).toBe(200);
    }
    const [{ hash } = { hash: '' }] = await server.database.orm
      .select({ hash: userTable.passwordHash })
      .from(userTable)
      .where(eq(userTable.userName, 'fresh9'));
    expect(hash).toMatch(/^scrypt\$15\$8\$3\$/);
    const [kind, log2, block, lanes, salt = ''] = hash.split('$');
    const all = server.answers.join('\n');
    expect(all).not.toMatch(/scrypt\$|passwordHash|password_hash|tokenHash|Fresh-88#Lab/);
    measured(`${kind} N=2^${log2}、r=${block}、p=${lanes}，盐 ${Buffer.from(salt, 'base64url').length * 8} 位`);
    expect(server.logged.join('\n')).not.toMatch(/scrypt\$|Fresh-88#Lab|Lab-2024#Xy|remember:/);
    expect(server.logged.join('\n')).not.toContain(admin);
  });

  it('the key of a person’s encrypted drafts is given only to that person, survives a new password, and is in no log', async () => {
    const keyOf = async (token: string) => (await info(token)).body.sealKey ?? '';
    const fresh = async (userName: string) => (
      await server.rows.user({ userName, organizationId }),
      server.login(userName)
    );
    const [first, second] = [await fresh('sealed1'), await fresh('sealed2')];
    const [key, other] = [await keyOf(first), await keyOf(second)];
    expect(Buffer.from(key, 'base64')).toHaveLength(32);
    expect(other).not.toBe(key);
    const from = server.answers.length;
    const admin = await server.login('admin');
    for (const path of [
      'api/user',
      'api/user?userName=sealed1',
      'api/user/center',
      'api/user/sessions',
      'auth/online',
      'api/auditLog',
    ])
      await server.ask('GET', path, { token: admin });
    const password = 'Another-88#Lab';
    expect(
      (
        await server.ask('PUT', 'api/user/password', {
          token: first,
          body: { oldPassword: testPassword, newPassword: password },
        })
      ).status,
    ).toBe(200);
    const again = (await signIn('sealed1', password)).body;
    expect([again.user.sealKey, await keyOf(again.token)]).toEqual([key, key]);
    const [{ secret } = { secret: '' }] = await server.database.orm
      .select({ secret: userTable.sealSecret })
      .from(userTable)
      .where(eq(userTable.userName, 'sealed1'));
    expect(secret).toHaveLength(72);
    const told = server.answers
      .slice(from)
      .filter((answer) => answer.includes(other) || answer.includes(secret) || /sealSecret|seal_secret/.test(answer));
    expect(told).toEqual([]);
    expect(server.answers.slice(from).filter((answer) => answer.includes(key))).toHaveLength(2);
    for (const one of [key, other, secret]) expect(server.logged.join('\n')).not.toContain(one);
  });
});
