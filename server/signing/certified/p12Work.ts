import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import forge from 'node-forge';
import { certifiedTexts } from '@contract/workflow/certifiedTexts';
import { P12Refusal } from './p12Refusal';
import { keyFault } from './webKeys';

// Runs in a child process, because the file itself decides how much work its password needs.

interface P12Input {
  readonly bytes: Uint8Array;
  readonly password: string;
}

/** Key and certificates of a file, with the signer's certificate first. */
export interface P12Content {
  /** Private key, PKCS #8 in PEM. */
  readonly key: string;
  /** Certificates in DER. */
  readonly chain: readonly Uint8Array[];
}

declare module '@server/child/childProtocol' {
  interface ChildJobs {
    readonly p12: { readonly input: P12Input; readonly part: never; readonly result: P12Content };
  }
}

// forge would encode a certificate again, and not always as its authority did. Unparsed, the certificate keeps its
// bytes.
forge.pki.certificateFromAsn1 = () => {
  throw new Error('kept as it is');
};

const derOf = (asn1: forge.asn1.Asn1): Buffer => Buffer.from(forge.asn1.toDer(asn1).getBytes(), 'latin1');

/**
 * Opens a file with its password.
 * @throws P12Refusal for another kind of file, or a wrong password
 */
function decryptP12({ bytes, password }: P12Input): forge.pkcs12.Pkcs12Pfx {
  // Programs encode other characters in different ways, so no authority sets such a password.
  if (!/^[ -~]*$/.test(password)) throw new P12Refusal(certifiedTexts.wrongP12Password);
  let asn1: forge.asn1.Asn1;
  try {
    asn1 = forge.asn1.fromDer(Buffer.from(bytes).toString('latin1'));
  } catch {
    throw new P12Refusal(certifiedTexts.notP12);
  }
  try {
    return forge.pkcs12.pkcs12FromAsn1(asn1, false, password);
  } catch (error) {
    throw new P12Refusal(
      /password|MAC/i.test(String((error as Error).message)) ? certifiedTexts.wrongP12Password : certifiedTexts.notP12,
    );
  }
}

const bagsOf = (pfx: forge.pkcs12.Pkcs12Pfx, type: string): forge.pkcs12.Bag[] =>
  pfx.getBags({ bagType: type })[type] ?? [];

function keyOf({ key, asn1 }: forge.pkcs12.Bag): KeyObject {
  try {
    return key
      ? createPrivateKey({ key: derOf(forge.pki.privateKeyToAsn1(key)), format: 'der', type: 'pkcs1' })
      : createPrivateKey({ key: derOf(asn1), format: 'der', type: 'pkcs8' });
  } catch {
    throw new P12Refusal(certifiedTexts.keyKind);
  }
}

function certificateOf({ asn1 }: forge.pkcs12.Bag): X509Certificate {
  try {
    return new X509Certificate(derOf(asn1));
  } catch {
    throw new P12Refusal(certifiedTexts.notP12);
  }
}

/** Returns the certificates from the signer's up to the authority's. */
function orderChain(ownCertificate: X509Certificate, certificates: readonly X509Certificate[]): X509Certificate[] {
  const chain = [ownCertificate];
  for (let last = ownCertificate; chain.length <= certificates.length;) {
    const issuer = certificates.find(
      (candidate) => !chain.includes(candidate) && last.checkIssued(candidate) && last.verify(candidate.publicKey),
    );
    if (!issuer) break;
    chain.push(issuer);
    last = issuer;
  }
  return chain;
}

/**
 * Opens a PKCS #12 file, also one with old ciphers (3DES, RC2), which most authorities still use.
 * @throws P12Refusal with a Chinese sentence if it is another file, the password is wrong, key or certificate are
 * missing, or the key can't sign a PDF
 */
export async function readP12(input: P12Input): Promise<P12Content> {
  const pfx = decryptP12(input);
  const { oids } = forge.pki;
  const [keyBag, second] = [
    ...bagsOf(pfx, String(oids['pkcs8ShroudedKeyBag'])),
    ...bagsOf(pfx, String(oids['keyBag'])),
  ];
  const certificates = bagsOf(pfx, String(oids['certBag'])).map(certificateOf);
  if (!keyBag || certificates.length === 0) throw new P12Refusal(certifiedTexts.emptyP12);
  if (second) throw new P12Refusal(certifiedTexts.severalKeys);
  const key = keyOf(keyBag);
  const fault = keyFault(key);
  if (fault) throw new P12Refusal(fault === 'short' ? certifiedTexts.keyShort : certifiedTexts.keyKind);
  const ownCertificate = certificates.find((certificate) => certificate.checkPrivateKey(key));
  if (!ownCertificate) throw new P12Refusal(certifiedTexts.emptyP12);
  return {
    key: String(key.export({ type: 'pkcs8', format: 'pem' })),
    chain: orderChain(ownCertificate, certificates).map(({ raw }) => Uint8Array.from(raw)),
  };
}
