/** The browser's own ways to leave a page, in one object, because jsdom can't do them and tests must see them. */
export const navigation = {
  reload: (): void => window.location.reload(),
  /** In the place of the page that is open: its address is not gone back to. */
  replaceBy: (path: string): void => window.location.replace(path),
  /** Leaves for an address of this site, with everything loaded anew. */
  leaveFor: (path: string): void => window.location.assign(path),
};

/** Where the browser is, as a path with query and fragment. */
export const currentPath = (): string => window.location.pathname + window.location.search + window.location.hash;
