import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stateTexts } from '@contract/features/signIn/signInTexts';
import { failures } from '@contract/messages';
import { rules } from '@contract/rules';
import type { ErrorBody, LoginAnswer, UserInfo } from '@contract/wire';
import { storedFileTable } from '@server/db/schema';
import { measured } from '../support/measured';
import { testPassword } from '../support/rows';
import { type Answered, type TestServer, testServer } from '../support/server';
import { strong, weakByRule, weakFor } from '../support/weakPasswords';

type Row = Record<string, unknown> & { id: number; version: number };
type Action = ErrorBody & { body: Row };

const everything = ['list', 'add', 'edit', 'copy', 'del', 'restore', 'status', 'reset'].map(
  (action) => `user:${action}`,
);

let server: TestServer;
let home: number;
let away: number;
const role: Record<'manager' | 'stronger' | 'analyst' | 'awayOnly', number> = {
  manager: 0,
  stronger: 0,
  analyst: 0,
  awayOnly: 0,
};
let manager: string;
let admin: string;
let managerId: number;

beforeAll(async () => {
  server = await testServer();
  const { rows } = server;
  await rows.user({ userName: 'admin', isAdmin: true });
  [home, away] = [await rows.organization({ name: '甲检测' }), await rows.organization({ name: '乙检测' })];
  role.manager = await rows.role({ level: 3, permissions: everything });
  role.stronger = await rows.role({ level: 2 });
  role.analyst = await rows.role({ level: 8, permissions: ['inspectUnit:list'] });
  role.awayOnly = await rows.role({ level: 9, organizationId: away });
  managerId = await rows.user({ userName: 'manager', organizationId: home, roles: [role.manager] });
  [manager, admin] = [await server.login('manager'), await server.login('admin')];
});
afterAll(() => server.close());

const add = (body: object, token = manager) => server.ask<Action>('POST', 'api/user/add', { token, body });
const edit = (body: object, token = manager) =>
  server.ask<Action>('PUT', 'api/user/edit', {
    token,
    body,
    headers: { 'x-reason': encodeURIComponent('户口本更名') },
  });
const get = async (id: number, token = admin) => (await server.ask<Row>('GET', `api/user/${id}`, { token })).body;
const said = ({ status, body }: Answered<ErrorBody>) => [status, body.message];
const signIn = (username: string, password: string) =>
  server.ask<LoginAnswer & ErrorBody>('POST', 'auth/login', { body: { username, password } });
const alive = async (token: string) => (await server.ask<UserInfo>('GET', 'auth/info', { token })).status === 200;

let serial = 0;
const fresh = (more: object = {}) => ({
  userName: `fresh${(serial += 1)}`,
  nickName: '林晓梅',
  password: 'Harbor-61#Qz',
  expiryDate: '2099-01-01',
  enabled: '1',
  ...more,
});

