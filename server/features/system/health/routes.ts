import { healthTexts } from '@contract/features/system/serverTexts';
import { diskWatch } from '@server/base/disk';
import { version } from '@server/base/version';
import { Refusal, refusalOf } from '@server/http/errors';
import { type Route, route } from '@server/http/route';
import type { Services } from '@server/services';

/**
 * Returns the route of the server's health, for load balancers and monitoring: whether the database answers, the disk
 * is writable, and jobs ran when due.
 *
 * @param lateJobs keys of the jobs that did not run when they were due
 */
export const healthRoutes =
  (lateJobs: (services: Services) => readonly string[]) =>
  (services: Services): Route[] => {
    const { database, env, log } = services;
    const disk = diskWatch(env.dataDir);
    return [
      route({
        method: 'GET',
        path: 'api/health',
        permission: 'public',
        tag: '系统',
        summary: '运行状态：数据库、磁盘、定时任务；不能工作时为503或507',
        async handle() {
          try {
            await database.query('select 1');
          } catch (error) {
            log.error({ err: error }, 'the database does not answer');
            throw refusalOf(error) ?? new Refusal(503, 'databaseFailing', healthTexts.database);
          }
          const state = await disk();
          if (state === 'full') throw new Refusal(507, 'diskFull', healthTexts.disk);
          return {
            status: 'ok',
            database: database.kind,
            disk: state,
            jobs: lateJobs(services).length ? 'late' : 'ok',
            version,
          };
        },
      }),
    ];
  };
