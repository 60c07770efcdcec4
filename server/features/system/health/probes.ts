import { Hono } from 'hono';
import { version } from '@server/base/version';
import type { Services } from '@server/services';
import type { HealthState } from './healthState';

/**
 * Routes for those who watch the process: `/healthz` says that it lives and asks nothing of the database, so that a
 * database that is away restarts no node; `/readyz` says with 200 or 503 whether the node can serve. Both answer
 * HTTP/1.0 without Host.
 */
export function probeRoutes({ log }: Services, state: () => Promise<HealthState>): Hono {
  const app = new Hono();
  app.get('/healthz', (context) => context.json({ status: 'ok', version }));
  app.get('/readyz', async (context) => {
    const { databaseError, ...parts } = await state();
    if (databaseError !== undefined) log.error({ err: databaseError }, 'the database does not answer');
    const ready = parts.database === 'ok' && parts.schema === 'ok' && (parts.disk === 'ok' || parts.disk === 'low');
    return context.json({ status: ready ? 'ok' : 'unready', ...parts, version }, ready ? 200 : 503);
  });
  return app;
}