describe('adding a person', () => {
  it('a new person can sign in, in the organization of the author', async () => {
    const draft = fresh({ roles: [role.analyst] });
    const { status, body } = await add(draft);
    expect(status).toBe(200);
    expect(body.body).toMatchObject({
      userName: draft.userName,
      organizationId: home,
      isAdmin: false,
      roles: [role.analyst],
    });
    expect(body.body).not.toHaveProperty('password');
    const { body: signedIn } = await signIn(draft.userName, draft.password);
    expect(signedIn.user.roles).toEqual(['inspectUnit:list']);
  });

  it('a new person needs a password', async () => {
    const { status, body } = await add(fresh({ password: undefined }));
    expect([status, body.errors]).toEqual([400, [{ field: 'password', message: '请输入初始密码' }]]);
  });

  it.each([
    ['Ab1#', '长度在 8 到 16 个字符,必须包含大写字母、小写字母、数字和特殊符号'],
    ['Abcdefg1#Abcdefg1', '长度在 8 到 16 个字符,必须包含大写字母、小写字母、数字和特殊符号'],
    ['abcdefg1#', '长度在 8 到 16 个字符,必须包含大写字母、小写字母、数字和特殊符号'],
    ['ABCDEFG1#', '长度在 8 到 16 个字符,必须包含大写字母、小写字母、数字和特殊符号'],
    ['Abcdefgh#', '长度在 8 到 16 个字符,必须包含大写字母、小写字母、数字和特殊符号'],
    ['Abcdefgh1', '长度在 8 到 16 个字符,必须包含大写字母、小写字母、数字和特殊符号'],
    ['P@ssw0rd', '密码过于常见，请换一个'],
    ['Admin@123', '密码过于常见，请换一个'],
    ['1qaz@WSX', '密码过于常见，请换一个'],
    ['x-LinXiaoMei1#', '密码不能包含用户名'],
  ])('a new person with the password %s is refused', async (password, message) => {
    const { status, body } = await add(fresh({ userName: 'linxiaomei', password }));
    expect([status, body.errors]).toEqual([400, [{ field: 'password', message }]]);
  });

  it('a new person with a user name used in any organization is refused', async () => {
    const { status, body } = await add(fresh({ userName: 'admin' }));
    expect([status, body.errors?.[0]?.field]).toEqual([409, 'userName']);
  });

  it('a user name in another spelling counts as the same name when adding, editing and restoring', async () => {
    const taken = ({ status, body }: Answered<Action>) => [status, body.errors?.[0]?.field];
    expect(taken(await add(fresh({ userName: 'ADMIN' })))).toEqual([409, 'userName']);
    const { body: made } = await add(fresh());
    expect(taken(await edit({ ...made.body, userName: 'Manager' }))).toEqual([409, 'userName']);
    const own = String(made.body.userName);
    expect((await server.ask('DELETE', 'api/user/delete', { token: manager, body: [made.body.id] })).status).toBe(200);
    expect((await add(fresh({ userName: own.toUpperCase() }))).status).toBe(200);
    expect(
      taken(await server.ask<Action>('PUT', 'api/user/restore', { token: manager, body: [made.body.id] })),
    ).toEqual([409, 'userName']);
  });

  it('a new person gets no values that the body claims beyond the form’s fields (AZ6)', async () => {
    const { body } = await add(
      fresh({
        id: 9999,
        organizationId: away,
        version: 77,
        createBy: 1,
        passwordHash: 'x',
        deleteTime: '2020-01-01 00:00:00',
        level: 0,
        pinyin: 'zzz',
      }),
    );
    expect(body.body).toMatchObject({ organizationId: home, version: 1, createBy: managerId, deleteTime: null });
    expect(body.body.id).not.toBe(9999);
    const [stored] = await server.database.query<{ password_hash: string; pinyin: string }>(
      'select password_hash, pinyin from "user" where id = $1',
      [body.body.id],
    );
    expect(stored?.password_hash).toMatch(/^scrypt\$/);
    expect(stored?.pinyin).toBe('lin xiao mei');
  });

  it('a new person becomes platform administrator only if created by one (eladmin #897)', async () => {
    expect(said(await add(fresh({ isAdmin: true })))).toEqual([403, '只有平台管理员可以设置平台管理员']);
    expect((await add(fresh({ isAdmin: true }), admin)).body.body.isAdmin).toBe(true);
  });

  it('an account created by an administrator gets only roles that are weaker than the administrator’s own and belong to no other organization', async () => {
    expect(said(await add(fresh({ roles: [role.stronger] })))).toEqual([403, '只能分配级别低于自己的角色']);
    expect(said(await add(fresh({ roles: [role.manager] })))).toEqual([403, '只能分配级别低于自己的角色']);
    expect((await add(fresh({ roles: [role.awayOnly] }))).status).toBe(404);
  });

  it('a person created by an administrator needs an organization, to which the roles and enterprises belong', async () => {
    expect(said(await add(fresh(), admin))).toEqual([400, '请选择所属机构']);
    expect(said(await add(fresh({ organizationId: home, roles: [role.awayOnly] }), admin))).toEqual([
      400,
      '所选角色不属于该用户的机构',
    ]);
    const unit = await server.rows.inspectUnit({ organizationId: away });
    expect(said(await add(fresh({ organizationId: home, units: [unit] }), admin))).toEqual([
      400,
      '所选受检单位不属于该用户的机构',
    ]);
    expect((await add(fresh({ organizationId: away, roles: [role.awayOnly], units: [unit] }), admin)).status).toBe(200);
  });
});

