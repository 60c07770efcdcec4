import { chmodSync, mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { doctorTexts } from '@contract/features/system/doctorTexts';
import { operatorTexts } from '@contract/features/system/operatorTexts';
import { parseEnv } from '@server/base/env';
import { runCommand } from '@server/commands/runCommand';
import { lockDirectory } from '@server/db/directoryLock';
import { openDatabase } from '@server/db/openDatabase';
import { pgliteTemplate } from '../support/pgliteTemplate';
import { refusingPostgres } from '../support/refusingPostgres';
import { s3Keys, s3Server } from '../support/s3';
import { smallDisk } from '../support/smallDisk';

// `doctor` on a sound installation and on unsound ones: one fault each, told at its own line with the cure.

let scratch: string;
/** Data directory of an installation with a migrated database. */
let dataDir: string;
beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'doctor-'));
  dataDir = join(scratch, 'data');
  mkdirSync(dataDir, { mode: 0o700 });
  await (await openDatabase({ dataDir, template: await pgliteTemplate('migrated') })).close();
  mkdirSync(join(scratch, 'backups'));
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

type Values = Readonly<Record<string, string>>;
async function doctor(
  values: Values = {},
  ...args: string[]
): Promise<{ code: number; lines: string[]; faults: string[] }> {
  const lines: string[] = [];
  const output = { line: (text: string) => lines.push(text), warning: (text: string) => lines.push(text) };
  const sound = { DATA_DIR: dataDir, BACKUP_DIR: join(scratch, 'backups'), PUBLIC_URL: 'https://lab.example.com' };
  const code = await runCommand(parseEnv({ ...sound, ...values }), 'doctor', args, output);
  return { code, lines, faults: lines.filter((line) => line.startsWith('问题\t')) };
}

describe('doctor', () => {
  it('the command doctor finds no fault in a sound installation, and ends with code 0', async () => {
    const { code, lines, faults } = await doctor();
    expect([code, faults, lines.at(-1)]).toEqual([0, [], doctorTexts.all]);
    expect(lines.length).toBeGreaterThan(8);
  });

  const unsound: readonly (readonly [string, RegExp, () => Promise<readonly [Values, ...string[]]>])[] = [
    [
      'a data directory open to others',
      /^问题\t数据目录\t/,
      async () => {
        chmodSync(dataDir, 0o755);
        onTestFinished(() => chmodSync(dataDir, 0o700));
        return [{}];
      },
    ],
    [
      'a missing directory of backups',
      /^问题\t自动备份\t.*ENOENT/,
      async () => [{ BACKUP_DIR: join(scratch, 'none') }],
    ],
    [
      'a missing second place of backups',
      /^问题\t自动备份\t.*away.*ENOENT/,
      async () => [{ BACKUP_COPY_DIR: join(scratch, 'away') }],
    ],
    [
      'a key file that was cut',
      /^问题\t主密钥\t.*不完整，请从原处恢复/,
      async () => {
        const path = join(dataDir, 'secret.key');
        writeFileSync(path, 'half', { mode: 0o600 });
        onTestFinished(() => rmSync(path));
        return [{}];
      },
    ],
    ['a test letter without a mail server', /^问题\t邮件\t/, async () => [{}, '--mail', 'lab@example.com']],
    [
      'a mail server that nobody serves',
      /^问题\t邮件\t.*连接不上邮件服务器/,
      async () => [{ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'a@example.com' }, '--mail', 'lab@example.com'],
    ],
    [
      'a database that nobody serves',
      /^问题\t数据库\t.*ECONNREFUSED/,
      async () => [{ DATABASE_URL: 'postgres://a:b@127.0.0.1:9/x' }],
    ],
    [
      'a wrong password of the database',
      /^问题\t数据库\t.*28P01.*用户名或密码不对/,
      async () => {
        const database = await refusingPostgres({ sqlState: '28P01' });
        onTestFinished(() => database.close());
        return [{ DATABASE_URL: database.url }];
      },
    ],
    [
      'a data directory that another process holds without answering',
      /^问题\t数据库\t.*正被另一个进程使用/,
      async () => {
        onTestFinished(await lockDirectory(dataDir));
        return [{}];
      },
    ],
    [
      'a bucket that does not exist',
      /^问题\t.*\t.*存储桶 other 不存在/,
      async () => {
        const s3 = await s3Server();
        onTestFinished(() => s3.close());
        const keys = { FILE_STORE_ACCESS_KEY: s3Keys.accessKey, FILE_STORE_SECRET_KEY: s3Keys.secretKey };
        return [{ FILE_STORE: s3.address.replace('lab-files', 'other'), ...keys }];
      },
    ],
    [
      'files that can’t be written',
      /^问题\t文件存储\t/,
      async () => {
        rmSync(join(dataDir, 'files'), { recursive: true, force: true });
        writeFileSync(join(dataDir, 'files'), '');
        onTestFinished(() => rmSync(join(dataDir, 'files')));
        return [{}];
      },
    ],
    [
      'a database of another version',
      /^问题\t数据库\t.*数据库的结构与本版程序不一致/,
      async () => {
        const later = join(scratch, 'later');
        mkdirSync(later, { mode: 0o700 });
        const database = await openDatabase({ dataDir: later, template: await pgliteTemplate('migrated') });
        await database.query(`insert into migration (name, sha256) values ('9999_future', '')`);
        await database.close();
        return [{ DATA_DIR: later }];
      },
    ],
  ];

  it.each(unsound)(
    'the command doctor reports %s as one fault with its cure, and ends with code 1',
    async (_, expected, arrange) => {
      const [values, ...args] = await arrange();
      const { code, faults, lines } = await doctor(values, ...args);
      expect(faults).toEqual([expect.stringMatching(expected)]);
      expect([code, lines.at(-1)]).toEqual([1, doctorTexts.some(1)]);
      expect(operatorTexts.due).toContain('数据库的结构与本版程序不一致');
    },
  );

  it('the command doctor reports a disk of which less than a tenth is free, with the free space', async ({ skip }) => {
    const disk = smallDisk(20);
    if (!disk) return skip('a small disk needs root');
    onTestFinished(() => disk.remove());
    const place = join(disk.path, 'data');
    mkdirSync(place, { mode: 0o700 });
    const { bavail, bsize } = statfsSync(disk.path);
    writeFileSync(join(disk.path, 'much'), Buffer.alloc(Math.floor(bavail * bsize * 0.95)));
    const { code, faults } = await doctor({ DATA_DIR: place });
    expect([code, faults]).toEqual([1, [expect.stringMatching(/^问题\t磁盘\t/)]]);
  });
});
