import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export const s3Keys = { accessKey: 'AKTEST', secretKey: 'secret/of+the test' };
export const s3Region = 'cn-test-1';

/** Failure of one call: an error status, no answer, or an incomplete one. */
export type Trouble = 'silent' | 'drop' | 'halfAnswer' | 'halfSilent' | 500 | 503 | 403 | 301;

const sha256 = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const headerOf = (request: IncomingMessage, name: string): string =>
  [request.headers[name] ?? ''].flat().join(',').trim().replace(/\s+/g, ' ');

/**
 * Verifies AWS Signature Version 4 by its description, independent of the client's code.
 * @returns the fault
 */
function signatureFault(request: IncomingMessage, sessionToken: string | undefined): string | undefined {
  const given =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=([0-9a-f]{64})$/.exec(
      headerOf(request, 'authorization'),
    );
  if (!given) return 'AccessDenied';
  const [, id, day, region, names = '', signature] = given as unknown as string[];
  if (id !== s3Keys.accessKey) return 'InvalidAccessKeyId';
  const date = headerOf(request, 'x-amz-date');
  if (region !== s3Region || !day || !date.startsWith(day)) return 'AuthorizationHeaderMalformed';
  if (Math.abs(Date.now() - Date.parse(date.replace(/(....)(..)(..)T(..)(..)(..)Z/, '$1-$2-$3T$4:$5:$6Z'))) > 900_000)
    return 'RequestTimeTooSkewed';
  const signed = names.split(';');
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => signed.includes(name))) return 'AccessDenied';
  if (headerOf(request, 'x-amz-security-token') !== (sessionToken ?? '')) return 'InvalidToken';
  if (sessionToken && !signed.includes('x-amz-security-token')) return 'AccessDenied';
  const [path, query = ''] = (request.url ?? '').split('?');
  const canonical = [
    request.method,
    path,
    query,
    ...signed.map((name) => `${name}:${headerOf(request, name)}`),
    '',
    names,
    headerOf(request, 'x-amz-content-sha256'),
  ].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', date, `${day}/${region}/s3/aws4_request`, sha256(canonical)].join('\n');
  const key = ['s3', 'aws4_request'].reduce(hmac, hmac(hmac(`AWS4${s3Keys.secretKey}`, day), region));
  return hmac(key, toSign).toString('hex') === signature ? undefined : 'SignatureDoesNotMatch';
}

export interface S3Server {
  readonly port: number;
  /** Value for FILE_STORE. */
  readonly address: string;
  /** By the name in the bucket. */
  readonly objects: Map<string, Buffer>;
  /** `METHOD status`, with `range` for a partial request. */
  readonly calls: string[];
  /** Failures of the next calls, one each; the last one for all further calls when `stay` is set. */
  trouble(next: readonly Trouble[], stay?: boolean): void;
  close(): Promise<void>;
}

/** Starts an S3 service over HTTP with one bucket, `lab-files`, addressed by path. */
export async function s3Server({ sessionToken }: { sessionToken?: string } = {}): Promise<S3Server> {
  const objects = new Map<string, Buffer>();
  const calls: string[] = [];
  let troubles: Trouble[] = [];
  let stays = false;

  const answer = (
    request: IncomingMessage,
    response: ServerResponse,
    status: number,
    headers: Record<string, string | number> = {},
    body: string | Buffer = '',
  ): void => {
    calls.push(`${request.method} ${status}${request.headers.range ? ' range' : ''}`);
    response
      .writeHead(status, { 'content-length': Buffer.byteLength(body), ...headers })
      .end(request.method === 'HEAD' ? undefined : body);
  };

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const trouble = stays && troubles.length === 1 ? troubles[0] : troubles.shift();
    const refuse = (status: number, code: string): void =>
      answer(
        request,
        response,
        status,
        { 'content-type': 'application/xml' },
        `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`,
      );
    if (trouble === 'drop') return void (calls.push(`${request.method} drop`), request.socket.destroy());
    if (trouble === 'silent') return void calls.push(`${request.method} silent`);
    const body = await buffer(request);
    if (typeof trouble === 'number') return refuse(trouble, 'Trouble');
    const fault = signatureFault(request, sessionToken);
    if (fault) return refuse(403, fault);

    const path = decodeURIComponent((request.url ?? '').split('?')[0] ?? '').slice(1);
    const [bucket, ...rest] = path.split('/');
    const name = rest.join('/');
    if (bucket !== 'lab-files') return refuse(404, 'NoSuchBucket');
    if (!name) return answer(request, response, 200);
    if (request.method === 'PUT') {
      if (request.headers['content-length'] === undefined) return refuse(411, 'MissingContentLength');
      if (headerOf(request, 'x-amz-content-sha256') !== sha256(body)) return refuse(400, 'XAmzContentSHA256Mismatch');
      objects.set(name, body);
      return answer(request, response, 200);
    }
    if (request.method === 'DELETE') {
      objects.delete(name);
      return answer(request, response, 204);
    }
    const object = objects.get(name);
    if (!object) return refuse(404, 'NoSuchKey');
    const etag = `"${sha256(object).slice(0, 32)}"`;
    if (request.headers['if-match'] && request.headers['if-match'] !== etag) return refuse(412, 'PreconditionFailed');
    const from = /^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1];
    const part = object.subarray(Number(from ?? 0));
    const status = from === undefined ? 200 : 206;
    const headers = {
      etag,
      'content-length': part.length,
      ...(from === undefined ? {} : { 'content-range': `bytes ${from}-${object.length - 1}/${object.length}` }),
    };
    if (trouble !== 'halfAnswer' && trouble !== 'halfSilent') return answer(request, response, status, headers, part);
    calls.push(`${request.method} ${trouble}`);
    response
      .writeHead(status, headers)
      .write(
        part.subarray(0, Math.ceil(part.length / 2)),
        () => trouble === 'halfAnswer' && request.socket.destroySoon(),
      );
  }

  const server = createServer((request, response) => {
    request.on('error', () => undefined);
    serve(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    objects,
    calls,
    address: `s3://lab-files/kept/here?endpoint=http://127.0.0.1:${port}&region=${s3Region}`,
    trouble(next, stay = false) {
      [troubles, stays] = [[...next], stay];
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
