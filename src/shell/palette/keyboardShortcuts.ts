/** Keys in readable form. On a Mac ⌘ opens the palette, too. */
export const keys = { palette: 'Ctrl+K', lock: 'Ctrl+Alt+L', help: '?' } as const;
