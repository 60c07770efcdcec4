import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ErrorBody, FieldDifference } from '@contract/wire';
import { testPassword } from '../support/rows';
import { type TestServer, testServer } from '../support/server';
import { bytesOf, pdf, png, sendForm } from '../support/uploads';

let server: TestServer;
let organizationId: number;
let own: string;
let other: string;
let chief: string;

beforeAll(async () => {
  server = await testServer();
  organizationId = await server.rows.organization();
  await server.rows.user({ userName: 'chief', isAdmin: true });
  await server.rows.user({ userName: 'own', nickName: '赵敏', organizationId });
  await server.rows.user({ userName: 'other', organizationId });
  [own, other, chief] = (await Promise.all(['own', 'other', 'chief'].map((name) => server.login(name)))) as [
    string,
    string,
    string,
  ];
});
afterAll(() => server.close());

const upload = (token: string, name: string, content: Uint8Array, fileClass = 'image') =>
  sendForm<ErrorBody & { body: { id: string } }>(server, 'api/file/upload', {
    token,
    name,
    content,
    fields: { fileClass },
  });
const fileOf = async (token: string, content = png(), fileClass = 'image', name = 'a.png') =>
  (await upload(token, name, content, fileClass)).body.body.id;

describe('specimen signature', () => {
  interface Signatures {
    current: string | null;
    history: { fileId: string | null; createTime: string }[];
  }
  const held = async (token = own) => (await server.ask<Signatures>('GET', 'api/user/signature', { token })).body;
  const put = (fileId: unknown, token = own) =>
    server.ask<ErrorBody>('PUT', 'api/user/signature', { token, body: { fileId } });

  it('a new specimen signature replaces the earlier one, which is kept; the audit trail records each', async () => {
    expect(await held()).toEqual({ current: null, history: [] });
    const [first, second] = [await fileOf(own), await fileOf(own, png(80, 40))];
    for (const file of [first, second, second]) expect((await put(file)).status).toBe(200);
    expect((await held()).current).toBe(second);
    expect((await held()).history.map(({ fileId }) => fileId)).toEqual([second, first]);
    const trail = await server.ask<{ content: object[] }>('GET', 'api/auditLog?entity=userSignature&sort=id,asc', {
      token: chief,
    });
    expect(trail.body.content).toMatchObject([{ title: '赵敏', action: 'edit' }, { title: '赵敏' }]);
    expect((await put(null)).status).toBe(200);
    expect((await held()).current).toBeNull();
  });

  it('a specimen signature cannot be somebody else’s file, a document or a missing file', async () => {
    expect((await put(await fileOf(other))).status).toBe(404);
    expect((await put(await fileOf(own, pdf(), 'document', 'a.pdf'))).status).toBe(400);
    expect((await put(randomUUID())).status).toBe(404);
    expect((await put('x')).status).toBe(400);
    expect((await held(other)).history).toEqual([]);
    expect((await server.ask('GET', 'api/user/signature')).status).toBe(401);
  });
});

describe('avatar', () => {
  it.each([
    ['an SVG', 'a.svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['an SVG called png', 'a.png', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['HTML', 'a.html', '<!doctype html><script>alert(1)</script>'],
    ['HTML called jpg', 'a.jpg', '<html><body onload=alert(1)>'],
  ])(
    'an avatar that is %s is refused with the list of accepted types, and no file is kept',
    async (_what, name, content) => {
      const { status, body } = await upload(own, name, bytesOf(content));
      expect(status).toBe(415);
      expect(body.message).toContain('请上传png、jpg、gif、webp或ico图片');
    },
  );
});

describe('own sign-ins', () => {
  it('the list of own sign-ins contains failed attempts, and no sign-ins of other people', async () => {
    const sign = (username: string, password: string) =>
      server.ask('POST', 'auth/login', { body: { username, password }, ip: '198.51.100.9' });
    await sign('own', 'Wrong-2024#x');
    await sign('own', testPassword);
    await sign('other', testPassword);
    const { body } = await server.ask<{ content: { action: string; ip: string }[]; totalElements: number }>(
      'GET',
      'api/user/logins',
      { token: own },
    );
    expect(body.content.map(({ action, ip }) => [action, ip])).toEqual([
      ['login', '198.51.100.9'],
      ['loginFailed', '198.51.100.9'],
    ]);
    expect(body.totalElements).toBe(2);
    expect((await server.ask('GET', 'api/user/logins')).status).toBe(401);
  });
});

describe('event of the audit trail', () => {
  it('an event of the audit trail is shown field by field with the labels of the forms', async () => {
    const role = await server.rows.role({ name: '检测员' });
    const added = await server.ask<{ body: { id: number; version: number } }>('POST', 'api/user/add', {
      token: chief,
      body: {
        userName: 'told',
        nickName: '孙俪',
        password: 'Harbor-61#Qz',
        organizationId,
        enabled: '1',
        expiryDate: '2099-01-01',
        roles: [],
      },
    });
    await server.ask('PUT', 'api/user/edit', {
      token: chief,
      body: { ...added.body.body, enabled: '0', roles: [role], isQy: true, password: 'Harbor-62#Qz' },
    });
    const { body } = await server.ask<{ content: { id: number }[] }>(
      'GET',
      `api/auditLog?entity=user&entityId=${added.body.body.id}&action=edit`,
      { token: chief },
    );
    const auditLogAnswer = await server.ask<{ differences: FieldDifference[] }>(
      'GET',
      `api/auditLog/${body.content[0]?.id}`,
      {
        token: chief,
      },
    );
    expect(auditLogAnswer.body.differences).toEqual([
      { name: 'password', label: '初始密码', before: '******', after: '******' },
      { name: 'roles', label: '角色', before: null, after: '检测员' },
      { name: 'enabled', label: '状态', before: '启用', after: '停用' },
      { name: 'isQy', label: '企业用户', before: '否', after: '是' },
    ]);
  });
});
