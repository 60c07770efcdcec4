import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Env } from './env';
import { StartRefusal } from './startRefusal';

// Encrypts secrets of other systems that have to be sent again (e.g. the key of a platform), so that a copy of the
// database alone does not reveal them. Secrets that are only compared are hashed instead.

export type EncryptionKeySource = Pick<Env, 'secretKey' | 'dataDir'>;

/** Prefix of an encrypted text. A text without it was stored before encryption existed. */
export const encryptedPrefix = 'sealed:1:';

const derivedKeys = new Map<string, Buffer>();

/** Shortest content of a whole key file, characters. */
const minKeyLength = 32;

/** Returns what is wrong with an existing key file, in a sentence with the cure. */
export function keyFileProblem(dataDir: string): string | undefined {
  const path = join(dataDir, 'secret.key');
  if (!existsSync(path) || readFileSync(path, 'utf8').trim().length >= minKeyLength) return undefined;
  return `${path} 不完整，请从原处恢复；没有副本时删除它，再重新填写对接平台的接口密钥。`;
}

/**
 * Returns the key from the key file of an installation without a configured key; the file is created at first use.
 */
function keptKey(dataDir: string): string {
  const path = join(dataDir, 'secret.key');
  try {
    mkdirSync(dataDir, { recursive: true });
    // Another process may create the file at the same time. The second process reads what the first one wrote.
    writeFileSync(path, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
      throw new StartRefusal(`不能在 ${path} 保存主密钥，请检查目录的权限，或设置 SECRET_KEY。`);
  }
  const problem = keyFileProblem(dataDir);
  if (problem !== undefined) throw new StartRefusal(problem);
  return readFileSync(path, 'utf8').trim();
}

/**
 * Derives a key for one purpose from SECRET_KEY or the key file; keys of different purposes are independent.
 * @returns 32 bytes
 * @throws StartRefusal where the key file can't be stored
 */
export function derivedKey({ secretKey, dataDir }: EncryptionKeySource, purpose: string): Buffer {
  const name = `${purpose} ${secretKey ?? `file ${dataDir}`}`;
  let key = derivedKeys.get(name);
  if (!key)
    derivedKeys.set(name, (key = Buffer.from(hkdfSync('sha256', secretKey ?? keptKey(dataDir), '', purpose, 32))));
  return key;
}

const keyOf = (keeper: EncryptionKeySource): Buffer => derivedKey(keeper, 'occhealth stored secrets');

/** Encrypts with AES-256-GCM and a fresh nonce. */
export function encryptSecret(env: EncryptionKeySource, text: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyOf(env), nonce);
  const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return encryptedPrefix + Buffer.concat([nonce, cipher.getAuthTag(), content]).toString('base64');
}

/**
 * Decrypts a text.
 * @returns undefined where the key differs or the text was altered; a text from before encryption is returned unchanged
 */
export function decryptSecret(env: EncryptionKeySource, storedText: string): string | undefined {
  if (!storedText.startsWith(encryptedPrefix)) return storedText;
  const bytes = Buffer.from(storedText.slice(encryptedPrefix.length), 'base64');
  if (bytes.length < 28) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', keyOf(env), bytes.subarray(0, 12), { authTagLength: 16 });
  decipher.setAuthTag(bytes.subarray(12, 28));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
