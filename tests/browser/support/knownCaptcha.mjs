// Brought into the product's process by a test that has to type what no program can read: each letter of a captcha is
// the first of them all. Everything else stays as random as it is.
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

const { randomInt } = crypto;
const letters = Number(process.env.KNOWN_CAPTCHA);
crypto.randomInt = (...bounds) => (bounds.length === 1 && bounds[0] === letters ? 0 : randomInt(...bounds));
syncBuiltinESMExports();
