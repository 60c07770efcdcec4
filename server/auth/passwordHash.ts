import { randomBytes, scrypt, type ScryptOptions, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { limitConcurrency } from '@server/base/limitConcurrency';
import { Refusal } from '@server/http/errors';

/**
 * Parameters of scrypt (DESIGN §1, Passwords). One hash takes 32 MiB and about a quarter of a second, so only a few
 * run at once.
 */
const scryptCost = { logN: 15, r: 8, p: 3 } as const;
const keyLength = 32;
const inTurn = limitConcurrency({
  maxRunning: Math.max(1, Math.min(4, availableParallelism())),
  maxWaiting: 200,
  tooMany: () => {
    throw new Refusal(503, 'busy', '登录请求过多，请稍后重试');
  },
});

interface HashCost {
  readonly logN: number;
  readonly r: number;
  readonly p: number;
}

function deriveKey(password: string, salt: Buffer, { logN, r, p }: HashCost): Promise<Buffer> {
  const N = 2 ** logN;
  const options: ScryptOptions = { N, r, p, maxmem: 128 * r * (N + p + 2) + 1024 * 1024 };
  return inTurn(
    () =>
      new Promise((resolve, reject) => {
        scrypt(password.normalize('NFKC'), salt, keyLength, options, (error, key) =>
          error ? reject(error) : resolve(key),
        );
      }),
  );
}

/**
 * Hashes a password as `scrypt$logN$r$p$salt$key`, salt and key in base64url.
 * @throws Refusal 503 where too many hashes wait
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await deriveKey(password, salt, scryptCost);
  return [
    'scrypt',
    scryptCost.logN,
    scryptCost.r,
    scryptCost.p,
    salt.toString('base64url'),
    key.toString('base64url'),
  ].join('$');
}

const hashPattern = /^scrypt\$(\d{1,2})\$(\d{1,2})\$(\d{1,2})\$([\w-]{16,})\$([\w-]{43})$/;

/**
 * Hash that matches no password. It is compared for an unknown user, so that the answer takes as long as any other
 * (QUALITY AU3).
 */
const dummyHash = `scrypt$${scryptCost.logN}$${scryptCost.r}$${scryptCost.p}$${randomBytes(16).toString('base64url')}$${randomBytes(keyLength).toString('base64url')}`;

/** Checks a password against a hash. Without a hash it takes the same time and returns false. */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  const match = hashPattern.exec(hash ?? dummyHash);
  if (!match) throw new Error('a stored password hash has an unknown form');
  const [, logN, r, p, salt = '', key = ''] = match;
  const derivedHash = await deriveKey(password, Buffer.from(salt, 'base64url'), {
    logN: Number(logN),
    r: Number(r),
    p: Number(p),
  });
  return timingSafeEqual(derivedHash, Buffer.from(key, 'base64url')) && hash !== undefined;
}
