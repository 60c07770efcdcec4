import { createHash, randomUUID } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { backupTexts } from '@contract/features/system/backupTexts';
import type { Answer } from '@contract/wire';
import { verifyAuditChain } from '@server/audit/auditHashChain';
import { openArchive } from '@server/backup/backupArchive';
import type { Manifest } from '@server/backup/backupManifest';
import { BackupProblem } from '@server/backup/backupProblem';
import { requestBackup, serveControl } from '@server/backup/controlSocket';
import { makeBackup } from '@server/backup/makeBackup';
import { restoreBackup } from '@server/backup/restoreBackup';
import { parseEnv } from '@server/base/env';
import { runCommand } from '@server/commands/runCommand';
import { lockDirectory } from '@server/db/directoryLock';
import { storedFileTable } from '@server/db/schema';
import { rewritten } from '../support/archives';
import { measured } from '../support/measured';
import { s3Keys, s3Server } from '../support/s3';
import { type TestServer, testServer } from '../support/server';
import { pdf, sendForm } from '../support/uploads';

// QUALITY FT10: a backup is restored completely, and an incomplete one restores nothing.

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
/** Characters that a JSON line, a tar or a line reader might handle wrongly. */
const strange = '客户\u2028一\u2029二 “引号” \\ 反斜杠 \\n 😀 <b>';

let directory: string;
let server: TestServer;
let token: string;
let file: string;
let manifest: Manifest;
const ids: number[] = [];

const emptyDirectory = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'occhealth-backup-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
};
const targetIn = (dataDir: string) => parseEnv({ DATA_DIR: dataDir });
const nothingIn = (dataDir: string): void =>
  expect(
    readdirSync(dataDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name),
  ).toEqual([]);

async function addCustomer(on: TestServer, name: string): Promise<number> {
  const { body } = await on.ask<Answer<{ id: number }>>('POST', 'api/customer/add', {
    token,
    body: { customerName: name, contact: '张三', remark: strange },
  });
  return body.body?.id as number;
}

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'occhealth-backups-'));
  server = await testServer();
  const organizationId = await server.rows.organization();
  await server.rows.user({
    userName: 'sales',
    organizationId,
    roles: [await server.rows.role({ permissions: ['customer:list', 'customer:add'] })],
  });
  token = await server.login('sales');
  for (const name of ['第一客户', '第二客户', '第三客户']) ids.push(await addCustomer(server, name));
  for (const name of ['合同.pdf', '附件.pdf'])
    expect(
      (await sendForm(server, 'api/file/upload', { token, name, content: pdf(), fields: { fileClass: 'document' } }))
        .status,
    ).toBe(200);
  file = join(directory, 'lab.tar');
  ({ manifest } = await makeBackup(server.services, file));
});
afterAll(async () => {
  await server.close();
  rmSync(directory, { recursive: true, force: true });
});

it('restoring a backup returns 100 % of rows, files, numbers and the audit chain as they were, and work continues (FT10)', async () => {
  const [dataDir, s3] = [emptyDirectory(), await s3Server()];
  onTestFinished(() => s3.close());
  // From a directory into a bucket: the target chooses its kind of store.
  const store = { fileStore: s3.address, fileStoreKeys: s3Keys };
  await restoreBackup({ ...targetIn(dataDir), ...store }, file);
  expect(readdirSync(dataDir)).toEqual(['pglite']);
  expect([...s3.objects.values()].map(sha256).sort()).toEqual(manifest.files.map((file) => file.sha256).sort());
  const restored = await testServer(store, dataDir);
  onTestFinished(() => restored.close());
  const again = join(directory, 'again.tar');
  // Counts and hashes of every table and file, and the next value of every sequence.
  const second = (await makeBackup(restored.services, again)).manifest;
  const content = ({ tables, sequences, files, migrations, missing }: Manifest) => ({
    tables: tables.map(({ sha256: _packed, ...table }) => table),
    sequences,
    files,
    migrations,
    missing,
  });
  expect(content(second)).toEqual(content(manifest));
  expect(manifest.tables.find(({ name }) => name === 'customer')?.rows).toBe(3);
  expect(manifest.files).toHaveLength(2);
  const [before, after] = [await verifyAuditChain(server.database.orm), await verifyAuditChain(restored.database.orm)];
  expect(after).toEqual(before);
  expect(after).toMatchObject({ broken: [], count: expect.any(Number) });
  measured(
    `恢复到空主机：${content(second).tables.length} 张表 ${second.tables.reduce((sum, { rows }) => sum + rows, 0)} 行、${second.files.length} 个文件的校验与散列、${after.count} 节审计链均相同`,
  );
  expect(after.count).toBeGreaterThan(4);
  // Sessions stay valid, and a new row takes the next number and the next link.
  const { body } = await restored.ask<{ content: { customerName: string; remark: string }[]; totalElements: number }>(
    'GET',
    'api/customer',
    { token },
  );
  expect(body.content.map(({ customerName }) => customerName).sort()).toEqual(
    ['第一客户', '第三客户', '第二客户'].sort(),
  );
  expect(body.content[0]?.remark).toBe(strange);
  expect(await addCustomer(restored, '第四客户')).toBe(Math.max(...ids) + 1);
  expect(await verifyAuditChain(restored.database.orm)).toMatchObject({ broken: [], count: before.count + 1 });
  // The triggers are in place again.
  await expect(restored.database.query('delete from audit_log')).rejects.toThrow();
});

