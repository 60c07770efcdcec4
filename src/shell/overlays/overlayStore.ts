import { create } from 'zustand';
import type { NewestApp } from '@/api/appPackage';
import { useTabs } from '@/session/tabs/tabStore';

/** What the frame can lay over the page; one at a time, because a dialog never stands on a dialog (LOOK.md). */
export type Overlay = 'settings' | 'app' | 'privacy' | 'certificate';

interface OverlayState {
  readonly shown: Overlay | null;
  /** The package that the download dialog offers. */
  readonly app: NewestApp | null;
  show: (overlay: Overlay) => void;
  offer: (app: NewestApp) => void;
  hide: () => void;
}

export const useOverlay = create<OverlayState>()((set) => ({
  shown: null,
  app: null,
  show: (shown) => set({ shown }),
  offer: (app) => set({ app, shown: 'app' }),
  hide: () => set({ shown: null }),
}));

// Whoever goes to another view, be it by the browser's Back, has left what lay over the former.
useTabs.subscribe((state, before) => {
  if (state.active !== before.active && useOverlay.getState().shown !== null) useOverlay.getState().hide();
});
