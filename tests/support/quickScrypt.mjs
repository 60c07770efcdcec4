// Makes every hash of a password cheap, in the processes of the tests alone: half a second of a processor each,
// hundreds of times. A stored hash keeps the product's form and its stated cost. Loaded by Vitest before each test
// file, and by `--import` into the products that tests start; never in the proofs (tests/support/scryptCost.ts).
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

const real = (globalThis[Symbol.for('scrypt of Node')] ??= crypto.scrypt);
crypto.scrypt = (password, salt, length, options, done) =>
  real(password, salt, length, { ...options, N: 2 ** 4, p: 1 }, done);
syncBuiltinESMExports();