describe('damaged archive (FT10)', () => {
  let damaged: string;
  let bytes: Buffer;
  beforeAll(() => {
    damaged = join(directory, 'damaged.tar');
    bytes = readFileSync(file);
  });

  it('a damaged backup archive is refused for one changed byte at any place', async () => {
    // Every kind of place: headers, packed rows, files, padding, the manifest, its sum, the end.
    const places = [
      ...new Set([
        0,
        1,
        130,
        150,
        256,
        511,
        512,
        600,
        ...Array.from({ length: 100 }, (_, index) => Math.floor((index * bytes.length) / 100)),
        ...Array.from({ length: 40 }, (_, index) => bytes.length - 1 - index * 53),
      ]),
    ];
    for (const place of places) {
      const changed = Buffer.from(bytes);
      changed[place] = (changed[place] ?? 0) ^ 0x11;
      writeFileSync(damaged, changed);
      await expect(openArchive(damaged), `byte ${place}`).rejects.toThrow(BackupProblem);
    }
    expect(places.length).toBeGreaterThan(100);
    measured(`备份改动 1 字节 ${places.length} 处均拒绝`);
  });

  it('a damaged backup archive is refused if truncated anywhere', async () => {
    copyFileSync(file, damaged);
    for (const length of [
      bytes.length - 1,
      bytes.length - 512,
      bytes.length - 1024,
      bytes.length - 5000,
      Math.floor(bytes.length / 2),
      5000,
      1024,
      700,
      512,
      100,
      0,
    ]) {
      truncateSync(damaged, length);
      await expect(openArchive(damaged), `${length} bytes`).rejects.toThrow(/不完整|已损坏|不是本系统的备份文件/);
    }
  });

  it.each<[string, (from: string, to: string) => Promise<void>, string]>([
    [
      'without a table',
      (from, to) =>
        rewritten(from, to, (name, content) => (name === 'tables/customer.ndjson.gz' ? undefined : content)),
      '已损坏（tables/customer.ndjson.gz）',
    ],
    [
      'with a table that the manifest does not know',
      (from, to) =>
        rewritten(
          from,
          to,
          (_name, content) => content,
          (value) => {
            value['tables'] = (value['tables'] as { name: string }[]).filter(({ name }) => name !== 'customer');
          },
        ),
      '已损坏（entries）',
    ],
    [
      'of a later version',
      (from, to) =>
        rewritten(
          from,
          to,
          (_name, content) => content,
          (value) => {
            value['version'] = '9.9.9';
            value['migrations'] = [...(value['migrations'] as object[]), { name: '9999_future', sha256: '0' }];
          },
        ),
      '由较新的 9.9.9 版制作',
    ],
    [
      'whose upgrade is not ours',
      (from, to) =>
        rewritten(
          from,
          to,
          (_name, content) => content,
          (value) => {
            value['migrations'] = (value['migrations'] as { name: string }[]).map((one) => ({ ...one, sha256: '0' }));
          },
        ),
      '同名文件内容不同',
    ],
    [
      'of a later format',
      (from, to) =>
        rewritten(from, to, (name, content) =>
          name === 'backup.json'
            ? Buffer.from(content.toString('utf8').replace('"formatVersion": 1', '"formatVersion": 2'))
            : content,
        ),
      '较新的',
    ],
  ])('a backup archive is refused %s, and nothing is written', async (what, make, sentence) => {
    const changed = join(directory, `${createHash('md5').update(what).digest('hex')}.tar`);
    await make(file, changed);
    const dataDir = emptyDirectory();
    await expect(restoreBackup(targetIn(dataDir), changed)).rejects.toThrow(sentence);
    nothingIn(dataDir);
  });
});

