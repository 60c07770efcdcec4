import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seal, sealedAs, unseal } from '@server/base/sealed';
import { StartRefusal } from '@server/base/startRefusal';

describe('stored secret for another system', () => {
  const env = { secretKey: 'a master key of more than thirty signs', dataDir: '/nowhere' };
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'sealed-'));
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  it('the stored secret for another system is encrypted differently each time, reveals nothing, and decrypts completely', () => {
    const [one, two] = [seal(env, '密钥 sk-1'), seal(env, '密钥 sk-1')];
    expect(one).not.toBe(two);
    expect(one.startsWith(sealedAs)).toBe(true);
    expect([one, two].map((sealed) => unseal(env, sealed))).toEqual(['密钥 sk-1', '密钥 sk-1']);
    expect(unseal(env, 'sk-of-before')).toBe('sk-of-before');
  });

  it('the stored secret for another system does not decrypt with another key or with one byte changed', () => {
    const sealed = seal(env, 'sk-1');
    expect(unseal({ ...env, secretKey: `${env.secretKey}!` }, sealed)).toBeUndefined();
    const bytes = Buffer.from(sealed.slice(sealedAs.length), 'base64');
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(unseal(env, sealedAs + changed.toString('base64')), String(at)).toBeUndefined();
    }
    expect(unseal(env, sealedAs)).toBeUndefined();
  });

  it('the stored secret for another system is encrypted with a key of the installation, readable only by its own user', async () => {
    const own = { secretKey: undefined, dataDir: join(directory, 'data') };
    const sealed = seal(own, 'sk-2');
    const file = join(own.dataDir, 'secret.key');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(Buffer.from((await readFile(file, 'utf8')).trim(), 'base64')).toHaveLength(32);
    expect(unseal(own, sealed)).toBe('sk-2');
    await writeFile(join(directory, 'secret.key'), 'cut');
    expect(() => seal({ secretKey: undefined, dataDir: directory }, 'x')).toThrow(StartRefusal);
  });
});
