import { createHash } from 'node:crypto';
import { derivedKey, type EncryptionKeySource } from './secretEncryption';

/** Returns an identifier of the installation's key that does not reveal the key. */
export const keyFingerprint = (keeper: EncryptionKeySource): string =>
  createHash('sha256')
    // The words are part of every stored seal.
    .update(derivedKey(keeper, 'occhealth seals of signatures: its name'))
    .digest('hex')
    .slice(0, 16);
