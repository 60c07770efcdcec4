import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLogTable, storedFileTable } from '@server/db/schema';
import { sweepUploads } from '@server/features/system/files/sweepUploads';
import { directoryStore } from '@server/files/directoryStore';
import { dispositionOf, timestampedName, shownName } from '@server/files/fileName';
import { imageSize } from '@server/files/pictures/imageSize';
import { measured } from '../support/measured';
import { type TestServer, testServer } from '../support/server';
import { apk, bytesOf, docx, formBody, formType, pdf, png, sendForm, webp, zip } from '../support/uploads';

interface Uploaded {
  code: string;
  message: string;
  body: { id: string; name: string; mime: string; size: number; fileClass: string };
}

let server: TestServer;
let token: string;
let neighbour: string;
let enterprise: string;
let admin: string;

beforeAll(async () => {
  server = await testServer();
  const [own, other] = [await server.rows.organization(), await server.rows.organization()];
  await server.rows.user({ userName: 'uploader', organizationId: own });
  await server.rows.user({ userName: 'colleague', organizationId: own });
  await server.rows.user({ userName: 'neighbour', organizationId: other });
  await server.rows.user({ userName: 'enterprise', organizationId: own, isQy: true });
  token = await server.login('uploader');
  neighbour = await server.login('neighbour');
  enterprise = await server.login('enterprise');
  await server.rows.user({ userName: 'chief', organizationId: own, isAdmin: true });
  admin = await server.login('chief');
});
afterAll(() => server.close());

const upload = (name: string, content: Uint8Array, fields: Record<string, string> = {}, type?: string) =>
  sendForm<Uploaded>(server, 'api/file/upload', { token, name, content, fields, type });
const fetchFile = (path: string, who?: string) =>
  server.app.request(`/${path}`, who ? { headers: { authorization: `Bearer ${who}` } } : {});

async function uploaded(name: string, content: Uint8Array, fields?: Record<string, string>): Promise<Uploaded['body']> {
  const { status, body, text } = await upload(name, content, fields);
  expect(status, text).toBe(200);
  return body.body;
}

async function leftovers(): Promise<string[]> {
  return readdir(join(server.services.env.dataDir, 'uploads')).catch(() => []);
}
async function storedNames(directory = join(server.services.env.dataDir, 'files')): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true, recursive: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

