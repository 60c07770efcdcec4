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

/** Returns the path under which a page is available; undefined if it is not in the person's menus. */
export function useShownPath(): (path: string) => string | undefined {
  const table = useSession((session) => session.routeTable);
  return useCallback((path) => shownIn(table, path), [table]);
}

/**
 * Checks whether a person may open a page. Hidden pages are in everybody's route table; they may be opened if the
 * list above them is in the person's menus.
 */
export const mayOpen = (table: Table, path: string): boolean =>
  shownIn(table, findRoute(path)?.parent ?? path) !== undefined;

/** Returns the pages of a project that the person may open, the page of its stage first. */
export function waysIn(table: Table, project: object): readonly WayOn[] {
  return waysOf(project).filter(({ path }) => mayOpen(table, path));
}

export function useMayOpen(): (path: string) => boolean {
  const table = useSession((session) => session.routeTable);
  return useCallback((path) => mayOpen(table, path), [table]);
}

export function useWays(): (project: object) => readonly WayOn[] {
  const table = useSession((session) => session.routeTable);
  return useCallback((project) => waysIn(table, project), [table]);
}
