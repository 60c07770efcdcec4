import { createPrivateKey, type KeyObject, webcrypto } from 'node:crypto';

type WebKey = webcrypto.CryptoKey;

/** Names of the supported curves in WebCrypto, by Node's names. */
const curveNames: Readonly<Record<string, string>> = { prime256v1: 'P-256', secp384r1: 'P-384', secp521r1: 'P-521' };

/** Returns why a key can't sign; null for RSA of 2048 bits or more and the three curves of NIST. */
export function keyFault({
  asymmetricKeyType: type,
  asymmetricKeyDetails: details,
}: KeyObject): 'kind' | 'short' | null {
  if (type === 'ec') return curveNames[details?.namedCurve ?? ''] ? null : 'kind';
  if (type !== 'rsa') return 'kind';
  return (details?.modulusLength ?? 0) < 2048 ? 'short' : null;
}

/** Imports a private key (PKCS #8, PEM) for WebCrypto. */
export async function privateKeyOf(pem: string): Promise<WebKey> {
  const key = createPrivateKey(pem);
  const curve = curveNames[key.asymmetricKeyDetails?.namedCurve ?? ''];
  return webcrypto.subtle.importKey(
    'pkcs8',
    key.export({ type: 'pkcs8', format: 'der' }),
    curve ? { name: 'ECDSA', namedCurve: curve } : { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
    false,
    ['sign'],
  );
}
