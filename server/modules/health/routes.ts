import { type Route, route } from '../../http/route';
import type { Services } from '../../services';
import { version } from '../../version';

export function healthRoutes(services: Services): Route[] {
  return [
    route({
      method: 'GET', path: 'api/health', permission: 'public', tag: '系统', summary: '运行状态',
      async handle() {
        await services.database.query('select 1');
        return { status: 'ok', database: services.database.kind, version };
      },
    }),
  ];
}
