import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { platformTexts } from '@contract/features/platforms/platformTexts';
import { failures } from '@contract/messages';
import type { Answer, ErrorBody } from '@contract/wire';
import { attachFileContents } from '@server/features/platforms/attachFileContents';
import { publicPaperResponse, publicPictureResponse, storedFile } from '@server/files/sendFile';
import { inlinePictures } from '@server/print/inlinePictures';
import { sourcesOf, withoutComments } from '../architecture/sources';
import { type TestServer, testServer } from '../support/server';
import { drawnPng, pdf, sendForm, uploadHash } from '../support/uploads';

// Whoever can write to the store can't put another file in the place of a stored one: its bytes are compared with the
// hash that was stored with it wherever it is delivered, printed or sent.

let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await testServer();
  await server.rows.user({ userName: 'uploader', organizationId: await server.rows.organization() });
  token = await server.login('uploader');
});
afterAll(() => server.close());

async function uploaded(name: string, content: Uint8Array, fileClass: string): Promise<string> {
  const sent = await sendForm<Answer<{ id: string }>>(server, 'api/file/upload', {
    token,
    name,
    content,
    fields: { fileClass },
  });
  expect(sent.status, sent.text).toBe(200);
  return sent.body.body?.id ?? '';
}

const fetched = async (id: string, headers: Record<string, string> = {}) => {
  const response = await server.app.request(`/api/file/${id}`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
};

describe('stored file replaced in the store', () => {
  it('a file whose content was replaced in the store is not delivered, whole or in part, until the original is back (SEC-12)', async () => {
    const genuine = Buffer.from(pdf());
    const id = await uploaded('证书.pdf', genuine, 'document');
    expect((await fetched(id)).bytes.equals(genuine)).toBe(true);
    // As long as the genuine one.
    await server.services.files.put(id, Buffer.alloc(genuine.length, 'x'));
    for (const headers of [undefined, { range: 'bytes=0-3' }]) {
      const { status, bytes } = await fetched(id, headers);
      expect([status, (JSON.parse(bytes.toString()) as ErrorBody).message]).toEqual([
        409,
        failures.fileAltered('证书.pdf'),
      ]);
    }
    await server.services.files.put(id, genuine);
    expect((await fetched(id)).bytes.equals(genuine)).toBe(true);
  });

  it('a file whose content was replaced in the store is neither shown to the public nor printed (SEC-12)', async () => {
    const picture = await uploaded('签名.png', drawnPng(120, 40), 'image');
    const paper = await uploaded('公示.pdf', Buffer.from(pdf()), 'document');
    const { services, database } = server;
    const doors = [
      async () => publicPictureResponse(services, await storedFile(services, picture)),
      async () => publicPictureResponse(services, await storedFile(services, picture), 'card'),
      async () => publicPaperResponse(services, await storedFile(services, paper)),
      async () => inlinePictures(services, database.orm, [picture]),
    ];
    await services.files.put(picture, new Uint8Array(drawnPng(121, 40)));
    await services.files.put(paper, Buffer.from('%PDF-1.4 forged'));
    for (const door of doors) await expect(door()).rejects.toMatchObject({ status: 409, code: 'fileAltered' });
  });

  it('a file whose content was replaced in the store is not sent to a platform (SEC-12)', async () => {
    const genuine = Buffer.from(pdf());
    const id = await uploaded('报告.pdf', genuine, 'document');
    const line = { fileId: id, name: '报告.pdf', mime: 'application/pdf', size: genuine.length };
    const sent = () =>
      attachFileContents(
        server.services,
        { attachments: [{ name: '报告.pdf' }] },
        { attachments: [{ ...line, sha256: uploadHash(genuine) }] },
        {},
      );
    expect(await sent()).toEqual({
      body: { attachments: [{ name: '报告.pdf', content: genuine.toString('base64') }] },
    });
    await server.services.files.put(id, Buffer.from('%PDF-1.4 forged'));
    expect(await sent()).toEqual({ refused: platformTexts.attachmentAltered });
    await server.services.files.remove(id);
    expect(await sent()).toEqual({ refused: platformTexts.attachmentGone });
  });
});

it('every part of the server that reads the file store compares the content with the stored hash (SEC-12)', () => {
  // The stores themselves; the archive, whose list says which upload is another one; one that reads only the size of a
  // picture, which is drawn by another reader; and doctor, which reads the file that it has just written.
  const others = [
    'server/files/s3/s3Store.ts',
    'server/files/directoryStore.ts',
    'server/commands/doctor/installationChecks.ts',
    'server/features/archive/archiveSource.ts',
    'server/features/reports/printedPicture.ts',
    'server/features/reports/sources/reportPictures.ts',
  ];
  const readers = sourcesOf('server').filter((source) => /\bfiles\.read\(/.test(withoutComments(source)));
  expect(readers.length).toBeGreaterThan(6);
  const careless = readers.filter(
    (source) => !/\b(assertUnaltered|fileHash)\(|createHash\(/.test(withoutComments(source)),
  );
  expect(careless.map(({ path }) => path).filter((path) => !others.includes(path))).toEqual([]);
});
