import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { onTestFinished } from 'vitest';

/** Gives hashes their full cost for the rest of a test, whose subject it is (tests/support/quickScrypt.mjs). */
export function hashAtFullCost(): void {
  const set = (scrypt: typeof crypto.scrypt): void => {
    crypto.scrypt = scrypt;
    syncBuiltinESMExports();
  };
  const before = crypto.scrypt;
  set((Reflect.get(globalThis, Symbol.for('scrypt of Node')) as typeof crypto.scrypt | undefined) ?? before);
  onTestFinished(() => set(before));
}
