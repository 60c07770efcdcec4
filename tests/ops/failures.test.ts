import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { makeBackup } from '@server/backup/makeBackup';
import { parseEnv } from '@server/base/env';
import { derivedKey } from '@server/base/secretEncryption';
import { StartRefusal } from '@server/base/startRefusal';
import { runCommand } from '@server/commands/runCommand';
import { connectFailure, postgresProblem } from '@server/db/checkPostgres';
import { lockDirectory } from '@server/db/directoryLock';
import { nodeProblem } from '@server/entry/nodeVersion';
import { startServer } from '@server/entry/start';
import { createSmtpSender } from '@server/features/notices/mail/smtp';
import { type FirstAnswer, refusingPostgres } from '../support/refusingPostgres';
import { s3Keys, s3Server } from '../support/s3';
import { type TestServer, testServer } from '../support/server';
import { smallDisk } from '../support/smallDisk';

// What an operator meets: each failure is told in one sentence that names the cure, with exit code 1 and nothing
// created. No sentence holds a password, a statement or a stack.

const secret = 'hunter2-hunter2';
const identity = 'AGE-SECRET-KEY-1GFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPQ4EGAEX';

let scratch: string;
let server: TestServer;
/** A sound backup. */
let backup: string;
beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'failures-'));
  server = await testServer();
  backup = join(scratch, 'sound.tar');
  await makeBackup(server.services, backup);
  writeFileSync(join(scratch, 'file'), 'no directory');
  writeFileSync(join(scratch, 'text.tar'), 'no backup');
  writeFileSync(join(scratch, 'sealed.tar.age'), 'age-encryption.org/v1\n-> X25519 x\ny\n--- z\n');
  writeFileSync(join(scratch, 'key.txt'), `${identity}\n`);
});
afterAll(async () => {
  await server.close();
  rmSync(scratch, { recursive: true, force: true });
});

const plainSentence = /^[^\p{Cc}]+。$/u;
function expectSentence(message: string, expected: RegExp): void {
  expect(message).toMatch(expected);
  expect(message).toMatch(plainSentence);
  expect(message).not.toContain(secret);
  expect(message).not.toMatch(/\bat \/|Error:|select |insert /);
}

async function startMessage(values: Readonly<Record<string, string>>): Promise<string> {
  const env = parseEnv({ PORT: '0', DATA_DIR: join(scratch, 'new'), DEMO: 'off', LOG_LEVEL: 'silent', ...values });
  const refusal = await startServer(env).then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(refusal).toBeInstanceOf(StartRefusal);
  return (refusal as StartRefusal).message;
}

