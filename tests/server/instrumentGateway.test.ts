import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { gatewayTexts } from '@contract/features/laboratory/runs/gatewayTexts';
import { runTexts } from '@contract/features/laboratory/runs/runTexts';
import type { Answer, ErrorBody } from '@contract/wire';
import { equipmentTable, labRunFileTable, labRunTable, storedFileTable, userTable } from '@server/db/schema';
import { maxRunFiles } from '@server/features/laboratory/runs/policy';
import { type TestServer, testServer } from '../support/server';

const root = fileURLToPath(new URL('../..', import.meta.url));
let server: TestServer;
let session: string;
let analyst: number;
let instruments: number[];

beforeAll(async () => {
  server = await testServer();
  const organizationId = await server.rows.organization({ name: '甲检测中心' });
  const elsewhere = await server.rows.organization({ name: '乙检测中心' });
  const roles = [
    await server.rows.role({ permissions: ['labRun:list', 'labRun:add', 'labRun:edit', 'labRunFile:add'] }),
  ];
  analyst = await server.rows.user({ userName: 'analyst', organizationId, roles });
  session = await server.login('analyst');
  const kind = { eqpName: '气相色谱仪', eqpKind: 'lab', status: 'in', calibrationKind: 'verification' };
  const made = await server.database.orm
    .insert(equipmentTable)
    .values([
      { eqpNo: 'GC-01', organizationId, ...kind },
      { eqpNo: 'GC-02', organizationId, ...kind },
      { eqpNo: 'GC-09', organizationId: elsewhere, ...kind },
    ])
    .returning({ id: equipmentTable.id });
  instruments = made.map(({ id }) => id);
});
afterAll(() => server.close());

const makeToken = (instrument: number | undefined) =>
  server.ask<Answer<{ token: string }> & ErrorBody>('POST', 'api/labRun/token', {
    token: session,
    body: { instrument },
  });
async function send(token: string, instrument: string, content: string, name = '序列.csv') {
  const form = new FormData();
  form.append('file', new File([content], name));
  const headers = { 'x-instrument-token': token, 'x-instrument': encodeURIComponent(instrument) };
  const answer = await server.app.request('/api/labRun/receive', { method: 'POST', headers, body: form });
  return { status: answer.status, message: ((await answer.json()) as ErrorBody).message };
}
const table = (value: number) => `样品编号,组分,峰面积\nS-1,苯,${value}\n`;

it('files from an instrument’s gateway become the instrument’s run of the day, each content once', async () => {
  expect((await makeToken(instruments[2])).status).toBe(404);
  const { token = '' } = (await makeToken(instruments[0])).body.body ?? {};
  expect(token).toHaveLength(43);
  const first = await send(token, 'GC-01', table(1));
  const [run] = await server.database.orm.select().from(labRunTable);
  expect(first).toEqual({ status: 200, message: gatewayTexts.received(run?.runNo ?? '') });
  expect(run).toMatchObject({ instrument: instruments[0], analyst, state: 'open', fileName: '序列.csv' });
  expect(await send(token, 'GC-01', table(2), '序列2.csv')).toEqual(first);
  expect(await server.database.orm.select().from(labRunFileTable)).toMatchObject([
    { run: run?.id, fileName: '序列2.csv', createBy: analyst },
  ]);
  for (const value of [1, 2])
    expect(await send(token, 'GC-01', table(value), '又一次.csv')).toEqual({
      status: 200,
      message: gatewayTexts.known(run?.runNo ?? ''),
    });
  const kept = (await server.database.orm.select().from(storedFileTable)).filter(
    ({ deleteTime }) => deleteTime === null,
  );
  expect(kept).toHaveLength(2);
});

it('an instrument gateway’s token works for its own instrument only, until another token is made or its person may no longer work', async () => {
  const refused = { status: 404, message: gatewayTexts.badToken };
  const { token: old = '' } = (await makeToken(instruments[1])).body.body ?? {};
  expect(await send(old, 'GC-01', table(3))).toEqual(refused);
  expect(await send('', 'GC-02', table(3))).toEqual(refused);
  expect(await send(session, 'GC-02', table(3))).toEqual(refused);
  const { token = '' } = (await makeToken(instruments[1])).body.body ?? {};
  expect(await send(old, 'GC-02', table(3))).toEqual(refused);
  // The token opens nothing else.
  expect((await server.ask('GET', 'api/labRun', { token })).status).toBe(401);
  await server.database.orm.update(userTable).set({ enabled: '0' }).where(eq(userTable.id, analyst));
  expect(await send(token, 'GC-02', table(3))).toEqual(refused);
  await server.database.orm.update(userTable).set({ enabled: '1' }).where(eq(userTable.id, analyst));
  const runs = await server.database.orm
    .select()
    .from(labRunTable)
    .where(eq(labRunTable.instrument, instruments[1] ?? 0));
  expect(runs).toEqual([]);
  expect((await send(token, 'GC-02', table(3))).status).toBe(200);
});

