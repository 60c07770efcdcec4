import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy } from '@fastify/busboy';
import { limitText } from '@contract/fields/uploadRules';
import { failures } from '@contract/messages';
import { badRequest, invalid, Refusal } from '@server/http/errors';
import { nodeStreamOf } from './webStream';

interface ReceivedFile {
  /** A temporary file; the caller removes it. */
  readonly path: string;
  /** Name that the client sent; not trusted, not displayed. */
  readonly rawName: string | undefined;
  readonly size: number;
  readonly sha256: string;
  /** Other fields of the form. */
  readonly fields: ReadonlyMap<string, string>;
}

/** Allowance in bytes for boundaries, part headers and small fields. */
const formOverheadBytes = 64 * 1024;

const tooLarge = (limit: number) => new Refusal(413, 'tooLarge', `${failures.tooLarge}（最大${limitText(limit)}）`);

/**
 * Streams the single file of a form to a temporary file and stops reading at the limit. A failed upload leaves no
 * file.
 * @param limitOf largest size of the file in bytes, by the fields before it
 * @param maxBytes largest size for any class in bytes
 * @throws Refusal 400 for another kind of body, no file or more than one; 413; 507 disk full
 */
export async function receiveForm(
  request: Request,
  directory: string,
  limitOf: (fields: ReadonlyMap<string, string>) => number,
  maxBytes: number,
): Promise<ReceivedFile> {
  const contentType = request.headers.get('content-type') ?? '';
  if (!/^multipart\/form-data\s*;.*boundary=/i.test(contentType) || !request.body)
    throw badRequest('请以表单（multipart/form-data）上传文件');
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes + formOverheadBytes) throw tooLarge(maxBytes);
  await mkdir(directory, { recursive: true });

  const fields = new Map<string, string>();
  const abort = new AbortController();
  let part: Readable | undefined;
  let savedFile: Promise<Omit<ReceivedFile, 'fields'>> | undefined;
  const parser = openParser(contentType);
  const refuse = (message: string) => () => abort.abort(badRequest(message));
  parser.on('field', (name, value, _nameTruncated, valueTruncated) => {
    if (valueTruncated) abort.abort(badRequest(failures.badBody));
    else fields.set(name, value);
  });
  parser.on('filesLimit', refuse('一次只能上传一个文件'));
  parser.on('fieldsLimit', refuse(failures.badBody));
  parser.on('partsLimit', refuse(failures.badBody));
  parser.on('file', (_field, stream, rawName) => {
    part = stream;
    // An unread stream that breaks must not end the process.
    stream.on('error', () => undefined);
    savedFile = (async () => ({ ...(await saveTemporary(stream, directory, limitOf(fields))), rawName }))();
    savedFile.catch((error: unknown) => abort.abort(error));
  });
  try {
    await pipeline(nodeStreamOf(request.body), parser, { signal: abort.signal });
    if (!savedFile) throw invalid([{ field: 'file', message: '请选择要上传的文件' }]);
    const file = await savedFile;
    if (abort.signal.aborted) throw abort.signal.reason;
    if (file.size === 0) throw invalid([{ field: 'file', message: '文件内容为空，请重新选择' }]);
    return { ...file, fields };
  } catch (error) {
    part?.destroy(error instanceof Error ? error : undefined);
    await savedFile?.then(
      ({ path }) => rm(path, { force: true }),
      () => undefined,
    );
    throw refusalFor(abort.signal.aborted ? abort.signal.reason : error);
  }
}

function openParser(contentType: string) {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      preservePath: true,
      limits: {
        files: 1,
        fields: 20,
        parts: 22,
        fieldSize: 16 * 1024,
        fieldNameSize: 100,
        headerPairs: 20,
        headerSize: 16 * 1024,
      },
    });
  } catch {
    throw badRequest(failures.badBody);
  }
}

async function saveTemporary(
  stream: Readable,
  directory: string,
  limit: number,
): Promise<Omit<ReceivedFile, 'fields' | 'rawName'>> {
  const path = join(directory, `${randomUUID()}.upload`);
  const hash = createHash('sha256');
  let size = 0;
  async function* withMeasuredSize(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      size += chunk.byteLength;
      if (size > limit) throw tooLarge(limit);
      hash.update(chunk);
      yield chunk;
    }
  }
  // Opened before streaming: a stream that opens its own file might do so after the clean-up of a failure.
  const handle = await open(path, 'wx', 0o600);
  try {
    await pipeline(stream, withMeasuredSize, handle.createWriteStream());
    return { path, size, sha256: hash.digest('hex') };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

function refusalFor(error: unknown): unknown {
  if (error instanceof Refusal) return error;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOSPC' || code === 'EDQUOT') return new Refusal(507, 'diskFull', '服务器存储空间不足，请联系管理员');
  // Other errors of the file system are the server's fault. Errors of the parser and the connection are the client's.
  return typeof code === 'string' && /^E[A-Z]+$/.test(code) && code !== 'ECONNRESET'
    ? error
    : badRequest('上传中断或内容不完整，请重新上传');
}
