import { createReadStream, createWriteStream, openSync, readFileSync, readSync, closeSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { backupTexts } from '@contract/features/system/backupTexts';
import { BackupProblem } from './backupProblem';

// Encrypted backups have the format age (age-encryption.org/v1), so that any program for this format can open them.

const ageHeader = 'age-encryption.org/';
/** Number of bytes that are read at a time. */
const chunkBytes = 256 * 1024;

/** Returns whether a file begins like an encrypted file; false for a file that can't be read. */
export function isEncrypted(path: string): boolean {
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
    const head = Buffer.alloc(ageHeader.length);
    readSync(file, head, 0, head.length, 0);
    return head.toString('latin1') === ageHeader;
  } catch {
    return false;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

const webStream = (path: string): ReadableStream<Uint8Array> =>
  Readable.toWeb(createReadStream(path, { highWaterMark: chunkBytes })) as unknown as ReadableStream<Uint8Array>;

const writeStream = (content: ReadableStream<Uint8Array>, path: string): Promise<void> =>
  pipeline(
    Readable.fromWeb(content as unknown as WebStream<Uint8Array>),
    createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
  );

/**
 * Encrypts a file for its recipients as a stream.
 *
 * @param recipients public keys in age's format (`age1…`)
 * @param to path of the encrypted file, which must not exist
 */
export async function encryptFile(from: string, recipients: readonly string[], to: string): Promise<void> {
  const { Encrypter } = await import('age-encryption');
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  await writeStream(await encrypter.encrypt(webStream(from)), to);
}

/** Returns the secret keys in an age identity file: lines that begin with AGE-SECRET-KEY. */
function identitiesOf(path: string): string[] {
  try {
    return readFileSync(path, 'utf8')
      .split(/\r?\n/)
      .filter((line) => line.startsWith('AGE-SECRET-KEY-'));
  } catch (error) {
    throw new BackupProblem(backupTexts.notReadable(path, (error as NodeJS.ErrnoException).code ?? ''), {
      cause: error,
    });
  }
}

/**
 * Decrypts a backup as a stream. A damaged or truncated backup leaves no file.
 *
 * @param identity path of an age identity file
 * @param to path of the plain file, which must not exist
 * @throws BackupProblem without a matching key, or for a damaged file
 */
export async function decryptFile(from: string, identity: string, to: string): Promise<void> {
  const keys = identitiesOf(identity);
  if (!keys.length) throw new BackupProblem(backupTexts.noIdentity(identity));
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  for (const key of keys) decrypter.addIdentity(key);
  try {
    await writeStream(await decrypter.decrypt(webStream(from)), to);
  } catch (error) {
    await rm(to, { force: true });
    if (error instanceof Error && 'syscall' in error)
      throw new BackupProblem(backupTexts.notWritable(to, String((error as NodeJS.ErrnoException).code)), {
        cause: error,
      });
    throw new BackupProblem(backupTexts.notDecrypted(from), { cause: error });
  }
}