describe('upload', () => {
  it('an upload is stored under a random id with hash, size and the type of its content, and recorded in the audit trail', async () => {
    const content = png(640, 480, 5000);
    const { id, ...brief } = await uploaded('现场照片.png', content, { fileClass: 'image' });
    expect(brief).toEqual({ name: '现场照片.png', mime: 'image/png', size: 5000, fileClass: 'image' });
    const [row] = await server.database.orm.select().from(storedFileTable).where(eq(storedFileTable.id, id));
    expect(row).toMatchObject({ sha256: createHash('sha256').update(content).digest('hex'), open: false });
    expect(await storedNames()).toContain(id);
    const trail = await server.database.orm
      .select()
      .from(auditLogTable)
      .where(and(eq(auditLogTable.action, 'upload'), eq(auditLogTable.title, '现场照片.png')));
    expect(trail).toHaveLength(1);
  });

  it.each([
    ['a pdf', '报告.pdf', pdf(), 'application/pdf'],
    ['a Word document', '方案.docx', docx(), 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    [
      'an old workbook',
      '数据.xls',
      Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(512)]),
      'application/vnd.ms-excel',
    ],
    ['an instrument export', '峰面积.csv', bytesOf('样品,峰面积\r\n001,12.5\r\n'), 'text/plain'],
    ['a scanned page', '扫描件.png', png(), 'image/png'],
  ])('an upload of %s is accepted where documents are accepted', async (_what, name, content, mime) => {
    expect((await uploaded(name, content)).mime).toBe(mime);
  });

  it('an upload without a file extension gets the one of its content', async () => {
    expect((await uploaded('照片', png(), { fileClass: 'image' })).name).toBe('照片.png');
  });

  it.each<[string, string, string, Uint8Array, string]>([
    [
      'an SVG as an image',
      'image',
      'a.svg',
      bytesOf('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      'image/svg+xml',
    ],
    ['an SVG that calls itself a PNG', 'image', 'a.png', bytesOf('<svg onload="alert(1)"/>'), 'image/png'],
    ['HTML as an image', 'image', 'a.png', bytesOf('<!doctype html><script>alert(1)</script>'), 'image/png'],
    ['HTML as a document', 'document', 'a.txt', bytesOf('\uFEFF  <html><body>x</body></html>'), 'text/plain'],
    [
      'HTML as a workbook',
      'document',
      'a.xls',
      bytesOf('<table><tr><td>1</td></tr></table>'),
      'application/vnd.ms-excel',
    ],
    ['text as a workbook', 'document', 'a.xls', bytesOf('1\t2\t3'), 'application/vnd.ms-excel'],
    [
      'a program as a document',
      'document',
      'a.pdf',
      Buffer.concat([bytesOf('MZ'), Buffer.alloc(300)]),
      'application/pdf',
    ],
    ['a WebP as a photograph of the site, which reports print', 'media', 'a.webp', webp(), 'image/webp'],
    ['a WebP as a seal, which is printed', 'print', 'a.webp', webp(), 'image/webp'],
    ['a PDF as an image', 'image', 'a.png', pdf(), 'image/png'],
    [
      'a workbook with macros',
      'document',
      'a.xlsx',
      zip({ '[Content_Types].xml': '', 'xl/workbook.xml': '', 'xl/vbaProject.bin': 'x' }),
      '',
    ],
    ['any zip as a document', 'document', 'a.docx', zip({ 'a.txt': 'x' }), ''],
    ['half a zip', 'document', 'a.docx', docx().slice(0, 60), ''],
    ['a picture of 30000 × 30000 pixels', 'image', 'a.png', png(30_000, 30_000), 'image/png'],
    ['a picture without a size', 'image', 'a.jpg', Buffer.from('ffd8ffe000104a464946', 'hex'), 'image/jpeg'],
    ['a PNG called jpg', 'image', 'a.jpg', png(), 'image/jpeg'],
  ])('an upload is refused: %s', async (_what, fileClass, name, content, type) => {
    const before = await storedNames();
    const { status, body } = await upload(name, content, { fileClass }, type);
    expect(status, body.message).toBe(415);
    expect(body.message).toMatch(/文件|图片/);
    expect(await storedNames()).toEqual(before);
    expect(await leftovers()).toEqual([]);
  });

  it.each([
    ['without a file', () => formBody({ fields: { fileClass: 'image' } }), formType],
    ['with an empty file', () => formBody({ content: new Uint8Array() }), formType],
    ['with an unknown class', () => formBody({ content: png(), fields: { fileClass: '__proto__' } }), formType],
    ['that breaks off', () => formBody({ content: png(20, 10, 4000) }).slice(0, 2000), formType],
    ['that is no form', () => bytesOf('{}'), 'application/json'],
    ['without a boundary', () => formBody({ content: png() }), 'multipart/form-data'],
    [
      'with two files',
      () =>
        Buffer.concat([
          formBody({ content: png() }).slice(0, -'--\r\n'.length),
          bytesOf('\r\n'),
          formBody({ content: png() }),
        ]),
      formType,
    ],
  ])('an upload with %s is answered as a bad request, and no file is kept', async (_what, body, contentType) => {
    const before = await storedNames();
    const response = await server.app.request('/api/file/upload', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': contentType },
      body: body(),
    });
    expect(response.status, await response.text()).toBe(400);
    expect(await storedNames()).toEqual(before);
    expect(await leftovers()).toEqual([]);
  });

  it('an upload that is too large is refused with 413 before the whole body is read, for any stated size; 0 files are left (IN9)', async () => {
    const megabyte = 1024 * 1024;
    let sent = 0;
    const head = formBody({ fields: { fileClass: 'image' }, content: png() }).slice(0, -60);
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(sent === 0 ? head : new Uint8Array(megabyte));
        sent += megabyte;
        if (sent > 100 * megabyte) controller.close();
      },
    });
    const response = await server.app.request('/api/file/upload', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': formType },
      body: endless,
      duplex: 'half',
    } as RequestInit);
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ code: 'tooLarge' });
    expect(sent).toBeLessThan(20 * megabyte);
    const left = await leftovers();
    expect(left).toEqual([]);
    measured(`无尽的图片上传：读到 ${sent / megabyte} MB 时 ${response.status}，残留 ${left.length} 个文件`);
  });

  it.each([
    ['image', 10],
    ['print', 10],
    ['document', 50],
    ['media', 100],
    ['apk', 200],
  ] as const)(
    'an upload of the class %s is refused with 413 above its own limit of %i MB, which is streamed; 0 files are left (IN9)',
    async (fileClass, megabytes) => {
      const megabyte = 1024 * 1024;
      const who = fileClass === 'apk' ? admin : token;
      // Without its end, which would come after the file.
      const head = formBody({
        fields: { fileClass },
        content: fileClass === 'apk' ? apk() : fileClass === 'document' ? pdf() : png(),
      }).slice(0, -(formBody({}).byteLength + '\r\n'.length));
      let sent = 0;
      const endless = new ReadableStream<Uint8Array>({
        pull(controller) {
          controller.enqueue(sent === 0 ? head : new Uint8Array(megabyte));
          sent += megabyte;
          if (sent > (megabytes + 50) * megabyte) controller.close();
        },
      });
      const response = await server.app.request('/api/file/upload', {
        method: 'POST',
        headers: { authorization: `Bearer ${who}`, 'content-type': formType },
        body: endless,
        duplex: 'half',
      } as RequestInit);
      expect([response.status, sent > megabytes * megabyte, sent < (megabytes + 40) * megabyte]).toEqual([
        413,
        true,
        true,
      ]);
      const left = await leftovers();
      expect(left).toEqual([]);
      measured(
        `${fileClass}（${megabytes} MB）：读到 ${sent / megabyte} MB 时 ${response.status}，残留 ${left.length} 个文件`,
      );
    },
  );

  it('an upload whose announced length is too large is refused unread', async () => {
    let pulled = false;
    const body = new ReadableStream<Uint8Array>(
      {
        pull: () => {
          pulled = true;
        },
      },
      { highWaterMark: 0 },
    );
    const response = await server.app.request('/api/file/upload', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': formType,
        'content-length': String(300 * 1024 * 1024),
      },
      body,
      duplex: 'half',
    } as RequestInit);
    expect(response.status).toBe(413);
    expect(pulled).toBe(false);
  });

  it('an upload needs a session, and for an app package the permission', async () => {
    expect((await sendForm(server, 'api/file/upload', { content: png() })).status).toBe(401);
    expect((await upload('a.apk', apk(), { fileClass: 'apk' })).status).toBe(403);
  });
});

