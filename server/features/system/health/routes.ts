import { healthTexts } from '@contract/features/system/serverTexts';
import { version } from '@server/base/version';
import { Refusal, refusalOf } from '@server/http/errors';
import { type Route, route } from '@server/http/route';
import type { Services } from '@server/services';
import type { HealthState } from './healthState';

/**
 * Returns the route of the server's health, for load balancers and monitoring: whether the database answers, the disk
 * is writable, and jobs ran when due.
 *
 * @param watchState creates the check of a node
 */
export const healthRoutes =
  (watchState: (services: Services) => () => Promise<HealthState>) =>
  (services: Services): Route[] => {
    const { database, log } = services;
    const readState = watchState(services);
    return [
      route({
        method: 'GET',
        path: 'api/health',
        permission: 'public',
        tag: '系统',
        summary: '运行状态：数据库、磁盘、定时任务；不能工作时为503或507',
        async handle() {
          const healthState = await readState();
          if (healthState.database === 'failing') {
            log.error({ err: healthState.databaseError }, 'the database does not answer');
            throw refusalOf(healthState.databaseError) ?? new Refusal(503, 'databaseFailing', healthTexts.database);
          }
          if (healthState.disk === 'failing') throw new Error('the data directory can not be written');
          if (healthState.disk === 'full') throw new Refusal(507, 'diskFull', healthTexts.disk);
          return { status: 'ok', database: database.kind, disk: healthState.disk, jobs: healthState.jobs, version };
        },
      }),
    ];
  };
