import { isNull } from 'drizzle-orm';
import { menuType } from '@contract/constants';
import { menuTable } from '@server/db/schema';
import type { Services } from '@server/services';

/** Joins paths: `/system` and `user` give `/system/user`; an absolute child stays (src/app/router/menuRoutes.ts). */
const joinPaths = (parent: string, path: string): string =>
  `/${(path.startsWith('/') ? path : `${parent}/${path}`).split('/').filter(Boolean).join('/')}`;

/** Returns the addresses of pages in menus, besides the built-in ones. */
export async function menuAddresses({ database: { orm } }: Services): Promise<ReadonlySet<string>> {
  const menus = await orm
    .select({ id: menuTable.id, pid: menuTable.pid, path: menuTable.path, type: menuTable.type })
    .from(menuTable)
    .where(isNull(menuTable.deleteTime));
  const byId = new Map(menus.map((menu) => [menu.id, menu]));
  const addressOf = (id: number | null, depth = 0): string => {
    const menu = id === null || depth > 10 ? undefined : byId.get(id);
    return menu ? joinPaths(addressOf(menu.pid, depth + 1), menu.path ?? '') : '';
  };
  return new Set(menus.filter(({ type, path }) => type !== menuType.button && path).map(({ id }) => addressOf(id)));
}