const noCommand = () => Promise.reject(new Error('no command is expected'));

describe('backup command', () => {
  const said: string[] = [];
  const run = async (name: string, args: string[], dataDir: string) => {
    said.length = 0;
    const code = await runCommand(targetIn(dataDir), name, args, {
      line: (text) => said.push(text),
      warning: (text) => said.push(text),
    });
    return { code, said: said.join('\n') };
  };

  it('the backup command refuses a wrong argument or a wrong target in one sentence', async () => {
    const dataDir = emptyDirectory();
    const text = join(directory, 'notes.txt');
    writeFileSync(text, '这不是备份'.repeat(300));
    expect(await run('restore', [], dataDir)).toEqual({ code: 1, said: backupTexts.usage.restore });
    expect(await run('restore', [text], dataDir)).toEqual({ code: 1, said: backupTexts.notABackup(text) });
    expect(await run('restore', [directory], dataDir)).toEqual({ code: 1, said: backupTexts.notABackup(directory) });
    expect(await run('restore', ['/nowhere/lab.tar'], dataDir)).toEqual({
      code: 1,
      said: backupTexts.notReadable('/nowhere/lab.tar', 'ENOENT'),
    });
    expect(await run('backup', [], dataDir)).toEqual({ code: 1, said: backupTexts.usage.backup });
    expect(await run('backup', ['/tmp/x.tar'], dataDir)).toEqual({ code: 1, said: backupTexts.nothing(dataDir) });
    expect(await run('backup', ['--chekc', '/tmp/x.tar'], dataDir)).toEqual({
      code: 1,
      said: `没有选项 --chekc。${backupTexts.usage.backup}`,
    });
    expect(await run('restore', ['--help'], dataDir)).toEqual({ code: 0, said: backupTexts.usage.restore });
    expect(await run('verify-audit', [], dataDir)).toEqual({ code: 1, said: backupTexts.nothingToVerify(dataDir) });
    expect((await run('nonsense', [], dataDir)).said).toContain(
      'backup、restore、copy-files、verify-audit、verify-report、prepare-database、take-in',
    );
    nothingIn(dataDir);
  });

  it('the backup command never overwrites a database', async () => {
    const dataDir = emptyDirectory();
    mkdirSync(join(dataDir, 'pglite'));
    expect(await run('restore', [file], dataDir)).toEqual({ code: 1, said: backupTexts.notEmptyDirectory(dataDir) });
    expect(readdirSync(dataDir)).toEqual(['pglite']);
  });

  it('the backup command verifies an archive without restoring it', async () => {
    const dataDir = emptyDirectory();
    const { code, said: sentence } = await run('restore', [file, '--check'], dataDir);
    expect({ code, sentence }).toEqual({
      code: 0,
      sentence: expect.stringMatching(/^备份文件完整：\d{4}-.*3?.*张表.*2 个文件$/),
    });
    nothingIn(dataDir);
  });
});

