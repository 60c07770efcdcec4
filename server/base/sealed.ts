import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Env } from './env';
import { StartRefusal } from './startRefusal';

// Secrets of other systems that must be said again (a platform's key), so that a copy of the database alone does not
// tell them. What only has to be recognised is hashed instead.

export type Keeper = Pick<Env, 'secretKey' | 'dataDir'>;

/** What is sealed begins so; anything else was stored before. */
export const sealedAs = 'sealed:1:';

const keys = new Map<string, Buffer>();

/** The file of an installation that was given no key, made when it is first needed. */
function keptKey(dataDir: string): string {
  const path = join(dataDir, 'secret.key');
  try {
    mkdirSync(dataDir, { recursive: true });
    // Another process may be at it: whoever comes second reads what the first wrote.
    writeFileSync(path, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
      throw new StartRefusal(`不能在 ${path} 保存主密钥，请检查目录的权限，或设置 SECRET_KEY。`);
  }
  const kept = readFileSync(path, 'utf8').trim();
  if (kept.length < 32)
    throw new StartRefusal(`${path} 不完整，请从原处恢复；没有副本时删除它，再重新填写对接平台的接口密钥。`);
  return kept;
}

/**
 * A key of the installation for one purpose, from SECRET_KEY or the file that stands for it: one purpose's tells
 * nothing of another's.
 * @returns 32 bytes
 * @throws StartRefusal where the file can't be kept
 */
export function derivedKey({ secretKey, dataDir }: Keeper, purpose: string): Buffer {
  const name = `${purpose} ${secretKey ?? `file ${dataDir}`}`;
  let key = keys.get(name);
  if (!key) keys.set(name, (key = Buffer.from(hkdfSync('sha256', secretKey ?? keptKey(dataDir), '', purpose, 32))));
  return key;
}

const keyOf = (keeper: Keeper): Buffer => derivedKey(keeper, 'occhealth stored secrets');

/** AES-256-GCM, with a nonce of its own each time. */
export function seal(env: Keeper, text: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyOf(env), nonce);
  const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return sealedAs + Buffer.concat([nonce, cipher.getAuthTag(), content]).toString('base64');
}

/**
 * @returns what was sealed; undefined where the key is another or the text was changed. What was stored before sealing
 * comes back as it is.
 */
export function unseal(env: Keeper, stored: string): string | undefined {
  if (!stored.startsWith(sealedAs)) return stored;
  const bytes = Buffer.from(stored.slice(sealedAs.length), 'base64');
  if (bytes.length < 28) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', keyOf(env), bytes.subarray(0, 12), { authTagLength: 16 });
  decipher.setAuthTag(bytes.subarray(12, 28));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