describe('editing a person', () => {
  it('editing a person keeps the password if none is typed, and accepts a new one', async () => {
    const draft = fresh();
    const { body } = await add(draft);
    const renamed = await edit({ ...body.body, nickName: '林晓' });
    expect(renamed.body.body.nickName).toBe('林晓');
    expect((await signIn(draft.userName, draft.password)).status).toBe(200);
    expect((await edit({ ...renamed.body.body, password: 'Harbor-62#Qz' })).status).toBe(200);
    expect((await signIn(draft.userName, draft.password)).status).toBe(400);
    expect((await signIn(draft.userName, 'Harbor-62#Qz')).status).toBe(200);
    const { body: trail } = await server.ask('GET', `api/auditLog/of/user/${body.body.id}`, { token: admin });
    expect(JSON.stringify(trail)).toContain('******');
  });

  it('a person’s sign-in can be limited to a valid address, but not one’s own or user 1’s', async () => {
    const draft = fresh({ loginIp: '256.1.1.1' });
    expect((await add(draft)).body.errors).toEqual([{ field: 'loginIp', message: rules.ip.message }]);
    const { body } = await add({ ...draft, loginIp: '192.0.2.7' });
    const from = (ip: string, password = draft.password) =>
      server.ask<ErrorBody>('POST', 'auth/login', { body: { username: draft.userName, password }, ip });
    expect(said(await from('192.0.2.8'))).toEqual([400, stateTexts.wrongPlace]);
    // Whoever guesses learns nothing of the limit.
    expect(said(await from('192.0.2.8', 'Harbor-00#Qz'))).toEqual([400, failures.wrongLogin]);
    expect((await from('192.0.2.7')).status).toBe(200);
    const open = await edit({ ...body.body, loginIp: null });
    expect(open.status).toBe(200);
    expect((await from('192.0.2.8')).status).toBe(200);
    expect(said(await edit({ ...(await get(managerId)), loginIp: '192.0.2.7' }))).toEqual([
      403,
      '不能修改自己的限定登录IP',
    ]);
    const second = await server.rows.user({ isAdmin: true, userName: 'second' });
    expect(second).toBeGreaterThan(1);
    expect(said(await edit({ ...(await get(1)), loginIp: '192.0.2.7' }, await server.login('second')))).toEqual([
      403,
      '内置管理员账号不能停用、不能限定登录IP，也不能取消其管理员身份',
    ]);
  });

  it('editing a person ends the person’s sessions if rights change, and not if only the name does', async () => {
    const id = await server.rows.user({ userName: 'edited', organizationId: home });
    let token = await server.login('edited');
    let row = (await edit({ ...(await get(id)), nickName: '新名' })).body.body;
    expect(await alive(token)).toBe(true);
    row = (await edit({ ...row, expiryDate: '2098-01-01' })).body.body;
    expect(await alive(token)).toBe(true);
    for (const change of [
      { roles: [role.analyst] },
      { isQy: true },
      { loginIp: '192.0.2.1' },
      { password: 'Harbor-63#Qz' },
      { enabled: '0' },
    ]) {
      await server.database.query(`update "user" set enabled = '1' where id = $1`, [id]);
      token = await server.login('edited');
      const { status, body } = await edit({ ...row, ...change });
      expect(status).toBe(200);
      row = body.body;
      expect(await alive(token), JSON.stringify(change)).toBe(false);
    }
  });

  it('editing a person is refused for people who are not weaker: same level, stronger, platform administrators', async () => {
    const { rows } = server;
    const peers = [
      await rows.user({ organizationId: home, roles: [role.manager] }),
      await rows.user({ organizationId: home, roles: [role.stronger, role.analyst] }),
      await rows.user({ organizationId: home, isAdmin: true }),
    ];
    for (const id of peers) {
      const row = await get(id);
      expect(said(await edit({ ...row, nickName: '改名' })), row.userName as string).toEqual([
        403,
        `“${String(row.nickName)}”的级别不低于您，不能操作，请由上级管理员办理`,
      ]);
      expect(
        (await server.ask('PUT', 'api/user/resetPassword', { token: manager, body: { id, password: 'Harbor-64#Qz' } }))
          .status,
      ).toBe(403);
      expect((await server.ask('DELETE', 'api/user/delete', { token: manager, body: [id] })).status).toBe(403);
      expect(
        (
          await server.ask('PUT', 'api/user/status', {
            token: manager,
            body: { ids: [id], field: 'enabled', value: '0' },
          })
        ).status,
      ).toBe(403);
      expect(await get(id)).toEqual(row);
    }
  });

  it('editing the own account keeps roles, state, expiry and flags', async () => {
    const row = await get(managerId);
    const changes = {
      roles: [role.stronger],
      expiryDate: '2199-01-01',
      isQy: true,
      isAdmin: true,
      enabled: '0',
      password: 'Harbor-65#Qz',
    };
    for (const [name, value] of Object.entries(changes))
      expect((await edit({ ...row, [name]: value })).status, name).toBe(403);
    expect(await get(managerId)).toEqual(row);
    const { body } = await edit({ ...row, remark: '可以改' });
    expect(body.body.remark).toBe('可以改');
    expect((await server.ask('DELETE', 'api/user/delete', { token: manager, body: [managerId] })).status).toBe(403);
    expect(
      (
        await server.ask('PUT', 'api/user/status', {
          token: manager,
          body: { ids: [managerId], field: 'enabled', value: '0' },
        })
      ).status,
    ).toBe(403);
  });

  it('user 1 can never be disabled, demoted or deleted', async () => {
    await server.rows.user({ userName: 'admin3', isAdmin: true });
    const other = await server.login('admin3');
    const row = await get(1);
    expect((await edit({ ...row, enabled: '0' }, other)).status).toBe(403);
    expect((await edit({ ...row, isAdmin: false, organizationId: home }, other)).status).toBe(403);
    expect((await server.ask('DELETE', 'api/user/delete', { token: other, body: [1] })).status).toBe(403);
  });

  it('disabling many people at once ends their sessions', async () => {
    const ids = [
      await server.rows.user({ userName: 'many1', organizationId: home }),
      await server.rows.user({ userName: 'many2', organizationId: home }),
    ];
    const tokens = [await server.login('many1'), await server.login('many2')];
    expect(
      (await server.ask('PUT', 'api/user/status', { token: manager, body: { ids, field: 'enabled', value: '0' } }))
        .status,
    ).toBe(200);
    for (const token of tokens) expect(await alive(token)).toBe(false);
    expect((await signIn('many1', testPassword)).body.message).toBe('账号已停用，请联系管理员');
  });

  it('deleting a person is soft, ends the sessions, and is undone by restoring', async () => {
    const id = await server.rows.user({ userName: 'leaver', organizationId: home });
    const token = await server.login('leaver');
    expect((await server.ask('DELETE', 'api/user/delete', { token: manager, body: [id] })).status).toBe(200);
    expect(await alive(token)).toBe(false);
    expect((await signIn('leaver', testPassword)).body.code).toBe('wrongLogin');
    expect((await server.ask('PUT', 'api/user/restore', { token: manager, body: [id] })).status).toBe(200);
    expect((await signIn('leaver', testPassword)).status).toBe(200);
    const strong = await server.rows.user({
      userName: 'strong',
      organizationId: home,
      roles: [role.stronger],
      deleteTime: new Date(),
    });
    expect((await server.ask('PUT', 'api/user/restore', { token: manager, body: [strong] })).status).toBe(403);
  });
});

