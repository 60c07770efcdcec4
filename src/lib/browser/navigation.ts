/**
 * Functions of the browser that leave a page, in one object that tests can replace, because jsdom does not support
 * them.
 */
export const navigation = {
  reload: (): void => window.location.reload(),
  /** Replaces the current page, so that Back skips it. */
  replaceBy: (path: string): void => window.location.replace(path),
  /** Leaves for a path of this site and reloads everything. */
  leaveFor: (path: string): void => window.location.assign(path),
};

/** Returns the current path with query and fragment. */
export const currentPath = (): string => window.location.pathname + window.location.search + window.location.hash;