it('equal instrument files sent at once are kept once', async () => {
  const { token = '' } = (await makeToken(instruments[1])).body.body ?? {};
  const answers = await Promise.all([1, 2, 3, 4].map((at) => send(token, 'GC-02', table(40), `同时${at}.csv`)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(answers.filter(({ message }) => message.startsWith('文件已加入'))).toHaveLength(1);
});

it('an instrument run holds at most 500 files: the next one sent starts another run, and one added by hand is refused', async () => {
  const { token = '' } = (await makeToken(instruments[1])).body.body ?? {};
  await send(token, 'GC-02', table(50));
  const ofInstrument = eq(labRunTable.instrument, instruments[1] ?? 0);
  const newest = async () =>
    (await server.database.orm.select().from(labRunTable).where(ofInstrument).orderBy(desc(labRunTable.id)))[0];
  const run = await newest();
  const { id: runId = 0, file, organizationId = null } = run ?? {};
  const held = await server.database.orm.$count(labRunFileTable, eq(labRunFileTable.run, runId));
  await server.database.orm.insert(labRunFileTable).values(
    Array.from({ length: maxRunFiles - 1 - held }, (_, index) => ({
      run: runId,
      file: file ?? '',
      fileName: `${index}.csv`,
      sha256: `${index}`,
      organizationId,
    })),
  );
  const form = new FormData();
  form.append('fileClass', 'document');
  form.append('file', new File([table(51)], '又一个.csv'));
  const uploaded = await server.app.request('/api/file/upload', {
    method: 'POST',
    headers: { authorization: `Bearer ${session}` },
    body: form,
  });
  const { body } = (await uploaded.json()) as Answer<{ id: string }>;
  const added = await server.ask<ErrorBody>('POST', 'api/labRunFile/add', {
    token: session,
    body: { run: runId, file: body?.id },
  });
  expect([added.status, added.body.message]).toEqual([409, runTexts.tooManyFiles(500)]);
  const sent = await send(token, 'GC-02', table(52));
  const next = await newest();
  expect([sent.status, next?.id === runId, sent.message]).toEqual([
    200,
    false,
    gatewayTexts.received(next?.runNo ?? ''),
  ]);
});

it('an instrument number that is no percent-encoded text is refused as an unknown token', async () => {
  for (const instrument of ['%', '%E4%A']) {
    const headers = { 'x-instrument-token': 'unknown', 'x-instrument': instrument };
    const answer = await server.app.request('/api/labRun/receive', { method: 'POST', headers, body: new FormData() });
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ message: gatewayTexts.badToken });
  }
});

it('the gateway program sends each instrument file of its folder once, and prints whether the server accepted or refused it', async () => {
  const { token = '' } = (await makeToken(instruments[0])).body.body ?? {};
  let [received, breaksUploads] = [0, false];
  const folder = await mkdtemp(join(tmpdir(), 'occhealth-gateway-'));
  const http = createServer((request, response) => {
    received += 1;
    if (breaksUploads && Number(request.headers['content-length']) > 200) return void request.destroy();
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
        typeof value === 'string' && name !== 'content-length' ? [[name, value]] : [],
      );
      const asked = { method: 'POST', headers, body: Buffer.concat(parts) };
      void Promise.resolve(server.app.request(request.url ?? '', asked)).then(async (answer) => {
        response.writeHead(answer.status).end(await answer.text());
      });
    });
  });
  await new Promise<void>((ready) => void http.listen(0, '127.0.0.1', ready));
  const address = http.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const run = (INSTRUMENT_TOKEN: string, at = url) =>
    new Promise<{ said: string; code: number | null }>((done) => {
      const args = [
        '--import',
        'tsx',
        'scripts/gateway.ts',
        '--watch',
        folder,
        '--instrument',
        'GC-01',
        '--server',
        at,
        '--once',
      ];
      const child = spawn(process.execPath, args, { cwd: root, env: { ...process.env, INSTRUMENT_TOKEN } });
      let said = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text.toString()));
      child.on('close', (code) => done({ said, code }));
    });
  try {
    await writeFile(join(folder, '第一批.csv'), table(7));
    await writeFile(join(folder, '说明.docx'), 'x');
    // The token is checked before the first file.
    expect(await run('wrong')).toEqual({ said: `${gatewayTexts.badToken}\n`, code: 1 });
    expect(received).toBe(1);
    expect(await run(token, `${url}/wrong`)).toEqual({
      said: `${gatewayTexts.otherServer(`${url}/wrong`)}\n`,
      code: 1,
    });
    const [open] = await server.database.orm
      .select()
      .from(labRunTable)
      .where(eq(labRunTable.instrument, instruments[0] ?? 0));
    breaksUploads = true;
    expect(await run(token)).toMatchObject({
      said: expect.stringContaining(gatewayTexts.again('第一批.csv')),
      code: 0,
    });
    breaksUploads = false;
    const sent = await run(token);
    expect(sent.code).toBe(0);
    expect(sent.said).toContain(gatewayTexts.sent('第一批.csv', gatewayTexts.received(open?.runNo ?? '')));
    const { said: again } = await run(token);
    expect(again).not.toContain('第一批.csv');
    expect(again).not.toContain('说明.docx');
  } finally {
    http.close();
    await rm(folder, { recursive: true, force: true });
  }
});
