import { create } from 'zustand';

/** Store of the open dialog: palette, shortcuts or none. Usable outside React. */
export const usePalette = create<{ readonly open: 'palette' | 'shortcuts' | null }>()(() => ({ open: null }));

export const openPalette = (): void => usePalette.setState({ open: 'palette' });
export const openShortcuts = (): void => usePalette.setState({ open: 'shortcuts' });
export const closePalette = (): void => usePalette.setState({ open: null });
