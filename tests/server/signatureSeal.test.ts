import { describe, expect, it } from 'vitest';
import { keyMarkOf } from '@server/base/keyMark';
import type { Keeper } from '@server/base/sealed';
import { keyedSeal, type SealStart, sealStands } from '@server/signing/seal';

// Needs neither a server nor a database.

const keeperOf = (secretKey: string): Keeper => ({ secretKey, dataDir: '' });
const [keeper, former] = [keeperOf('one secret key'), keeperOf('another secret key')];
const [words, plain] = [{ meaning: '提交' }, 'f'.repeat(64)];
const start: SealStart = { key: keyMarkOf(keeper), first: 7, before: '' };
const stands = (id: number, seal: string, since: SealStart | undefined = start) =>
  sealStands(keeper, since, { id, seal }, words, plain);

describe('seal of a signature', () => {
  it("the seal of a signature stands if it is the key's own of the same words, and the key's beginning is recorded", () => {
    const own = keyedSeal(keeper, words);
    expect([stands(7, own), stands(6, own)]).toEqual([true, true]);
    expect(stands(7, keyedSeal(keeper, { meaning: '批准' }))).toBe(false);
    expect(sealStands(keeper, undefined, { id: 7, seal: own }, words, plain)).toBe(false);
  });

  it('the seal of a signature of the content alone stands before the key began, and not from its first signature on', () => {
    expect([6, 7, 8].map((id) => stands(id, plain))).toEqual([true, false, false]);
    expect(sealStands(keeper, undefined, { id: 8, seal: plain }, words, plain)).toBe(true);
    expect(stands(6, 'e'.repeat(64))).toBe(false);
  });

  it('the seal of a signature of another key stands before this one began, and not later', () => {
    const other = keyedSeal(former, words);
    expect([6, 7].map((id) => stands(id, other))).toEqual([true, false]);
  });
});