describe('file name (IN8)', () => {
  it.each([
    ['../../../etc/passwd.png', 'passwd.png'],
    ['..\\..\\boot.png', 'boot.png'],
    ['C:\\Users\\a\\照片.png', '照片.png'],
    ['a\0b.png', 'ab.png'],
    ['%2e%2e%2fa.png', '%2e%2e%2fa.png'],
    ['evil\u202Egnp.exe', 'evilgnp.exe'],
    ['CON.png', '_CON.png'],
    ['.htaccess', 'htaccess'],
    ['a:b*c?.png', 'a_b_c_.png'],
    ['', '未命名'],
    ['../..', '未命名'],
  ])('the file name %j is shown as %j', (raw, shown) => {
    expect(shownName(raw)).toBe(shown);
  });

  it('a file name shortened to 255 characters keeps its extension', () => {
    const shown = shownName(`${'长'.repeat(300)}.docx`);
    expect(shown).toHaveLength(255);
    expect(shown.endsWith('.docx')).toBe(true);
  });

  it('a file whose name contains folders is stored under its id inside the store', async () => {
    const { id, name } = await uploaded('../../../../tmp/escape.png', png());
    expect(name).toBe('escape.png');
    expect(await storedNames()).toContain(id);
    expect(existsSync('/tmp/escape.png')).toBe(false);
  });

  it('a file name cannot break out of the download’s header', () => {
    expect(dispositionOf('a"\r\nset-cookie: x=1.png', false)).not.toMatch(/[\r\n]/);
    expect(dispositionOf('检测报告(1).pdf', false)).toBe(
      `attachment; filename="____(1).pdf"; filename*=UTF-8''%E6%A3%80%E6%B5%8B%E6%8A%A5%E5%91%8A%281%29.pdf`,
    );
  });
});

