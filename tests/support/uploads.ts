import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import type { Answered, TestServer } from './server';

const ascii = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** Returns a PNG header of that size with as many bytes as requested: enough for every check that does not draw it. */
export function png(width = 20, height = 10, length = 200): Uint8Array {
  const bytes = Buffer.alloc(Math.max(length, 33));
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(bytes);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

/** Returns a lossless WebP header of 320 × 100 pixels. */
export const webp = (): Uint8Array =>
  Buffer.concat([
    Buffer.from('5249464600000000574542505650384c000000002f', 'hex'),
    Buffer.from([0x3f, 0xc1, 0x18, 0x00]),
  ]);

/** Returns a ZIP file of these parts: an app package, a Word document, by their names. */
export const zip = (parts: Record<string, string>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])));
export const apk = (text = ''): Uint8Array =>
  zip({ 'AndroidManifest.xml': text, 'classes.dex': 'dex\n035', 'resources.arsc': '' });
export const docx = (): Uint8Array => zip({ '[Content_Types].xml': '<Types/>', 'word/document.xml': '<w:document/>' });
export const pdf = (): Uint8Array => ascii('%PDF-1.7\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\n%%EOF\n');
export const bytesOf = ascii;

interface Form {
  readonly token?: string;
  readonly fields?: Record<string, string>;
  readonly name?: string;
  readonly content?: Uint8Array;
  /** Type claimed by the client. */
  readonly type?: string;
}

const boundary = '----occhealth-test';

/** Returns the form as transmitted, with the name exactly as given, which FormData would not allow. */
export function formBody({
  fields = {},
  name = 'a.png',
  content,
  type = 'application/octet-stream',
}: Form): Uint8Array<ArrayBuffer> {
  const head = Object.entries(fields)
    .map(([field, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`)
    .join('');
  if (!content) return ascii(`${head}--${boundary}--\r\n`);
  const file = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`;
  return Buffer.concat([ascii(head + file), content, ascii(`\r\n--${boundary}--\r\n`)]);
}

export const formType = `multipart/form-data; boundary=${boundary}`;

/** Sends a form to the app. */
export async function sendForm<B = Record<string, unknown>>(
  server: TestServer,
  path: string,
  form: Form,
): Promise<Answered<B>> {
  const body = formBody(form);
  const response = await server.app.request(`/${path}`, {
    method: 'POST',
    headers: {
      'content-type': formType,
      'content-length': String(body.byteLength),
      ...(form.token ? { authorization: `Bearer ${form.token}` } : {}),
    },
    body,
  });
  const text = await response.text();
  return { status: response.status, text, headers: response.headers, body: JSON.parse(text) as B };
}

/** Returns the hash that is stored with an upload: SHA-256, hex. */
export const uploadHash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Returns a PNG that can be drawn, entirely grey. */
export function drawnPng(width: number, height: number): Uint8Array {
  const chunk = (type: string, data: Uint8Array): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length, 0);
    ends.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // Eight bits, grey.
  head.writeUInt8(8, 8);
  const line = Buffer.alloc(width + 1, 0x80).fill(0, 0, 1);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: height }, () => line)))),
    chunk('IEND', new Uint8Array()),
  ]);
}