describe('start', () => {
  it.each([
    ['a data directory below a file', 'file/data', /无法创建（ENOTDIR），请检查 DATA_DIR/],
    ['a data directory that is a file', 'file', /无法创建（EEXIST），请检查 DATA_DIR/],
  ])('the start of the server fails with one sentence on %s', async (_, place, expected) => {
    expectSentence(await startMessage({ DATA_DIR: join(scratch, place) }), expected);
  });

  it('the start of the server fails with one sentence on a port in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    onTestFinished(() => void other.close());
    expectSentence(
      await startMessage({ PORT: String((other.address() as AddressInfo).port) }),
      /端口 \d+ 已被占用，请停止占用它的程序/,
    );
    expect(existsSync(join(scratch, 'new'))).toBe(false);
  });

  it('the start of the server fails with one sentence on a data directory that another process uses', async () => {
    const dataDir = join(scratch, 'used');
    mkdirSync(dataDir, { mode: 0o700 });
    const unlock = await lockDirectory(dataDir);
    onTestFinished(unlock);
    expectSentence(await startMessage({ DATA_DIR: dataDir }), /正被另一个进程使用/);
    expect(existsSync(join(dataDir, 'pglite'))).toBe(false);
  });

  it.each<[string, FirstAnswer, RegExp]>([
    ['a wrong password', { sqlState: '28P01' }, /（28P01）：用户名或密码不对/],
    ['an account that may not connect from here', { sqlState: '28000' }, /（28000）：.*pg_hba\.conf/],
    ['a database that does not exist', { sqlState: '3D000' }, /（3D000）：没有这个数据库/],
    ['a database that starts or recovers', { sqlState: '57P03' }, /（57P03）：数据库正在启动或恢复/],
    ['a database without a free connection', { sqlState: '53300' }, /连接已用完（53300），.*max_connections/],
    ['a port on which something else listens', { bytes: 'HTTP/1.1 400 Bad Request\r\n\r\n' }, /^无法连接 DATABASE_URL/],
  ])('the start of the server fails with one sentence on %s, and creates nothing', async (_, answer, expected) => {
    const database = await refusingPostgres(answer);
    onTestFinished(() => database.close());
    expectSentence(await startMessage({ DATABASE_URL: database.url }), expected);
    expect(existsSync(join(scratch, 'new'))).toBe(false);
  });

  it('the start of the server fails with one sentence on an unreachable database, and creates nothing', async () => {
    expectSentence(await startMessage({ DATABASE_URL: `postgres://lab:${secret}@127.0.0.1:9/lab` }), /ECONNREFUSED/);
    expect(existsSync(join(scratch, 'new'))).toBe(false);
  });

  it.each([
    [{ version: 140_000, encoding: 'UTF8' }, /数据库版本过低：PostgreSQL 14，需要 15/],
    [{ version: 170_000, encoding: 'SQL_ASCII' }, /数据库的编码是 SQL_ASCII.*encoding 'UTF8'/],
    [{ version: 170_000, encoding: 'UTF8', standby: true }, /只读的备库，请指向主库/],
    [{ version: 170_000, encoding: 'UTF8', readOnly: true }, /default_transaction_read_only/],
  ])('a PostgreSQL database with %j is refused in one sentence', async (facts, expected) => {
    const query = <R extends object>(): Promise<R[]> => Promise.resolve([facts as R]);
    expectSentence((await postgresProblem(query)) ?? '', expected);
  });

  it('an untrusted certificate of the database is reported with the cure', () => {
    expectSentence(connectFailure('SELF_SIGNED_CERT_IN_CHAIN'), /证书不受信任.*NODE_EXTRA_CA_CERTS/);
  });

  it.each([
    ['a bucket that does not exist', 'other', {}, /存储桶 other 不存在，请先建立存储桶/],
    ['a wrong key', 'lab-files', { FILE_STORE_SECRET_KEY: secret }, /拒绝了访问密钥，请核对密钥/],
  ])(
    'the start of the server fails with one sentence on %s, and creates nothing',
    async (_, bucket, keys, expected) => {
      const s3 = await s3Server();
      onTestFinished(() => s3.close());
      const values = {
        FILE_STORE: s3.address.replace('lab-files', bucket),
        FILE_STORE_ACCESS_KEY: s3Keys.accessKey,
        FILE_STORE_SECRET_KEY: s3Keys.secretKey,
        ...keys,
      };
      expectSentence(await startMessage(values), expected);
      expect(existsSync(join(scratch, 'new'))).toBe(false);
    },
  );

  it('a truncated key file is reported before a secret is decrypted with it', () => {
    const dataDir = mkdtempSync(join(scratch, 'cut-'));
    writeFileSync(join(dataDir, 'secret.key'), 'half');
    expect(() => derivedKey({ dataDir, secretKey: undefined }, 'test')).toThrow(/secret\.key 不完整，请从原处恢复/);
  });

  it.each(['18.20.4', '20.18.3', '22.11.0'])(
    'Node %s is reported as too old, with the versions that are new enough',
    (version) => {
      expectSentence(nodeProblem(version) ?? '', /需要 20\.19、22\.12 或以上版本/);
    },
  );
});

