import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isNull } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messages } from '@contract/messages';
import { storedFileTable } from '@server/db/schema';
import { type TestServer, testServer } from '../support/server';
import { apk, formBody, formType, sendForm, zip } from '../support/uploads';

interface Package {
  id: number;
  versionName: string;
  fileName: string;
  size: number;
  path: string;
}
interface Answer<B> {
  code: string;
  message: string;
  body?: B;
  errors?: { field: string; message: string }[];
}

let server: TestServer;
let admin: string;
let holder: string;
let bystander: string;

beforeAll(async () => {
  server = await testServer();
  const organizationId = await server.rows.organization();
  const roles = [await server.rows.role({ permissions: ['appPackage:add', 'appPackage:list', 'appPackage:del'] })];
  await server.rows.user({ userName: 'chief', isAdmin: true, organizationId });
  await server.rows.user({ userName: 'holder', organizationId, roles });
  await server.rows.user({ userName: 'bystander', organizationId });
  [admin, holder, bystander] = (await Promise.all(
    ['chief', 'holder', 'bystander'].map((name) => server.login(name)),
  )) as [string, string, string];
});
afterAll(() => server.close());

const upload = (name: string, content: Uint8Array, fields: Record<string, string> = {}, token = admin) =>
  sendForm<Answer<Package>>(server, 'api/apkAffix/upload', { token, name, content, fields });
const newest = async () =>
  (await server.ask<Answer<Package>>('GET', 'api/apkAffix/queryNew', { token: bystander })).body;
const livingFiles = async () =>
  (await server.database.orm.select().from(storedFileTable).where(isNull(storedFileTable.deleteTime))).length;

describe('without any app package', () => {
  it('the call for the newest app package answers with none if there is none', async () => {
    expect(await newest()).toEqual({ code: '200', message: messages.noApp });
    const download = await server.ask<{ message: string }>('GET', 'api/dispalyView/apk');
    expect(download.status).toBe(404);
    expect(download.body.message).toBe(messages.noApp);
    expect((await server.ask<Answer<{ isNew: boolean }>>('GET', 'api/apkAffix/isNew?version=1.0')).body.body).toEqual({
      isNew: true,
      versionName: null,
      path: null,
    });
  });
});

describe('uploaded app package', () => {
  it('an uploaded app package takes its version from its file name and becomes the newest', async () => {
    const { status, body, text } = await upload('labapp-1.4.2.apk', apk());
    expect(status, text).toBe(200);
    expect(body.body).toMatchObject({ versionName: '1.4.2', fileName: 'labapp-1.4.2.apk', size: apk().length });
    expect((await newest()).body?.path).toBe(body.body?.path);
  });

  it('an uploaded app package can be downloaded by a phone without login', async () => {
    const { body } = await newest();
    const response = await server.app.request(body?.path ?? '');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/vnd.android.package-archive');
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="labapp-1\.4\.2\.apk"/);
  });

  it('the version of an uploaded app package may be given in the form', async () => {
    // Created once: a ZIP contains its time of creation.
    const content = apk('2');
    expect(
      (await upload('app.apk', content, { versionName: '2.0.0', remark: '离线采样' })).body.body?.versionName,
    ).toBe('2.0.0');
    const download = await server.app.request('/api/dispalyView/apk');
    expect(Buffer.from(await download.arrayBuffer()).equals(Buffer.from(content))).toBe(true);
    expect(download.headers.get('cache-control')).toBe('no-cache');
  });

  it('an uploaded app package without a version is refused, and its file is not kept', async () => {
    const before = await livingFiles();
    const { status, body } = await upload('app.apk', apk());
    expect(status).toBe(400);
    expect(body.errors).toEqual([{ field: 'versionName', message: '请填写版本' }]);
    expect(await livingFiles()).toBe(before);
  });

  it.each([
    ['text called apk', new TextEncoder().encode('not an app'), 'app-1.0.apk'],
    ['a zip without a manifest', zip({ 'classes.dex': 'x' }), 'app-1.0.apk'],
    ['a zip without code', zip({ 'AndroidManifest.xml': 'x' }), 'app-1.0.apk'],
    ['half an app', apk().slice(0, -30), 'app-1.0.apk'],
    ['an app called exe', apk(), 'app-1.0.exe'],
  ])('an uploaded app package of %s is refused and leaves nothing', async (_what, content, name) => {
    const before = await livingFiles();
    const { status, body } = await upload(name, content);
    expect(status).toBe(415);
    expect(body.message).toContain('Android安装包');
    expect(await livingFiles()).toBe(before);
    expect(await readdir(join(server.services.env.dataDir, 'uploads'))).toEqual([]);
  });

  it('an uploaded app package is accepted only from platform administrators, and from others refused before it is read', async () => {
    expect((await upload('app-3.0.apk', apk(), {}, holder)).status).toBe(403);
    expect((await upload('app-3.0.apk', apk(), {}, bystander)).status).toBe(403);
    let pulled = false;
    const body = new ReadableStream<Uint8Array>(
      {
        pull: (controller) => {
          pulled = true;
          controller.enqueue(formBody({ content: apk() }));
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    const response = await server.app.request('/api/apkAffix/upload', {
      method: 'POST',
      headers: { authorization: `Bearer ${holder}`, 'content-type': formType },
      body,
      duplex: 'half',
    } as RequestInit);
    expect(response.status).toBe(403);
    expect(pulled).toBe(false);
  });
});

describe('list of app packages', () => {
  it('the list of app packages shows the newest first', async () => {
    const { body } = await server.ask<Answer<{ records: Package[]; total: number }>>('GET', 'api/apkAffix/queryAll', {
      token: holder,
    });
    expect(body.code).toBe('200');
    expect(body.body?.records.map(({ versionName }) => versionName)).toEqual(['2.0.0', '1.4.2']);
    expect(body.body?.total).toBe(2);
    expect((await server.ask('GET', 'api/apkAffix/queryAll', { token: bystander })).status).toBe(403);
  });

  it('the call apkAffix/isNew tells an app whether its version is the newest', async () => {
    expect(
      (await server.ask<Answer<{ isNew: boolean }>>('GET', 'api/apkAffix/isNew?version=1.4.2')).body.body,
    ).toMatchObject({ isNew: false, versionName: '2.0.0' });
    expect(
      (await server.ask<Answer<{ isNew: boolean }>>('GET', 'api/apkAffix/isNew?version=2.0.0')).body.body,
    ).toMatchObject({ isNew: true });
  });

  it('deleting the newest app package removes its file and makes the one before the newest', async () => {
    const { body: gone } = await newest();
    expect((await server.ask('DELETE', 'api/apkAffix/delete', { token: holder, body: [gone?.id] })).status).toBe(403);
    expect((await server.ask('DELETE', 'api/apkAffix/delete', { token: admin, body: [gone?.id] })).status).toBe(200);
    expect((await server.app.request(gone?.path ?? '')).status).toBe(404);
    expect((await newest()).body?.versionName).toBe('1.4.2');
  });

  it('an app package cannot be added without an upload', async () => {
    expect((await server.ask('POST', 'api/apkAffix/add', { token: admin, body: { versionName: '9' } })).status).toBe(
      404,
    );
  });
});
