import { findRoute } from '@contract/routes';
import { useCallback } from 'react';
import { resolvePath } from '@/session/resolvePath';
import { useSession } from '@/session/sessionStore';
import { type WayOn, waysOf } from './waysOf';

/** Where the page of a path is in fact shown; undefined where the person has none. */
export function useShownPath(): (path: string) => string | undefined {
  const table = useSession((session) => session.routeTable);
  return useCallback((path) => {
    const found = table ? resolvePath(table, path) : undefined;
    return found?.kind === 'page' ? found.page.path : found?.kind === 'redirect' ? found.to : undefined;
  }, [table]);
}

/** The ways on of a project that the person may go, the page of its stage first. */
export function useWays(): (project: object) => readonly WayOn[] {
  const shown = useShownPath();
  // Everybody has the hidden pages of the contract in their table; who may open one has the list above it in their menus.
  return useCallback((project) => waysOf(project).filter(({ path }) => shown(findRoute(path)?.parent ?? path) !== undefined), [shown]);
}