describe('commands', () => {
  const run = async (words: readonly string[], values: Readonly<Record<string, string>> = {}) => {
    const told: string[] = [];
    const output = { line: (text: string) => told.push(`line ${text}`), warning: (text: string) => told.push(text) };
    const [name = '', ...args] = words;
    const code = await runCommand(parseEnv({ DATA_DIR: join(scratch, 'none'), ...values }), name, args, output);
    return { code, told };
  };

  it.each<[string, string[], RegExp]>([
    ['a backup of nothing', ['backup', 'new.tar'], /还没有数据库，没有可备份的内容/],
    ['a backup without a file', ['backup'], /^用法：.*backup/],
    ['a restore of a missing file', ['restore', 'missing.tar'], /无法读取 .*missing\.tar（ENOENT）/],
    ['a restore of another file', ['restore', 'text.tar'], /不是本系统的备份文件/],
    ['a restore of an encrypted file without its key', ['restore', 'sealed.tar.age'], /已加密，请加上 --identity/],
    [
      'a restore with a wrong key',
      ['restore', 'sealed.tar.age', '--identity', 'key.txt'],
      /无法解密：密钥不对，或文件不完整/,
    ],
    [
      'a restore with a key file without a key',
      ['restore', 'sealed.tar.age', '--identity', 'file'],
      /没有 AGE-SECRET-KEY 开头的密钥/,
    ],
    ['an option that does not exist', ['restore', 'sound.tar', '--chek'], /^没有选项 --chek。/],
    ['a verification of nothing', ['verify-audit'], /没有可校验的审计日志/],
    ['accounts of nothing', ['users'], /还没有数据库/],
    ['a copy of files to the store in use', ['copy-files', 'file'], /目标与正在使用的 FILE_STORE 相同/],
    ['a copy of files to a wrong address', ['copy-files', 'ftp://x'], /FILE_STORE 不正确：应为 file 或 s3:/],
  ])('%s fails with code 1 and a sentence, and creates nothing', async (_, words, expected) => {
    const paths = words.map((word, index) =>
      index && /\.|^file$/.test(word) && words[0] !== 'copy-files' ? join(scratch, word) : word,
    );
    const before = readdirSync(scratch).toSorted();
    const { code, told } = await run(paths);
    expect([code, told.length]).toEqual([1, 1]);
    expect(told[0]).toMatch(expected);
    expect(readdirSync(scratch).toSorted()).toEqual(before);
  });

  it('a restore over an existing database fails with code 1 and a sentence, and changes nothing', async () => {
    const dataDir = join(scratch, 'full');
    mkdirSync(join(dataDir, 'pglite'), { recursive: true, mode: 0o700 });
    const { code, told } = await run(['restore', backup], { DATA_DIR: dataDir });
    expect([code, told[0]]).toEqual([1, expect.stringContaining('为免覆盖没有恢复')]);
    expect(readdirSync(join(dataDir, 'pglite'))).toEqual([]);
  });

  it.each([2, 24, 48])(
    'a restore onto a disk of %i MB fails with code 1 and a sentence, and leaves no file',
    async (size) => {
      const disk = smallDisk(size);
      if (!disk) return;
      onTestFinished(() => disk.remove());
      const dataDir = join(disk.path, 'data');
      const { code, told } = await run(['restore', backup], { DATA_DIR: dataDir });
      expect(told).toEqual([expect.stringMatching(/磁盘空间不足，已撤销，没有恢复任何数据/)]);
      expect(code).toBe(1);
      const left = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
      expect(left.map(({ name }) => name)).toEqual([]);
    },
  );
});

it('an unreachable mail server is reported with the cure', async () => {
  const settings = {
    host: '127.0.0.1',
    port: 9,
    secure: false,
    plainAllowed: true,
    login: null,
    from: 'a@b.cn',
    timeout: 5,
  };
  const post = createSmtpSender(settings, new AbortController().signal);
  onTestFinished(() => post.close());
  const letter = { to: 'one@example.com', from: 'a@b.cn', content: Buffer.from('') };
  const { outcome, message } = await post.send(letter as unknown as Parameters<typeof post.send>[0]);
  expect([outcome, message]).toEqual(['away', expect.stringContaining('连接不上邮件服务器')]);
});
