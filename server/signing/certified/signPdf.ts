import { type CmsKey, signDetached } from './cmsSignature';
import { withSignature, signedPart, type SignatureTexts, withSignaturePlace } from './signaturePlace';
import { NoTimestamp, type TimestampAuthority, timestampOf } from './signatureTimestamp';

/** Highest number of bytes of a timestamp token, with the authority's certificates. */
const tokenRoom = 12 * 1024;

export interface PdfSigner extends CmsKey {
  readonly name: string;
  readonly reason: string;
}

interface PdfSigning {
  readonly at: Date;
  readonly signers: readonly PdfSigner[];
  /** Timestamp authority for the signatures; null for none. */
  readonly authority: TimestampAuthority | null;
}

export interface SignedPdf {
  readonly bytes: Buffer;
  /** Reason why the timestamp is missing; null if it exists, or none was requested. */
  readonly unstamped: string | null;
}

/** Converts a time to a PDF date in UTC. */
const pdfDate = (at: Date): string => `D:${at.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`;

/**
 * Signs a PDF by certificates one after another (PAdES baseline, ETSI EN 319 142-1). Each signature covers all bytes
 * before it, and the last one covers the whole file. If the authority does not answer, the signatures have no
 * timestamps.
 */
export async function signPdf(pdf: Uint8Array, { at, signers, authority }: PdfSigning): Promise<SignedPdf> {
  let bytes: Buffer = Buffer.from(pdf);
  let unstamped: string | null = null;
  for (const signer of signers) {
    const signatureTexts: SignatureTexts = { name: signer.name, reason: signer.reason, at: pdfDate(at) };
    // The length does not depend on the content, so the gap fits without a token.
    const plainSignature = await signDetached(Buffer.alloc(0), signer, async () => null);
    const stamps = authority !== null && unstamped === null;
    const place = withSignaturePlace(bytes, signatureTexts, plainSignature.length + 8 + (stamps ? tokenRoom : 0));
    const cms = await signDetached(signedPart(place.bytes, place.range), signer, async (value) => {
      if (!authority || !stamps) return null;
      try {
        return await timestampOf(authority, value);
      } catch (error) {
        if (!(error instanceof NoTimestamp)) throw error;
        unstamped = error.message;
        return null;
      }
    });
    bytes = withSignature(place, cms);
  }
  return { bytes, unstamped };
}
