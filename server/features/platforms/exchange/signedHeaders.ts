import { createHash, randomUUID } from 'node:crypto';
import { platformTexts } from '@contract/features/platforms/platformTexts';
import { NotSigned } from './notSigned';
import { hmacHex, isSm2Key, md5Hex, rsaPrivateKey, rsaSign, sm2Sign } from './signatureAlgorithms';

// Methods by which a generic connector authenticates the sender: the key as a bearer token, or a signature over time,
// nonce and body.

export type SigningMethod = 'bearer' | 'md5' | 'hmacSha256' | 'hmacSm3' | 'rsaSha256' | 'sm2';

interface SigningKeys {
  readonly account: string;
  readonly key: string | null;
  readonly signingKey: string | null;
}

/** Returns the text to be signed: time in ms, nonce, and SHA-256 of the body, one per line. */
export const signedText = (time: string, nonce: string, body: string): string =>
  [time, nonce, createHash('sha256').update(body, 'utf8').digest('hex')].join('\n');

/**
 * Returns the signature of a text.
 * @throws NotSigned if the key is missing or of another kind
 */
function signatureOf(
  signing: Exclude<SigningMethod, 'bearer'>,
  text: string,
  { key, signingKey }: SigningKeys,
): string {
  if (signing === 'rsaSha256') {
    const ownKey = rsaPrivateKey(signingKey ?? '');
    if (!ownKey) throw new NotSigned(platformTexts.badSigningKey);
    return rsaSign(ownKey, text);
  }
  if (signing === 'sm2') {
    if (!isSm2Key(signingKey ?? '')) throw new NotSigned(platformTexts.badSm2Key);
    return sm2Sign(signingKey ?? '', text);
  }
  if (!key) throw new NotSigned(platformTexts.noKey);
  return signing === 'md5' ? md5Hex(`${text}\n${key}`) : hmacHex(signing === 'hmacSm3' ? 'sm3' : 'sha256', key, text);
}

/**
 * Returns the headers by which the platform authenticates the sender.
 * @param now ms
 * @throws NotSigned if the key is missing or of another kind
 */
export function signedHeaders(
  signing: SigningMethod,
  body: string,
  now: number,
  keys: SigningKeys,
): Record<string, string> {
  if (signing === 'bearer') return keys.key ? { authorization: `Bearer ${keys.key}` } : {};
  const [time, nonce] = [String(now), randomUUID()];
  return {
    'x-account': keys.account,
    'x-timestamp': time,
    'x-nonce': nonce,
    'x-signature': signatureOf(signing, signedText(time, nonce, body), keys),
  };
}
