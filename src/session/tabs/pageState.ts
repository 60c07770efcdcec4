import { createContext, useContext, useEffect } from 'react';

/** Connection of a cached page with its tab. The shell provides it; a page without it, as in tests, is active. */
export interface PageState {
  /** True if the page is shown. Hidden pages stay mounted, but pause overlays and polling (DESIGN §4.3). */
  readonly active: boolean;
  /** Reports unsaved input, which the tab asks about before closing. `source` distinguishes parts of a page. */
  readonly setDirty: (source: string, dirty: boolean) => void;
  /** Sets the text that distinguishes this tab from others of the same page. */
  readonly setName: (name: string) => void;
}

export const PageStateContext = createContext<PageState>({
  active: true,
  setDirty: () => undefined,
  setName: () => undefined,
});

export const usePageActive = (): boolean => useContext(PageStateContext).active;

/** Reports unsaved work to the tab, which shows a dot and asks before closing. */
export function usePageDirty(source: string, dirty: boolean): void {
  const { setDirty } = useContext(PageStateContext);
  useEffect(() => {
    setDirty(source, dirty);
    return () => setDirty(source, false);
  }, [source, dirty, setDirty]);
}

/** Adds the number or name of the shown row to the tab. */
export function usePageName(name: string | undefined): void {
  const { setName } = useContext(PageStateContext);
  useEffect(() => {
    if (name) setName(name);
  }, [name, setName]);
}
