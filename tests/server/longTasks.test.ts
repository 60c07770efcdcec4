import { once } from 'node:events';
import { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import WebSocket from 'ws';
import { importSteps, type LongTask, longTaskPath, longTaskTexts } from '@contract/features/system/jobs/longTasks';
import { actions, type ActionName, permissionOf } from '@contract/permissions';
import type { ErrorBody, Page } from '@contract/wire';
import { createPush } from '@server/features/notices/browserPush';
import { serveSockets } from '@server/features/notices/noticeSockets';
import { cancelLongTask, longTasksOf, reportProgress, withProgress } from '@server/http/longWorkProgress';
import type { PushMessage, Recipients } from '@server/services';
import { entityNamed } from '../support/entityNamed';
import { type TestServer, testServer } from '../support/server';

let server: TestServer;
let token: string;
let mover: number;
let told: { to: Recipients; message: PushMessage }[];

beforeAll(async () => {
  server = await testServer();
  const organizationId = await server.rows.organization({});
  const permissions = (Object.keys(actions) as ActionName[]).map((action) =>
    permissionOf(entityNamed('consumable'), action),
  );
  const roles = [await server.rows.role({ permissions, level: 1 })];
  mover = await server.rows.user({ userName: 'mover', organizationId, roles });
  await server.rows.user({ userName: 'other', organizationId, roles });
  token = await server.login('mover');
  server.services.push.subscribe((to, message) => void told.push({ to, message }));
});
afterAll(() => server.close());
beforeEach(() => (told = []));

/** Makes each look at the clock last, so that work of milliseconds counts as long. */
function slowClock(msPerLook: number): void {
  const real = performance.now.bind(performance);
  let ahead = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => real() + (ahead += msPerLook));
  onTestFinished(() => void vi.restoreAllMocks());
}

const eventually = (check: () => void): Promise<void> => vi.waitFor(check, 5_000);
const tasks = (): LongTask[] => told.flatMap(({ message }) => message.task ?? []);
const { path } = entityNamed('consumable');
const rowsOf = (count: number, name: string) =>
  Array.from({ length: count }, (_, index) => ({
    line: index + 2,
    cells: { 编号: `${name}-${index}`, 名称: name, 批号: `B${index}`, 规格型号: '10 mL', 单位: '支' },
  }));
const bring = (count: number, name: string) =>
  server.ask<ErrorBody>('POST', `${path}/import/rows`, { token, body: { loose: true, rows: rowsOf(count, name) } });
const storedCount = async () =>
  (await server.ask<Page<unknown>>('GET', `${path}?size=1`, { token })).body.totalElements;

describe('long work', () => {
  it('long work tells its person alone how many rows an import has checked and written', async () => {
    slowClock(400);
    const { status, text } = await bring(400, '吸收管');
    expect(status, text).toBe(200);
    expect(told.filter(({ message }) => message.cmd === 'task').every(({ to }) => String(to) === String(mover))).toBe(
      true,
    );
    const steps = tasks().map(({ step, done, total, state }) => ({ step, done, total, state }));
    expect(steps).toContainEqual({ step: importSteps.check, done: 400, total: 400, state: 'running' });
    expect(steps.at(-1)).toEqual({ step: importSteps.write, done: 400, total: 400, state: 'done' });
    expect(longTasksOf(server.services, mover)).toEqual([]);
  });

  it('long work of less than a second tells nothing', async () => {
    await withProgress(server.services, mover, async () => reportProgress(1, 2, '导入'));
    expect(tasks()).toEqual([]);
  });

  it('long work that is canceled while it writes leaves no row', async () => {
    slowClock(100);
    const before = await storedCount();
    const stop = server.services.push.subscribe((_to, { task }) => {
      if (task?.step === importSteps.write && task.done < task.total)
        void cancelLongTask(server.services, mover, task.id);
    });
    onTestFinished(stop);
    const { status, body } = await bring(1500, '滤膜');
    expect({ status, message: body.message }).toEqual({ status: 400, message: longTaskTexts.canceled });
    expect(tasks().at(-1)?.state).toBe('canceled');
    expect(await storedCount()).toBe(before);
  });

  it('long work is canceled by its own person only, and not after its end', async () => {
    slowClock(600);
    const other = await server.login('other');
    const cancel = (by: string, id: string) =>
      server.ask<ErrorBody>('POST', `${longTaskPath}/cancel`, { token: by, body: { id } });
    let id = '';
    await withProgress(server.services, mover, async () => {
      for (let done = 0; done < 5; done += 1) reportProgress(done, 5, '导入');
      id = tasks()[0]?.id ?? '';
      expect(await cancel(other, id)).toMatchObject({ status: 404, body: { message: longTaskTexts.ended } });
    });
    expect(await cancel(token, id)).toMatchObject({ status: 404, body: { message: longTaskTexts.ended } });
  });

  it('long work is shown and canceled by every process of the installation', async () => {
    slowClock(600);
    const there = { ...server.services, push: createPush(server.database) };
    onTestFinished(() => there.push.close());
    longTasksOf(there, mover);
    await there.push.send([], { cmd: 'user' });
    const work = withProgress(server.services, mover, async () => {
      for (let done = 0; ; done += 1) {
        reportProgress(done, 1000, '备份');
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    });
    const outcome = work.catch((error: unknown) => error);
    await eventually(() => expect(longTasksOf(there, mover)).toMatchObject([{ title: '备份', state: 'running' }]));
    const [shown] = longTasksOf(there, mover);
    expect(await cancelLongTask(there, mover, shown?.id ?? '')).toBe(true);
    expect(await outcome).toMatchObject({ message: longTaskTexts.canceled });
    await eventually(() => expect(longTasksOf(there, mover)).toEqual([]));
  });

  it('long work is told to a browser that connects again', async () => {
    slowClock(600);
    const http = createAdaptorServer({ fetch: server.app.fetch }) as Server;
    const sockets = serveSockets(server.services, http);
    http.listen(0, '127.0.0.1');
    await once(http, 'listening');
    const address = `ws://127.0.0.1:${(http.address() as AddressInfo).port}/websocket/${mover}`;
    await withProgress(server.services, mover, async () => {
      for (let done = 0; done < 5; done += 1) reportProgress(done, 5, '导出检测报告');
      const socket = new WebSocket(address, [token]);
      const [data] = (await once(socket, 'message')) as [Buffer];
      expect(JSON.parse(String(data))).toMatchObject({ cmd: 'task', task: { title: '导出检测报告', total: 5 } });
      socket.terminate();
    });
    await sockets.close();
    http.close();
  });
});
