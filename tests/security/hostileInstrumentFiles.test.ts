import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ErrorBody } from '@contract/wire';
import { type TestServer, testServer } from '../support/server';
import { type FileDoors, fileDoors } from './fileDoors';
import { hostileInstrumentFiles } from './hostileInstrumentFiles';

let server: TestServer;
let given: FileDoors;

beforeAll(async () => {
  server = await testServer();
  given = await fileDoors(server);
});
afterAll(() => server.close());

/** A text that ends its process, and a PDF; hostileFiles.proof.test.ts has all. */
const tried = hostileInstrumentFiles.filter((_, at) => [0, 12].includes(at));

it.each(tried.map((file) => [file.name, file] as const))(
  'the hostile instrument file %s is read outside the server’s process, and answered (SEC-2)',
  async (name, file) => {
    const content = file.content();
    for (const door of ['attachment of a record', 'PDF of a curve', 'run of an instrument']) {
      const before = process.cpuUsage();
      const answers = (await given.doors[door]?.(name, content)) ?? [];
      const { user, system } = process.cpuUsage(before);
      expect(answers.length, door).toBeGreaterThan(0);
      for (const { status, text } of answers) {
        expect(status, `${door}: ${text.slice(0, 200)}`).toBeLessThan(500);
        if (status >= 400) expect((JSON.parse(text) as ErrorBody).message, door).toMatch(/[\u4e00-\u9fff]/);
      }
      // Processor time of this process for all answers of the door; reading alone would take seconds.
      expect((user + system) / 1000 / answers.length, door).toBeLessThan(700);
    }
  },
);
