import { describe, expect, it } from 'vitest';
import { keyFingerprint } from '@server/base/keyFingerprint';
import type { EncryptionKeySource } from '@server/base/secretEncryption';
import { keyedSeal, type SealStart, isSealValid } from '@server/signing/keyedSeal';

// Needs neither a server nor a database.

const keeperOf = (secretKey: string): EncryptionKeySource => ({ secretKey, dataDir: '' });
const [keeper, former] = [keeperOf('one secret key'), keeperOf('another secret key')];
const [words, plain] = [{ meaning: '提交' }, 'f'.repeat(64)];
const start: SealStart = { key: keyFingerprint(keeper), first: 7, before: '' };
const stands = (id: number, seal: string, since: SealStart | undefined = start) =>
  isSealValid(keeper, since, { id, seal }, words, plain);

describe('seal of a signature', () => {
  it('a signature’s seal is valid if made with the installation’s key over the same words, and the key’s first use is recorded', () => {
    const own = keyedSeal(keeper, words);
    expect([stands(7, own), stands(6, own)]).toEqual([true, true]);
    expect(stands(7, keyedSeal(keeper, { meaning: '批准' }))).toBe(false);
    expect(isSealValid(keeper, undefined, { id: 7, seal: own }, words, plain)).toBe(false);
  });

  it('an old signature’s seal, which covers the signed content but not the words, is valid only before the key’s first use', () => {
    expect([6, 7, 8].map((id) => stands(id, plain))).toEqual([true, false, false]);
    expect(isSealValid(keeper, undefined, { id: 8, seal: plain }, words, plain)).toBe(true);
    expect(stands(6, 'e'.repeat(64))).toBe(false);
  });

  it('a signature’s seal made with another key is valid only before this key’s first use', () => {
    const other = keyedSeal(former, words);
    expect([6, 7].map((id) => stands(id, other))).toEqual([true, false]);
  });
});
