import { diagnosticsOffCode } from '@contract/constants';
import type { MonitorFigures, StateFigures } from '@contract/features/system/monitor';
import { failures } from '@contract/messages';
import { actorOf, recordAudit } from '@server/audit/trail';
import type { Env } from '@server/base/env';
import { formatMoment } from '@server/base/zone';
import type { Registry } from '@server/crud/resource';
import { ok } from '@server/crud/routes';
import { slowFrom } from '@server/db/statements';
import { Refusal } from '@server/http/errors';
import { resetRequestFigures } from '@server/http/requestFigures';
import { type Route, route } from '@server/http/route';
import type { Services } from '@server/services';
import { processFigures, resetProcessFigures } from './processFigures';

const tag = 'SQL监控';
const entity = { name: 'monitor', label: tag };

/**
 * Requires that the installation enables diagnostics, which show internals of the server (QUALITY AZ11).
 * @throws Refusal 404
 */
export function requireDiagnostics({ diagnostics }: Pick<Env, 'diagnostics'>): void {
  if (!diagnostics) throw new Refusal(404, diagnosticsOffCode, failures.diagnosticsOff);
}

/** Data of the page about the installation's state; its jobs are in a layer above the features. */
type StateOf = (services: Services, registry: Registry) => Promise<StateFigures>;

/**
 * Routes of /system/monitor (PRODUCT §3; QUALITY AZ11): for platform administrators alone, whatever a role was given.
 */
export const monitorRoutes =
  (stateFigures: StateOf) =>
  (services: Services, registry: Registry): Route[] => {
    const { database, env } = services;
    const moment = (at: number) => formatMoment(new Date(at), env.zone);
    return [
      route({
        method: 'GET',
        path: 'api/monitor/state',
        permission: 'admin',
        tag,
        summary: '运行状况：请求数、拒绝与失败、最慢的请求、磁盘、备份、定时任务（仅平台管理员）',
        handle: () => stateFigures(services, registry),
      }),
      route({
        method: 'GET',
        path: 'api/monitor',
        permission: 'admin',
        tag,
        summary: '本进程的SQL统计、慢语句、进程与连接（仅平台管理员；不含任何数据值）',
        async handle(): Promise<MonitorFigures> {
          requireDiagnostics(env);
          const { statements } = database;
          const kinds = statements.kinds();
          const sum = (pick: (kind: (typeof kinds)[number]) => number) =>
            kinds.reduce((total, kind) => total + pick(kind), 0);
          return {
            database: database.kind,
            since: moment(statements.since),
            process: processFigures(),
            connections: database.connections(),
            totals: {
              count: sum(({ count }) => count),
              ms: sum(({ total }) => total),
              rows: sum(({ rows }) => rows),
              errors: sum(({ errors }) => errors),
            },
            slowFrom,
            statements: kinds.map(({ sql, count, total, max, rows, errors, lastError, last }) => ({
              sql,
              count,
              mean: total / count,
              max,
              total,
              rows,
              errors,
              lastError,
              lastTime: moment(last),
            })),
            slow: statements.slow().map(({ sql, at, ms, rows, error }) => ({ sql, time: moment(at), ms, rows, error })),
            dropped: statements.dropped,
          };
        },
      }),
      route({
        method: 'DELETE',
        path: 'api/monitor',
        permission: 'admin',
        tag,
        summary: '重新开始统计（仅平台管理员）',
        async handle(call) {
          requireDiagnostics(env);
          database.statements.reset();
          resetProcessFigures();
          resetRequestFigures();
          await recordAudit(database.orm, actorOf(call), [{ action: 'reset', entity, title: tag }]);
          return ok('已重新开始统计');
        },
      }),
    ];
  };
