import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { desc } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { copyFilesTexts } from '@contract/features/system/copyFilesTexts';
import { serveControl } from '@server/backup/controlSocket';
import { parseEnv } from '@server/base/env';
import { runOperatorCommand } from '@server/commands/operator/runOperatorCommand';
import { runCommand } from '@server/commands/runCommand';
import { lockDirectory } from '@server/db/directoryLock';
import { auditLogTable, storedFileTable } from '@server/db/schema';
import { directoryStore } from '@server/files/directoryStore';
import { type S3Server, s3Keys, s3Server } from '../support/s3';
import { type TestServer, testServer } from '../support/server';
import { pdf, sendForm } from '../support/uploads';

// The files of a running installation move to a bucket and back.

let server: TestServer;
let s3: S3Server;
let control: Awaited<ReturnType<typeof serveControl>>;
let unlock: (() => void) | undefined;
const ids: string[] = [];
beforeAll(async () => {
  server = await testServer();
  s3 = await s3Server();
  // As a server has it that uses the embedded database on the disk.
  if (server.database.kind === 'pglite') {
    mkdirSync(join(server.services.env.dataDir, 'pglite'), { recursive: true });
    unlock = await lockDirectory(server.services.env.dataDir);
  }
  control = await serveControl(server.services, runOperatorCommand);
  await server.rows.user({ userName: 'uploader', isAdmin: true });
  const token = await server.login('uploader');
  for (const name of ['一.pdf', '二.pdf', '三.pdf']) {
    const content = Buffer.concat([Buffer.from(pdf()), Buffer.from(randomUUID())]);
    const { body } = await sendForm<{ body: { id: string } }>(server, 'api/file/upload', { token, name, content });
    ids.push(body.body.id);
  }
});
afterAll(async () => {
  await control.stop();
  unlock?.();
  await s3.close();
  await server.close();
});
afterEach(() => s3.trouble([]));

const keys = { FILE_STORE_ACCESS_KEY: s3Keys.accessKey, FILE_STORE_SECRET_KEY: s3Keys.secretKey };
async function copy(target: string, values: Readonly<Record<string, string>> = {}) {
  const told: string[] = [];
  const output = { line: (text: string) => told.push(text), warning: (text: string) => told.push(text) };
  const { dataDir, databaseUrl } = server.services.env;
  const env = parseEnv({
    DATA_DIR: dataDir,
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    ...keys,
    ...values,
  });
  return { code: await runCommand(env, 'copy-files', [target], output), told };
}
const hashes = () =>
  new Map(
    [...s3.objects].map(([name, content]) => [
      name.split('/').at(-1),
      createHash('sha256').update(content).digest('hex'),
    ]),
  );
const counts = (copied: number, present: number, more = {}) =>
  copyFilesTexts.done({ copied, present, missing: 0, altered: 0, different: 0, ...more });

it('files are copied to a bucket while the server runs, an interrupted copying is continued, and the audit trail records the copying', async () => {
  const known = await server.database.orm.select().from(storedFileTable);
  // The bucket takes one file, and then refuses.
  const broken = async () => {
    const waiting = copy(s3.address);
    const refuse = setInterval(() => s3.objects.size > 0 && s3.trouble([403], true), 2);
    return waiting.finally(() => clearInterval(refuse));
  };
  const { code, told } = await broken();
  expect([code, told.at(-1)]).toEqual([
    1,
    expect.stringMatching(/^复制中断（.*）：已核对 [0-2]\/3 个文件，原文件没有改动。.*再次运行同一命令/),
  ]);
  s3.trouble([]);
  const partial = s3.objects.size;
  expect(await copy(s3.address)).toEqual({
    code: 0,
    told: [counts(3 - partial, partial), copyFilesTexts.next(s3.address)],
  });
  expect(hashes()).toEqual(new Map(known.map(({ id, sha256 }) => [id, sha256])));
  const [line] = await server.database.orm.select().from(auditLogTable).orderBy(desc(auditLogTable.id)).limit(1);
  expect(line).toMatchObject({ action: 'copy', title: copyFilesTexts.recorded(s3.address, 3), ip: '服务器' });
  expect(JSON.stringify(line)).not.toContain(s3Keys.secretKey);
});

it('stored files copied to an S3 bucket are copied back with the same hashes', async () => {
  const { files, env } = server.services;
  for (const id of ids) await files.remove(id);
  expect(await copy('file', { FILE_STORE: s3.address })).toEqual({
    code: 0,
    told: [counts(3, 0), copyFilesTexts.next('file')],
  });
  const known = await server.database.orm.select().from(storedFileTable);
  for (const { id, sha256 } of known) {
    const content = await directoryStore(join(env.dataDir, 'files')).read(id);
    const bytes = Buffer.from(await new Response(content).arrayBuffer());
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
  }
});

it('the copying of files names a missing or altered file and ends with code 3; other content in the target stays, with code 1', async () => {
  const [missing = '', altered = '', different = ''] = ids;
  await server.services.files.remove(missing);
  await server.services.files.put(altered, Buffer.from('altered'));
  s3.objects.clear();
  expect(await copy(s3.address)).toEqual({
    code: 3,
    told: expect.arrayContaining([
      copyFilesTexts.missing(missing),
      copyFilesTexts.altered(altered),
      counts(1, 0, { missing: 1, altered: 1 }),
    ]),
  });
  const key = [...s3.objects.keys()].find((name) => name.endsWith(different)) ?? '';
  s3.objects.set(key, Buffer.from('other'));
  const { code, told } = await copy(s3.address);
  expect([code, told.includes(copyFilesTexts.different(different))]).toEqual([1, true]);
  expect(s3.objects.get(key)?.toString()).toBe('other');
});
