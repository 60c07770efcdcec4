import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encryptSecret, encryptedPrefix, decryptSecret } from '@server/base/secretEncryption';
import { StartRefusal } from '@server/base/startRefusal';

describe('stored secret for another system', () => {
  const env = { secretKey: 'a master key of more than thirty signs', dataDir: '/nowhere' };
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'sealed-'));
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  it('the stored secret for another system is encrypted differently each time, reveals nothing, and decrypts completely', () => {
    const [one, two] = [encryptSecret(env, '密钥 sk-1'), encryptSecret(env, '密钥 sk-1')];
    expect(one).not.toBe(two);
    expect(one.startsWith(encryptedPrefix)).toBe(true);
    expect([one, two].map((sealed) => decryptSecret(env, sealed))).toEqual(['密钥 sk-1', '密钥 sk-1']);
    expect(decryptSecret(env, 'sk-of-before')).toBe('sk-of-before');
  });

  it('the stored secret for another system does not decrypt with another key or with one byte changed', () => {
    const sealed = encryptSecret(env, 'sk-1');
    expect(decryptSecret({ ...env, secretKey: `${env.secretKey}!` }, sealed)).toBeUndefined();
    const bytes = Buffer.from(sealed.slice(encryptedPrefix.length), 'base64');
    for (let index = 0; index < bytes.length; index += 1) {
      const changed = Buffer.from(bytes);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(decryptSecret(env, encryptedPrefix + changed.toString('base64')), String(index)).toBeUndefined();
    }
    expect(decryptSecret(env, encryptedPrefix)).toBeUndefined();
  });

  it('the stored secret for another system is encrypted with a key of the installation, readable only by its own user', async () => {
    const own = { secretKey: undefined, dataDir: join(directory, 'data') };
    const sealed = encryptSecret(own, 'sk-2');
    const file = join(own.dataDir, 'secret.key');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(Buffer.from((await readFile(file, 'utf8')).trim(), 'base64')).toHaveLength(32);
    expect(decryptSecret(own, sealed)).toBe('sk-2');
    await writeFile(join(directory, 'secret.key'), 'cut');
    expect(() => encryptSecret({ secretKey: undefined, dataDir: directory }, 'x')).toThrow(StartRefusal);
  });
});
