import { createContext, useContext, useEffect } from 'react';

/**
 * What a cached page may know of its tab. The shell provides it; alone (in tests) a page is active and may be dirty.
 */
export interface PageState {
  /** Shown now; hidden pages stay mounted, but hold their overlays and their polling back (DESIGN §4.3). */
  readonly active: boolean;
  /** The page has something that closing its tab would lose. `source` tells two dirty parts of one page apart. */
  readonly setDirty: (source: string, dirty: boolean) => void;
  /** What tells its tag from another of the same page. */
  readonly setName: (name: string) => void;
}

export const PageStateContext = createContext<PageState>({
  active: true,
  setDirty: () => undefined,
  setName: () => undefined,
});

export const usePageActive = (): boolean => useContext(PageStateContext).active;

/** Tells the tab that there is unsaved work: the dot on it, and the question before it closes. */
export function usePageDirty(source: string, dirty: boolean): void {
  const { setDirty } = useContext(PageStateContext);
  useEffect(() => {
    setDirty(source, dirty);
    return () => setDirty(source, false);
  }, [source, dirty, setDirty]);
}

/** Puts the number or name of what is shown on the tag, once it has been read. */
export function usePageName(name: string | undefined): void {
  const { setName } = useContext(PageStateContext);
  useEffect(() => {
    if (name) setName(name);
  }, [name, setName]);
}
