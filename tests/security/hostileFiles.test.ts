import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { runCommand } from '@server/commands/run';
import type { DeadlyFile } from '@contract/features/system/deadlyFiles';
import type { Answer, ErrorBody } from '@contract/wire';
import { root } from '@server/base/root';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostileFiles } from '../server/sheet/hostileFiles';
import { labRowsOf } from '../support/labRows';
import { type TestServer, testServer } from '../support/server';
import { sendForm } from '../support/uploads';

// Every strange file that we have, through every door that takes files: the door answers, in Chinese where it refuses, and the server goes on.

let server: TestServer;
let worker: string;
let admin: string;
let sheet: number;
const self = process.pid;

const permissions = ['inspectUnit:import', 'labSheet:list', 'labSheet:add', 'labAttachment:list', 'labAttachment:add', 'labCurve:list', 'labCurve:add'];

beforeAll(async () => {
  server = await testServer();
  const organizationId = await server.rows.organization({ name: '甲检测中心' });
  const analyst = await server.rows.user({ userName: 'worker', organizationId, roles: [await server.rows.role({ permissions })] });
  await server.rows.user({ userName: 'chief', isAdmin: true });
  [worker, admin] = [await server.login('worker'), await server.login('chief')];
  const lab = labRowsOf(server, organizationId);
  const [hazard, method] = [await lab.hazard('甲苯'), await lab.method('苯系物 溶剂解吸-气相色谱法', 7, { resultRoute: 'solvent' })];
  await lab.item(method, hazard);
  curve = (await lab.curve({ method, hazard })).id;
  await lab.authorise(analyst, method);
  const project = (await lab.project('testing')).id;
  const tasks = [(await lab.task({ project, hazard, hazardName: '甲苯', method, analyst })).id];
  sheet = (await server.ask<Answer<{ id: number }>>('POST', 'api/labSheet/start', { token: worker, body: { tasks } })).body.body?.id ?? 0;
});
let curve: number;
afterAll(() => server.close());

const inFolder = (folder: string): string[] => readdirSync(join(root, folder)).map((name) => join(root, folder, name)).filter((path) => statSync(path).isFile());
const kept = [...inFolder('tests/data/imports'), ...inFolder('tests/data')].map((path) => [basename(path), () => readFileSync(path)] as const);
/** One of every five of the made ones: importHostile.test.ts has them all through the import. */
const made = hostileFiles.filter((_, at) => at % 5 === 0).map(([name, make]) => [`${name}.xlsx`, make] as const);
const all: readonly (readonly [string, () => Uint8Array])[] = [...kept, ...made];

/** Each answers what it was told. */
async function upload(name: string, content: Uint8Array, fileClass: string): Promise<{ status: number; id: string | undefined; text: string }> {
  const { status, body, text } = await sendForm<{ body?: { id: string } }>(server, 'api/file/upload', { token: worker, name, content, fields: { fileClass } });
  return { status, id: body.body?.id, text };
}
const ask = (method: string, path: string, body?: unknown) => server.ask<ErrorBody>(method, path, { token: worker, body });

const doors: Readonly<Record<string, (name: string, content: Uint8Array) => Promise<readonly { readonly status: number; readonly text: string }[]>>> = {
  async import(name, content) {
    return [await sendForm(server, 'api/inspectUnit/import', { token: worker, name, content }), await sendForm(server, 'api/inspectUnit/import/check', { token: worker, name, content })];
  },
  async 'attachment of a record'(name, content) {
    const sent = await upload(name, content, 'document');
    if (!sent.id) return [sent];
    const attached = await server.ask<Answer<{ id: number }>>('POST', 'api/labAttachment/add', { token: worker, body: { sheet, attachmentKind: 'rawData', file: sent.id, curve: null, sample: null, remark: null } });
    expect(attached.status, attached.text).toBe(200);
    // Opened again whenever the record is.
    return [sent, await ask('GET', `api/labAttachment/table/${attached.body.body?.id}`), await ask('GET', `api/labAttachment/table/${attached.body.body?.id}`)];
  },
  async 'PDF of a curve'(name, content) {
    const sent = await upload(name, content, 'document');
    return sent.id ? [sent, await ask('POST', 'api/labCurve/attachPdf', { sheet, curve, file: sent.id })] : [sent];
  },
  async pictures(name, content) {
    return [await upload(name, content, 'image'), await upload(name, content, 'print'), await upload(name, content, 'media')];
  },
  async avatar(name, content) {
    const sent = await upload(name, content, 'image');
    return sent.id ? [sent, await ask('PUT', 'api/user/center', { avatar: sent.id })] : [sent];
  },
};

describe('SEC-2: of every hostile and awkward file', () => {
  it.each(all)('%s every door says what becomes of it, and the server goes on', async (name, make) => {
    const content = make();
    for (const [door, send] of Object.entries(doors)) {
      for (const { status, text } of await send(name, content)) {
        expect(status, `${door}: ${text}`).toBeLessThan(500);
        if (status >= 400) expect((JSON.parse(text) as ErrorBody).message, door).toMatch(/[\u4e00-\u9fff]/);
      }
    }
    expect((await ask('GET', 'api/health')).status).toBe(200);
    expect(process.pid).toBe(self);
  });

  it.each(kept)('%s is no archive to restore', async (name) => {
    const said: string[] = [];
    const path = [...inFolder('tests/data/imports'), ...inFolder('tests/data')].find((one) => basename(one) === name) ?? '';
    expect(await runCommand(server.services.env, 'restore', ['--check', path], { line: (text) => said.push(text), warning: (text) => said.push(text) })).toBe(1);
    expect(said.join('')).toMatch(/[\u4e00-\u9fff]/);
  });
});

describe('SEC-2: a file that ended its reader', () => {
  const deadly = () => server.ask<{ content: DeadlyFile[] }>('GET', 'api/storedFile/deadly', { token: admin });
  const content = () => readFileSync(join(root, 'tests/data/imports/xls-cfb-oom.xls'));

  it('is remembered by its content and not opened again, under whatever name', async () => {
    expect((await deadly()).body.content).toMatchObject([{ name: 'xls-cfb-oom.xls', cause: '占用内存过多' }]);
    const again = await sendForm<ErrorBody>(server, 'api/inspectUnit/import', { token: worker, name: '另一名称.xls', content: content() });
    expect([again.status, again.body.code, again.body.message]).toEqual([400, 'deadlyFile', expect.stringContaining('文件“另一名称.xls”读取时出现过异常')]);
  });

  it('is tried again once an administrator, and nobody else, has said so', async () => {
    const [{ sha256 = '' } = {}] = (await deadly()).body.content;
    expect((await server.ask('GET', 'api/storedFile/deadly', { token: worker })).status).toBe(403);
    expect((await server.ask('DELETE', 'api/storedFile/deadly', { token: worker, body: [sha256] })).status).toBe(403);
    expect((await server.ask('DELETE', 'api/storedFile/deadly', { token: admin, body: ['0'.repeat(64)] })).status).toBe(404);
    expect((await server.ask('DELETE', 'api/storedFile/deadly', { token: admin, body: [sha256] })).status).toBe(200);
    const again = await sendForm<ErrorBody>(server, 'api/inspectUnit/import', { token: worker, name: 'a.xls', content: content() });
    expect(again.body.code).toBe('workbook');
    expect((await deadly()).body.content).toHaveLength(1);
  });
});
