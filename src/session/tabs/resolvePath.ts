import { redirectPrefix } from '@contract/routes';
import type { PageRoute, RouteTable } from '../routeTable';

type ResolvedPath =
  | { readonly kind: 'page'; readonly page: PageRoute }
  | { readonly kind: 'redirect'; readonly to: string }
  /** `/redirect/…`: opens the view behind the prefix again. */
  | { readonly kind: 'refresh'; readonly to: string }
  | { readonly kind: 'missing' };

const withoutTrailingSlash = (pathname: string): string =>
  pathname.length > 1 ? pathname.replace(/\/+$/, '') || '/' : pathname;

/**
 * Resolves an address of the console to a page.
 * @param pathname path without query
 */
export function resolvePath(table: RouteTable, pathname: string): ResolvedPath {
  const path = withoutTrailingSlash(pathname);
  // Exactly one leading slash: `/redirect//evil` must not become another host.
  if (path.startsWith(`${redirectPrefix}/`))
    return { kind: 'refresh', to: `/${path.slice(redirectPrefix.length).replace(/^\/+/, '')}` };
  const page = table.pages.get(path);
  if (page) return { kind: 'page', page };
  // SPEC §2: every page also opens at its `/index`.
  const pathWithoutIndex = path.endsWith('/index') ? path.slice(0, -'/index'.length) : undefined;
  if (pathWithoutIndex !== undefined && table.pages.has(pathWithoutIndex))
    return { kind: 'redirect', to: pathWithoutIndex };
  const to =
    table.redirects.get(path) ?? (pathWithoutIndex === undefined ? undefined : table.redirects.get(pathWithoutIndex));
  return to === undefined || to === path ? { kind: 'missing' } : { kind: 'redirect', to };
}
