import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { createApp } from '@server/app/createApp';
import type { Database } from '@server/db/openDatabase';
import { type Line, median, round } from '../line';
import { columns, unitGround } from '../list/ground';
import { onPostgres } from '../onPostgres';

const clients = 50;
/** ms */
const warmUp = 2_000;
const lasting = 6_000;
const turns = 3;

async function listening(
  fetch: (request: Request) => Response | Promise<Response>,
): Promise<{ readonly url: string; readonly close: () => void }> {
  const http = createAdaptorServer({ fetch }) as Server;
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  return { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`, close: () => void http.close() };
}

/** Returns answers per second. */
async function speedOf(url: string, token: string): Promise<number> {
  const caller = new Worker(new URL('./callers.mjs', import.meta.url), {
    workerData: { url, token, clients, warmUp, lasting },
  });
  const [answers] = (await once(caller, 'message')) as [number];
  await caller.terminate();
  return answers / (lasting / 1000);
}

async function measureOn(open: () => Promise<Database>): Promise<Line[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'occhealth-bench-clients-'));
  const database = await open();
  try {
    const { services, token, organizationId } = await unitGround(database, dataDir);
    // The same two statements and the same JSON shape, without authentication.
    const bare = new Hono().get('/', async (context) => {
      const [rows, [total]] = await Promise.all([
        database.query(
          `select ${columns} from inspect_unit where organization_id = $1 and delete_time is null
            order by id desc limit 30`,
          [organizationId],
        ),
        database.query<{ total: number }>(
          'select count(*)::int as total from inspect_unit where organization_id = $1 and delete_time is null',
          [organizationId],
        ),
      ]);
      return context.json({ content: rows, totalElements: total?.total ?? 0 });
    });
    const app = createApp(services);
    const [ours, reference] = [
      await listening((request) => app.fetch(request)),
      await listening((request) => bare.fetch(request)),
    ];
    const speeds = { ours: [] as number[], reference: [] as number[] };
    // Alternately, so that other load on the machine affects both alike.
    for (let turn = 0; turn < turns; turn += 1) {
      speeds.reference.push(await speedOf(reference.url, token));
      speeds.ours.push(await speedOf(`${ours.url}/api/inspectUnit?page=0&size=30&sort=id,desc`, token));
    }
    ours.close();
    reference.close();
    await services.push.close();
    const line = (what: string, value: number, unit: Line['unit'], more: Pick<Line, 'goal' | 'note'> = {}): Line => ({
      part: 'clients',
      what: `${clients} clients on PostgreSQL: ${what}`,
      value: round(value, 2),
      unit,
      ...more,
    });
    const [own, other] = [median(speeds.ours), median(speeds.reference)];
    return [
      line('answers a second of a bare Hono route with the same SQL', other, 'count'),
      line('answers a second of the list', own, 'count'),
      // The goal is at least 0.7 of its answers; a line's goal is a maximum.
      line('the bare route, against the list', other / own, 'x', {
        goal: 1.43,
        note: `the list answers ${round(own / other, 2)} as often (goal ≥ 0.7)`,
      }),
    ];
  } finally {
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/**
 * quality.md, "50 clients reading lists, PostgreSQL": over the machine's network, with the clients in a separate
 * thread.
 */
export const measure = (): Promise<Line[]> => onPostgres(measureOn);
