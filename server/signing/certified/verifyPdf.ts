import { X509Certificate } from 'node:crypto';
import { isSignatureOf, readDetached } from './cmsSignature';
import { signedPart, type UnsignedPdf } from './signaturePlace';
import { readToken } from './signatureTimestamp';
import { type CertificateFacts, factsOf } from './signingCertificates';

/** Result of verifying one signature of a PDF. */
export interface PdfVerdict {
  /** True if the covered bytes are the bytes signed by the certificate in the signature. */
  readonly intact: boolean;
  /** True if the signature covers the whole file. */
  readonly coversWholeFile: boolean;
  readonly certificate: CertificateFacts | null;
  /** True if each certificate was issued by the next one and was valid at the time of signing. */
  readonly chained: boolean;
  /** Time by the signer's clock. */
  readonly at: Date | null;
  /** Time by a timestamp authority; null without a valid token. */
  readonly stampedAt: Date | null;
  /** True if there is a token that does not belong to this signature. */
  readonly badStamp: boolean;
}

const rangePattern = /\/ByteRange\s*\[\s*(\d{1,10})\s+(\d{1,10})\s+(\d{1,10})\s+(\d{1,10})\s*\]/g;

/** Returns the CMS between two signed parts; undefined if the gap is not exactly one hexadecimal string. */
function cmsIn(bytes: Buffer, [first, length, second, rest]: UnsignedPdf['range']): Buffer | undefined {
  if (first !== 0 || second <= length + 2 || second + rest > bytes.length) return undefined;
  const text = bytes.toString('latin1', length, second);
  if (!/^<(?:[0-9a-f]{2})+>$/.test(text)) return undefined;
  const hexContent = Buffer.from(text.slice(1, -1), 'hex');
  // DER states its own length. The bytes after it have to be empty.
  const derLength =
    hexContent[1] === 0x82
      ? 4 + hexContent.readUInt16BE(2)
      : hexContent[1] === 0x83
        ? 5 + hexContent.readUIntBE(2, 3)
        : 0;
  if (
    hexContent[0] !== 0x30 ||
    derLength === 0 ||
    derLength > hexContent.length ||
    hexContent.subarray(derLength).some((byte) => byte !== 0)
  )
    return undefined;
  return hexContent.subarray(0, derLength);
}

/** Returns the time of a PDF date in UTC near the signature. */
function dateIn(bytes: Buffer, after: number): Date | null {
  const [, y, mo, d, h, mi, s] =
    /\/M \(D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z/.exec(bytes.toString('latin1', after, after + 200)) ?? [];
  const at = new Date(`${y}-${mo}-${d}T${h}:${mi}:${s}Z`);
  return Number.isNaN(at.getTime()) ? null : at;
}

/** Checks whether a chain leads from the signer to an authority, and was valid at a time. */
function isChained(ders: readonly Uint8Array[], at: Date | null): boolean {
  const chain = ders.map((der) => new X509Certificate(der));
  const valid = (certificate: X509Certificate): boolean =>
    at !== null && new Date(certificate.validFrom) <= at && at <= new Date(certificate.validTo);
  return chain.every((certificate, index) => {
    const issuer = chain.find((otherCertificate) => certificate.checkIssued(otherCertificate)) ?? chain[index + 1];
    return valid(certificate) && issuer !== undefined && issuer.ca && certificate.verify(issuer.publicKey);
  });
}

const brokenVerdict = {
  intact: false,
  coversWholeFile: false,
  certificate: null,
  chained: false,
  at: null,
  stampedAt: null,
  badStamp: false,
};

async function verdictOf(bytes: Buffer, range: UnsignedPdf['range']): Promise<PdfVerdict> {
  const cms = cmsIn(bytes, range);
  const detachedSignature = cms && readDetached(cms);
  if (!detachedSignature?.certificate) return brokenVerdict;
  const [, length, secondOffset, secondLength] = range;
  const intact = await isSignatureOf(detachedSignature, signedPart(bytes, range));
  const ownDer = new Uint8Array(detachedSignature.certificate.toSchema().toBER());
  const otherCertificates = (detachedSignature.signed.certificates ?? []).flatMap((certificate) =>
    certificate === detachedSignature.certificate ? [] : [new Uint8Array(certificate.toSchema().toBER())],
  );
  const value = detachedSignature.signed.signerInfos[0]?.signature.valueBlock.valueHexView ?? new Uint8Array();
  const stamp = detachedSignature.token ? await readToken(detachedSignature.token, value) : undefined;
  const at = dateIn(bytes, secondOffset);
  return {
    intact,
    coversWholeFile: length > 0 && secondOffset + secondLength === bytes.length,
    certificate: factsOf(ownDer),
    chained: isChained([ownDer, ...otherCertificates], stamp?.time ?? at),
    at,
    stampedAt: stamp?.time ?? null,
    badStamp: detachedSignature.token !== null && stamp === undefined,
  };
}

/** Verifies the signatures of a PDF in the order of signing. */
export async function verifyPdf(pdf: Uint8Array): Promise<PdfVerdict[]> {
  const bytes = Buffer.from(pdf);
  const rangeMatches = [...bytes.toString('latin1').matchAll(rangePattern)];
  return Promise.all(
    rangeMatches.map(async ([, first, length, secondOffset, secondLength]) => {
      try {
        return await verdictOf(bytes, [Number(first), Number(length), Number(secondOffset), Number(secondLength)]);
      } catch {
        // The certificate or the key in it can't be read.
        return brokenVerdict;
      }
    }),
  );
}

/** Checks that a PDF is signed and unchanged: each signature is valid, and one covers the whole file. */
export const isSignedAndUnchanged = (verdicts: readonly PdfVerdict[]): boolean =>
  verdicts.some(({ coversWholeFile }) => coversWholeFile) &&
  verdicts.every(({ intact, chained, badStamp }) => intact && chained && !badStamp);