describe('download', () => {
  it('a download is sent as an attachment that no browser opens as a page', async () => {
    const content = docx();
    const { id } = await uploaded('方案.docx', content);
    const response = await fetchFile(`api/file/${id}`, token);
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer()).equals(Buffer.from(content))).toBe(true);
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="[^"]+"; filename\*=UTF-8''%E6%96%B9%E6%A1%88\.docx$/,
    );
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-security-policy')).toContain('sandbox');
  });

  it('a file downloaded by a link is named by date and time, followed by its own name', async () => {
    const { id } = await uploaded('方案.docx', docx());
    const { path } = (await server.ask<{ body: { path: string } }>('GET', `api/file/${id}/link`, { token })).body.body;
    const name = decodeURIComponent(
      (await server.app.request(path)).headers.get('content-disposition')?.split("UTF-8''")[1] ?? '',
    );
    expect(name).toMatch(/^\d{4}-\d\d-\d\d_\d{6}-方案\.docx$/);
    expect(timestampedName('方案.docx', '2026-11-23 06:19:26')).toBe('2026-11-23_061926-方案.docx');
  });

  it('a download shows only pictures inline, and only on request', async () => {
    const [picture, paper] = [await uploaded('a.png', png()), await uploaded('a.pdf', pdf())];
    expect((await fetchFile(`api/file/${picture.id}?inline=true`, token)).headers.get('content-disposition')).toMatch(
      /^inline/,
    );
    expect((await fetchFile(`api/file/${paper.id}?inline=true`, token)).headers.get('content-disposition')).toMatch(
      /^attachment/,
    );
  });

  it('a video answers a Range request with that part of the file, on the page and through a download link', async () => {
    const content = Buffer.concat([Buffer.from([0, 0, 0, 0x18]), Buffer.from('ftypmp42'), Buffer.alloc(4000, 7)]);
    const film = await uploaded('喷漆岗.mp4', content, { fileClass: 'media' });
    const { path } = (await server.ask<{ body: { path: string } }>('GET', `api/file/${film.id}/link`, { token })).body
      .body;
    const part = async (range: string) => {
      const answer = await server.app.request(`${path}&inline=true`, { headers: { range } });
      return {
        status: answer.status,
        range: answer.headers.get('content-range'),
        length: (await answer.arrayBuffer()).byteLength,
        shown: answer.headers.get('content-disposition')?.startsWith('inline'),
      };
    };
    expect(await part('bytes=0-')).toEqual({ status: 206, range: 'bytes 0-4011/4012', length: 4012, shown: true });
    expect(await part('bytes=4000-9999')).toMatchObject({ status: 206, range: 'bytes 4000-4011/4012', length: 12 });
    expect(await part('bytes=-10')).toMatchObject({ status: 206, range: 'bytes 4002-4011/4012', length: 10 });
    expect(await part('bytes=4012-')).toMatchObject({ status: 416, range: 'bytes */4012', length: 0 });
    for (const whole of ['bytes=5-4', 'bytes=0-1,3-4', 'lines=1-2'])
      expect(await part(whole)).toMatchObject({ status: 200, range: null, length: 4012 });
    // Watched in parts, it is not recorded as a download.
    const auditLogRows = await server.database.orm
      .select({ id: auditLogTable.id })
      .from(auditLogTable)
      .where(and(eq(auditLogTable.action, 'download'), eq(auditLogTable.title, '喷漆岗.mp4')));
    expect(auditLogRows).toEqual([]);
  });

  it('a file is downloaded only within its organization: others, enterprise users and strangers learn nothing', async () => {
    const { id } = await uploaded('a.pdf', pdf());
    expect((await fetchFile(`api/file/${id}`, await server.login('colleague'))).status).toBe(200);
    expect((await fetchFile(`api/file/${id}`, neighbour)).status).toBe(404);
    expect((await fetchFile(`api/file/${id}/link`, neighbour)).status).toBe(404);
    expect((await fetchFile(`api/file/${id}`, enterprise)).status).toBe(404);
    expect((await fetchFile(`api/file/${id}`)).status).toBe(401);
    expect((await fetchFile(`api/file/open/${id}`)).status).toBe(404);
  });

  it.each(['00000000-0000-4000-8000-000000000000', 'x', '..%2f..%2fetc%2fpasswd', '1'])(
    'a download of %s is not found',
    async (id) => {
      expect((await fetchFile(`api/file/${id}`, token)).status).toBe(404);
    },
  );

  it('a file marked as public is downloaded without a session', async () => {
    const { id } = await uploaded('logo.png', png());
    await server.database.orm.update(storedFileTable).set({ open: true }).where(eq(storedFileTable.id, id));
    expect((await fetchFile(`api/file/open/${id}`)).status).toBe(200);
    expect((await fetchFile(`api/file/${id}`, neighbour)).status).toBe(200);
  });
});

