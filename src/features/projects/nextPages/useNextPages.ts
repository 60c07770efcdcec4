import { useCallback } from 'react';
import { useSession } from '@/session/sessionStore';
import { resolvePath } from '@/session/tabs/resolvePath';
import { findRoute } from '@contract/routes';
import { type NextPage, nextPagesOf } from './nextPages';

type RouteTableState = ReturnType<typeof useSession.getState>['routeTable'];

function shownIn(table: RouteTableState, path: string): string | undefined {
  const resolvedPath = table ? resolvePath(table, path) : undefined;
  return resolvedPath?.kind === 'page'
    ? resolvedPath.page.path
    : resolvedPath?.kind === 'redirect'
      ? resolvedPath.to
      : undefined;
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
export const mayOpen = (table: RouteTableState, path: string): boolean =>
  shownIn(table, findRoute(path)?.parent ?? path) !== undefined;

/** Returns the pages of a project that the person may open, the page of its stage first. */
export function nextPagesIn(table: RouteTableState, project: object): readonly NextPage[] {
  return nextPagesOf(project).filter(({ path }) => mayOpen(table, path));
}

export function useMayOpen(): (path: string) => boolean {
  const table = useSession((session) => session.routeTable);
  return useCallback((path) => mayOpen(table, path), [table]);
}

export function useNextPages(): (project: object) => readonly NextPage[] {
  const table = useSession((session) => session.routeTable);
  return useCallback((project) => nextPagesIn(table, project), [table]);
}
