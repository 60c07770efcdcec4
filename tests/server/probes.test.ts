import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { jobTexts } from '@contract/features/system/jobs/jobTexts';
import { jobsOf } from '@server/app/jobList';
import { registry } from '@server/app/resources';
import type { Env } from '@server/base/env';
import { announcementTable } from '@server/db/schema';
import { type HealthState, healthWatch } from '@server/features/system/health/healthState';
import { metricsRoutes } from '@server/features/system/health/metrics';
import { probeRoutes } from '@server/features/system/health/probeRoutes';
import { watchDisk } from '@server/jobs/diskAlarm';
import { installationState, watchHealth } from '@server/jobs/watchHealth';
import { type TestServer, testServer } from '../support/server';

const token = 'a-token-of-sixteen-and-more';
let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const fine: HealthState = { database: 'ok', disk: 'ok', schema: 'ok', jobs: 'ok' };
const readyWith = (state: HealthState) => probeRoutes(server.services, () => Promise.resolve(state)).request('/readyz');
const metricsWith = (env: Partial<Env>) => {
  const services = { ...server.services, env: { ...server.services.env, metricsFrom: [], ...env } };
  return metricsRoutes(services, installationState(services, jobsOf({ services, registry })));
};

describe('probes', () => {
  it('/readyz answers 200 on a healthy node, with the state of each part', async () => {
    const response = await probeRoutes(server.services, watchHealth(server.services)).request('/readyz');
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ status: 'ok', database: 'ok', schema: 'ok', jobs: 'ok' });
  });

  it.each([
    [{ ...fine, database: 'failing' }, 503],
    [{ ...fine, disk: 'full' }, 503],
    [{ ...fine, disk: 'failing' }, 503],
    [{ ...fine, schema: 'other' }, 503],
    [{ ...fine, disk: 'low' }, 200],
    [{ ...fine, jobs: 'late' }, 200],
  ] as const)('/readyz of %j answers %i', async (state, status) => {
    expect((await readyWith(state)).status).toBe(status);
  });

  it('/readyz reports an unreachable database, and a database of another version', async () => {
    const { services } = server;
    const away = { ...services, database: { ...services.database, query: () => Promise.reject(new Error('away')) } };
    expect(
      await healthWatch(
        away,
        () => [],
        () => 'x',
      )(),
    ).toMatchObject({ database: 'failing' });
    expect(
      await healthWatch(
        services,
        () => ['backup'],
        () => '9999_future',
      )(),
    ).toMatchObject({
      database: 'ok',
      schema: 'other',
      jobs: 'late',
    });
  });

  it('/healthz makes no database query', async () => {
    const app = probeRoutes(server.services, () => Promise.reject(new Error('asked')));
    expect((await app.request('/healthz')).status).toBe(200);
  });
});

describe('/metrics', () => {
  it('the address /metrics is closed until a token or addresses are set', async () => {
    expect((await metricsWith({ metricsToken: undefined }).request('/metrics')).status).toBe(404);
    expect((await metricsWith({ metricsFrom: ['10.0.0.9'] }).request('/metrics')).status).toBe(404);
    expect((await metricsWith({ metricsToken: token }).request('/metrics')).status).toBe(401);
    const wrong = { headers: { authorization: `Bearer ${token}x` } };
    expect((await metricsWith({ metricsToken: token }).request('/metrics', wrong)).status).toBe(401);
    expect((await metricsWith({ metricsFrom: ['127.0.0.1'] }).request('/metrics')).status).toBe(200);
  });

  it('the address /metrics reports requests by route and status, latencies, loop delay, pool, background jobs, queues, disk and build', async () => {
    await server.ask('GET', 'api/health');
    await server.ask('GET', 'api/user/7/state');
    const response = await metricsWith({ metricsToken: token }).request('/metrics', {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(response.headers.get('content-type')).toContain('text/plain');
    const text = await response.text();
    for (const part of [
      'occhealth_http_requests_total{method="GET",route="/api/health",status="200"} ',
      'occhealth_http_requests_total{method="GET",route="/api/user/:id/state",status="401"} ',
      'occhealth_http_request_duration_seconds_bucket{le="0.05",method="GET",route="/api/health"} ',
      'nodejs_eventloop_lag_p99_seconds ',
      'occhealth_database_connections{state="open"} ',
      'occhealth_job_late{job="trailSeal"} 0',
      'occhealth_queue_length{queue="mail"} 0',
      'occhealth_queue_length{queue="push"} 0',
      'occhealth_disk_free_bytes ',
      'occhealth_build_info{version="',
    ])
      expect(text).toContain(part);
    expect(text).not.toContain('/api/user/7/');
    expect(text, 'no backup was made').not.toContain('occhealth_backup_age_seconds{');
  });
});

it('administrators are notified once when the free disk space falls below a tenth, and again after it has recovered', async () => {
  await server.rows.user({ isAdmin: true });
  let free = 50;
  const alarm = watchDisk(server.services, () => Promise.resolve({ free, size: 100 }));
  onTestFinished(() => alarm.stop());
  const told = async () => {
    await alarm.check();
    const rows = await server.database.orm.select().from(announcementTable);
    return rows.filter(({ titile }) => titile === jobTexts.diskTitle).length;
  };
  const counts: number[] = [];
  for (free of [50, 9, 8, 11, 9, 13, 9]) counts.push(await told());
  expect(counts).toEqual([0, 1, 1, 1, 1, 1, 2]);
});
