import { redirectPrefix } from '@contract/routes';
import type { PageRoute, RouteTable } from '../routeTable';

export type Resolved =
  | { readonly kind: 'page'; readonly page: PageRoute }
  | { readonly kind: 'redirect'; readonly to: string }
  /** `/redirect/…`: the view behind the prefix is to be opened again, fresh. */
  | { readonly kind: 'refresh'; readonly to: string }
  | { readonly kind: 'missing' };

const bare = (pathname: string): string => (pathname.length > 1 ? pathname.replace(/\/+$/, '') || '/' : pathname);

/** What stands at an address of the console; `pathname` comes without its query. */
export function resolvePath(table: RouteTable, pathname: string): Resolved {
  const path = bare(pathname);
  // One slash alone, whatever followed the prefix: `/redirect//evil` must not become another host.
  if (path.startsWith(`${redirectPrefix}/`))
    return { kind: 'refresh', to: `/${path.slice(redirectPrefix.length).replace(/^\/+/, '')}` };
  const page = table.pages.get(path);
  if (page) return { kind: 'page', page };
  // SPEC §2: every page opens at its `/index` too, as those at the root do.
  const own = path.endsWith('/index') ? path.slice(0, -'/index'.length) : undefined;
  if (own !== undefined && table.pages.has(own)) return { kind: 'redirect', to: own };
  const to = table.redirects.get(path) ?? (own === undefined ? undefined : table.redirects.get(own));
  return to === undefined || to === path ? { kind: 'missing' } : { kind: 'redirect', to };
}
