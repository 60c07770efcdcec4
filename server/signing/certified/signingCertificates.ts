import { generateKeyPair, type KeyPairKeyObjectResult, randomBytes, webcrypto, X509Certificate } from 'node:crypto';
import { promisify } from 'node:util';
import * as asn1 from 'asn1js';
import {
  AttributeTypeAndValue,
  AuthorityKeyIdentifier,
  BasicConstraints,
  Certificate,
  Extension,
  RelativeDistinguishedNames,
} from 'pkijs';
import { bufferOf, certificateOf, type CmsKey } from './cmsSignature';
import { privateKeyOf } from './webKeys';

const generatePair = promisify(generateKeyPair);

const nameOids = {
  commonName: '2.5.4.3',
  organization: '2.5.4.10',
  country: '2.5.4.6',
  serialNumber: '2.5.4.5',
} as const;

/** The subject of a certificate. */
export interface Subject {
  readonly commonName: string;
  readonly organization: string;
  /** Account, which distinguishes people of the same name. */
  readonly account?: string;
}

export interface MadeCertificate extends CmsKey {
  readonly der: Uint8Array;
}

const namePart = (type: string, value: asn1.PrintableString | asn1.Utf8String): AttributeTypeAndValue =>
  new AttributeTypeAndValue({ type, value });
const utf8 = (value: string): asn1.Utf8String => new asn1.Utf8String({ value });

/** Returns a name with each part in a set of its own, as programs expect it. */
function nameOf({ commonName, organization, account }: Subject): RelativeDistinguishedNames {
  const parts = [
    namePart(nameOids.country, new asn1.PrintableString({ value: 'CN' })),
    namePart(nameOids.organization, utf8(organization)),
    namePart(nameOids.commonName, utf8(commonName)),
    ...(account ? [namePart(nameOids.serialNumber, utf8(account))] : []),
  ];
  return RelativeDistinguishedNames.fromBER(
    new asn1.Sequence({ value: parts.map((part) => new asn1.Set({ value: [part.toSchema()] })) }).toBER(),
  );
}

const certificateExtension = (extnID: string, isCritical: boolean, value: asn1.BaseBlock): Extension =>
  new Extension({ extnID, critical: isCritical, extnValue: value.toBER() });

/**
 * Returns the key usage (RFC 5280 §4.2.1.3): keyCertSign and cRLSign for an authority, digitalSignature and
 * nonRepudiation for a signer.
 */
const keyUsage = (authority: boolean): Extension =>
  certificateExtension(
    '2.5.29.15',
    true,
    new asn1.BitString({
      valueHex: Uint8Array.of(authority ? 0x06 : 0xc0).buffer,
      unusedBits: authority ? 1 : 6,
    }),
  );

/**
 * Returns the identifier of a public key: SHA-1 of its bits (RFC 5280 §4.2.1.2). It is only a name and protects
 * nothing.
 */
async function keyIdentifier(certificate: Certificate): Promise<ArrayBuffer> {
  const bits = certificate.subjectPublicKeyInfo.subjectPublicKey.valueBlock.valueHexView;
  return webcrypto.subtle.digest('SHA-1', bufferOf(bits));
}

interface CertificateOrder {
  readonly subject: Subject;
  readonly from: Date;
  readonly until: Date;
  /** Issuer; null for the self-signed certificate of an authority. */
  readonly issuer: CmsKey | null;
  /** Key pair from `generateSigningKeys`. */
  readonly keys: KeyPairKeyObjectResult;
}

/**
 * Generates an RSA key pair: 3072 bits for an authority, 2048 for a signer. It takes up to seconds, so it does not
 * belong in a transaction.
 */
export const generateSigningKeys = (owner: 'authority' | 'signer'): Promise<KeyPairKeyObjectResult> =>
  generatePair('rsa', { modulusLength: owner === 'authority' ? 3072 : 2048 });

/** Creates a certificate for a key pair. */
export async function makeCertificate(order: CertificateOrder): Promise<MadeCertificate> {
  const { subject, from, until, issuer, keys } = order;
  const key = String(keys.privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const spki = keys.publicKey.export({ type: 'spki', format: 'der' });
  const parent = issuer?.chain[0] ? certificateOf(issuer.chain[0]) : null;
  const certificate = new Certificate();
  certificate.version = 2;
  const serial = randomBytes(16);
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40;
  certificate.serialNumber = new asn1.Integer({ valueHex: bufferOf(serial) });
  certificate.subject = nameOf(subject);
  certificate.issuer = parent ? parent.subject : certificate.subject;
  certificate.notBefore.value = from;
  certificate.notAfter.value = until;
  await certificate.subjectPublicKeyInfo.importKey(
    await webcrypto.subtle.importKey('spki', spki, { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }, true, ['verify']),
  );
  const ownIdentifier = await keyIdentifier(certificate);
  const issuerIdentifier = parent ? await keyIdentifier(parent) : ownIdentifier;
  certificate.extensions = [
    certificateExtension(
      '2.5.29.19',
      true,
      new BasicConstraints(issuer ? {} : { cA: true, pathLenConstraint: 0 }).toSchema(),
    ),
    keyUsage(!issuer),
    certificateExtension('2.5.29.14', false, new asn1.OctetString({ valueHex: ownIdentifier })),
    certificateExtension(
      '2.5.29.35',
      false,
      new AuthorityKeyIdentifier({ keyIdentifier: new asn1.OctetString({ valueHex: issuerIdentifier }) }).toSchema(),
    ),
  ];
  await certificate.sign(await privateKeyOf(issuer?.key ?? key), 'SHA-256');
  const der = new Uint8Array(certificate.toSchema(true).toBER());
  return { key, der, chain: [der, ...(issuer?.chain ?? [])] };
}

/** Properties of a certificate that people see. */
export interface CertificateFacts {
  readonly holder: string;
  readonly organization: string | null;
  readonly issuer: string;
  /** Serial number, hexadecimal. */
  readonly serial: string;
  readonly from: Date;
  readonly until: Date;
  /** SHA-256 of the certificate, hexadecimal. */
  readonly fingerprint: string;
}

const partOf = (name: string, key: string): string | null =>
  name
    .split('\n')
    .find((line) => line.startsWith(`${key}=`))
    ?.slice(key.length + 1) ?? null;

/** Reads the displayed properties of a certificate in DER. */
export function factsOf(der: Uint8Array): CertificateFacts {
  const { subject, issuer, serialNumber, validFrom, validTo, fingerprint256 } = new X509Certificate(der);
  return {
    holder: partOf(subject, 'CN') ?? partOf(subject, 'O') ?? subject,
    organization: partOf(subject, 'O'),
    issuer: partOf(issuer, 'CN') ?? partOf(issuer, 'O') ?? issuer,
    serial: serialNumber,
    from: new Date(validFrom),
    until: new Date(validTo),
    fingerprint: fingerprint256.replaceAll(':', '').toLowerCase(),
  };
}
