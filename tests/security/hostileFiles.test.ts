import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CrashingFile } from '@contract/features/system/crashingFiles';
import type { ErrorBody } from '@contract/wire';
import { root } from '@server/base/root';
import { runCommand } from '@server/commands/runCommand';
import { oneOfEachKind } from '../support/proofs';
import { type TestServer, testServer } from '../support/server';
import { sendForm } from '../support/uploads';
import { type FileDoors, fileDoors, keptFiles, madeFiles, variants } from './fileDoors';

// Sends every malformed file to every call that accepts files: the call answers, in Chinese where it refuses, and the
// server continues.

let server: TestServer;
let worker: string;
let admin: string;
let doors: FileDoors['doors'];
const self = process.pid;
const deadlyFile = 'xls-cfb-oom.xls';

beforeAll(async () => {
  server = await testServer();
  ({ doors, worker, admin } = await fileDoors(server));
});
afterAll(() => server.close());

const ask = (method: string, path: string, body?: unknown) =>
  server.ask<ErrorBody>(method, path, { token: worker, body });
/** Of the files of users one of each format, and the one that ends its parser; hostileFiles.proof.test.ts has all. */
const kept = oneOfEachKind(keptFiles, ({ name }) => (name === deadlyFile ? name : extname(name)));
/** And a part of the variants and of the generated files. */
const tried = [
  ...kept,
  ...variants.filter((_, index) => index % 24 === 0),
  ...madeFiles.filter((_, index) => index % 15 === 0),
];

describe('every hostile and awkward file (SEC-2)', () => {
  it.each(tried.map((file) => [file.name, file] as const))(
    'the hostile or awkward file %s is answered by every call that accepts files, and the server continues',
    async (name, file) => {
      const content = file.content();
      for (const [door, send] of Object.entries(doors)) {
        for (const { status, text } of await send(name, content)) {
          expect(status, `${door}: ${text}`).toBeLessThan(500);
          if (status >= 400) expect((JSON.parse(text) as ErrorBody).message, door).toMatch(/[\u4e00-\u9fff]/);
        }
      }
      expect((await ask('GET', 'api/health')).status).toBe(200);
      expect(process.pid).toBe(self);
    },
  );

  it.each(kept.map(({ name, path = '' }) => [name, path] as const))(
    'the hostile or awkward file %s is not accepted as a backup archive',
    async (_name, path) => {
      const said: string[] = [];
      expect(
        await runCommand(server.services.env, 'restore', ['--check', path], {
          line: (text) => said.push(text),
          warning: (text) => said.push(text),
        }),
      ).toBe(1);
      expect(said.join('')).toMatch(/[\u4e00-\u9fff]/);
    },
  );
});

describe('file that ended its parser process (SEC-2)', () => {
  const deadly = () => server.ask<{ content: CrashingFile[] }>('GET', 'api/storedFile/deadly', { token: admin });
  const content = () => readFileSync(join(root, 'tests/data/imports', deadlyFile));

  it('a file that ended its parser process is remembered by its content and not opened again, under any name', async () => {
    expect((await deadly()).body.content).toMatchObject([{ name: deadlyFile, cause: '占用内存过多' }]);
    const again = await sendForm<ErrorBody>(server, 'api/inspectUnit/import', {
      token: worker,
      name: '另一名称.xls',
      content: content(),
    });
    expect([again.status, again.body.code, again.body.message]).toEqual([
      400,
      'deadlyFile',
      expect.stringContaining('文件“另一名称.xls”读取时出现过异常'),
    ]);
  });

  it('a file that ended its parser process is tried again only after an administrator allowed it', async () => {
    const [{ sha256 = '' } = {}] = (await deadly()).body.content;
    expect((await server.ask('GET', 'api/storedFile/deadly', { token: worker })).status).toBe(403);
    expect((await server.ask('DELETE', 'api/storedFile/deadly', { token: worker, body: [sha256] })).status).toBe(403);
    expect((await server.ask('DELETE', 'api/storedFile/deadly', { token: admin, body: ['0'.repeat(64)] })).status).toBe(
      404,
    );
    expect((await server.ask('DELETE', 'api/storedFile/deadly', { token: admin, body: [sha256] })).status).toBe(200);
    const again = await sendForm<ErrorBody>(server, 'api/inspectUnit/import', {
      token: worker,
      name: 'a.xls',
      content: content(),
    });
    expect(again.body.code).toBe('workbook');
    expect((await deadly()).body.content).toHaveLength(1);
  });
});