describe('token (AU6)', () => {
  it('a session token is invalid at the next call, ≤ 1 s, after logout, password change or reset, disabling, expiry, deletion or a role change', async () => {
    let longest = 0;
    const kept: string[] = [];
    const endings: Readonly<Record<string, (row: Row, token: string) => Promise<{ status: number }>>> = {
      退出: (_row, token) => server.ask('DELETE', 'auth/logout', { token }),
      改密: (_row, token) =>
        server.ask('PUT', 'api/user/password', {
          token,
          body: { oldPassword: testPassword, newPassword: 'Harbor-70#Qz' },
        }),
      重置口令: ({ id }) =>
        server.ask('PUT', 'api/user/resetPassword', { token: manager, body: { id, password: 'Harbor-71#Qz' } }),
      停用: (row) => edit({ ...row, enabled: '0' }),
      到期: (row) => edit({ ...row, expiryDate: '2020-01-01' }),
      删除: ({ id }) => server.ask('DELETE', 'api/user/delete', { token: manager, body: [id] }),
      换角色: (row) => edit({ ...row, roles: [role.analyst] }),
    };
    for (const [at, [how, end]] of Object.entries(endings).entries()) {
      const id = await server.rows.user({ userName: `ending${at}`, organizationId: home });
      const token = await server.login(`ending${at}`);
      const done = await end(await get(id), token);
      expect(done.status, how).toBe(200);
      const since = performance.now();
      const { status } = await server.ask('GET', 'auth/info', { token });
      longest = Math.max(longest, performance.now() - since);
      if (status !== 401) kept.push(`${how}: ${status}`);
    }
    expect(kept).toEqual([]);
    measured(`${Object.keys(endings).join('、')}：下一次调用均 401，最长 ${Math.ceil(longest)} ms`, longest <= 1_000);
  });
});