describe('link (IN10)', () => {
  const linkFor = async (id: string, who = token) =>
    (await server.ask<{ body: { path: string } }>('GET', `api/file/${id}/link`, { token: who })).body.body.path.slice(
      1,
    );

  it('a link to a file opens it without an Authorization header, and the audit trail records who downloaded it', async () => {
    const { id } = await uploaded('链接下载.pdf', pdf());
    const response = await fetchFile(await linkFor(id));
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer()).equals(Buffer.from(pdf()))).toBe(true);
    const trail = await server.database.orm
      .select()
      .from(auditLogTable)
      .where(and(eq(auditLogTable.action, 'download'), eq(auditLogTable.title, '链接下载.pdf')));
    expect(trail).toMatchObject([{ userName: expect.stringContaining('uploader') as string }]);
  });

  it('a link to a file without content is refused when it is requested', async () => {
    const { id } = await uploaded('说明.docx', docx());
    await server.services.files.remove(id);
    for (const path of [`api/file/${id}/link`, `api/file/${id}`])
      expect(await server.ask('GET', path, { token })).toMatchObject({
        status: 404,
        body: { message: '文件内容缺失，请联系管理员' },
      });
  });

  it('a link to a file expires after a minute: 200 at 59 s, 403 at 61 s', async () => {
    const { id } = await uploaded('a.pdf', pdf());
    const link = await linkFor(id);
    server.advance(59_000);
    const inTime = (await fetchFile(link)).status;
    server.advance(2_000);
    const late = (await fetchFile(link)).status;
    expect([inTime, late]).toEqual([200, 403]);
    measured(`链接第 59 秒 ${inTime}，第 61 秒 ${late}`);
  });

  it('a link to a file is invalid for another file, time or signature', async () => {
    const [one, two] = [await uploaded('a.pdf', pdf()), await uploaded('b.pdf', pdf())];
    const link = await linkFor(one.id);
    expect((await fetchFile(link.replace(one.id, two.id))).status).toBe(403);
    expect(
      (await fetchFile(link.replace(/expires=\d+/, (text) => `expires=${Number(text.slice(8)) - 1}`))).status,
    ).toBe(403);
    expect((await fetchFile(link.replace(/signature=./, 'signature=~'))).status).toBe(403);
    expect((await fetchFile(`api/file/link/${one.id}`)).status).toBe(403);
    expect((await fetchFile(`api/file/link/${one.id}?session=x&expires=9&signature=y`)).status).toBe(403);
    for (const part of [/session=[^&]+/, /expires=\d+&/, /&signature=.+/])
      expect((await fetchFile(link.replace(part, ''))).status, String(part)).toBe(403);
    expect((await fetchFile(link.replace(/session=[^&]+/, 'session=x'))).status).toBe(403);
  });

  it('a link to a file ends with the session that asked for it', async () => {
    const { id } = await uploaded('a.pdf', pdf());
    const passing = await server.login('colleague');
    const link = await linkFor(id, passing);
    expect((await server.ask('DELETE', 'auth/logout', { token: passing })).status).toBe(200);
    const orphaned = (await fetchFile(link)).status;
    expect(orphaned).toBe(403);
    measured(`签发人退出后 ${orphaned}`);
  });
});

describe('file store on disk', () => {
  it('the file store on disk removes half-written files', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'occhealth-store-'));
    const store = directoryStore(directory);
    const id = '11111111-1111-4111-8111-111111111111';
    const broken = function* () {
      yield new Uint8Array(10);
      throw new Error('gone');
    };
    await expect(store.put(id, { size: 20, sha256: '', open: () => Readable.from(broken()) })).rejects.toThrow('gone');
    expect(await storedNames(directory)).toEqual([]);
    expect(await store.read(id)).toBeUndefined();
    await rm(directory, { recursive: true });
  });

  it('the file store on disk removes, after a day, incomplete files left by a killed process', async () => {
    await uploaded('a.pdf', pdf());
    const directory = join(server.services.env.dataDir, 'uploads');
    for (const name of ['old.upload', 'new.upload']) await writeFile(join(directory, name), 'x');
    const long = new Date(Date.now() - 2 * 86_400_000);
    await utimes(join(directory, 'old.upload'), long, long);
    await sweepUploads(server.services);
    expect(await leftovers()).toEqual(['new.upload']);
    await rm(join(directory, 'new.upload'));
  });
});

describe('size of a picture', () => {
  it.each([
    ['png', png(640, 480), { width: 640, height: 480 }],
    ['gif', Buffer.from('47494638396140010f00', 'hex'), { width: 320, height: 15 }],
    [
      'jpeg behind an EXIF block',
      Buffer.concat([Buffer.from('ffd8ffe10006aaaabbbbffc0001108012c019003', 'hex'), Buffer.alloc(20)]),
      { width: 400, height: 300 },
    ],
    [
      'webp (lossless)',
      Buffer.concat([
        Buffer.from('5249464600000000574542505650384c000000002f', 'hex'),
        Buffer.from([0x3f, 0xc1, 0x18, 0x00]),
      ]),
      { width: 320, height: 100 },
    ],
    [
      'an icon that hides a large png',
      Buffer.concat([Buffer.from('00000100010010100000010020000000000016000000', 'hex'), png(30_000, 30_000)]),
      { width: 30_000, height: 30_000 },
    ],
  ])('the size of a picture is read from its bytes: %s', (_what, bytes, size) => {
    expect(imageSize(Buffer.from(bytes))).toEqual(size);
  });
});
