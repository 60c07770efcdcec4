import { createHash, createHmac, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { sm2 } from 'sm-crypto';

// Signatures that platforms require. Node computes digests, HMAC and RSA; sm-crypto computes SM2 (GB/T 32918),
// because Node's OpenSSL signs without the user id that platforms expect.

/** User id of SM2 signatures if a platform names none (GM/T 0009 10). */
const userId = '1234567812345678';

/** Returns the MD5 as lower-case hex. */
export const md5Hex = (text: string): string => createHash('md5').update(text, 'utf8').digest('hex');

/** Returns the HMAC as lower-case hex. */
export const hmacHex = (hash: 'sha256' | 'sm3', key: string, text: string): string =>
  createHmac(hash, key).update(text, 'utf8').digest('hex');

/**
 * Parses an RSA key as people paste it: PEM with or without line ends, or its Base64 alone (PKCS#8).
 * @returns null for any other text
 */
export function rsaPrivateKey(text: string): KeyObject | null {
  const body = text.replaceAll(/-----[A-Z ]+-----/g, '').replaceAll(/\s+/g, '');
  const kind = /BEGIN RSA PRIVATE KEY/.test(text) ? 'pkcs1' : 'pkcs8';
  try {
    const key = createPrivateKey({ key: Buffer.from(body, 'base64'), format: 'der', type: kind });
    return key.asymmetricKeyType === 'rsa' ? key : null;
  } catch {
    return null;
  }
}

/** Returns the SHA256withRSA signature of a text, Base64. */
export const rsaSign = (key: KeyObject, text: string): string =>
  sign('sha256', Buffer.from(text, 'utf8'), key).toString('base64');

/** Checks whether a SHA256withRSA signature is valid; never throws. */
export function rsaFits(publicKey: string, text: string, signature: string): boolean {
  try {
    return verify('sha256', Buffer.from(text, 'utf8'), createPublicKey(publicKey), Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}

/** Checks whether a text is an SM2 private key: 64 hex digits. */
export const isSm2Key = (text: string): boolean => /^[0-9a-f]{64}$/i.test(text.trim());

/** Returns the SM2 signature of a text with SM3: DER, in hex. */
export const sm2Sign = (privateKey: string, text: string): string =>
  sm2.doSignature(text, privateKey.trim(), { hash: true, der: true, userId });

/** Checks whether an SM2 signature is valid; never throws. */
export function sm2Fits(publicKey: string, text: string, signature: string): boolean {
  try {
    return sm2.doVerifySignature(text, signature, publicKey, { hash: true, der: true, userId });
  } catch {
    return false;
  }
}
