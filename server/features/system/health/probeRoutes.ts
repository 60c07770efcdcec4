import { Hono } from 'hono';
import { version } from '@server/base/version';
import type { Services } from '@server/services';
import type { HealthState } from './healthState';

/**
 * Returns the probe routes. `/healthz` reports that the process runs; it does not query the database, so that an
 * unreachable database restarts no node. `/readyz` reports with 200 or 503 whether the node can serve requests. Both
 * answer HTTP/1.0 without Host.
 */
export function probeRoutes({ log }: Services, state: () => Promise<HealthState>): Hono {
  const app = new Hono();
  app.get('/healthz', (context) => context.json({ status: 'ok', version }));
  app.get('/readyz', async (context) => {
    const { databaseError, ...parts } = await state();
    if (databaseError !== undefined) log.error({ err: databaseError }, 'the database does not answer');
    const isReady = parts.database === 'ok' && parts.schema === 'ok' && (parts.disk === 'ok' || parts.disk === 'low');
    return context.json({ status: isReady ? 'ok' : 'unready', ...parts, version }, isReady ? 200 : 503);
  });
  return app;
}
