import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { measured } from '../support/measured';
import { type TestServer, testServer } from '../support/server';
import { apk, bytesOf, docx, pdf, png, sendForm, zip } from '../support/uploads';

interface Uploaded {
  body: { id: string; name: string; mime: string };
}

let server: TestServer;
let token: string;
let neighbour: string;

beforeAll(async () => {
  server = await testServer();
  const [own, other] = [await server.rows.organization(), await server.rows.organization()];
  await server.rows.user({ userName: 'uploader', organizationId: own });
  await server.rows.user({ userName: 'neighbour', organizationId: other });
  [token, neighbour] = [await server.login('uploader'), await server.login('neighbour')];
});
afterAll(() => server.close());

const names = [
  '../a.png',
  '../../../../etc/passwd',
  '..\\..\\boot.ini',
  '/etc/passwd',
  'C:\\Windows\\system32\\a.png',
  '\\\\host\\share\\a.png',
  '....//....//a.png',
  '..;/a.png',
  '%2e%2e%2fa.png',
  '%2e%2e/%2e%2e/a.png',
  '..%252fa.png',
  '..%c0%afa.png',
  'a\0.png',
  'a.png\0.exe',
  '\0',
  'CON',
  'CON.png',
  'NUL.png',
  'LPT1.txt',
  'aux',
  '.htaccess',
  '.env',
  '..',
  '.',
  '',
  ' ',
  '~/.ssh/authorized_keys',
  '~root',
  'a\u202Egnp.exe',
  '\u202Eexe.png',
  'a\u200b.png',
  '／etc／passwd',
  '..／..／a.png',
  'a:b.png',
  'a.png::$DATA',
  'a|b.png',
  'a"b.png',
  "a'b.png",
  'a;rm -rf x.png',
  '$(id).png',
  '`id`.png',
  'a&b<c>.png',
  '<img src=x onerror=alert(1)>.png',
  'a.png.',
  'a.png ',
  `${'长'.repeat(300)}.png`,
  `${'../'.repeat(80)}a.png`,
  'a\r\nb.png',
  'index.html',
  'con/../../a.png',
];