describe('resetting a password', () => {
  const reset = (body: object, token = manager) =>
    server.ask<ErrorBody & { body?: { password: string } }>('PUT', 'api/user/resetPassword', { token, body });

  it("resetting a password ends the person's sessions and accepts the new one", async () => {
    const id = await server.rows.user({ userName: 'forgetful', organizationId: home });
    const token = await server.login('forgetful');
    const chosen = await reset({ id, password: 'Harbor-66#Qz' });
    expect(said(chosen)).toEqual([200, '重置成功']);
    expect(chosen.text).not.toContain('Harbor-66#Qz');
    expect(await alive(token)).toBe(false);
    expect((await signIn('forgetful', 'Harbor-66#Qz')).status).toBe(200);
    const made = (await reset({ id })).body.body?.password as string;
    expect((await signIn('forgetful', made)).status).toBe(200);
    const [event] = await server.database.query(
      'select action, create_by, entity_id from audit_log where entity_id = $1 order by id limit 1',
      [id],
    );
    expect(event).toEqual({ action: 'reset', create_by: managerId, entity_id: id });
  });

  it('a password reset refuses 12 of 12 weak passwords: those that break the rule, common ones, and those with the user name (AU5)', async () => {
    const id = await server.rows.user({ userName: 'ruled', organizationId: home });
    for (const password of weakByRule) {
      expect(rules.password.test(password), password).toBe(false);
      expect(said(await reset({ id, password })), password).toEqual([400, rules.password.message]);
    }
    const beyond = weakFor('ruled');
    for (const password of beyond) expect((await reset({ id, password })).status, password).toBe(400);
    expect(weakByRule.length + beyond.length).toBe(12);
    expect((await signIn('ruled', testPassword)).status).toBe(200);
    measured(`服务端拒绝 ${weakByRule.length + beyond.length}/12`);
  });

  it('a password reset accepts 12 of 12 good passwords, with which the person signs in (AU5)', async () => {
    const id = await server.rows.user({ userName: 'sound', organizationId: home });
    for (const password of strong) {
      expect(rules.password.test(password), password).toBe(true);
      expect(said(await reset({ id, password })), password).toEqual([200, '重置成功']);
      expect((await signIn('sound', password)).status, password).toBe(200);
    }
    expect(new Set(strong).size).toBe(12);
    measured(`服务端接受 ${strong.length}/12，均可登录`);
  });

  it('a password reset needs the permission, and is not possible for another organization, oneself or unknown people (eladmin #910, AZ7)', async () => {
    const foreign = await server.rows.user({ userName: 'foreign', organizationId: away });
    expect((await reset({ id: foreign, password: 'Harbor-67#Qz' })).status).toBe(404);
    expect((await reset({ id: 999_999, password: 'Harbor-67#Qz' })).status).toBe(404);
    expect(said(await reset({ id: managerId, password: 'Harbor-67#Qz' }))).toEqual([403, '请在个人中心修改自己的密码']);
    await server.rows.user({ userName: 'plain', organizationId: home, roles: [role.analyst] });
    expect((await reset({ id: managerId, password: 'Harbor-67#Qz' }, await server.login('plain'))).status).toBe(403);
    expect(
      (await server.ask('PUT', 'api/user/resetPassword', { body: { id: foreign, password: 'Harbor-67#Qz' } })).status,
    ).toBe(401);
    expect((await signIn('foreign', testPassword)).status).toBe(200);
  });
});

