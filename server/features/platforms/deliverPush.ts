import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { platformTexts } from '@contract/features/platforms/platformTexts';
import { escapeHtml } from '@server/base/escapeHtml';
import { InternalAddressError, hasInternalHost, publicLookup } from './platformAddress';

interface PushDelivery {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  /** Secrets to mask in the response, because a platform may repeat the request in it. */
  readonly secrets: readonly string[];
  /** Timeout in s of the whole request. */
  readonly timeoutSeconds: number;
  /** Whether addresses inside the own network are allowed. */
  readonly internalHostsAllowed: boolean;
  readonly signal: AbortSignal;
}

interface PlatformResponse {
  readonly status: number;
  readonly text: string;
  readonly retryAfter: string | null;
}

/**
 * Error if no complete response arrived; the platform may or may not have received the push. The message is for people
 * and contains nothing of the request.
 */
export class NotDelivered extends Error {
  override readonly name = 'NotDelivered';
}

/** Returns a text with every secret masked, both in its plain form and as escaped in JSON and XML. */
const maskSecrets = (text: string, secrets: readonly string[]): string =>
  secrets
    .flatMap((secret) => (secret === '' ? [] : [secret, JSON.stringify(secret).slice(1, -1), escapeHtml(secret)]))
    .reduce((maskedText, secret) => maskedText.replaceAll(secret, '***'), text);

/** Highest number of bytes of a response. */
const maxResponseBytes = 256 * 1024;
const unreachableCodes: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'CERT_HAS_EXPIRED',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/**
 * Sends one POST on its own connection and returns the response. Does not follow redirects.
 * @throws NotDelivered if no complete response arrived
 */
export function postToPlatform({
  url,
  headers,
  body,
  secrets,
  timeoutSeconds,
  internalHostsAllowed,
  signal,
}: PushDelivery): Promise<PlatformResponse> {
  if (!internalHostsAllowed && hasInternalHost(url))
    return Promise.reject(new NotDelivered(platformTexts.localAddress));
  return new Promise((resolve, reject) => {
    const content = Buffer.from(body);
    const timeoutSignal = AbortSignal.timeout(timeoutSeconds * 1000);
    const handleFailure = (error: unknown) => {
      const code = (error as { code?: unknown }).code;
      reject(
        new NotDelivered(
          error instanceof InternalAddressError
            ? platformTexts.localAddress
            : timeoutSignal.aborted
              ? platformTexts.timedOut(timeoutSeconds)
              : unreachableCodes.has(code)
                ? platformTexts.unreachable
                : platformTexts.dropped,
        ),
      );
    };
    const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, {
      method: 'POST',
      agent: false,
      signal: AbortSignal.any([signal, timeoutSignal]),
      headers: { ...headers, 'content-length': content.length },
      ...(internalHostsAllowed ? {} : { lookup: publicLookup }),
    });
    request.on('error', handleFailure);
    request.on('response', (response) => {
      const answerChunks: Buffer[] = [];
      let size = 0;
      response.on('error', handleFailure);
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > maxResponseBytes) {
          reject(new NotDelivered(platformTexts.tooLong));
          request.destroy();
        } else answerChunks.push(chunk);
      });
      response.on('end', () => {
        if (!response.complete) return handleFailure(new Error('cut'));
        const text = Buffer.concat(answerChunks).toString('utf8');
        resolve({
          status: response.statusCode ?? 0,
          text: maskSecrets(text, secrets),
          retryAfter: response.headers['retry-after'] ?? null,
        });
      });
      response.on('close', () => (response.complete ? undefined : handleFailure(new Error('cut'))));
    });
    request.end(content);
  });
}