const everyFile = async (): Promise<string[]> =>
  (await readdir(server.services.env.dataDir, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

describe('upload (IN8)', () => {
  it('an upload under each of 50 hostile names is stored under a random id; 0 of 50 escape the store (eladmin #851, #791)', async () => {
    expect(names).toHaveLength(50);
    const before = new Set(await everyFile());
    const ids = new Set<string>();
    for (const [at, name] of names.entries()) {
      const { status, body, text } = await sendForm<Uploaded>(server, 'api/file/upload', {
        token,
        name: name.replaceAll('"', '%22'),
        content: png(20 + at),
      });
      if (status === 415) {
        // An extension that is no picture's.
        expect(text).toMatch(/[\u4e00-\u9fff]/);
        continue;
      }
      expect(status, `${JSON.stringify(name)} ${text}`).toBe(200);
      expect(body.body.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(body.body.mime).toBe('image/png');
      // eslint-disable-next-line no-control-regex
      expect(body.body.name, JSON.stringify(name)).not.toMatch(/[/\\\0\r\n\u202e]|^\.+$|^\s*$/);
      ids.add(body.body.id);
      const served = await server.app.request(`/api/file/${body.body.id}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      expect(
        [
          served.headers.get('content-disposition')?.slice(0, 11),
          served.headers.get('x-content-type-options'),
          served.headers.get('content-security-policy')?.includes('sandbox'),
        ],
        name,
      ).toEqual(['attachment;', 'nosniff', true]);
    }
    const store = join(server.services.env.dataDir, 'files') + sep;
    const added = (await everyFile()).filter((path) => !before.has(path));
    expect(added.filter((path) => !path.startsWith(store) || !ids.has(path.split(sep).at(-1) ?? ''))).toEqual([]);
    expect(added).toHaveLength(ids.size);
    expect(ids.size).toBeGreaterThan(25);
    const escaped = added.filter((path) => !path.startsWith(store));
    measured(
      `${names.length} 个恶意名称：收下 ${ids.size} 个、拒绝 ${names.length - ids.size} 个，离开目录 ${escaped.length} 个；均以附件方式下发`,
    );
  });

  // The content decides, whatever the name and the header claim.
  it.each<readonly [string, string, Uint8Array]>([
    ['a page called a picture', 'a.png', bytesOf('<!doctype html><script>alert(1)</script>')],
    ['a drawing with a script', 'a.svg', bytesOf('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['a page', 'a.html', bytesOf('<html><body>甲</body></html>')],
    ['a program called a picture', 'a.jpg', Buffer.from('4d5a90000300000004000000ffff0000b8000000', 'hex')],
    ['a script', 'a.sh', bytesOf('#!/bin/sh\nid\n')],
    ['an app by nobody who may', 'a.apk', apk()],
    ['a bare archive called a document', 'a.docx', zip({ 'evil.js': '1' })],
    [
      'a page behind a picture’s first bytes',
      'a.html',
      Buffer.concat([Buffer.from('474946383961', 'hex'), Buffer.from('<script>alert(1)</script>')]),
    ],
    ['a picture too large to be drawn', 'a.png', png(60_000, 60_000)],
  ])('an upload of %s is refused, or served as what it is and never as a page', async (_what, name, content) => {
    const { status, body, text } = await sendForm<Uploaded & { message?: string }>(server, 'api/file/upload', {
      token,
      name,
      content,
      type: 'image/png',
      ...(name.endsWith('.apk') ? { fields: { fileClass: 'apk' } } : {}),
    });
    if (status !== 200) {
      expect([400, 403, 413, 415], text).toContain(status);
      expect(text).toMatch(/[\u4e00-\u9fff]/);
      return;
    }
    const served = await server.app.request(`/api/file/${body.body.id}?inline=true`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(served.headers.get('content-type')).not.toMatch(/html|svg|xml|script/);
    expect(served.headers.get('content-security-policy')).toContain('sandbox');
    expect(served.headers.get('x-content-type-options')).toBe('nosniff');
  });
});

describe('guessed address (IN10)', () => {
  it('a guessed file address opens 0 of 100 foreign files: neither by an id, known or guessed, nor by an altered or borrowed link', async () => {
    const files = [];
    for (const content of [pdf(), docx(), png()])
      files.push((await sendForm<Uploaded>(server, 'api/file/upload', { token, name: 'a', content })).body.body.id);
    const link = async (id: string): Promise<string> =>
      (await server.ask<{ body: { path: string } }>('GET', `api/file/${id}/link`, { token })).body.body.path;
    const [first = '', second = ''] = files;
    const own = new URL(await link(first), 'http://localhost');
    const altered = (name: string, value: string, id = first): string => {
      const url = new URL(own.href.replace(first, id));
      url.searchParams.set(name, value);
      return `${url.pathname}${url.search}`;
    };
    const opened: string[] = [];
    const tries: readonly string[] = [
      ...files.flatMap((id) => [
        `/api/file/${id}`,
        `/api/file/${id}?inline=true`,
        `/api/file/open/${id}`,
        `/api/file/${id}/link`,
      ]),
      ...Array.from({ length: 40 }, () => randomUUID()).flatMap((id) => [`/api/file/${id}`]),
      ...Array.from({ length: 32 }, (_, index) =>
        altered(
          'signature',
          `${String.fromCharCode(65 + (index % 26))}${own.searchParams.get('signature')?.slice(1)}x`,
        ),
      ),
      ...[1, 59, 61, 3600, 86_400].map((more) =>
        altered('expires', String(Number(own.searchParams.get('expires')) + more)),
      ),
      ...[second, randomUUID()].map((id) => altered('inline', 'true', id)),
      ...['', 'x', randomUUID()].map((session) => altered('session', session)),
      ...['', '0', 'x', '1e99', '-1', '99999999999'].map((expires) => altered('expires', expires)),
    ];
    expect(tries).toHaveLength(100);
    for (const path of tries) {
      const { status } = await server.app.request(path, { headers: { authorization: `Bearer ${neighbour}` } });
      if (![403, 404].includes(status)) opened.push(`${path}: ${status}`);
    }
    expect(opened).toEqual([]);
    measured(`${tries.length} 次外来的编号与链接，打开 ${opened.length} 次`);
  });
});
