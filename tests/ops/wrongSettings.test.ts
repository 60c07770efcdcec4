import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rules } from '@contract/rules';
import { parseEnv } from '@server/base/env';
import { root } from '@server/base/root';
import { StartRefusal } from '@server/base/startRefusal';
import { unknownSettings } from '@server/base/unknownSettings';
import { thisBuild } from '@server/base/version';
import { startServer } from '@server/entry/start';
import { buildProduct } from '../browser/support/productServer';

// Settings as people get them wrong. Each is refused in one sentence before anything is created.

type Values = Readonly<Record<string, string>>;

const s3Keys = { FILE_STORE_ACCESS_KEY: 'id', FILE_STORE_SECRET_KEY: 'secret-of-the-store' };
const s3 = (address: string, more: Values = s3Keys): Values => ({ FILE_STORE: address, ...more });
const recipient = 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p';
const secret = 'hunter2-hunter2';

const wrongSettings: readonly (readonly [values: Values, sentence: string | RegExp])[] = [
  [{ PORT: 'eighty' }, '环境变量 PORT 不正确：应为 0 到 65535 的整数。'],
  [{ PORT: '70000' }, '环境变量 PORT 不正确：应为 0 到 65535 的整数。'],
  [{ HOST: 'http://lab/' }, '环境变量 HOST 不正确：应为主机名或 IP 地址，如 127.0.0.1 或 0.0.0.0。'],
  [{ HOST: '203.0.113.7' }, 'HOST 指定的地址 203.0.113.7 在本机不可用，请改为本机的地址，如 127.0.0.1 或 0.0.0.0。'],
  [{ DATA_DIR: '~/occhealth' }, /^环境变量 DATA_DIR 不正确：.*~ 和 \$ 不会展开/],
  [{ BACKUP_DIR: '$HOME/backups' }, /^环境变量 BACKUP_DIR 不正确：.*~ 和 \$ 不会展开/],
  [{ DATABASE_URL: 'mysql://lab@db/lab' }, /^环境变量 DATABASE_URL 不正确：应形如 postgres:/],
  [{ DATABASE_URL: `postgres://lab:${secret}@x@db/lab` }, /@ 写作 %40/],
  [{ DATABASE_URL: `postgres://lab:${secret}#1@db/lab` }, /# 写作 %23/],
  [{ DATABASE_URL: 'postgres://lab:x@db:5432' }, /^环境变量 DATABASE_URL 不正确：地址末尾缺少数据库名/],
  [{ DATABASE_READ_URL: 'postgres://lab@db/lab' }, /^环境变量 DATABASE_READ_URL 不正确：须同时设置 DATABASE_URL/],
  [{ FILE_STORE: 'ftp://store/lab' }, '环境变量 FILE_STORE 不正确：应为 file 或 s3://存储桶?endpoint=…。'],
  [s3('s3://Lab_Files?region=cn-1'), /存储桶名称应为 3 到 63 个小写字母/],
  [s3('s3://lab-files'), /没有 endpoint 时必须用 region 指明区域/],
  [s3('s3://lab-files?endpoint=store:9000'), /endpoint 应为 http/],
  [s3('s3://lab-files?endpoint=http://store:9000&regoin=x'), /问号后只能有 endpoint、region、style/],
  [s3('s3://lab-files?region=cn-1&style=folder'), /style 应为 path 或 virtual/],
  [s3(`s3://id:${secret}@lab-files?region=cn-1`), /地址中不能带密钥/],
  [s3('s3://lab-files?region=cn-1', { FILE_STORE_ACCESS_KEY: 'id' }), /FILE_STORE_SECRET_KEY 提供访问密钥（两项都要）/],
  [{ ADMIN_PASSWORD: 'weak' }, `环境变量 ADMIN_PASSWORD 不正确：${rules.password.message}。`],
  [{ DEMO: 'perhaps' }, '环境变量 DEMO 不正确：应为 on 或 off。'],
  [{ TRUST_PROXY: '10.0.0.0/99' }, /^环境变量 TRUST_PROXY 不正确：.*127\.0\.0\.1,10\.0\.0\.0\/8/],
  [{ PUBLIC_URL: 'lab.example.com' }, '环境变量 PUBLIC_URL 不正确：应为 http:// 或 https:// 开头的网址。'],
  [{ OTHER_URLS: '10.0.0.5' }, /^环境变量 OTHER_URLS 不正确：应为以逗号分隔的网址/],
  [{ METRICS_TOKEN: 'short' }, /^环境变量 METRICS_TOKEN 不正确：应为 16 个以上的随机字符/],
  [{ METRICS_FROM: '10.0.0.0/8' }, /^环境变量 METRICS_FROM 不正确：应为以逗号分隔的 IP 地址/],
  [{ LOG_LEVEL: 'loud' }, /^环境变量 LOG_LEVEL 不正确：应为 trace、debug/],
  [{ LOG_FORMAT: 'xml' }, '环境变量 LOG_FORMAT 不正确：应为 text 或 json。'],
  [{ TZ_NAME: 'Asia/Beijing' }, '环境变量 TZ_NAME 不正确：应为时区名称，如 Asia/Shanghai。'],
  [{ SECRET_KEY: 'too short' }, /^环境变量 SECRET_KEY 不正确：应为 32 个以上的随机字符/],
  [{ SMTP_URL: 'mail.example.com' }, /^环境变量 SMTP_URL 不正确：应形如 smtp:/],
  [{ SMTP_URL: 'smtp://relay:25' }, /^环境变量 MAIL_FROM 没有填写/],
  [{ SMTP_URL: `smtp://a%40b.cn:${secret}%zz@relay` }, /% 写作 %25/],
  [{ BACKUP_DIR: '/srv/b', BACKUP_KEEP: '0' }, '环境变量 BACKUP_KEEP 不正确：应为 1 到 9999 的整数。'],
  [{ BACKUP_DIR: '/srv/b', BACKUP_AT: '25:00' }, /^环境变量 BACKUP_AT 不正确：应为 00:00 到 23:59/],
  [{ BACKUP_COPY_DIR: '/srv/copy' }, /^环境变量 BACKUP_COPY_DIR 不正确：.*BACKUP_DIR/],
  [{ BACKUP_DIR: '/srv/b', BACKUP_COPY_DIR: '/srv/b/' }, /^环境变量 BACKUP_COPY_DIR 不正确：.*相同/],
  [
    { BACKUP_DIR: '/srv/b', BACKUP_RECIPIENT: 'ssh-ed25519 AAAA' },
    /^环境变量 BACKUP_RECIPIENT 不正确：应为 age 的公钥/,
  ],
  [{ BACKUP_DIR: '/srv/b', BACKUP_RECIPIENT: recipient.replace('ql3z', 'ql3y') }, /^环境变量 BACKUP_RECIPIENT 不正确/],
  [{ UPDATE_KEY: '/no/such/key.pub' }, /^环境变量 UPDATE_KEY 不正确：应为 Ed25519 公钥/],
  [{ SIGN_AFTER_RESET_HOURS: 'a day' }, /^环境变量 SIGN_AFTER_RESET_HOURS 不正确：应为 0 到 999/],
];

const scratch = mkdtempSync(join(tmpdir(), 'wrong-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe('wrong settings', () => {
  it.each(wrongSettings)(
    'the wrong setting %j is refused in one sentence, and nothing is created',
    async (values, sentence) => {
      const start = async (): Promise<unknown> =>
        startServer(
          parseEnv({ PORT: '0', DATA_DIR: join(scratch, 'data'), DEMO: 'off', LOG_LEVEL: 'silent', ...values }),
        );
      const refusal = await start().then(
        () => undefined,
        (error: unknown) => error,
      );
      expect(refusal).toBeInstanceOf(StartRefusal);
      const { message } = refusal as StartRefusal;
      if (typeof sentence === 'string') expect(message).toBe(sentence);
      else expect(message).toMatch(sentence);
      expect(message).toMatch(/^\P{Cc}+。$/u);
      expect(message).not.toContain(secret);
      expect(readdirSync(scratch)).toEqual([]);
    },
  );

  it('a valid recipient key for encrypted backups is accepted', () => {
    expect(parseEnv({ BACKUP_RECIPIENT: recipient }).backupRecipients).toEqual([recipient]);
  });

  it.each([
    ['DATABSE_URL', '是否为 DATABASE_URL？'],
    ['BACKUPDIR', '是否为 BACKUP_DIR？'],
    ['TRUSTED_PROXY', '是否为 TRUST_PROXY？'],
    ['COLOUR', '请对照 .env.example 检查。'],
  ])('the misspelt setting %s in a settings file is named', (name, end) => {
    const names = ['DATABASE_URL', 'BACKUP_DIR', 'TRUST_PROXY'];
    expect(unknownSettings(names, {}, { [name]: 'x' })).toEqual([`没有名为 ${name} 的设置，${end}`]);
  });
});

describe('process with wrong settings', () => {
  beforeAll(() => buildProduct('server'));
  const file = (text: string): string => {
    const path = join(mkdtempSync(join(tmpdir(), 'wrong-file-')), 'occhealth.env');
    writeFileSync(path, text);
    return path;
  };

  it.each([
    ['a wrong port', ['--env-file', file('PORT=eighty\n')], '环境变量 PORT 不正确：应为 0 到 65535 的整数。\n'],
    ['a missing settings file', ['--env-file', '/no/such.env'], /^无法读取设置文件 \/no\/such\.env（ENOENT）.*。\n$/],
    ['no name of a settings file', ['--env-file'], /^--env-file 后须写明设置文件.*。\n$/],
    ['a command that does not exist', ['bakcup', 'x.tar'], /^没有名为 bakcup 的命令，可用的命令：users、.*。\n$/],
    ['two wrong settings', ['--env-file', file('PORT=x\nDEMO=y\n')], /^环境变量 PORT .*。\n环境变量 DEMO .*。\n$/],
  ])('the process ends with code 1 for %s, and creates nothing', (_, words, said) => {
    const dataDir = join(scratch, 'never');
    const { status, stderr, stdout } = spawnSync(
      process.execPath,
      [join(root, 'dist/server/main.js'), '--', ...words],
      {
        encoding: 'utf8',
        env: { PATH: process.env['PATH'], DATA_DIR: dataDir },
      },
    );
    expect([status, stdout]).toEqual([1, '']);
    if (typeof said === 'string') expect(stderr).toBe(said);
    else expect(stderr).toMatch(said);
    expect(existsSync(dataDir)).toBe(false);
  });

  it('with LOG_FORMAT=json a refused start is a line of the log, with node, build and level', () => {
    const { status, stderr } = spawnSync(process.execPath, [join(root, 'dist/server/supervisor.js')], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], DATA_DIR: join(scratch, 'never'), PORT: 'eighty', LOG_FORMAT: 'json' },
    });
    expect([
      status,
      stderr
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ]).toEqual([
      1,
      [
        {
          level: 40,
          time: expect.any(String),
          node: hostname(),
          build: thisBuild(),
          msg: '环境变量 PORT 不正确：应为 0 到 65535 的整数。',
        },
      ],
    ]);
  });
});
