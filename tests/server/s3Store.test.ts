import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { failures } from '@contract/messages';
import { parseEnv, type StoreKeys } from '@server/base/env';
import { StartRefusal } from '@server/base/startRefusal';
import { auditLogTable, storedFileTable } from '@server/db/schema';
import { startServer } from '@server/entry/start';
import { directoryStore } from '@server/files/directoryStore';
import { createFileStore } from '@server/files/fileStore';
import { s3PlaceOf } from '@server/files/s3/s3Address';
import { assertBucket, s3Store } from '@server/files/s3/s3Store';
import { nodeStreamOf } from '@server/files/webStream';
import type { FileStore } from '@server/services';
import { s3Keys, type S3Server, s3Region, s3Server } from '../support/s3';
import { type TestServer, testServer } from '../support/server';
import { pdf, sendForm } from '../support/uploads';

/** For tests in which nothing can be read in any case. */
const brisk = { attempts: 3, pauseMs: 1, silenceMs: 150 };
/** For tests that succeed in the end: a busy machine needs time, so that only intended silence counts as silence. */
const steady = { ...brisk, silenceMs: 1_500 };

let s3: S3Server;
let directory: string;
beforeAll(async () => {
  s3 = await s3Server();
  directory = await mkdtemp(join(tmpdir(), 'occhealth-store-'));
});
beforeEach(() => {
  s3.trouble([]);
  s3.calls.length = 0;
});
afterAll(async () => {
  await s3.close();
  await rm(directory, { recursive: true, force: true });
});

const storeOf = (address = s3.address, keys: StoreKeys = s3Keys, how = steady): FileStore =>
  s3Store(s3PlaceOf(address, keys), how);
const contentOf = async (store: FileStore, id: string): Promise<Buffer | undefined> => {
  const stream = await store.read(id);
  return stream && buffer(nodeStreamOf(stream));
};
const sourceOf = (content: Buffer) => ({
  size: content.length,
  sha256: createHash('sha256').update(content).digest('hex'),
  open: () => Readable.from([content.subarray(0, 1000), content.subarray(1000)]),
});

