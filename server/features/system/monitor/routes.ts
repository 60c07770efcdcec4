import { createHash } from 'node:crypto';
import { diagnosticsOffCode } from '@contract/constants';
import { slowStatement, statement } from '@contract/features/system/entities/statement';
import type {
  MonitorFigures,
  SlowStatement,
  StatementFigures,
  StateFigures,
} from '@contract/features/system/monitorWire';
import { failures } from '@contract/messages';
import type { Page } from '@contract/wire';
import { actorOf, recordAudit } from '@server/audit/auditTrail';
import type { Env } from '@server/base/env';
import { formatMoment } from '@server/base/zone';
import { calculatedPage } from '@server/crud/calculatedList';
import type { Registry } from '@server/crud/resource';
import { ok } from '@server/crud/routes';
import type { Database } from '@server/db/openDatabase';
import { slowFromMs } from '@server/db/statementLog';
import { Refusal } from '@server/http/errors';
import { resetRequestFigures } from '@server/http/requestCounts';
import { readQuery, type Route, route } from '@server/http/route';
import type { Services } from '@server/services';
import { processFigures, resetProcessFigures } from './processFigures';

const tag = 'SQL监控';
const entity = { name: 'monitor', label: tag };
const listParameters = {
  page: '页码，从0开始',
  size: '每页条数',
  sort: '排序，如total,desc',
  keyword: '语句中的文字，如表名',
};

/** Returns an id for a line without an id in a table. */
const numberOf = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE(0) >>> 1;

/**
 * Requires that the installation enables diagnostics, which show internals of the server (QUALITY AZ11).
 * @throws Refusal 404
 */
export function requireDiagnostics({ diagnostics }: Pick<Env, 'diagnostics'>): void {
  if (!diagnostics) throw new Refusal(404, diagnosticsOffCode, failures.diagnosticsOff);
}

/**
 * Returns the data of the page about the installation's state. The caller passes it in, because the jobs are in a
 * layer above the features.
 */
type StateOf = (services: Services, registry: Registry) => Promise<StateFigures>;

async function figuresOf(
  env: Services['env'],
  database: Database,
  formatTime: (index: number) => string,
): Promise<MonitorFigures> {
  requireDiagnostics(env);
  const { statements } = database;
  const kinds = statements.kinds();
  const sum = (figureOf: (kind: (typeof kinds)[number]) => number) =>
    kinds.reduce((total, kind) => total + figureOf(kind), 0);
  return {
    database: database.kind,
    since: formatTime(statements.since),
    process: processFigures(),
    connections: database.connections(),
    totals: {
      count: sum(({ count }) => count),
      ms: sum(({ total }) => total),
      rows: sum(({ rows }) => rows),
      errors: sum(({ errors }) => errors),
    },
    slowFrom: slowFromMs,
    kinds: kinds.length,
    dropped: statements.dropped,
  };
}

/** Returns the lists of statements: by kind, and the latest slow ones. */
function statementRoutes(services: Services): Route[] {
  const { database, env } = services;
  const formatTime = (index: number) => formatMoment(new Date(index), env.zone);
  return [
    route({
      method: 'GET',
      path: statement.path,
      permission: 'admin',
      exported: { entity: statement },
      tag,
      summary: '语句：按种类统计的次数与耗时（仅平台管理员；不含任何数据值）',
      query: listParameters,
      async handle({ request }): Promise<Page<StatementFigures>> {
        requireDiagnostics(env);
        const rows = database.statements.kinds().map(({ last, ...kind }) => ({
          ...kind,
          id: numberOf(kind.sql),
          mean: kind.total / kind.count,
          lastTime: formatTime(last),
        }));
        return calculatedPage(statement, rows, readQuery(request.url));
      },
    }),
    route({
      method: 'GET',
      path: slowStatement.path,
      permission: 'admin',
      exported: { entity: slowStatement },
      tag,
      summary: '慢语句：最近的慢语句（仅平台管理员；不含任何数据值）',
      query: listParameters,
      async handle({ request }): Promise<Page<SlowStatement>> {
        requireDiagnostics(env);
        const rows = database.statements.slow().map(({ endedMs, ...run }) => ({
          ...run,
          id: numberOf(`${endedMs} ${run.ms} ${run.sql}`),
          time: formatTime(endedMs),
        }));
        return calculatedPage(slowStatement, rows, readQuery(request.url));
      },
    }),
  ];
}

/**
 * Returns the routes of /system/monitor (PRODUCT §3; QUALITY AZ11). They are only for platform administrators,
 * whatever permissions a role has.
 */
export const monitorRoutes =
  (stateFigures: StateOf) =>
  (services: Services, registry: Registry): Route[] => {
    const { database, env } = services;
    const formatTime = (index: number) => formatMoment(new Date(index), env.zone);
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
        handle: () => figuresOf(env, database, formatTime),
      }),
      ...statementRoutes(services),
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
