import { createHash, webcrypto } from 'node:crypto';
import * as asn1 from 'asn1js';
import {
  Attribute,
  Certificate,
  ContentInfo,
  CryptoEngine,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  setEngine,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs';
import { privateKeyOf } from './webKeys';

setEngine('node', new CryptoEngine({ name: 'node', crypto: webcrypto as never }));

const cmsOids = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  timeStampToken: '1.2.840.113549.1.9.16.2.14',
} as const;

export const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

/** Copies bytes into a buffer of their own, as ASN.1 reads it. */
export const bufferOf = (bytes: Uint8Array): ArrayBuffer => Uint8Array.from(bytes).buffer;

/** Reads a certificate in DER. */
export const certificateOf = (der: Uint8Array): Certificate => Certificate.fromBER(bufferOf(der));

/** Attribute signing-certificate-v2 (RFC 5035): binds the signature to the certificate by its hash. */
const signingCertificate = (der: Uint8Array): Attribute =>
  new Attribute({
    type: cmsOids.signingCertificateV2,
    values: [
      new asn1.Sequence({
        value: [
          new asn1.Sequence({
            value: [new asn1.Sequence({ value: [new asn1.OctetString({ valueHex: bufferOf(sha256(der)) })] })],
          }),
        ],
      }),
    ],
  });

const signedAttribute = (type: string, value: asn1.BaseBlock): Attribute => new Attribute({ type, values: [value] });

export interface CmsKey {
  /** Private key, PKCS #8 in PEM. */
  readonly key: string;
  /** Certificates in DER: the signer's first, then the certificates that issued it. */
  readonly chain: readonly Uint8Array[];
}

/**
 * Signs bytes as a detached CMS (ETSI EN 319 142-1 §6.3, level B-B; B-T with a token).
 * @param tokenOf returns a timestamp token (DER) of the signature's value; null for a signature without timestamp
 */
export async function signDetached(
  content: Uint8Array,
  { key, chain }: CmsKey,
  tokenOf: (signature: Uint8Array) => Promise<Uint8Array | null>,
): Promise<Buffer> {
  const [ownDer] = chain;
  if (!ownDer) throw new Error('no certificate to sign with');
  const certificate = certificateOf(ownDer);
  const signer = new SignerInfo({
    version: 1,
    sid: new IssuerAndSerialNumber({ issuer: certificate.issuer, serialNumber: certificate.serialNumber }),
    // In the order of DER: by their bytes, so the shortest comes first.
    signedAttrs: new SignedAndUnsignedAttributes({
      type: 0,
      attributes: [
        signedAttribute(cmsOids.contentType, new asn1.ObjectIdentifier({ value: cmsOids.data })),
        signedAttribute(cmsOids.messageDigest, new asn1.OctetString({ valueHex: bufferOf(sha256(content)) })),
        signingCertificate(ownDer),
      ],
    }),
  });
  const signedData = new SignedData({
    version: 1,
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: cmsOids.data }),
    signerInfos: [signer],
    certificates: chain.map(certificateOf),
  });
  await signedData.sign(await privateKeyOf(key), 0, 'SHA-256', bufferOf(content));
  const token = await tokenOf(signer.signature.valueBlock.valueHexView);
  if (token)
    signer.unsignedAttrs = new SignedAndUnsignedAttributes({
      type: 1,
      attributes: [signedAttribute(cmsOids.timeStampToken, asn1.fromBER(bufferOf(token)).result)],
    });
  const info = new ContentInfo({ contentType: cmsOids.signedData, content: signedData.toSchema(true) });
  return Buffer.from(info.toSchema().toBER());
}

/** A signature read from a CMS. */
interface ReadCms {
  readonly signed: SignedData;
  readonly certificate: Certificate | null;
  /** Timestamp token, DER. */
  readonly token: Buffer | null;
}

/**
 * Parses a detached CMS.
 * @returns undefined for bytes without a CMS, or with more than one signer
 */
export function readDetached(der: Uint8Array): ReadCms | undefined {
  try {
    const info = ContentInfo.fromBER(bufferOf(der));
    if (info.contentType !== cmsOids.signedData) return undefined;
    const signedData = new SignedData({ schema: info.content });
    const [signer, secondSignerInfo] = signedData.signerInfos;
    if (!signer || secondSignerInfo || signedData.version !== 1 || signer.version !== 1) return undefined;
    const { sid } = signer;
    const certificate = (signedData.certificates ?? []).find(
      (certificate): certificate is Certificate =>
        certificate instanceof Certificate &&
        sid instanceof IssuerAndSerialNumber &&
        certificate.issuer.isEqual(sid.issuer) &&
        certificate.serialNumber.isEqual(sid.serialNumber),
    );
    const token = signer.unsignedAttrs?.attributes.find(({ type }) => type === cmsOids.timeStampToken)?.values[0];
    return {
      signed: signedData,
      certificate: certificate ?? null,
      token: token ? Buffer.from((token as asn1.BaseBlock).toBER()) : null,
    };
  } catch {
    return undefined;
  }
}

/** Checks whether a CMS is a signature of the content by the certificate that it names. */
export async function isSignatureOf({ signed, certificate }: ReadCms, content: Uint8Array): Promise<boolean> {
  if (!certificate) return false;
  const attributes = signed.signerInfos[0]?.signedAttrs?.attributes ?? [];
  const namedCertificate = attributes.find(({ type }) => type === cmsOids.signingCertificateV2)?.values[0] as
    | asn1.BaseBlock
    | undefined;
  const hash = sha256(new Uint8Array(certificate.toSchema().toBER())).toString('hex');
  if (!namedCertificate || !Buffer.from(namedCertificate.toBER()).toString('hex').includes(hash)) return false;
  try {
    return await signed.verify({ signer: 0, data: bufferOf(content), checkChain: false });
  } catch {
    return false;
  }
}