describe.each<[string, () => FileStore, () => Promise<number>]>([
  [
    'the directory',
    () => directoryStore(directory),
    async () =>
      (await readdir(directory, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length,
  ],
  ['the bucket', () => storeOf(), async () => s3.objects.size],
])('a store in %s', (_where, make, count) => {
  it.each<[string, (content: Buffer) => Parameters<FileStore['put']>[1]]>([
    ['bytes', (content) => content],
    ['a source', sourceOf],
  ])('the file store returns content stored as %s, and forgets removed content', async (_what, given) => {
    const [store, id, content, before] = [make(), randomUUID(), randomBytes(300_000), await count()];
    await store.put(id, given(content));
    expect(await count()).toBe(before + 1);
    expect(await store.stat(id)).toMatchObject({ size: content.length });
    expect((await contentOf(store, id))?.equals(content)).toBe(true);
    await store.remove(id);
    await store.remove(id);
    expect(await store.stat(id)).toBeUndefined();
    expect(await store.read(id)).toBeUndefined();
    expect(await count()).toBe(before);
  });

  it('the file store keeps nothing of an upload whose source breaks off', async () => {
    const [store, id, before] = [make(), randomUUID(), await count()];
    const broken = function* () {
      yield randomBytes(10);
      throw new Error('gone');
    };
    await expect(
      store.put(id, { size: 20, sha256: '0'.repeat(64), open: () => Readable.from(broken()) }),
    ).rejects.toThrow();
    expect(await count()).toBe(before);
  });

  it('the file store refuses a file id that it did not create, such as ../escape', async () => {
    const store = make();
    await expect(store.put('../escape', new Uint8Array(1))).rejects.toThrow('not a file id');
    await expect(store.read('../escape')).rejects.toThrow('not a file id');
    await expect(store.remove('')).rejects.toThrow('not a file id');
  });
});

describe('bucket', () => {
  const [id, content] = [randomUUID(), randomBytes(200_000)];
  beforeAll(() => storeOf().put(id, content));

  it('an S3 bucket stores a file under the prefix and its id', () => {
    expect([...s3.objects.keys()]).toEqual([`kept/here/${id}`]);
  });

  it.each([
    [500, 'drop'],
    [503, 503],
    ['silent', 503],
  ] as const)('an S3 request is repeated after %s and %s', async (...troubles) => {
    const other = randomUUID();
    s3.trouble(troubles);
    await storeOf().put(other, sourceOf(content));
    s3.trouble(troubles);
    expect((await contentOf(storeOf(), id))?.equals(content)).toBe(true);
    s3.trouble(troubles);
    await storeOf().remove(other);
    expect(s3.objects.has(`kept/here/${other}`)).toBe(false);
  });

  it.each(['halfAnswer', 'halfSilent'] as const)(
    'an S3 download with an interrupted answer (%s) requests the rest',
    async (trouble) => {
      s3.trouble([trouble, trouble]);
      expect((await contentOf(storeOf(), id))?.equals(content)).toBe(true);
      expect(s3.calls).toEqual([`GET ${trouble}`, `GET ${trouble}`, 'GET 206 range']);
    },
  );

  it('an S3 download that never recovers ends with an error, not with half a file', async () => {
    s3.trouble(['halfAnswer', 500], true);
    await expect(contentOf(storeOf(), id)).rejects.toThrow();
  });

  it.each(['drop', 'silent', 500, 403] as const)(
    'an S3 bucket that stays unavailable (%s) gives a Chinese 503 after a few attempts',
    async (trouble) => {
      const away = storeOf(s3.address, s3Keys, brisk);
      s3.trouble([trouble], true);
      const refusal = { status: 503, message: failures.storeUnavailable };
      await expect(away.read(id)).rejects.toMatchObject(refusal);
      // A refusal is not retried.
      expect(s3.calls).toHaveLength(trouble === 403 ? 1 : 3);
      await expect(away.stat(id)).rejects.toMatchObject(refusal);
      await expect(away.put(randomUUID(), sourceOf(content))).rejects.toMatchObject(refusal);
      await expect(away.remove(id)).rejects.toMatchObject(refusal);
      expect([...s3.objects.keys()]).toEqual([`kept/here/${id}`]);
    },
  );

  it('a missing S3 bucket is a failure, not a missing file', async () => {
    await expect(storeOf(s3.address.replace('lab-files', 'other')).read(id)).rejects.toMatchObject({ status: 503 });
  });

  it('an S3 bucket accepts temporary keys with their session token', async () => {
    const lent = await s3Server({ sessionToken: 'lent' });
    await expect(assertBucket(s3PlaceOf(lent.address, s3Keys), brisk)).rejects.toThrow('拒绝了访问密钥');
    await expect(
      assertBucket(s3PlaceOf(lent.address, { ...s3Keys, sessionToken: 'lent' }), brisk),
    ).resolves.toBeUndefined();
    await lent.close();
  });
});

describe('FILE_STORE', () => {
  it.each([
    ['s3://lab-files?region=eu-west-1', 'https://lab-files.s3.eu-west-1.amazonaws.com/'],
    ['s3://lab-files?region=cn-north-1', 'https://lab-files.s3.cn-north-1.amazonaws.com.cn/'],
    ['s3://lab.files?region=eu-west-1', 'https://s3.eu-west-1.amazonaws.com/lab.files/'],
    ['s3://lab-files?endpoint=https://oss.example.com', 'https://oss.example.com/lab-files/'],
    ['s3://lab-files?endpoint=https://oss.example.com&style=virtual', 'https://lab-files.oss.example.com/'],
  ])('the setting FILE_STORE %s means %s', (address, base) => {
    expect(s3PlaceOf(address, s3Keys).base.href).toBe(base);
  });

  it.each([
    ['s3://lab-files', 'region'],
    ['s3://A', '存储桶名称'],
    ['s3://key:hunter2@lab-files?region=a', '不能带密钥'],
    ['s3://lab-files?endpoint=oss.example.com', 'endpoint 应为'],
    ['s3://lab-files?endpoint=https://key:hunter2@oss.example.com', 'endpoint 应为'],
    ['s3://lab-files?region=a&secret=hunter2', '问号后只能有'],
    ['s3://lab-files?region=a&style=odd', 'style 应为'],
    ['s3://lab-files/a b?region=a', '前缀'],
  ])('the setting FILE_STORE %s is refused in one sentence that repeats no secret', (address, why) => {
    const parse = (): unknown => s3PlaceOf(address, s3Keys);
    expect(parse).toThrow(StartRefusal);
    expect(parse).toThrow(why);
    expect(parse).not.toThrow('hunter2');
  });

  it('the S3 keys come from FILE_STORE variables, else from AWS variables; half a pair of keys counts as none', async () => {
    const aws = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b', AWS_SESSION_TOKEN: 'c' };
    expect(parseEnv({ ...aws, FILE_STORE_ACCESS_KEY: 'x', FILE_STORE_SECRET_KEY: 'y' }).fileStoreKeys).toEqual({
      accessKey: 'x',
      secretKey: 'y',
    });
    expect(parseEnv(aws).fileStoreKeys).toEqual({ accessKey: 'a', secretKey: 'b', sessionToken: 'c' });
    await expect(
      createFileStore(parseEnv({ ...aws, FILE_STORE: s3.address, FILE_STORE_ACCESS_KEY: 'x' })),
    ).rejects.toThrow('FILE_STORE_SECRET_KEY');
  });

  it('the file store is tested at the start, and a missing, foreign or unreachable bucket is refused in one sentence', async () => {
    const check = (address: string, keys: StoreKeys = s3Keys) => assertBucket(s3PlaceOf(address, keys), brisk);
    await expect(check(s3.address)).resolves.toBeUndefined();
    await expect(check(s3.address.replace('lab-files', 'other'))).rejects.toThrow(/存储桶 other 不存在/);
    await expect(check(s3.address, { ...s3Keys, secretKey: 'wrong' })).rejects.toThrow(/拒绝了访问密钥/);
    await expect(check(s3.address.replace(s3Region, 'elsewhere'))).rejects.toThrow(/区域（elsewhere）/);
    s3.trouble([301]);
    await expect(check(s3.address)).rejects.toThrow(/301.*region/);
    s3.trouble(['silent'], true);
    await expect(check(s3.address)).rejects.toThrow(/没有响应/);
    await expect(check('s3://lab-files?endpoint=http://127.0.0.1:1')).rejects.toThrow(/ECONNREFUSED/);
    await expect(check('s3://lab-files?endpoint=http://127.0.0.1:1')).rejects.toThrow(StartRefusal);
  });

  it('a faulty file store stops the start before a database is opened', async () => {
    const dataDir = join(directory, 'never');
    const env = parseEnv({
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
      FILE_STORE: s3.address.replace('lab-files', 'other'),
      FILE_STORE_ACCESS_KEY: s3Keys.accessKey,
      FILE_STORE_SECRET_KEY: s3Keys.secretKey,
    });
    await expect(startServer(env)).rejects.toThrow(StartRefusal);
    expect(existsSync(dataDir)).toBe(false);
  });
});

describe('product with its files in a bucket', () => {
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    s3.trouble([]);
    s3.objects.clear();
    server = await testServer({ fileStore: s3.address, fileStoreKeys: s3Keys });
    await server.rows.user({ userName: 'uploader', isAdmin: true });
    token = await server.login('uploader');
  });
  afterAll(() => server.close());

  const upload = (name: string) =>
    sendForm<{ message: string; body: { id: string } }>(server, 'api/file/upload', { token, name, content: pdf() });
  const clean = (id: string) => server.ask('DELETE', 'api/storedFile/delete', { token, body: [id] });
  const rowOf = async (id: string) =>
    (await server.database.orm.select().from(storedFileTable).where(eq(storedFileTable.id, id)))[0];

  it('with files in an S3 bucket, the product uploads, shows and cleans files; a failed cleaning is reported and can be repeated', async () => {
    const { status, body, text } = await upload('报告.pdf');
    expect(status, text).toBe(200);
    const { id } = body.body;
    expect([...s3.objects.keys()]).toEqual([`kept/here/${id}`]);
    const response = await server.app.request(`/api/file/${id}`, { headers: { authorization: `Bearer ${token}` } });
    expect(Buffer.from(await response.arrayBuffer()).equals(Buffer.from(pdf()))).toBe(true);

    await server.database.orm.update(storedFileTable).set({ createTime: new Date(Date.now() - 2 * 86_400_000) });
    s3.trouble([403], true);
    expect(await clean(id)).toMatchObject({ status: 503, body: { message: failures.storeUnavailable } });
    expect(await rowOf(id)).toMatchObject({ purgeTime: null });
    s3.trouble([]);
    expect((await clean(id)).status).toBe(200);
    expect(s3.objects.size).toBe(0);
    expect((await rowOf(id))?.purgeTime).toBeInstanceOf(Date);
    expect(
      (await server.app.request(`/api/file/${id}`, { headers: { authorization: `Bearer ${token}` } })).status,
    ).toBe(404);
  });

  it('with files in an unreachable S3 bucket, the product answers 503 in Chinese, writes nothing and logs no key', async () => {
    s3.trouble([403], true);
    const { status, body } = await upload('没有存上.pdf');
    expect(status).toBe(503);
    expect(body.message).toBe(failures.storeUnavailable);
    expect(
      await server.database.orm.select().from(storedFileTable).where(eq(storedFileTable.name, '没有存上.pdf')),
    ).toEqual([]);
    expect(
      await server.database.orm.select().from(auditLogTable).where(eq(auditLogTable.title, '没有存上.pdf')),
    ).toEqual([]);
    expect(await readdir(join(server.services.env.dataDir, 'uploads'))).toEqual([]);
    expect(server.logged.join('')).toContain('the file store answered PUT with 403');
    expect(server.logged.join('')).not.toContain(s3Keys.secretKey);
    expect(server.logged.join('')).not.toContain('AWS4-HMAC');
  });
});