describe('backup', () => {
  it('a backup is readable only by its owner, and overwrites nothing', async () => {
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await expect(makeBackup(server.services, file)).rejects.toThrow(backupTexts.exists(file));
    const nowhere = join(directory, 'nowhere/lab.tar');
    await expect(makeBackup(server.services, nowhere)).rejects.toThrow(backupTexts.notWritable(nowhere, 'ENOENT'));
    expect(readdirSync(directory).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('a backup is consistent to one moment despite simultaneous writes, and lists files missing in the store', async () => {
    const { services, database } = server;
    const [storedFileRow] = await database.orm.select().from(storedFileTable).limit(1);
    const ghost = { ...storedFileRow, id: randomUUID() } as typeof storedFileTable.$inferInsert;
    await database.orm.insert(storedFileTable).values(ghost);
    onTestFinished(
      async () => void (await database.orm.delete(storedFileTable).where(eq(storedFileTable.id, ghost.id))),
    );
    const path = join(directory, 'busy.tar');
    let writing = true;
    const writer = (async () => {
      for (let index = 0; writing; index += 1) {
        await addCustomer(server, `同时写入${index}`);
        // A database in memory needs no turn of the event loop; files do.
        await turn();
      }
    })();
    const made = await makeBackup(services, path).finally(() => (writing = false));
    await writer;
    expect(made.manifest.missing).toEqual([ghost.id]);
    const rows = (name: string): number => made.manifest.tables.find((table) => table.name === name)?.rows ?? -1;
    // Each customer's audit line, and each line's link, are of the same moment.
    expect(rows('audit_log') - rows('customer')).toBe(
      (manifest.tables.find(({ name }) => name === 'audit_log')?.rows ?? 0) - 3,
    );
    expect(rows('audit_chain')).toBe(rows('audit_log'));
    await (await openArchive(path)).close();
  });

  it('a backup with the embedded database is made by its running server, requested over the server’s socket', async () => {
    const { dataDir } = server.services.env;
    const path = join(directory, 'asked.tar');
    expect(await requestBackup(dataDir, path)).toBeUndefined();
    const embedded = server.database.kind === 'pglite';
    const control = await serveControl(server.services, noCommand);
    const answer = await requestBackup(dataDir, path);
    if (embedded) {
      expect(statSync(join(dataDir, 'control.sock')).mode & 0o777).toBe(0o600);
      expect(answer).toMatchObject({ done: expect.stringContaining(path) });
      await (await openArchive(path)).close();
      expect(await requestBackup(dataDir, path)).toEqual({ problem: backupTexts.exists(path) });
      await expect(requestBackup(dataDir, '/nowhere/lab.tar')).rejects.toThrow(
        backupTexts.notWritable('/nowhere/lab.tar', 'ENOENT'),
      );
      expect(readdirSync(directory).filter((name) => name.endsWith('.mark'))).toEqual([]);
    } else expect(answer).toBeUndefined();
    await control.stop();
    expect(existsSync(join(dataDir, 'control.sock'))).toBe(false);
  });

  it('a backup requested from a running server that does not share the command’s directories is refused, and written nowhere', async () => {
    const control = await serveControl(server.services, noCommand);
    onTestFinished(() => control.stop());
    const elsewhere = join(directory, 'elsewhere.tar');
    // On PostgreSQL the command needs no server.
    expect(existsSync(join(server.services.env.dataDir, 'control.sock'))).toBe(server.database.kind === 'pglite');
    if (server.database.kind !== 'pglite') return;
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = createConnection(join(server.services.env.dataDir, 'control.sock'), () =>
        socket.write(`${JSON.stringify({ backup: elsewhere, mark: `${elsewhere}.mark` })}\n`),
      );
      socket.once('data', (data) => resolve(data.toString())).once('error', reject);
    });
    expect(JSON.parse(answer)).toEqual({ problem: backupTexts.notShared(elsewhere) });
    expect(existsSync(elsewhere)).toBe(false);
  });

  it('a backup is refused if no server answers for a directory in use', async () => {
    const dataDir = emptyDirectory();
    mkdirSync(join(dataDir, 'pglite'));
    onTestFinished(await lockDirectory(dataDir));
    const said: string[] = [];
    expect(
      await runCommand(targetIn(dataDir), 'backup', [join(directory, 'held.tar')], {
        line: (text) => said.push(text),
        warning: (text) => said.push(text),
      }),
    ).toBe(1);
    expect(said).toEqual([backupTexts.held(dataDir)]);
    await expect(restoreBackup(targetIn(dataDir), file)).rejects.toThrow('正被另一个进程使用');
  });
});