describe('personal centre', () => {
  it('the personal centre shows and changes three fields of the own account and nothing else, and not the name used in signatures', async () => {
    const id = await server.rows.user({ userName: 'own', nickName: '赵敏', organizationId: home });
    const token = await server.login('own');
    const { body } = await server.ask<Row>('GET', 'api/user/center', { token });
    expect(body).toMatchObject({ id, userName: 'own', nickName: '赵敏', organization: { name: '甲检测' } });
    const put = (more: object) =>
      server.ask<ErrorBody>('PUT', 'api/user/center', {
        token,
        body: { nickName: '赵敏', phone: '13800138000', email: 'zhao@example.com', avatar: null, ...more },
      });
    expect(
      (
        await put({
          isAdmin: true,
          enabled: '0',
          expiryDate: '2199-01-01',
          organizationId: away,
          roles: [role.stronger],
          userName: 'other',
          password: 'Harbor-68#Qz',
          id: 1,
        })
      ).status,
    ).toBe(200);
    const row = await get(id);
    expect(row).toMatchObject({
      nickName: '赵敏',
      phone: '13800138000',
      userName: 'own',
      isAdmin: false,
      enabled: '1',
      expiryDate: '2099-12-31',
      organizationId: home,
      roles: [],
      version: 2,
    });
    expect((await put({ phone: '12' })).body.errors).toEqual([{ field: 'phone', message: '请输入正确的电话号码' }]);
    expect((await put({ nickName: '赵小敏' })).status).toBe(403);
    expect((await put({ phone: '13800138001', version: 1 })).status).toBe(409);
  });

  it('the personal centre accepts only an own picture as avatar (eladmin #909, AZ7)', async () => {
    const mine = await server.rows.user({ userName: 'pictured', nickName: '沈图', organizationId: home });
    const token = await server.login('pictured');
    const file = async (createBy: number, fileClass: string) => {
      const id = randomUUID();
      await server.database.orm.insert(storedFileTable).values({
        id,
        organizationId: home,
        name: '头像.png',
        mime: 'image/png',
        size: 1,
        sha256: 'x',
        fileClass,
        createBy,
      });
      return id;
    };
    const put = async (avatar: string) =>
      (await server.ask('PUT', 'api/user/center', { token, body: { avatar } })).status;
    expect(await put(await file(managerId, 'image'))).toBe(404);
    expect(await put(randomUUID())).toBe(404);
    expect(await put('../../etc/passwd')).toBe(400);
    expect(await put(await file(mine, 'document'))).toBe(400);
    expect(await put(await file(mine, 'image'))).toBe(200);
    expect(await get(mine)).toMatchObject({ nickName: '沈图', version: 2 });
  });

  it('changing the password in the personal centre needs the old one, and ends every session', async () => {
    await server.rows.user({ userName: 'secretive', organizationId: home });
    const [here, there] = [await server.login('secretive'), await server.login('secretive')];
    const change = (oldPassword: string, newPassword: string) =>
      server.ask<ErrorBody>('PUT', 'api/user/password', { token: here, body: { oldPassword, newPassword } });
    expect(said(await change('Wrong-61#Qz', 'Harbor-69#Qz'))).toEqual([400, '修改失败，旧密码错误']);
    expect(said(await change(testPassword, testPassword))).toEqual([400, '新密码不能与旧密码相同']);
    expect(said(await change(testPassword, 'Secretive-1#Q'))).toEqual([400, '密码不能包含用户名']);
    expect((await change(testPassword, 'short')).body.errors?.[0]?.field).toBe('newPassword');
    expect(await alive(there)).toBe(true);
    expect((await change(testPassword, 'Harbor-69#Qz')).status).toBe(200);
    for (const token of [here, there]) expect(await alive(token)).toBe(false);
    expect((await signIn('secretive', testPassword)).status).toBe(400);
    expect((await signIn('secretive', 'Harbor-69#Qz')).status).toBe(200);
  });
});
