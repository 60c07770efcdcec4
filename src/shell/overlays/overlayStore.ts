import { create } from 'zustand';
import type { NewestApp } from '@/api/appPackage';
import { useTabs } from '@/session/tabs/tabStore';

/**
 * Overlays of the frame. Only one is open at a time, because a dialog never opens over another (docs/spec/design.md).
 */
type OverlayName = 'settings' | 'app' | 'privacy' | 'certificate';

interface OverlayState {
  readonly shown: OverlayName | null;
  /** Package that the download dialog offers. */
  readonly app: NewestApp | null;
  show: (overlay: OverlayName) => void;
  offer: (app: NewestApp) => void;
  hide: () => void;
}

export const useOverlay = create<OverlayState>()((set) => ({
  shown: null,
  app: null,
  show: (shownOverlayName) => set({ shown: shownOverlayName }),
  offer: (app) => set({ app, shown: 'app' }),
  hide: () => set({ shown: null }),
}));

// Changing the view, also by Back, closes the overlay.
useTabs.subscribe((state, previousState) => {
  if (state.active !== previousState.active && useOverlay.getState().shown !== null) useOverlay.getState().hide();
});
