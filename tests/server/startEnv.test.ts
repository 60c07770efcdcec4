import { generateKeyPairSync, sign, verify } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rules } from '@contract/rules';
import { keyOfUpdates, parseEnv } from '@server/base/env';
import { root } from '@server/base/root';
import { StartRefusal } from '@server/base/startRefusal';

describe('environment', () => {
  it('the environment has the documented defaults, and an empty variable counts as absent', () => {
    const expected = {
      port: 8080,
      host: '127.0.0.1',
      dataDir: join(root, 'data'),
      databaseUrl: undefined,
      fileStore: 'file',
      demo: true,
      captcha: true,
      trustProxy: false,
      logLevel: 'info',
      zone: 'Asia/Shanghai',
    };
    expect(parseEnv({})).toMatchObject(expected);
    expect(parseEnv({ PORT: '', DATABASE_URL: ' ', CAPTCHA: '' })).toMatchObject(expected);
  });

  it('the environment variables are read with the given values', () => {
    expect(
      parseEnv({
        PORT: '0',
        HOST: '0.0.0.0',
        DATA_DIR: '/srv/data',
        DATABASE_URL: 'postgres://a:b@c/d',
        DEMO: 'off',
        CAPTCHA: 'FALSE',
        TRUST_PROXY: 'on',
        ADMIN_PASSWORD: 'Aa1!aaaa',
        PUBLIC_URL: 'https://lab.example.com',
        TZ_NAME: 'UTC',
      }),
    ).toMatchObject({
      port: 0,
      host: '0.0.0.0',
      dataDir: '/srv/data',
      databaseUrl: 'postgres://a:b@c/d',
      demo: false,
      captcha: false,
      trustProxy: true,
      adminPassword: 'Aa1!aaaa',
      publicUrl: 'https://lab.example.com',
      zone: 'UTC',
    });
  });

  it('the environment accepts one update key, as a PEM file or as base64, and refuses any other', () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const path = join(mkdtempSync(join(tmpdir(), 'key-')), 'update.pub');
    const base64 = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
    writeFileSync(path, publicKey.export({ type: 'spki', format: 'pem' }));
    expect(parseEnv({ UPDATE_KEY: path }).updateKey).toBe(base64);
    expect(parseEnv({ UPDATE_KEY: base64 }).updateKey).toBe(base64);
    const signature = sign(null, Buffer.from('1.2.3'), privateKey);
    expect(verify(null, Buffer.from('1.2.3'), keyOfUpdates(base64), signature)).toBe(true);
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ type: 'spki', format: 'der' });
    for (const wrong of ['/no/such/file', other.toString('base64'), 'A'.repeat(44)])
      expect(() => parseEnv({ UPDATE_KEY: wrong })).toThrow('应为 Ed25519 公钥');
  });

  it.each([
    ['PORT', 'eighty', '应为 0 到 65535 的整数'],
    ['PORT', '70000', '应为 0 到 65535 的整数'],
    ['PORT', '-1', '应为 0 到 65535 的整数'],
    ['HOST', 'http://x/', '应为主机名或 IP 地址'],
    ['DATABASE_URL', 'mysql://x/y', 'postgres://'],
    ['DATABASE_URL', 'nonsense', 'postgres://'],
    ['FILE_STORE', 'ftp://x', '应为 file 或 s3://'],
    ['ADMIN_PASSWORD', 'weak', rules.password.message],
    ['DEMO_PASSWORD', 'alllowercase1', rules.password.message],
    ['DEMO', 'perhaps', '应为 on 或 off'],
    ['DIAGNOSTICS', 'maybe', '应为 on 或 off'],
    ['CAPTCHA', '2', '应为 on 或 off'],
    ['TRUST_PROXY', 'x', '127.0.0.1,10.0.0.0'],
    ['PUBLIC_URL', 'javascript:1', 'http'],
    ['LOG_LEVEL', 'loud', 'silent 之一'],
    ['TZ_NAME', 'Mars/Base', '时区'],
    ['SMTP_URL', 'mail', 'smtp://'],
  ])(
    'the environment variable %s=%s is refused in one sentence with its name and the allowed values',
    (name, value, allowed) => {
      const parse = (): unknown => parseEnv({ [name]: value });
      expect(parse).toThrow(StartRefusal);
      expect(parse).toThrow(new RegExp(`^环境变量 ${name} 不正确：`));
      expect(parse).toThrow(allowed);
    },
  );

  it('the refusal of an environment variable does not repeat a secret', () => {
    expect(() => parseEnv({ ADMIN_PASSWORD: 'hunter2' })).not.toThrow('hunter2');
  });

  it('every environment variable is documented in .env.example', () => {
    const example = readFileSync(join(root, '.env.example'), 'utf8');
    const source = readFileSync(join(root, 'server/base/env.ts'), 'utf8');
    const names = [...source.matchAll(/^ {2}([A-Z_]+): /gm)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(12);
    for (const name of names) expect(example, name).toMatch(new RegExp(`^#?${name}=`, 'm'));
  });

  it('the operations guide uses the real names of environment variables', () => {
    const names = new Set(
      [...readFileSync(join(root, 'server/base/env.ts'), 'utf8').matchAll(/^ {2}([A-Z_]+): /gm)].map(
        ([, name]) => name,
      ),
    );
    const told = readFileSync(join(root, 'docs/operations.md'), 'utf8');
    // In code, and with an underscore or a value: other words are no settings.
    const settings = [...told.matchAll(/`([A-Z]+_[A-Z_]+)`/g), ...told.matchAll(/(?:^|[\s`])([A-Z][A-Z_]+)=/gm)].map(
      ([, name = '']) => name,
    );
    const container = readFileSync(join(root, 'compose.yaml'), 'utf8');
    const app = [...(container.split('\n  proxy:')[0] ?? '').matchAll(/^ {6}([A-Z_]+): /gm)].map(
      ([, name = '']) => name,
    );
    expect(settings.length + app.length).toBeGreaterThan(25);
    // Variables used only by compose.yaml.
    const others = new Set([
      'DB_PASSWORD',
      'DB_RUN_PASSWORD',
      'STORE_PASSWORD',
      'STORE_ROOT_PASSWORD',
      'NODE_ENV',
      // Of psql.
      'ON_ERROR_STOP',
      'NODE_IMAGE',
      ...['NODE', 'CADDY', 'POSTGRES', 'MINIO', 'MC'].map((name) => `${name}_DIGEST`),
    ]);
    expect([...settings, ...app].filter((name) => !names.has(name) && !others.has(name))).toEqual([]);
  });
});
