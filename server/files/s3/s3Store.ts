import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { failures } from '@contract/messages';
import { StartRefusal } from '@server/base/startRefusal';
import { Refusal } from '@server/http/errors';
import type { ByteRange, FileStore } from '@server/services';
import { assertFileId } from '../fileId';
import { webStreamOf } from '../webStream';
import type { S3Place } from './s3Address';
import { callS3, type RetryPolicy, defaultRetryPolicy, type S3Call, S3Failure, timeoutError } from './s3Request';

/** Checks whether an answer means that the file does not exist; a missing bucket is another error. */
const isMissing = (error: unknown): boolean =>
  error instanceof S3Failure && error.status === 404 && error.code !== 'NoSuchBucket';

/** Returns the refusal for an unavailable store, which asks the person to try later; logs the cause. */
const asUnavailable = (cause: unknown): Refusal =>
  Object.assign(new Refusal(503, 'storeUnavailable', failures.storeUnavailable), { cause });

const hashOf = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');

/** Yields the pieces of an answer. Throws if none arrives within `silenceMs`; a slow consumer does not count. */
async function* piecesOf(response: IncomingMessage, silenceMs: number): AsyncGenerator<Uint8Array> {
  const iterator = response[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  try {
    for (;;) {
      const silenceTimer = setTimeout(() => response.destroy(timeoutError(silenceMs)), silenceMs);
      const next = await iterator.next().finally(() => clearTimeout(silenceTimer));
      if (next.done) return;
      yield next.value;
    }
  } finally {
    response.destroy();
  }
}

type S3Caller = (request: S3Call) => Promise<IncomingMessage>;

/**
 * Yields the content and resumes after a broken connection. A client that has received half a file can't be told of
 * an error.
 */
async function* resumedContent(
  call: S3Caller,
  retryPolicy: RetryPolicy,
  firstIncomingMessage: IncomingMessage,
  key: string,
  range?: ByteRange,
): AsyncGenerator<Uint8Array> {
  const [from, end] = [range?.first ?? 0, range ? String(range.last) : ''];
  const [size, etag] = [Number(firstIncomingMessage.headers['content-length']), firstIncomingMessage.headers.etag];
  let sentBytes = 0;
  for (let response = firstIncomingMessage, breaks = 0; ;) {
    try {
      for await (const chunk of piecesOf(response, retryPolicy.silenceMs)) {
        sentBytes += chunk.byteLength;
        breaks = 0;
        yield chunk;
      }
      if (!(sentBytes < size)) return;
      throw new Error(`the file store closed the connection after ${sentBytes} of ${size} bytes`);
    } catch (error) {
      breaks += 1;
      if (breaks >= retryPolicy.attempts || !etag) throw error;
      response = await call({
        method: 'GET',
        key,
        headers: { range: `bytes=${from + sentBytes}-${end}`, 'if-match': etag },
      });
      if (response.statusCode !== 206) throw error;
    }
  }
}

/** Store on any S3-compatible service. Each file is one object; its name is the prefix and the id. */
export function s3Store(s3Place: S3Place, retryPolicy: RetryPolicy = defaultRetryPolicy): FileStore {
  const keyOf = (id: string): string => `${s3Place.prefix}${assertFileId(id)}`;
  const call: S3Caller = (request) => callS3(s3Place, request, retryPolicy);
  return {
    async put(id, source) {
      const key = keyOf(id);
      const body =
        'open' in source
          ? source
          : { size: source.byteLength, sha256: hashOf(source), open: () => Readable.from([source]) };
      try {
        await call({ method: 'PUT', key, body });
      } catch (error) {
        // A call whose answer was lost may have succeeded.
        await callS3(s3Place, { method: 'DELETE', key }, { ...retryPolicy, attempts: 1 }).catch(() => undefined);
        throw asUnavailable(error);
      }
    },
    async read(id, range) {
      const key = keyOf(id);
      try {
        const firstIncomingMessage = await call({
          method: 'GET',
          key,
          ...(range ? { headers: { range: `bytes=${range.first}-${range.last}` } } : {}),
        });
        if (range && firstIncomingMessage.statusCode !== 206)
          throw new Error('the file store sent the whole file instead of the requested range');
        return webStreamOf(
          Readable.from(resumedContent(call, retryPolicy, firstIncomingMessage, key, range), { objectMode: false }),
        );
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw asUnavailable(error);
      }
    },
    async stat(id) {
      const key = keyOf(id);
      try {
        const { headers } = await call({ method: 'HEAD', key });
        return {
          size: Number(headers['content-length']),
          mark: [headers['content-length'], headers['etag'], headers['last-modified']].join(' '),
        };
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw asUnavailable(error);
      }
    },
    async remove(id) {
      const key = keyOf(id);
      try {
        await call({ method: 'DELETE', key });
      } catch (error) {
        if (!isMissing(error)) throw asUnavailable(error);
      }
    },
  };
}

/**
 * Requests the bucket once, so that a wrong address is noticed at the start.
 * @throws StartRefusal in one sentence
 */
export async function assertBucket(s3Place: S3Place, retryPolicy: RetryPolicy = defaultRetryPolicy): Promise<void> {
  try {
    await callS3(s3Place, { method: 'HEAD', key: '' }, retryPolicy);
  } catch (error) {
    throw new StartRefusal(refusalText(s3Place, error));
  }
}

function refusalText({ bucket, base, region }: S3Place, error: unknown): string {
  const bucketLabel = `文件存储 ${base.host} 的存储桶 ${bucket} `;
  const status = error instanceof S3Failure ? error.status : 0;
  if (status === 404) return `${bucketLabel}不存在，请先建立存储桶，或修改 FILE_STORE。`;
  if (status === 401 || status === 403)
    return `${bucketLabel}拒绝了访问密钥，请核对密钥、区域（${region}）、本机时间，以及密钥是否有列举、读、写、删的权限。`;
  if (status >= 300 && status < 500)
    return `${bucketLabel}不接受此请求（${status}），请核对 FILE_STORE 的 endpoint、region（${region}）和 style。`;
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  return `${bucketLabel}无法访问（${status || code || '没有响应'}），请检查 FILE_STORE 的 endpoint 和网络。`;
}
