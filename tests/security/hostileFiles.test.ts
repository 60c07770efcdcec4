import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CrashingFile, deathCauses } from '@contract/features/system/crashingFiles';
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
  const bytes = readFileSync(join(root, 'tests/data/imports', deadlyFile));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  /** Returns the entry of the file; undefined if it is not remembered. */
  const entry = async () =>
    (await server.ask<{ content: CrashingFile[] }>('GET', 'api/storedFile/deadly', { token: admin })).body.content.find(
      (file) => file.sha256 === sha256,
    );
  const imported = (name: string) =>
    sendForm<ErrorBody>(server, 'api/inspectUnit/import', { token: worker, name, content: bytes });
  /**
   * Imports the file until it is remembered. Which limit ends its parser first depends on the machine: memory,
   * processor time, or, where others use the processor, a timeout, which is not held against the file.
   */
  async function remembered(): Promise<CrashingFile | undefined> {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const file = await entry();
      if (file) return file;
      expect((await imported(deadlyFile)).body.code).toBe('workbook');
      expect((await ask('GET', 'api/health')).status).toBe(200);
      expect(process.pid).toBe(self);
    }
    return entry();
  }

  it('a file that ended its parser process is remembered by its content and not opened again, under any name', async () => {
    const file = await remembered();
    expect(file?.name).toBe(deadlyFile);
    expect(Object.values(deathCauses)).toContain(file?.cause);
    const again = await imported('另一名称.xls');
    expect([again.status, again.body.code, again.body.message]).toEqual([
      400,
      'deadlyFile',
      expect.stringContaining('文件“另一名称.xls”读取时出现过异常'),
    ]);
  });

  it('a file that ended its parser process is tried again only after an administrator allowed it', async () => {
    expect(await remembered()).toBeDefined();
    expect((await server.ask('GET', 'api/storedFile/deadly', { token: worker })).status).toBe(403);
    expect((await server.ask('DELETE', 'api/storedFile/deadly', { token: worker, body: [sha256] })).status).toBe(403);
    expect((await server.ask('DELETE', 'api/storedFile/deadly', { token: admin, body: ['0'.repeat(64)] })).status).toBe(
      404,
    );
    expect((await server.ask('DELETE', 'api/storedFile/deadly', { token: admin, body: [sha256] })).status).toBe(200);
    expect(await entry()).toBeUndefined();
    expect((await imported('a.xls')).body.code).toBe('workbook');
    expect(await remembered()).toBeDefined();
  });
});
