import { type IncomingMessage, request as plain } from 'node:http';
import { request as secure } from 'node:https';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import type { S3Place } from './s3Address';

interface S3Body {
  /** Size of the body in bytes. S3 accepts no body of unknown length. */
  readonly size: number;
  /** SHA-256 of the body, hex. It is part of the signature, so the service refuses an altered body. */
  readonly sha256: string;
  /** Opens the body; called again for each attempt. */
  open(): Readable;
}

export interface S3Call {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  /** Name within the bucket; empty for the bucket itself. */
  readonly key: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: S3Body;
}

export interface RetryPolicy {
  /** Number of attempts. */
  readonly attempts: number;
  /** Pause in ms before the second attempt; doubled before each further attempt. */
  readonly pauseMs: number;
  /** Timeout in ms without a byte in either direction. */
  readonly silenceMs: number;
}

export const defaultRetryPolicy: RetryPolicy = { attempts: 3, pauseMs: 300, silenceMs: 15_000 };

/** Answer of the service with an unexpected status. */
export class S3Failure extends Error {
  override readonly name = 'S3Failure';
  constructor(
    readonly status: number,
    readonly code: string,
    call: S3Call,
  ) {
    super(`the file store answered ${call.method} with ${status} ${code}`.trim());
  }
}

/** Returns the error of a timeout. */
export const timeoutError = (silenceMs: number): Error =>
  new Error(`the file store did not answer for ${silenceMs} ms`);

const emptyHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

async function sendRequest({ base, region, keys }: S3Place, call: S3Call, silenceMs: number): Promise<IncomingMessage> {
  const { method, key, body } = call;
  const signedRequest = await new AwsV4Signer({
    method,
    url: new URL(key, base).href,
    headers: { ...call.headers, 'x-amz-content-sha256': body?.sha256 ?? emptyHash },
    accessKeyId: keys.accessKey,
    secretAccessKey: keys.secretKey,
    ...(keys.sessionToken ? { sessionToken: keys.sessionToken } : {}),
    service: 's3',
    region,
  }).sign();
  const headers = {
    ...Object.fromEntries(signedRequest.headers),
    ...(body ? { 'content-length': String(body.size), 'content-type': 'application/octet-stream' } : {}),
  };
  return new Promise((resolve, reject) => {
    // Uses Node's own request, because fetch sends a stream in chunks of unknown total size, which S3 refuses.
    const request = (signedRequest.url.protocol === 'https:' ? secure : plain)(signedRequest.url, {
      method,
      headers,
      timeout: silenceMs,
    });
    request.on('timeout', () => request.destroy(timeoutError(silenceMs)));
    request.on('response', (response) => {
      // From here on the reader watches the time: a slow reader does not mean a silent store.
      request.setTimeout(0);
      resolve(response);
    });
    request.on('error', reject);
    if (body) pipeline(body.open(), request).catch(reject);
    else request.end();
  });
}

/** Reads an answer to its end, so that the connection can be reused. */
async function readToEnd(response: IncomingMessage, silenceMs: number): Promise<string> {
  const silenceTimer = setTimeout(() => response.destroy(timeoutError(silenceMs)), silenceMs);
  return text(response).finally(() => clearTimeout(silenceTimer));
}

const isTemporary = (error: unknown): boolean =>
  !(error instanceof S3Failure) || error.status >= 500 || error.status === 429 || error.status === 408;

async function callOnce(s3Place: S3Place, call: S3Call, { silenceMs }: RetryPolicy): Promise<IncomingMessage> {
  const response = await sendRequest(s3Place, call, silenceMs);
  const status = response.statusCode ?? 0;
  if (status >= 200 && status < 300) {
    if (call.method !== 'GET') await readToEnd(response, silenceMs);
    return response;
  }
  const code = /<Code>(\w{1,60})<\/Code>/.exec(await readToEnd(response, silenceMs))?.[1] ?? '';
  // The request body is no longer needed.
  if (call.body) response.destroy();
  throw new S3Failure(status, code, call);
}

/**
 * Performs one signed call and repeats it after temporary errors; all calls here are idempotent. The answer to a GET is
 * returned unread, other answers are read to the end.
 * @param call method, key, headers and body
 * @param retryPolicy number of attempts and the pauses between them
 * @throws S3Failure for another status than 2xx; network errors
 */
export async function callS3(s3Place: S3Place, call: S3Call, retryPolicy: RetryPolicy): Promise<IncomingMessage> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await callOnce(s3Place, call, retryPolicy);
    } catch (error) {
      if (attempt >= retryPolicy.attempts || !isTemporary(error)) throw error;
      await wait(retryPolicy.pauseMs * 2 ** (attempt - 1));
    }
  }
}
