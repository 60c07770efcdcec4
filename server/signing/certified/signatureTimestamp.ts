import { randomBytes } from 'node:crypto';
import { request as plain } from 'node:http';
import { request as secure } from 'node:https';
import * as asn1 from 'asn1js';
import {
  AlgorithmIdentifier,
  ContentInfo,
  MessageImprint,
  SignedData,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs';
import { certifiedTexts } from '@contract/workflow/certifiedTexts';
import { InternalAddressError, hasInternalHost, publicLookup } from '@server/http/internalAddress';
import { bufferOf, sha256 } from './cmsSignature';

// Timestamp of an authority (RFC 3161): the signer can't change the time of the signature afterwards.

/** Error if no token arrived; the message is for people. */
export class NoTimestamp extends Error {
  override readonly name = 'NoTimestamp';
}

/** Largest answer in bytes, and timeout in ms. */
const replyLimits = { bytes: 64 * 1024, time: 5000 } as const;

export interface TimestampAuthority {
  readonly url: string;
  /** True if the address may be in the local network. */
  readonly localAllowed: boolean;
}

/** Sends one POST without redirects and returns the answer's bytes. */
function requestTimestamp({ url: text, localAllowed }: TimestampAuthority, body: Buffer): Promise<Buffer> {
  const url = new URL(text);
  if (!localAllowed && hasInternalHost(url)) return Promise.reject(new NoTimestamp(certifiedTexts.timestampInside));
  return new Promise((resolve, reject) => {
    const rejectWith = (error: unknown) =>
      reject(
        error instanceof NoTimestamp
          ? error
          : new NoTimestamp(
              error instanceof InternalAddressError
                ? certifiedTexts.timestampInside
                : certifiedTexts.timestampUnreachable,
            ),
      );
    const request = (url.protocol === 'https:' ? secure : plain)(url, {
      method: 'POST',
      agent: false,
      signal: AbortSignal.timeout(replyLimits.time),
      headers: { 'content-type': 'application/timestamp-query', 'content-length': body.length },
      ...(localAllowed ? {} : { lookup: publicLookup }),
    });
    request.on('error', rejectWith);
    request.on('response', (response) => {
      const pieces: Buffer[] = [];
      let size = 0;
      response.on('error', rejectWith);
      response.on('data', (piece: Buffer) => {
        size += piece.length;
        if (size <= replyLimits.bytes) return void pieces.push(piece);
        rejectWith(new NoTimestamp(certifiedTexts.timestampBad));
        request.destroy();
      });
      response.on('end', () =>
        response.statusCode === 200
          ? resolve(Buffer.concat(pieces))
          : rejectWith(new NoTimestamp(certifiedTexts.timestampBad)),
      );
    });
    request.end(body);
  });
}

/** Data of a timestamp token. */
interface TimestampData {
  readonly time: Date;
  /** Name of the authority's certificate. */
  readonly authorityName: Uint8Array | null;
}

/**
 * Parses a timestamp token.
 * @param content content that the timestamp must belong to
 * @returns undefined if it is not a token, belongs to another content, or is not signed by the certificate that it
 * contains
 */
export async function readToken(token: Uint8Array, content: Uint8Array): Promise<TimestampData | undefined> {
  try {
    const signedData = new SignedData({ schema: ContentInfo.fromBER(bufferOf(token)).content });
    const inner = signedData.encapContentInfo.eContent;
    if (!inner) return undefined;
    const info = TSTInfo.fromBER(bufferOf(new Uint8Array(inner.getValue())));
    const imprint = Buffer.from(info.messageImprint.hashedMessage.valueBlock.valueHexView);
    if (!imprint.equals(sha256(content))) return undefined;
    const verification = await signedData.verify({
      signer: 0,
      data: bufferOf(content),
      checkChain: false,
      extendedMode: true,
    });
    if (!verification.signatureVerified) return undefined;
    const signerCertificate = verification.signerCertificate;
    return {
      time: info.genTime,
      authorityName: signerCertificate ? new Uint8Array(signerCertificate.toSchema().toBER()) : null,
    };
  } catch {
    return undefined;
  }
}

/**
 * Requests the timestamp of a signature's value from an authority.
 * @returns the token, DER
 * @throws NoTimestamp if no token arrived in time, or the answer does not belong to the request
 */
export async function timestampOf(authority: TimestampAuthority, signature: Uint8Array): Promise<Buffer> {
  const nonce = randomBytes(8);
  nonce[0] = ((nonce[0] ?? 0) & 0x7f) | 0x40;
  const query = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({
        algorithmId: '2.16.840.1.101.3.4.2.1',
        algorithmParams: new asn1.Null(),
      }),
      hashedMessage: new asn1.OctetString({ valueHex: bufferOf(sha256(signature)) }),
    }),
    nonce: new asn1.Integer({ valueHex: bufferOf(nonce) }),
    certReq: true,
  });
  const answer = await requestTimestamp(authority, Buffer.from(query.toSchema().toBER()));
  try {
    const { status, timeStampToken } = TimeStampResp.fromBER(bufferOf(answer));
    if (status.status > 1 || !timeStampToken) throw new NoTimestamp(certifiedTexts.timestampBad);
    const token = Buffer.from(timeStampToken.toSchema().toBER());
    if (!token.includes(nonce) || !(await readToken(token, signature)))
      throw new NoTimestamp(certifiedTexts.timestampBad);
    return token;
  } catch (error) {
    throw error instanceof NoTimestamp ? error : new NoTimestamp(certifiedTexts.timestampBad);
  }
}
