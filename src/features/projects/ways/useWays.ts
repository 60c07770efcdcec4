import { useCallback } from 'react';
import { useSession } from '@/session/sessionStore';
import { resolvePath } from '@/session/tabs/resolvePath';
import { findRoute } from '@contract/routes';
import { type WayOn, waysOf } from './waysOf';

type Table = ReturnType<typeof useSession.getState>['routeTable'];

function shownIn(table: Table, path: string): string | undefined {
  const found = table ? resolvePath(table, path) : undefined;
  return found?.kind === 'page' ? found.page.path : found?.kind === 'redirect' ? found.to : undefined;
}

/** Where the page of a path is in fact shown; undefined where the person has none. */
export function useShownPath(): (path: string) => string | undefined {
  const table = useSession((session) => session.routeTable);
  return useCallback((path) => shownIn(table, path), [table]);
}

/**
 * Everybody has the hidden pages of the contract in their table; who may open one has the list above it in their menus.
 */
export const mayOpen = (table: Table, path: string): boolean =>
  shownIn(table, findRoute(path)?.parent ?? path) !== undefined;

/** The ways on of a project that the person may go, the page of its stage first. */
export function waysIn(table: Table, project: object): readonly WayOn[] {
  return waysOf(project).filter(({ path }) => mayOpen(table, path));
}

export function useWays(): (project: object) => readonly WayOn[] {
  const table = useSession((session) => session.routeTable);
  return useCallback((project) => waysIn(table, project), [table]);
}
