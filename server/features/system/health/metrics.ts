import { timingSafeEqual } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { count, inArray } from 'drizzle-orm';
import { Hono } from 'hono';
import { Gauge } from 'prom-client';
import { failures } from '@contract/messages';
import { thisBuild, version } from '@server/base/version';
import { announcementSendTable, pushTable } from '@server/db/schema';
import { addressOf } from '@server/http/callerAddress';
import { errorBody, notFound, unauthorized } from '@server/http/errors';
import { measureProcess, metrics } from '@server/http/prometheusMetrics';
import type { Services } from '@server/services';

/** State of a job, as its metrics report it. */
interface JobState {
  readonly key: string;
  /** End of the last run; null if the job never ran. */
  readonly ended: Date | null;
  readonly failed: boolean;
  readonly late: boolean;
}

export interface InstallationState {
  readonly jobs: readonly JobState[];
  /** Time of the last daily backup. */
  readonly lastBackup: Date | null;
}

type StateOf = () => Promise<InstallationState>;

/**
 * Creates a gauge and replaces an existing one of the same name, which a test or a second server in the process may
 * have registered.
 */
function createGauge(name: string, help: string, labelNames: readonly string[] = []): Gauge {
  metrics.removeSingleMetric(name);
  return new Gauge({ name, help, labelNames: [...labelNames], registers: [metrics] });
}

/** Registers figures of the database pool, jobs, queues, disk, backups and build, which are read at each request. */
function installationFigures({ database, env, now }: Services, stateOf: StateOf): () => Promise<void> {
  const connections = createGauge('occhealth_database_connections', 'Connections of the pool, by state', ['state']);
  const jobEnded = createGauge('occhealth_job_ended_timestamp_seconds', 'When the last run of a job ended', ['job']);
  const jobFailed = createGauge('occhealth_job_failed', '1 where the last run of a job failed', ['job']);
  const jobLate = createGauge('occhealth_job_late', '1 where a job did not run when it was due', ['job']);
  const queue = createGauge('occhealth_queue_length', 'Mails and pushes that wait', ['queue']);
  const freeBytes = createGauge('occhealth_disk_free_bytes', 'Free bytes on the disk of DATA_DIR');
  const size = createGauge('occhealth_disk_size_bytes', 'Size of the disk of DATA_DIR');
  // The label matters: a gauge without labels would report 0 before the first backup.
  const backupAge = createGauge('occhealth_backup_age_seconds', 'Age of the last backup; absent without one', ['kind']);
  const build = createGauge('occhealth_build_info', 'Always 1', ['version', 'build', 'node', 'database']);
  build.set({ version, build: thisBuild(), node: process.version, database: database.kind }, 1);
  return async () => {
    const { open, idle, waiting, most } = database.connections();
    for (const [state, value] of Object.entries({ open, idle, waiting, most })) connections.set({ state }, value);
    const { bavail, blocks, bsize } = await statfs(env.dataDir);
    freeBytes.set(bavail * bsize);
    size.set(blocks * bsize);
    const { orm } = database;
    const [mails] = await orm
      .select({ count: count() })
      .from(announcementSendTable)
      .where(inArray(announcementSendTable.mailState, ['waiting', 'sending']));
    const [pushes] = await orm
      .select({ count: count() })
      .from(pushTable)
      .where(inArray(pushTable.state, ['waiting', 'pushing']));
    queue.set({ queue: 'mail' }, mails?.count ?? 0);
    queue.set({ queue: 'push' }, pushes?.count ?? 0);
    const { jobs, lastBackup } = await stateOf();
    if (lastBackup) backupAge.set({ kind: 'daily' }, (now().getTime() - lastBackup.getTime()) / 1000);
    for (const job of jobs) {
      jobLate.set({ job: job.key }, Number(job.late));
      jobFailed.set({ job: job.key }, Number(job.failed));
      if (job.ended) jobEnded.set({ job: job.key }, job.ended.getTime() / 1000);
    }
  };
}

const equalInConstantTime = (first: string, other: string): boolean => {
  const [a, b] = [Buffer.from(first), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
};

/**
 * Returns the route `/metrics` for Prometheus. It answers 404 until METRICS_TOKEN or METRICS_FROM is set. A caller
 * needs the token as `Authorization: Bearer`, or one of the addresses.
 */
export function metricsRoutes(services: Services, stateOf: StateOf): Hono {
  const app = new Hono();
  const { metricsToken, metricsFrom, trustProxy } = services.env;
  if (metricsToken === undefined && metricsFrom.length === 0) return app;
  measureProcess();
  const refresh = installationFigures(services, stateOf);
  app.get('/metrics', async (context) => {
    const token = context.req.header('authorization')?.replace(/^Bearer\s+/i, '') ?? '';
    const isKnownToken = metricsToken !== undefined && equalInConstantTime(token, metricsToken);
    // Without a token the route stays hidden: 404 for a foreign address.
    if (!isKnownToken && !metricsFrom.includes(addressOf(context, trustProxy))) {
      const refusal = metricsToken === undefined ? notFound(failures.pageNotFound) : unauthorized();
      return context.json(errorBody(refusal, ''), refusal.status);
    }
    await refresh();
    return context.body(await metrics.metrics(), 200, { 'content-type': metrics.contentType });
  });
  return app;
}
